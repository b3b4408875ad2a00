// Puts the licenses of all that the page is made of beside it: dist/licenses.txt.

import { readFileSync, writeFileSync } from "node:fs";

const here = (path) => new URL(path, import.meta.url);
const parts = [
  ["mote", "../../LICENSE"],
  ["three.js, which draws the bodies", "node_modules/three/LICENSE"],
  ["uPlot, which draws the charts", "node_modules/uplot/LICENSE"],
];
const texts = parts.map(([name, path]) => `${name}\n\n${readFileSync(here(path), "utf8").trim()}\n`);
writeFileSync(here("dist/licenses.txt"), texts.join("\n\n"));
