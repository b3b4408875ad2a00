// Arrays of structs of the C side as one typed array per field.

import type { Native } from './native.js';

/** Copy: `width` words from `offset` on of each of `count` structs. */
function gather<T extends Float32Array | Uint32Array | Int32Array>(
    from: T, to: T, first: number, step: number, width: number,
): T {
    for (let i = 0, at = first; i < to.length; i += width, at += step)
        for (let k = 0; k < width; k++) to[i + k] = from[at + k]!;
    return to;
}

/** `count` structs of `size` bytes; offsets of fields are in bytes. */
export class Columns {
    constructor(
        readonly native: Native,
        readonly start: number,
        readonly count: number,
        readonly size: number,
    ) {}

    words(offset: number, width = 1): Uint32Array {
        const from = this.native.words(this.start, (this.count * this.size) / 4);
        return gather(from, new Uint32Array(this.count * width), offset / 4, this.size / 4, width);
    }

    floats(offset: number, width = 1): Float32Array {
        const from = this.native.floats(this.start, (this.count * this.size) / 4);
        return gather(from, new Float32Array(this.count * width), offset / 4, this.size / 4, width);
    }
}
