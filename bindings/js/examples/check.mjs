// node check.mjs FILE.glb...: what `mote check` finds in files; the exit code is 1 if parts penetrate.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';

import { load } from 'mote-collision';
import { check } from 'mote-collision/check';

const files = Object.fromEntries(process.argv.slice(2).map((path) => [basename(path), readFileSync(path)]));
const { json, failed } = await check(await load(), files, { faces: false });
const { summary, episodes } = JSON.parse(json);
console.log(summary);
for (const { a, b, first, last, severity } of episodes) console.log(`parts ${a} and ${b}: ${severity} in frames ${first} to ${last}`);
process.exitCode = Number(failed);
