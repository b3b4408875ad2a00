// Modules of the page for node: the engine and what else needs no browser.

import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const viewer = fileURLToPath(new URL("..", import.meta.url));
const { build } = createRequire(createRequire(import.meta.url).resolve("vite"))("esbuild");

/** The exports of a source file, compiled. */
export async function compiled(source) {
  const folder = await mkdtemp(join(viewer, "node_modules", ".engine-test-"));
  try {
    const outfile = join(folder, "module.mjs");
    await build({
      entryPoints: [join(viewer, "src", source)],
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      external: ["mote-collision"],
      logLevel: "error",
    });
    return await import(outfile);
  } finally {
    await rm(folder, { recursive: true });
  }
}
