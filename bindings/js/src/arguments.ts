// Checks of arguments, so that a mistake that types cannot stop, or that plain JavaScript makes, is an error that names the
// argument instead of a wrong result. Numbers that the C side checks are not checked here.

import type { Bytes } from './vector.js';

/** What a value is, for messages. */
export function kindOf(value: unknown): string {
    if (value === null || value === undefined) return String(value);
    if (typeof value === 'string') return 'text';
    if (typeof value === 'number') return `the number ${value}`;
    if (typeof value !== 'object') return `a ${typeof value}`;
    const name = value.constructor?.name ?? 'object';
    return /^[AEIO]/.test(name) ? `an ${name}` : `a ${name}`;
}

function isNumberList(value: unknown): value is readonly number[] {
    return Array.isArray(value) && value.every((x) => typeof x === 'number');
}

/** Coordinates and the like; `count` is their expected number. */
export function checkNumbers(
    name: string, value: unknown, count?: number,
): Float32Array | Float64Array | readonly number[] {
    if (!(value instanceof Float32Array || value instanceof Float64Array || isNumberList(value)))
        throw new TypeError(
            `${name}: expected a Float32Array, a Float64Array or an array of numbers, not ${kindOf(value)}`,
        );
    if (count !== undefined && value.length !== count)
        throw new RangeError(`${name}: expected ${count} numbers, not ${value.length}`);
    return value;
}

/** Three numbers, or as many as `count` says, in any array. */
export function checkVector(name: string, value: ArrayLike<number>, count = 3): ArrayLike<number> {
    if (typeof value !== 'object' || value === null || typeof value.length !== 'number')
        throw new TypeError(`${name}: expected ${count} numbers, not ${kindOf(value)}`);
    if (value.length !== count) throw new RangeError(`${name}: expected ${count} numbers, not ${value.length}`);
    for (let i = 0; i < count; i++)
        if (typeof value[i] !== 'number') throw new TypeError(`${name}: element ${i} is ${kindOf(value[i])}, not a number`);
    return value;
}

/** Vertices of triangles and the like. */
export function checkIndices(
    name: string, value: unknown,
): Uint32Array | Int32Array | Uint16Array | Uint8Array | readonly number[] {
    if (
        value instanceof Uint32Array || value instanceof Int32Array || value instanceof Uint16Array ||
        value instanceof Uint8Array
    )
        return value;
    if (!Array.isArray(value))
        throw new TypeError(`${name}: expected a Uint32Array, a Uint16Array or an array of numbers, not ${kindOf(value)}`);
    const wrong = value.findIndex((x) => !(Number.isInteger(x) && x >= 0 && x <= 0xffffffff));
    if (wrong >= 0) throw new RangeError(`${name}: element ${wrong} is ${String(value[wrong])}, expected a whole number`);
    return value;
}

/** The contents of a file. */
export function checkBytes(name: string, value: Bytes): Uint8Array {
    if (value instanceof Uint8Array) return value;
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    if (typeof value === 'string')
        throw new TypeError(
            `${name}: expected the bytes of a file, not text; response.arrayBuffer(), file.arrayBuffer() and ` +
                'readFile(path) without an encoding give them',
        );
    throw new TypeError(`${name}: expected a Uint8Array or an ArrayBuffer, not ${kindOf(value)}`);
}

export function checkText(name: string, value: string): string {
    if (typeof value !== 'string') throw new TypeError(`${name}: expected text, not ${kindOf(value)}`);
    return value;
}

/** A whole number of at least 0 and below `count`. */
export function checkIndex(name: string, value: number, count = 0x100000000): number {
    if (!(Number.isInteger(value) && value >= 0 && value < count))
        throw new RangeError(`${name}: ${String(value)} is not a whole number from 0 to ${count - 1}`);
    return value;
}

export function checkFinite(name: string, value: number): number {
    if (!Number.isFinite(value)) throw new RangeError(`${name}: expected a finite number, not ${String(value)}`);
    return value;
}

/** An object of a class of this package. */
export function checkInstance<T>(name: string, value: T, type: Function & { prototype: T }): T {
    if (!(value instanceof type)) throw new TypeError(`${name}: expected a ${type.name}, not ${kindOf(value)}`);
    return value;
}
