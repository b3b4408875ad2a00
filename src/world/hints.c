#include "world/hints.h"

#include <string.h>

#include "core/hash.h"
#include "core/memory.h"

// Hints that were not used for this many frames are dropped when the table is full.
enum { FIRST_CAPACITY = 16, FRAMES_KEPT = 256 };

static bool is_same(mote_body_id a, mote_body_id b)
{
    return a.index == b.index && a.generation == b.generation;
}

static size_t home_of(const mote_hints *hints, mote_body_id a, mote_body_id b)
{
    uint64_t hash = mote_hash_u64(MOTE_HASH_START, (uint64_t)a.index << 32 | b.index);
    return (size_t)hash & (hints->capacity - 1);
}

// Returns the slot of the pair with these two indices, whatever the generations, or the free slot
// for it. An index belongs to one body at a time, so the hint of a destroyed body is overwritten by
// that of its successor.
static mote_pair_hint **place_of(const mote_hints *hints, mote_body_id a, mote_body_id b)
{
    size_t at = home_of(hints, a, b);
    for (;; at = (at + 1) & (hints->capacity - 1)) {
        const mote_pair_hint *hint = hints->places[at];
        if (!hint || (hint->a.index == a.index && hint->b.index == b.index))
            return &hints->places[at];
    }
}

mote_pair_hint *mote_hints_find(const mote_hints *hints, mote_body_id a, mote_body_id b)
{
    if (hints->capacity == 0) return NULL;
    mote_pair_hint *hint = *place_of(hints, a, b);
    return hint && is_same(hint->a, a) && is_same(hint->b, b) ? hint : NULL;
}

static void release_hint(const mote_hints *hints, const mote_allocator *allocator,
                         mote_pair_hint *hint)
{
    mote_release(allocator, hint, 1, sizeof *hint + hints->state_bytes);
}

static size_t count_since(const mote_hints *hints, uint64_t frame)
{
    size_t count = 0;
    for (size_t i = 0; i < hints->capacity; i++)
        count += hints->places[i] && hints->places[i]->frame >= frame;
    return count;
}

// Rebuilds the table with space for one more hint, without hints that were last used before
// `frame`.
static bool rebuild(mote_hints *hints, const mote_allocator *allocator, uint64_t frame)
{
    size_t lately = count_since(hints, frame);
    mote_hints next = {.capacity = FIRST_CAPACITY, .state_bytes = hints->state_bytes};
    while (next.capacity < 2 * (lately + 1)) next.capacity *= 2;
    next.places = mote_allocate_zeroed(allocator, next.capacity, sizeof *next.places);
    if (!next.places) return false;
    for (size_t i = 0; i < hints->capacity; i++) {
        mote_pair_hint *hint = hints->places[i];
        if (!hint) continue;
        if (hint->frame >= frame) {
            *place_of(&next, hint->a, hint->b) = hint;
            next.used++;
        } else {
            release_hint(hints, allocator, hint);
        }
    }
    mote_release(allocator, hints->places, hints->capacity, sizeof(mote_pair_hint *));
    *hints = next;
    return true;
}

static void begin(const mote_hints *hints, mote_pair_hint *hint, mote_body_id a, mote_body_id b)
{
    *hint = (mote_pair_hint){.a = a, .b = b, .hint = {.slot_a = MOTE_NONE, .slot_b = MOTE_NONE}};
    memset(hint->state, 0, hints->state_bytes);
}

mote_pair_hint *mote_hints_get(mote_hints *hints, const mote_allocator *allocator, mote_body_id a,
                               mote_body_id b, uint64_t frame)
{
    mote_pair_hint *hint = mote_hints_find(hints, a, b);
    if (!hint) {
        uint64_t kept = frame > FRAMES_KEPT ? frame - FRAMES_KEPT : 0;
        if (4 * (hints->used + 1) > 3 * hints->capacity && !rebuild(hints, allocator, kept))
            return NULL;
        mote_pair_hint **place = place_of(hints, a, b);
        if (!*place) {
            *place = mote_allocate(allocator, 1, sizeof *hint + hints->state_bytes);
            if (!*place) return NULL;
            hints->used++;
        }
        hint = *place;
        begin(hints, hint, a, b);
    }
    hint->frame = frame;
    return hint;
}

void mote_hints_forget(mote_hints *hints, mote_body_id body)
{
    for (size_t i = 0; i < hints->capacity; i++) {
        mote_pair_hint *hint = hints->places[i];
        if (!hint || !(is_same(hint->a, body) || is_same(hint->b, body))) continue;
        uint64_t frame = hint->frame;
        begin(hints, hint, hint->a, hint->b);
        hint->frame = frame;
    }
}

void mote_hints_trim(mote_hints *hints, const mote_allocator *allocator, uint64_t frame)
{
    if (hints->capacity) rebuild(hints, allocator, frame);
}

void mote_hints_release(mote_hints *hints, const mote_allocator *allocator)
{
    for (size_t i = 0; i < hints->capacity; i++)
        if (hints->places[i]) release_hint(hints, allocator, hints->places[i]);
    mote_release(allocator, hints->places, hints->capacity, sizeof(mote_pair_hint *));
    *hints = (mote_hints){.state_bytes = hints->state_bytes};
}
