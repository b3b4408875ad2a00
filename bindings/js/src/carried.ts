// A static import, because a classic worker, which vite makes by default, is one script that cannot import others.
import { unpack } from './module.js';

let compiled: Promise<WebAssembly.Module> | undefined;

/** The module of the package, compiled once. */
export function carriedModule(): Promise<WebAssembly.Module> {
    return (compiled ??= moduleBytes().then((bytes) => WebAssembly.compile(bytes)));
}

/** The bytes of the module of the package, for those who serve it as a file; see `load`. */
export async function moduleBytes(): Promise<ArrayBuffer> {
    return unpack();
}
