// The entry point for node, whose fetch cannot read files.

import { readFile } from 'node:fs/promises';

import { load as loadAnywhere } from './index.js';
import type { Source } from './load.js';
import type { Mote } from './mote.js';

export * from './api.js';
export { moduleBytes } from './carried.js';

/** Like `load` in browsers, and also accepts file URLs. */
export async function load(source?: Source): Promise<Mote> {
    const address = typeof source === 'string' && URL.canParse(source) ? new URL(source) : source;
    return loadAnywhere(address instanceof URL && address.protocol === 'file:' ? await readFile(address) : source);
}
