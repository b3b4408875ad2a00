#include "io/inflate.h"

#include <string.h>

enum {
    MAX_BITS = 15, // of a code
    MAX_SYMBOLS = 288,
    MAX_DISTANCES = 30,
    FIXED_LITERALS = 288,
    FIXED_DISTANCES = 32,
    END_OF_BLOCK = 256,
    ZLIB_HEADER = 2,
    ZLIB_CHECKSUM = 4
};

// A canonical Huffman code: the number of codes of each length, and the symbols in the order of
// their codes.
typedef struct huffman_code {
    uint16_t counts[MAX_BITS + 1];
    uint16_t symbols[MAX_SYMBOLS];
} huffman_code;

typedef struct inflater {
    const unsigned char *in;
    size_t in_size, in_at;
    uint32_t bits; // read but not yet used; the lowest bit is next
    int bit_count;
    unsigned char *out;
    size_t out_size, out_at;
    const char *error; // the first error; null for none
    huffman_code literals, distances;
} inflater;

static void fail(inflater *s, const char *error)
{
    if (!s->error) s->error = error;
}

// Takes up to 16 bits. Returns zeros after the end and sets the error.
static uint32_t take_bits(inflater *s, int count)
{
    while (s->bit_count < count) {
        if (s->in_at == s->in_size) fail(s, "ends early");
        uint32_t byte = s->in_at < s->in_size ? s->in[s->in_at++] : 0;
        s->bits |= byte << s->bit_count;
        s->bit_count += 8;
    }
    uint32_t value = s->bits & ((1u << count) - 1);
    s->bits >>= count;
    s->bit_count -= count;
    return value;
}

// ---------------------------------------------------------------------------------------------
// Huffman codes

