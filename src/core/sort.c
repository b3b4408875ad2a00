#include "core/sort.h"

#include <string.h>

enum { FEW = 80 };

static void insertion_sort(uint64_t *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t key = keys[i];
        size_t j = i;
        for (; j > 0 && keys[j - 1] > key; j--) keys[j] = keys[j - 1];
        keys[j] = key;
    }
}

static void radix_pass(const uint64_t *from, uint64_t *to, size_t count, int shift)
{
    size_t first[256] = {0};
    for (size_t i = 0; i < count; i++) first[from[i] >> shift & 255]++;
    size_t total = 0;
    for (int b = 0; b < 256; b++) {
        size_t here = first[b];
        first[b] = total;
        total += here;
    }
    for (size_t i = 0; i < count; i++) to[first[from[i] >> shift & 255]++] = from[i];
}

void mote_sort_keys(uint64_t *keys, size_t count, uint64_t *scratch)
{
    if (count <= FEW) {
        insertion_sort(keys, count);
        return;
    }
    uint64_t differing = 0;
    for (size_t i = 1; i < count; i++) differing |= keys[i] ^ keys[0];
    uint64_t *from = keys, *to = scratch;
    for (int shift = 0; shift < 64; shift += 8) {
        if (!(differing >> shift & 255)) continue;
        radix_pass(from, to, count, shift);
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys) memcpy(keys, from, count * sizeof *keys);
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
