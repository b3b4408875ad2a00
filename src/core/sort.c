#include "core/sort.h"

#include <string.h>

// Up to FEW keys are sorted by insertion, more by digits.
enum { FEW = 56, MIN_DIGIT_BITS = 4, MAX_DIGIT_BITS = 11 };

static void insertion_sort(uint64_t *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        size_t j = i;
        for (; j > 0 && keys[j - 1] > key; j--) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static void radix_pass(const uint64_t *from, uint64_t *to, size_t count, int shift, int bits)
{
    size_t first[1 << MAX_DIGIT_BITS];
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    memset(first, 0, sizeof *first << bits);
    for (size_t i = 0; i < count; i++) first[from[i] >> shift & mask]++;
    size_t total = 0;
    for (uint64_t digit = 0; digit <= mask; digit++) {
        size_t here = first[digit];
        first[digit] = total;
        total += here;
    }
    for (size_t i = 0; i < count; i++) to[first[from[i] >> shift & mask]++] = from[i];
}

// At most half as many digit values as keys, so that adding up the counts takes no longer than
// moving the keys.
static int digit_bits(size_t count)
{
    int bits = MIN_DIGIT_BITS;
    while (bits < MAX_DIGIT_BITS && (size_t)2 << bits < count) bits++;
    return bits;
}

// The keys, and the destination of the next pass.
typedef struct buffers {
    uint64_t *from, *to;
} buffers;

// Sorts by the bits in which the halves of the keys above `shift` differ, in digits of equal size.
static void sort_by_half(buffers *b, size_t count, int shift, uint32_t differing, int max_bits)
{
    if (!differing) return;
    int low = __builtin_ctz(differing), length = 32 - __builtin_clz(differing) - low;
    int passes = (length + max_bits - 1) / max_bits, bits = (length + passes - 1) / passes;
    for (int i = 0; i < passes; i++) {
        radix_pass(b->from, b->to, count, shift + low + i * bits, bits);
        *b = (buffers){b->to, b->from};
    }
}

// Keys are pairs of numbers, often far below 2^32, so only the bits in which keys differ are
// sorted.
void mote_sort_keys(uint64_t *keys, size_t count, uint64_t *scratch)
{
    if (count <= FEW) {
        insertion_sort(keys, count);
        return;
    }
    uint64_t differing = 0;
    for (size_t i = 1; i < count; i++) differing |= keys[i] ^ keys[0];
    buffers b = {keys, scratch};
    int bits = digit_bits(count);
    sort_by_half(&b, count, 0, (uint32_t)differing, bits);
    sort_by_half(&b, count, 32, (uint32_t)(differing >> 32), bits);
    if (b.from != keys) memcpy(keys, b.from, count * sizeof *keys);
}

size_t mote_sorted_place(const uint64_t *keys, size_t count, uint64_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (keys[middle] < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// ---------------------------------------------------------------------------------------------
// Elements of any type: runs of `length` are merged to runs of twice the length

static void merge_runs(const char *from, size_t length, size_t count, size_t size, char *to,
                       mote_precedes *precedes)
{
    const char *a = from, *a_end = from + (length < count ? length : count) * size;
    const char *b = a_end, *b_end = from + count * size;
    while (a < a_end || b < b_end) {
        bool takes_b = a == a_end || (b < b_end && precedes(b, a));
        memcpy(to, takes_b ? b : a, size);
        to += size;
        if (takes_b) {
            b += size;
        } else {
            a += size;
        }
    }
}

void mote_sort_elements(void *elements, size_t count, size_t size, void *scratch,
                        mote_precedes *precedes)
{
    char *from = elements, *to = scratch;
    for (size_t length = 1; length < count; length *= 2) {
        for (size_t first = 0; first < count; first += 2 * length) {
            size_t left = count - first;
            merge_runs(from + first * size, length, left < 2 * length ? left : 2 * length, size,
                       to + first * size, precedes);
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != elements) memcpy(elements, from, count * size);
}