// Fails for lengths that give the same code to two symbols. A code that leaves some bit patterns
// without a symbol is allowed, as for a block with a single distance; reading such a pattern is an
// error.
static void make_code(inflater *s, const uint8_t *lengths, uint32_t count, huffman_code *out)
{
    uint16_t first[MAX_BITS + 1] = {0}; // first index in `symbols` of each length
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < count; i++) out->counts[lengths[i]]++;
    out->counts[0] = 0;
    int32_t left = 1; // bit patterns of the current length without a symbol
    for (int i = 1; i <= MAX_BITS; i++) {
        left = left * 2 - out->counts[i];
        if (left < 0) {
            fail(s, "has an impossible Huffman code");
            memset(out, 0, sizeof *out);
            return;
        }
        if (i < MAX_BITS) first[i + 1] = (uint16_t)(first[i] + out->counts[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        if (lengths[i]) out->symbols[first[lengths[i]]++] = (uint16_t)i;
}

static uint32_t take_symbol(inflater *s, const huffman_code *code)
{
    uint32_t pattern = 0, first = 0,
             index = 0; // the first pattern and symbol of the current length
    for (int i = 1; i <= MAX_BITS; i++) {
        pattern |= take_bits(s, 1);
        uint32_t count = code->counts[i];
        if (pattern < first + count) return code->symbols[index + (pattern - first)];
        index += count;
        first = (first + count) << 1;
        pattern <<= 1;
    }
    fail(s, "has a bit pattern without a symbol");
    return END_OF_BLOCK;
}

static void make_fixed_codes(inflater *s)
{
    uint8_t lengths[FIXED_LITERALS];
    for (int i = 0; i < FIXED_LITERALS; i++)
        lengths[i] = (uint8_t)(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    make_code(s, lengths, FIXED_LITERALS, &s->literals);
    memset(lengths, 5, FIXED_DISTANCES);
    make_code(s, lengths, FIXED_DISTANCES, &s->distances);
}

// The lengths of both codes are themselves coded, with symbols that repeat the last length or zero.
static void take_codes(inflater *s)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[MAX_SYMBOLS + 32] = {0};
    uint32_t literals = take_bits(s, 5) + 257, distances = take_bits(s, 5) + 1;
    uint32_t count = take_bits(s, 4) + 4, total = literals + distances;
    if (literals > 286 || distances > MAX_DISTANCES) {
        fail(s, "has too many symbols");
        return;
    }
    for (uint32_t i = 0; i < count; i++) lengths[order[i]] = (uint8_t)take_bits(s, 3);
    huffman_code code;
    make_code(s, lengths, 19, &code);
    memset(lengths, 0, sizeof lengths);
    for (uint32_t i = 0; i < total && !s->error;) {
        uint32_t symbol = take_symbol(s, &code), repeat = 1;
        uint8_t length = (uint8_t)symbol;
        if (symbol >= 16) {
            length = symbol == 16 && i > 0 ? lengths[i - 1] : 0;
            if (symbol == 16 && i == 0) fail(s, "repeats a length before the first");
            repeat = symbol == 16   ? 3 + take_bits(s, 2)
                     : symbol == 17 ? 3 + take_bits(s, 3)
                                    : 11 + take_bits(s, 7);
        }
        if (repeat > total - i) {
            fail(s, "has too many code lengths");
            return;
        }
        memset(lengths + i, length, repeat);
        i += repeat;
    }
    if (s->error) return;
    make_code(s, lengths, literals, &s->literals);
    make_code(s, lengths + literals, distances, &s->distances);
}

// ---------------------------------------------------------------------------------------------
// Blocks

static void copy_stored(inflater *s)
{
    s->bits = 0; // the rest of the byte is unused
    s->bit_count = 0;
    if (s->in_size - s->in_at < 4) {
        fail(s, "ends early");
        return;
    }
    const unsigned char *head = s->in + s->in_at;
    uint32_t size = head[0] | (uint32_t)head[1] << 8;
    s->in_at += 4;
    if (size != (~(head[2] | (uint32_t)head[3] << 8) & 0xffff)) fail(s, "has a broken block");
    if (size > s->in_size - s->in_at) fail(s, "ends early");
    if (size > s->out_size - s->out_at) fail(s, "holds more bytes than announced");
    if (s->error) return;
    memcpy(s->out + s->out_at, s->in + s->in_at, size);
    s->in_at += size;
    s->out_at += size;
}

// Copies the bytes written `distance` bytes ago; the ranges may overlap.
static void copy_match(inflater *s, uint32_t symbol)
{
    static const uint16_t lengths[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distances[MAX_DISTANCES] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distance_bits[MAX_DISTANCES] = {0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                         4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                         9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    if (symbol >= 29) {
        fail(s, "has an unknown length");
        return;
    }
    size_t length = lengths[symbol] + take_bits(s, length_bits[symbol]);
    symbol = take_symbol(s, &s->distances);
    if (symbol >= MAX_DISTANCES) {
        fail(s, "has an unknown distance");
        return;
    }
    size_t distance = distances[symbol] + take_bits(s, distance_bits[symbol]);
    if (distance > s->out_at) fail(s, "repeats bytes before the first");
    if (length > s->out_size - s->out_at) fail(s, "holds more bytes than announced");
    if (s->error) return;
    for (size_t i = 0; i < length; i++, s->out_at++)
        s->out[s->out_at] = s->out[s->out_at - distance];
}

static void decode_block(inflater *s)
{
    while (!s->error) {
        uint32_t symbol = take_symbol(s, &s->literals);
        if (symbol == END_OF_BLOCK) return;
        if (symbol > END_OF_BLOCK)
            copy_match(s, symbol - END_OF_BLOCK - 1);
        else if (s->out_at == s->out_size)
            fail(s, "holds more bytes than announced");
        else
            s->out[s->out_at++] = (unsigned char)symbol;
    }
}

static uint32_t adler32(const unsigned char *bytes, size_t size)
{
    uint32_t a = 1, b = 0;
    while (size > 0) {
        size_t part = size < 5552 ? size : 5552; // the sums fit 32 bits
        for (size_t i = 0; i < part; i++) a += *bytes++, b += a;
        a %= 65521;
        b %= 65521;
        size -= part;
    }
    return b << 16 | a;
}

static void check_end(inflater *s)
{
    if (s->out_at < s->out_size) fail(s, "holds fewer bytes than announced");
    if (s->in_size - s->in_at < ZLIB_CHECKSUM) fail(s, "ends early");
    if (s->error) return;
    const unsigned char *at = s->in + s->in_at;
    uint32_t sum = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    if (sum != adler32(s->out, s->out_size)) fail(s, "has a wrong checksum");
}

const char *io_inflate(const unsigned char *in, size_t in_size, unsigned char *out, size_t out_size)
{
    inflater s = {
        .in = in, .in_size = in_size, .in_at = ZLIB_HEADER, .out = out, .out_size = out_size};
    enum { DEFLATE = 8, DICTIONARY = 0x20 };
    if (in_size < ZLIB_HEADER) return "ends early";
    if ((in[0] & 15) != DEFLATE || (in[0] << 8 | in[1]) % 31 != 0 || in[1] & DICTIONARY)
        return "is no zlib stream";
    for (uint32_t last = 0; !last && !s.error;) {
        last = take_bits(&s, 1);
        switch (take_bits(&s, 2)) {
        case 0: copy_stored(&s); break;
        case 1:
            make_fixed_codes(&s);
            decode_block(&s);
            break;
        case 2:
            take_codes(&s);
            decode_block(&s);
            break;
        default: fail(&s, "has an unknown kind of block");
        }
    }
    check_end(&s);
    return s.error;
}
