// Bundles the page into one file, dist/page.html: markup, style and script, nothing loaded from elsewhere.
// 'mote check --html' puts the data where the mark stands.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const here = new URL(".", import.meta.url);

async function bundle(entry) {
  const result = await build({
    entryPoints: [new URL(entry, here).pathname],
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2022"],
    legalComments: "none",
    write: false,
  });
  return result.outputFiles[0].text.trim();
}

// The browser runs a script and uses a style of this text, and no other.
function hash(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function put(page, mark, text) {
  if (page.split(mark).length !== 2) throw new Error(`page.html must hold ${mark} once`);
  return page.replace(mark, () => text);
}

const [template, style, script] = await Promise.all([
  readFile(new URL("src/page.html", here), "utf8"),
  bundle("src/style.css"),
  bundle("src/main.ts"),
]);
const license = await readFile(new URL("node_modules/three/LICENSE", here), "utf8");
const policy =
  `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data: blob:; ` +
  `base-uri 'none'; form-action 'none'`;

let page = put(template, "<!--license-->", `<!--\nThe 3-D view is drawn by three.js:\n\n${license.trim()}\n-->`);
page = put(page, "<!--policy-->", `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
page = put(page, "<!--style-->", `<style>${style}</style>`);
page = put(page, "<!--script-->", `<script>${script}</script>`);
if (page.split("<!--mote:data-->").length !== 2) throw new Error("the page must hold the mark of the data once");
await mkdir(new URL("dist/", here), { recursive: true });
await writeFile(new URL("dist/page.html", here), page);
console.log(`apps/report/dist/page.html: ${Math.round(page.length / 1024)} KiB`);
