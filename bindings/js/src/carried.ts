let compiled: Promise<WebAssembly.Module> | undefined;

/** The module of the package, compiled once. Bundlers make a chunk of it. */
export function carriedModule(): Promise<WebAssembly.Module> {
    return (compiled ??= moduleBytes().then((bytes) => WebAssembly.compile(bytes)));
}

/** The bytes of the module of the package, for those who serve it as a file; see `load`. */
export async function moduleBytes(): Promise<ArrayBuffer> {
    const { unpack } = await import('./module.js');
    return unpack();
}
