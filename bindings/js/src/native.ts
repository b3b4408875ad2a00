// Access to the memory and exports of the module: views, text, results that become exceptions, and a
// small scratch area for output parameters.

import { MoteError, type ErrorKind } from './error.js';
import type { Exports } from './exports.js';
import type { Vector } from './vector.js';

/** Larger than any struct that is passed through it. */
const SCRATCH_SIZE = 256;

/** The value of MOTE_NONE. */
export const NONE = 0xffffffff;

export class Native {
    readonly scratch: number;

    constructor(readonly exports: Exports) {
        this.scratch = this.allocate(SCRATCH_SIZE);
    }

    // Views are created on each call, because memory may have grown since the last one.

    data(): DataView {
        return new DataView(this.exports.memory.buffer);
    }

    bytes(pointer: number, count: number): Uint8Array<ArrayBuffer> {
        return new Uint8Array(this.exports.memory.buffer, pointer, count);
    }

    words(pointer: number, count: number): Uint32Array<ArrayBuffer> {
        return new Uint32Array(this.exports.memory.buffer, pointer, count);
    }

    floats(pointer: number, count: number): Float32Array<ArrayBuffer> {
        return new Float32Array(this.exports.memory.buffer, pointer, count);
    }

    doubles(pointer: number, count: number): Float64Array<ArrayBuffer> {
        return new Float64Array(this.exports.memory.buffer, pointer, count);
    }

    word(pointer: number): number {
        return this.data().getUint32(pointer, true);
    }

    vector(pointer: number): Vector {
        const [x, y, z] = this.floats(pointer, 3);
        return [x!, y!, z!];
    }

    text(pointer: number): string {
        const memory = new Uint8Array(this.exports.memory.buffer);
        return new TextDecoder().decode(memory.slice(pointer, memory.indexOf(0, pointer))); // a copy: it takes no shared memory
    }

    allocate(size: number): number {
        const pointer = this.exports.allocate(size);
        if (!pointer) throw new MoteError('out of memory', `cannot allocate ${size} bytes`);
        return pointer;
    }

    /** Copies bytes into a block that is released after `use`. */
    withBytes<T>(bytes: Uint8Array, use: (pointer: number) => T): T {
        const pointer = this.allocate(bytes.length);
        try {
            this.bytes(pointer, bytes.length).set(bytes);
            return use(pointer);
        } finally {
            this.exports.release(pointer);
        }
    }

    /** The same for the elements of an array. */
    withArray<T>(array: ArrayBufferView, use: (pointer: number) => T): T {
        return this.withBytes(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), use);
    }

    withText<T>(text: string, use: (pointer: number) => T): T {
        return this.withBytes(new TextEncoder().encode(text + '\0'), use);
    }

    check(result: number): void {
        if (result === 0) return;
        const kind = this.text(this.exports.result_name(result)) as ErrorKind;
        throw new MoteError(kind, this.text(this.exports.message()));
    }

    /** The word that a call writes to the scratch area, such as a handle or an address. */
    take(call: (out: number) => number): number {
        this.check(call(this.scratch));
        return this.word(this.scratch);
    }
}

/** Collects the results of a function for the indices 0, 1, ... until it returns 0. */
export function listOf<T>(at: (index: number) => number, make: (pointer: number) => T): T[] {
    const list: T[] = [];
    for (let pointer; (pointer = at(list.length)) !== 0; ) list.push(make(pointer));
    return list;
}
