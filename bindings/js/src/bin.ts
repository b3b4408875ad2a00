#!/usr/bin/env node
// npx mote-collision FILE: writes the module of the package, for those who serve it as a file.

import { writeFile } from 'node:fs/promises';

import { moduleBytes } from './carried.js';

const [file, ...others] = process.argv.slice(2);
if (!file || others.length) {
    console.error('usage: npx mote-collision FILE   writes the WebAssembly module, for load(address), to FILE');
    process.exit(2);
}
await writeFile(file, new Uint8Array(await moduleBytes()));
