// The module from a server.

const MAGIC = '\0asm';

function isModuleType(response: Response): boolean {
    return response.headers.get('content-type')?.split(';')[0]!.trim() === 'application/wasm';
}

/**
 * Compiles the module in a response: while it arrives, if it has the right type. The response may be another file, such as the
 * page of a development server.
 */
export async function compileResponse(response: Response): Promise<WebAssembly.Module> {
    const name = response.url || 'the response';
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    if (isModuleType(response)) return WebAssembly.compileStreaming(response);
    const bytes = await response.arrayBuffer();
    const start = String.fromCharCode(...new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 15)));
    if (start.startsWith(MAGIC)) return WebAssembly.compile(bytes);
    const type = response.headers.get('content-type') ?? 'unknown';
    throw new Error(
        `${name}: expected a WebAssembly module, got ${bytes.byteLength} bytes of type ${type} that start with ` +
            `${JSON.stringify(start)}; is the module served there? load() of 'mote-collision' needs no file`,
    );
}
