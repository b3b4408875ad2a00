// module.js is written by build.mjs.

/** The WebAssembly module, compressed by gzip, as base64. */
export const packed: string;
