#include "world/hints.h"

#include "core/hash.h"
#include "core/memory.h"

enum { FIRST_CAPACITY = 16 };

static bool is_same(mote_body_id a, mote_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

static size_t home_of(const mote_hints *hints, mote_body_id a, mote_body_id b)
{
    uint64_t hash = mote_hash_u64(MOTE_HASH_START, (uint64_t)a.index << 32 | b.index);
    return (size_t)hash & (hints->capacity - 1);
}

// The place of two indices, whatever their generations, or the free one where they would go: an
// index has one owner at a time, so that hints of the dead are overwritten by those of their heirs.
static mote_pair_hint *place_of(const mote_hints *hints, mote_body_id a, mote_body_id b)
{
    size_t at = home_of(hints, a, b);
    for (;; at = (at + 1) & (hints->capacity - 1)) {
        mote_pair_hint *place = &hints->places[at];
        if (!place->a.generation) return place;
        if (place->a.index == a.index && place->b.index == b.index) return place;
    }
}

mote_hint *mote_hints_find(const mote_hints *hints, mote_body_id a, mote_body_id b)
{
    if (hints->capacity == 0) return NULL;
    mote_pair_hint *place = place_of(hints, a, b);
    return is_same(place->a, a) && is_same(place->b, b) ? &place->hint : NULL;
}

static bool grow(mote_hints *hints, const mote_allocator *allocator)
{
    mote_hints larger = {.capacity = hints->capacity ? 2 * hints->capacity : FIRST_CAPACITY,
                         .used = hints->used};
    larger.places = mote_allocate_zeroed(allocator, larger.capacity, sizeof *larger.places);
    if (!larger.places) return false;
    for (size_t i = 0; i < hints->capacity; i++) {
        const mote_pair_hint *from = &hints->places[i];
        if (from->a.generation) *place_of(&larger, from->a, from->b) = *from;
    }
    mote_hints_release(hints, allocator);
    *hints = larger;
    return true;
}

mote_hint *mote_hints_get(mote_hints *hints, const mote_allocator *allocator, mote_body_id a,
                          mote_body_id b)
{
    mote_hint *known = mote_hints_find(hints, a, b);
    if (known) return known;
    if (4 * (hints->used + 1) > 3 * hints->capacity && !grow(hints, allocator)) return NULL;
    mote_pair_hint *place = place_of(hints, a, b);
    hints->used += place->a.generation == 0;
    *place = (mote_pair_hint){a, b, {.slot_a = MOTE_NONE, .slot_b = MOTE_NONE}};
    return &place->hint;
}

void mote_hints_release(mote_hints *hints, const mote_allocator *allocator)
{
    mote_release(allocator, hints->places, hints->capacity, sizeof *hints->places);
    *hints = (mote_hints){0};
}
