import { kindOf } from './arguments.js';
import { compileResponse } from './compile_response.js';
import { Mote } from './mote.js';
import type { ThreadOptions } from './threads.js';

/** The module as bytes, a compiled module, the address of a file, or the response of a request. */
export type Source = BufferSource | WebAssembly.Module | URL | string | Response;

/** Loads the module from bytes, a compiled module, an address or a response. `threads` is for a module that has them. */
export async function load(source: Source, threads?: ThreadOptions): Promise<Mote> {
    if (typeof source === 'string' || source instanceof URL)
        return Mote.start(await compileResponse(await fetch(source)), threads);
    if (source instanceof Response) return Mote.start(await compileResponse(source), threads);
    if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source))
        return Mote.start(source, threads);
    throw new TypeError(`source: expected bytes, a module, an address or a response, not ${kindOf(source)}`);
}
