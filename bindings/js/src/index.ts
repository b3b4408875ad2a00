import { carriedModule } from './carried.js';
import { load as loadFrom, type Source } from './load.js';
import type { Mote } from './mote.js';

export * from './api.js';
export { moduleBytes } from './carried.js';

/**
 * Loads the module: by default the one that the package carries, otherwise from bytes, a compiled module, an address or a
 * response.
 */
export async function load(source?: Source): Promise<Mote> {
    return loadFrom(source ?? (await carriedModule()));
}
