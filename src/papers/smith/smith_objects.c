// The objects of a frame, and the pairs of them whose bounding boxes overlap (section 3.3). The
// boxes and the check itself are the world's: its broad phase is O(n log n), which the paper leaves
// to a "more efficient bounding box check".

#include "core/sort.h"
#include "papers/smith/smith.h"

#define SWAPPED 0x80000000u

static smith_object *object_at(const smith_frame *f, uint32_t number)
{
    return (smith_object *)f->world->objects.data + number;
}

// The number of a candidate's body; MOTE_NONE for no memory.
static uint32_t number_of(smith_frame *f, void *body_state, const mote_shape *shape)
{
    smith_body *body = body_state;
    if (body->frame == f->world->frame) return body->object;
    smith_object object = {.shape = shape, .all_faces = f->frame->settings->smith.skip_boxes};
    body->object = (uint32_t)f->world->objects.count;
    if (!mote_untyped_push(&f->world->objects, f->frame->allocator, &object)) return MOTE_NONE;
    body->frame = f->world->frame;
    return body->object;
}

static uint32_t object_of(const void *body_state)
{
    return ((const smith_body *)body_state)->object;
}

static uint64_t link_key(const mote_candidate *candidate)
{
    uint32_t a = object_of(candidate->state_a), b = object_of(candidate->state_b);
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static size_t place_of(const smith_links *links, uint64_t key)
{
    return mote_sorted_place(links->keys.data, links->keys.count, key);
}

static bool link_candidates(smith_frame *f)
{
    smith_links *links = &f->world->links;
    const mote_allocator *allocator = f->frame->allocator;
    links->keys.count = links->candidates.count = links->scratch.count = 0;
    uint64_t *keys = mote_untyped_room(&links->keys, allocator, f->candidate_count);
    uint32_t *numbers = mote_untyped_room(&links->candidates, allocator, f->candidate_count);
    uint64_t *scratch = mote_untyped_room(&links->scratch, allocator, f->candidate_count);
    if (!keys || !numbers || !scratch) return false;
    for (uint32_t i = 0; i < f->candidate_count; i++) keys[i] = link_key(&f->candidates[i]);
    mote_sort_keys(keys, f->candidate_count, scratch);
    links->keys.count = f->candidate_count;
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        const mote_candidate *c = &f->candidates[i];
        bool swapped = object_of(c->state_a) > object_of(c->state_b);
        numbers[place_of(links, link_key(c))] = i | (swapped ? SWAPPED : 0);
    }
    return true;
}

bool smith_collect_objects(smith_frame *f)
{
    f->world->frame++;
    f->world->objects.count = 0;
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        const mote_candidate *c = &f->candidates[i];
        uint32_t a = number_of(f, c->state_a, c->a), b = number_of(f, c->state_b, c->b);
        if (a == MOTE_NONE || b == MOTE_NONE) return false;
        if (a == b) {
            object_at(f, a)->with_itself = object_at(f, a)->all_faces = true;
        } else {
            object_at(f, a)->region_count++;
            object_at(f, b)->region_count++;
        }
    }
    return link_candidates(f);
}

uint32_t smith_find_candidate(const smith_links *links, uint32_t low, uint32_t high, bool *swapped)
{
    uint64_t key = (uint64_t)low << 32 | high;
    size_t place = place_of(links, key);
    if (place == links->keys.count || ((uint64_t *)links->keys.data)[place] != key)
        return MOTE_NONE;
    uint32_t candidate = ((uint32_t *)links->candidates.data)[place];
    *swapped = candidate & SWAPPED;
    return candidate & ~SWAPPED;
}
