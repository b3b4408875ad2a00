// Decodes LZMA as `xz --format=lzma --lzma1=lc=3,lp=0,pb=0` writes it. The module is a seventh smaller than by gzip, and no runtime
// has a decoder. Bits are decoded by a range coder with one adaptive probability per context: each context has an index in
// `probabilities`. Positions do not count as contexts, because pb and lp are 0. build.mjs makes this a part of module.js.

const HEADER_SIZE = 13;

// The first index of each kind of context.
const IS_MATCH = 0; // 12 states each, up to IS_LONG_REPEAT
const IS_REPEAT = 12;
const IS_OLDER = 24;
const IS_OLDER_THAN_1 = 36;
const IS_OLDER_THAN_2 = 48;
const IS_LONG_REPEAT = 60;
const DISTANCE_SLOT = 72; // four trees of 6 bits
const DISTANCE_LOW = DISTANCE_SLOT + 4 * 64; // trees of distances below 128
const DISTANCE_ALIGN = DISTANCE_LOW + 128; // a tree of 4 bits
const MATCH_LENGTH = DISTANCE_ALIGN + 16; // two choices, then trees of 3, 3 and 8 bits
const LENGTH_SIZE = 2 + 8 + 8 + 256;
const REPEAT_LENGTH = MATCH_LENGTH + LENGTH_SIZE;
const LITERAL = REPEAT_LENGTH + LENGTH_SIZE; // 0x300 for each of the three highest bits of the byte before
const CONTEXTS = LITERAL + 8 * 0x300;

class Bits {
    readonly #probabilities = new Uint16Array(CONTEXTS).fill(1024);
    readonly #input: Uint8Array;
    #at = HEADER_SIZE + 1;
    #range = 0xffffffff;
    #code = 0;

    constructor(input: Uint8Array) {
        this.#input = input;
        for (let i = 0; i < 4; i++) this.#code = (this.#code * 256 + input[this.#at++]!) >>> 0;
    }

    #fill(): void {
        if (this.#range >= 0x1000000) return;
        this.#range = (this.#range << 8) >>> 0;
        this.#code = ((this.#code << 8) | this.#input[this.#at++]!) >>> 0;
    }

    bit(context: number): number {
        const probability = this.#probabilities[context]!;
        const bound = (this.#range >>> 11) * probability;
        const bit = this.#code < bound ? 0 : 1;
        if (bit) {
            this.#range -= bound;
            this.#code -= bound;
            this.#probabilities[context] = probability - (probability >> 5);
        } else {
            this.#range = bound;
            this.#probabilities[context] = probability + ((2048 - probability) >> 5);
        }
        this.#fill();
        return bit;
    }

    /** Bits that are as likely 0 as 1. */
    even(count: number): number {
        let value = 0;
        for (; count > 0; count--) {
            this.#range >>>= 1;
            const bit = this.#code < this.#range ? 0 : 1;
            if (bit) this.#code -= this.#range;
            value = ((value << 1) | bit) >>> 0;
            this.#fill();
        }
        return value;
    }

    /** The highest bit first. */
    tree(first: number, count: number): number {
        let at = 1;
        for (let i = 0; i < count; i++) at = (at << 1) | this.bit(first + at);
        return at - (1 << count);
    }

    /** The lowest bit first. */
    reverseTree(first: number, count: number): number {
        let [at, value] = [1, 0];
        for (let i = 0; i < count; i++) {
            const bit = this.bit(first + at);
            at = (at << 1) | bit;
            value |= bit << i;
        }
        return value;
    }

    length(first: number): number {
        if (!this.bit(first)) return 2 + this.tree(first + 2, 3);
        if (!this.bit(first + 1)) return 10 + this.tree(first + 10, 3);
        return 18 + this.tree(first + 18, 8);
    }

    distance(length: number): number {
        const slot = this.tree(DISTANCE_SLOT + 64 * Math.min(length - 2, 3), 6);
        if (slot < 4) return slot;
        const count = (slot >> 1) - 1;
        const high = ((2 | (slot & 1)) << count) >>> 0;
        if (slot < 14) return high + this.reverseTree(DISTANCE_LOW + high - slot, count);
        return high + this.even(count - 4) * 16 + this.reverseTree(DISTANCE_ALIGN, 4);
    }

    /** `match` is the byte at the last distance, or -1 after a literal. */
    literal(before: number, match: number): number {
        const first = LITERAL + 0x300 * (before >> 5);
        let at = 1;
        for (let mask = 7; match >= 0 && at < 0x100; mask--) {
            const expected = (match >> mask) & 1;
            const bit = this.bit(first + ((1 + expected) << 8) + at);
            at = (at << 1) | bit;
            if (bit !== expected) break;
        }
        while (at < 0x100) at = (at << 1) | this.bit(first + at);
        return at & 0xff;
    }
}

/** The `size` bytes that were compressed. */
export function decodeLzma(input: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
    const bits = new Bits(input);
    const out = new Uint8Array(size);
    let [state, nearest, second, third, fourth] = [0, 0, 0, 0, 0]; // distances less 1
    for (let at = 0; at < size; ) {
        if (!bits.bit(IS_MATCH + state)) {
            out[at] = bits.literal(at ? out[at - 1]! : 0, state < 7 ? -1 : out[at - nearest - 1]!);
            at++;
            state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
            continue;
        }
        let length = 1;
        if (!bits.bit(IS_REPEAT + state)) {
            [fourth, third, second] = [third, second, nearest];
            length = bits.length(MATCH_LENGTH);
            nearest = bits.distance(length);
            state = state < 7 ? 7 : 10;
        } else {
            let isLong = true;
            if (!bits.bit(IS_OLDER + state)) isLong = bits.bit(IS_LONG_REPEAT + state) !== 0;
            else if (!bits.bit(IS_OLDER_THAN_1 + state)) [nearest, second] = [second, nearest];
            else if (!bits.bit(IS_OLDER_THAN_2 + state)) [nearest, second, third] = [third, nearest, second];
            else [nearest, second, third, fourth] = [fourth, nearest, second, third];
            if (isLong) length = bits.length(REPEAT_LENGTH);
            state = isLong ? (state < 7 ? 8 : 11) : state < 7 ? 9 : 11;
        }
        if (nearest >= at || at + length > size) throw new Error('the packed module is damaged');
        for (const end = at + length; at < end; at++) out[at] = out[at - nearest - 1]!;
    }
    return out;
}

/** The `size` bytes of base64 text that was compressed. */
export function unpackText(text: string, size: number): ArrayBuffer {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
    return decodeLzma(bytes, size).buffer;
}
