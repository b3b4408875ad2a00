#include "method/paired/paired.h"

#include <string.h>

enum { FIRST_CAPACITY = 256 };

void mote_seen_pairs_release(mote_seen_pairs *set, const mote_allocator *allocator)
{
    mote_release(allocator, set->entries, set->capacity, sizeof *set->entries);
    *set = (mote_seen_pairs){0};
}

void mote_seen_pairs_clear(mote_seen_pairs *set)
{
    set->count = 0;
    if (++set->epoch != 0) return;
    if (set->entries) memset(set->entries, 0, set->capacity * sizeof *set->entries);
    set->epoch = 1;
}

// The entry of the pair, or the free entry where it would go. There is a free entry.
static mote_seen_pair *entry_of(const mote_seen_pairs *set, uint32_t a, uint32_t b)
{
    uint64_t spread = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(spread >> 32) & (set->capacity - 1);
    for (;; at = (at + 1) & (set->capacity - 1)) {
        mote_seen_pair *entry = &set->entries[at];
        if (entry->epoch != set->epoch || (entry->a == a && entry->b == b)) return entry;
    }
}

static bool grow(mote_seen_pairs *set, const mote_allocator *allocator)
{
    mote_seen_pairs next = {.capacity = set->capacity ? 2 * set->capacity : FIRST_CAPACITY,
                            .count = set->count,
                            .epoch = set->epoch};
    next.entries = mote_allocate_zeroed(allocator, next.capacity, sizeof *next.entries);
    if (!next.entries) return false;
    for (size_t i = 0; i < set->capacity; i++) {
        const mote_seen_pair *entry = &set->entries[i];
        if (entry->epoch == set->epoch) *entry_of(&next, entry->a, entry->b) = *entry;
    }
    mote_release(allocator, set->entries, set->capacity, sizeof *set->entries);
    *set = next;
    return true;
}

mote_seen_before mote_seen_pairs_add(mote_seen_pairs *set, const mote_allocator *allocator,
                                     uint32_t a, uint32_t b)
{
    if (2 * (set->count + 1) > set->capacity && !grow(set, allocator)) return MOTE_SEEN_NO_MEMORY;
    mote_seen_pair *entry = entry_of(set, a, b);
    if (entry->epoch == set->epoch) return MOTE_SEEN;
    *entry = (mote_seen_pair){a, b, set->epoch};
    set->count++;
    return MOTE_SEEN_NOT;
}

bool mote_seen_pairs_has(const mote_seen_pairs *set, uint32_t a, uint32_t b)
{
    return set->count > 0 && entry_of(set, a, b)->epoch == set->epoch;
}
