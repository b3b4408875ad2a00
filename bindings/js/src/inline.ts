// The package with the module in the same script, for those who want a single file.

import { load as loadFrom, type Source } from './load.js';
import { unpack } from './module.js';
import type { Mote } from './mote.js';

export * from './api.js';

let compiled: Promise<WebAssembly.Module> | undefined;

/** As in the main entry, but nothing is requested: the module is in this script. */
export async function load(source?: Source): Promise<Mote> {
    return loadFrom(source ?? (await (compiled ??= moduleBytes().then((bytes) => WebAssembly.compile(bytes)))));
}

/** The bytes of the module. */
export async function moduleBytes(): Promise<ArrayBuffer> {
    return unpack();
}
