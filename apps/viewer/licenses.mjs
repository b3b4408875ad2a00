// Puts the licenses of all that the page is made of beside it, dist/licenses.txt, and the documents that it leads to.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);
const parts = [
  ["mote", "../../LICENSE"],
  ["three.js, which draws the bodies", "node_modules/three/LICENSE"],
  ["three-mesh-bvh, which takes part in the race", "node_modules/three-mesh-bvh/LICENSE"],
  ["uPlot, which draws the charts", "node_modules/uplot/LICENSE"],
];
const texts = parts.map(([name, path]) => `${name}\n\n${readFileSync(here(path), "utf8").trim()}\n`);
writeFileSync(here("dist/licenses.txt"), texts.join("\n\n"));

// The documents that the tour leads to, as they are written.
const documents = {
  ...Object.fromEntries(["smith", "senin", "lbg", "sulaiman"].map((name) => [name, `../../docs/papers/${name}.md`])),
  ...Object.fromEntries(["naive", "hybrid"].map((name) => [name, `../../docs/methods/${name}.md`])),
  "on-demand": "../../docs/on-demand.md",
};
mkdirSync(here("dist/docs/"), { recursive: true });
for (const [name, path] of Object.entries(documents)) {
  const text = readFileSync(here(path), "utf8").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const style = "max-width:100ch;margin:2em auto;padding:0 1em;white-space:pre-wrap;font:15px/1.5 system-ui,sans-serif";
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>mote: ${name}</title><pre style="${style}">${text}</pre></html>\n`;
  writeFileSync(here(`dist/docs/${name}.html`), html);
}
