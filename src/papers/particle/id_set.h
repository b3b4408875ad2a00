// A set of numbers below MOTE_NONE, in memory of its own, emptied at once: what a small search has seen.

#ifndef MOTE_PAPERS_PARTICLE_ID_SET_H
#define MOTE_PAPERS_PARTICLE_ID_SET_H

#include <string.h>

#include "core/memory.h"

#include <mote/mesh.h>

typedef struct mote_id_set {
    uint32_t *places;  // MOTE_NONE where free
    uint32_t capacity; // a power of two, at least twice what is ever put in
} mote_id_set;

// Room for `most` numbers; false for no memory, with the set as it was.
static inline bool mote_id_set_create(mote_id_set *set, const mote_allocator *allocator,
                                      uint32_t most)
{
    mote_id_set made = {.capacity = 16};
    while (made.capacity / 2 < most) made.capacity *= 2;
    made.places = mote_allocate(allocator, made.capacity, sizeof *made.places);
    if (made.places) *set = made;
    return made.places != NULL;
}

static inline void mote_id_set_release(mote_id_set *set, const mote_allocator *allocator)
{
    mote_release(allocator, set->places, set->capacity, sizeof *set->places);
    *set = (mote_id_set){0};
}

static inline void mote_id_set_clear(mote_id_set *set)
{
    memset(set->places, 0xff, set->capacity * sizeof *set->places);
}

// True if it was not there before.
static inline bool mote_id_set_add(mote_id_set *set, uint32_t id)
{
    uint32_t at = (id * 0x9e3779b1u) >> 7 & (set->capacity - 1);
    for (; set->places[at] != MOTE_NONE; at = (at + 1) & (set->capacity - 1)) {
        if (set->places[at] == id) return false;
    }
    set->places[at] = id;
    return true;
}

#endif
