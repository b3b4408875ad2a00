// module.js is written by build.mjs: the WebAssembly module, compressed by LZMA, and what unpacks it (lzma.ts).

/** The bytes of the module. */
export function unpack(): ArrayBuffer;
