import { start, type Mote } from './mote.js';

/** The module as bytes, a compiled module, a URL, or the response of a request. */
export type Source = BufferSource | WebAssembly.Module | URL | string | Response;

async function bytesOf(response: Response): Promise<ArrayBuffer> {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

/** Loads the module, by default from the file `mote.wasm` next to this one. */
export async function load(source: Source = new URL('./mote.wasm', import.meta.url)): Promise<Mote> {
    if (typeof source === 'string' || source instanceof URL) return start(await bytesOf(await fetch(source)));
    if (source instanceof Response) return start(await bytesOf(source));
    return start(source);
}
