// How much a browser loads before the page can be used: the files of dist that are not loaded later, compressed as servers do it.
// Fails above the limit.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT = 600e3;
const dist = fileURLToPath(new URL("../dist", import.meta.url));

function filesIn(folder) {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]));
}

let sum = 0;
/** Loaded only when they are looked at, such as the race, and the charts after the first frame. */
const LATER = /^(thumbs|docs)\/|^preview\.jpg$|^licenses\.txt$|^race\.html$|^assets\/(plot|race|mote_worker|bvh_worker)-/;
/** Loaded instead of the module without threads, which is the larger one by a little or the smaller one. */
const ALTERNATIVE = /^assets\/mote-scenes-threads-/;
for (const path of filesIn(dist)) {
  const name = path.slice(dist.length + 1);
  if (LATER.test(name) || ALTERNATIVE.test(name)) continue;
  const bytes = readFileSync(path);
  const packed = gzipSync(bytes, { level: 9 }).length;
  sum += packed;
  console.log(`${path.slice(dist.length + 1).padEnd(40)} ${String(bytes.length).padStart(9)} ${String(packed).padStart(8)}`);
}
console.log(`${"in all, by gzip".padEnd(50)} ${String(sum).padStart(8)} of ${LIMIT}`);
if (sum > LIMIT) {
  console.error("the page has become too large");
  process.exit(1);
}
