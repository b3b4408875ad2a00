// Writes one block with the fixed codes of RFC 1951, section 3.2.6. A match is searched only at the
// last position with the same three bytes, which shrinks plain pictures to a few percent.

#include "scenes/render/deflate.h"

#include <string.h>

enum { MIN_MATCH = 3, MAX_MATCH = 258, MAX_DISTANCE = 32768 };

typedef struct bit_writer {
    uint8_t *out;
    size_t size;
    uint64_t bits;
    uint32_t count;
} bit_writer;

static void put_bits(bit_writer *w, uint32_t value, uint32_t count)
{
    w->bits |= (uint64_t)value << w->count;
    for (w->count += count; w->count >= 8; w->count -= 8) {
        w->out[w->size++] = (uint8_t)w->bits;
        w->bits >>= 8;
    }
}

// Huffman codes are written from their highest bit on.
static void put_code(bit_writer *w, uint32_t code, uint32_t length)
{
    uint32_t reversed = 0;
    for (uint32_t i = 0; i < length; i++) reversed |= (code >> i & 1) << (length - 1 - i);
    put_bits(w, reversed, length);
}

static void put_symbol(bit_writer *w, uint32_t symbol)
{
    if (symbol < 144) {
        put_code(w, 0x30 + symbol, 8);
    } else if (symbol < 256) {
        put_code(w, 0x190 + symbol - 144, 9);
    } else if (symbol < 280) {
        put_code(w, symbol - 256, 7);
    } else {
        put_code(w, 0xc0 + symbol - 280, 8);
    }
}

// The first value of class c. Lengths and distances are in classes, `group` classes per doubling,
// and each doubling adds an extra bit. The classes of the first two groups are single values.
static uint32_t first_of_class(uint32_t c, uint32_t group, uint32_t *extra)
{
    *extra = c < 2 * group ? 0 : c / group - 1;
    return c < 2 * group ? c : (group + c % group) << *extra;
}

static uint32_t class_of(uint32_t value, uint32_t group, uint32_t *first, uint32_t *extra)
{
    uint32_t c = 0, next_extra;
    while (first_of_class(c + 1, group, &next_extra) <= value) c++;
    *first = first_of_class(c, group, extra);
    return c;
}

static void put_match(bit_writer *w, uint32_t length, uint32_t distance)
{
    uint32_t first, extra;
    if (length == MAX_MATCH) { // MAX_MATCH has its own code
        put_symbol(w, 285);
    } else {
        uint32_t c = class_of(length - MIN_MATCH, 4, &first, &extra);
        put_symbol(w, 257 + c);
        put_bits(w, length - MIN_MATCH - first, extra);
    }
    uint32_t c = class_of(distance - 1, 2, &first, &extra);
    put_code(w, c, 5);
    put_bits(w, distance - 1 - first, extra);
}

static uint32_t hash_of(const uint8_t *at)
{
    uint32_t three = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    return three * 2654435761u >> 17; // 15 bits
}

static uint32_t match_length(const uint8_t *a, const uint8_t *b, size_t left)
{
    uint32_t length = 0, most = left < MAX_MATCH ? (uint32_t)left : MAX_MATCH;
    while (length < most && a[length] == b[length]) length++;
    return length;
}

static void deflate(bit_writer *w, const uint8_t *data, size_t size, uint32_t *table)
{
    memset(table, 0, SCENE_ZLIB_TABLE * sizeof *table); // positions are stored plus 1
    put_bits(w, 1, 1);                                  // the last block
    put_bits(w, 1, 2);                                  // fixed codes
    for (size_t at = 0; at < size;) {
        uint32_t length = 0;
        size_t before = 0;
        if (size - at >= MIN_MATCH) {
            uint32_t hash = hash_of(data + at);
            before = table[hash];
            table[hash] = (uint32_t)(at + 1);
            if (before && at - (before - 1) <= MAX_DISTANCE)
                length = match_length(data + before - 1, data + at, size - at);
        }
        if (length < MIN_MATCH) {
            put_symbol(w, data[at++]);
            continue;
        }
        put_match(w, length, (uint32_t)(at - (before - 1)));
        for (size_t end = at + length; ++at < end;) {
            if (size - at >= MIN_MATCH) table[hash_of(data + at)] = (uint32_t)(at + 1);
        }
    }
    put_symbol(w, 256);
    put_bits(w, 0, 7); // the rest of the last byte
}

static uint32_t adler(const uint8_t *data, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

size_t scene_zlib_bound(size_t size)
{
    return size + size / 8 + 32; // nine bits per byte at worst
}

size_t scene_zlib_compress(const uint8_t *data, size_t size, uint32_t *table, uint8_t *out)
{
    bit_writer w = {.out = out, .size = 2};
    out[0] = 0x78; // deflate with a window of 32 kB
    out[1] = 0x01;
    deflate(&w, data, size, table);
    uint32_t sum = adler(data, size);
    for (int i = 3; i >= 0; i--) out[w.size++] = (uint8_t)(sum >> 8 * i);
    return w.size;
}
