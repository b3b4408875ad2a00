import { kindOf } from './arguments.js';
import { Mote } from './mote.js';
import type { ThreadOptions } from './threads.js';

/** The module as bytes, a compiled module, the address of a file, or the response of a request. */
export type Source = BufferSource | WebAssembly.Module | URL | string | Response;

const MAGIC = '\0asm';

function isModuleType(response: Response): boolean {
    return response.headers.get('content-type')?.split(';')[0]!.trim() === 'application/wasm';
}

/** The module in a response, which may be another file, such as the page of a development server. */
async function moduleOf(response: Response): Promise<ArrayBuffer | WebAssembly.Module> {
    const name = response.url || 'the response';
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    if (isModuleType(response)) return WebAssembly.compileStreaming(response); // while it arrives
    const bytes = await response.arrayBuffer();
    const start = String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 15)));
    if (start.startsWith(MAGIC)) return bytes;
    const type = response.headers.get('content-type') ?? 'unknown';
    throw new Error(
        `${name}: expected a WebAssembly module, got ${bytes.byteLength} bytes of type ${type} that start with ` +
            `${JSON.stringify(start)}; is the module served there? load() of 'mote-collision' needs no file`,
    );
}

/** Loads the module from bytes, a compiled module, an address or a response. `threads` is for a module that has them. */
export async function load(source: Source, threads?: ThreadOptions): Promise<Mote> {
    if (typeof source === 'string' || source instanceof URL)
        return Mote.start(await moduleOf(await fetch(source)), threads);
    if (source instanceof Response) return Mote.start(await moduleOf(source), threads);
    if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source))
        return Mote.start(source, threads);
    throw new TypeError(`source: expected bytes, a module, an address or a response, not ${kindOf(source)}`);
}
