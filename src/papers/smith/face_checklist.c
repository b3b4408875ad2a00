// The objects of a frame, the pairs of them whose bounding boxes overlap (section 3.3), and the
// face checklists (section 3.4): the faces of each object that meet one or more of its overlap
// regions.
//
// The boxes and their overlaps come from the world: its broad phase is O(n log n), which the paper
// leaves to a "more efficient bounding box check"; with the option all_boxes it compares all boxes,
// as the paper does. For a body against itself all faces are in the checklist, and so they are
// where boxes are skipped (section 2.2.4: "going directly to the face octree spatial subdivision
// stage").

#include "core/sort.h"
#include "papers/smith/smith.h"

// In the number of a linked candidate: it has the higher object first.
#define SWAPPED 0x80000000u

static mote_smith_object *object_at(const mote_smith_frame *f, uint32_t number)
{
    return &f->world->objects.data[number];
}

// The object number of a candidate's body, a new one if necessary; MOTE_NONE for no memory.
static uint32_t number_body(mote_smith_frame *f, void *body_state, const mote_shape *shape)
{
    mote_smith_body *body = body_state;
    if (body->frame == f->world->frame) return body->object;
    mote_smith_object object = {.shape = shape,
                                .all_faces = mote_smith_options_of(f->frame->settings)->skip_boxes};
    body->object = (uint32_t)f->world->objects.count;
    if (!mote_array_push(&f->world->objects, f->frame->allocator, object)) return MOTE_NONE;
    body->frame = f->world->frame;
    return body->object;
}

static uint32_t object_of(const void *body_state)
{
    return ((const mote_smith_body *)body_state)->object;
}

static uint64_t link_key(const mote_candidate *candidate)
{
    uint32_t a = object_of(candidate->state_a), b = object_of(candidate->state_b);
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static size_t place_of(const mote_smith_links *links, uint64_t key)
{
    return mote_sorted_place(links->keys.data, links->keys.count, key);
}

static bool link_candidates(mote_smith_frame *f)
{
    mote_smith_links *links = &f->world->links;
    const mote_allocator *allocator = f->frame->allocator;
    links->keys.count = links->candidates.count = links->scratch.count = 0;
    uint64_t *keys = mote_array_room(&links->keys, allocator, f->candidate_count);
    uint32_t *numbers = mote_array_room(&links->candidates, allocator, f->candidate_count);
    uint64_t *scratch = mote_array_room(&links->scratch, allocator, f->candidate_count);
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

bool mote_smith_collect_objects(mote_smith_frame *f)
{
    f->world->frame++;
    f->world->objects.count = 0;
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        const mote_candidate *c = &f->candidates[i];
        uint32_t a = number_body(f, c->state_a, c->a), b = number_body(f, c->state_b, c->b);
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

uint32_t mote_smith_find_candidate(const mote_smith_links *links, uint32_t low, uint32_t high,
                                   bool *swapped)
{
    uint64_t key = (uint64_t)low << 32 | high;
    size_t place = place_of(links, key);
    if (place == links->keys.count || links->keys.data[place] != key) return MOTE_NONE;
    uint32_t candidate = links->candidates.data[place];
    *swapped = candidate & SWAPPED;
    return candidate & ~SWAPPED;
}

// ---------------------------------------------------------------------------------------------
// Face checklists

enum { SLOTS_PER_BLOCK = 4096 };

// Whether the budget has ended; then the checklist is not worth finishing.
static bool is_over(const mote_smith_frame *f, uint32_t worker)
{
    return mote_budget_is_over(f->frame->budget, &f->frame->sinks[worker]);
}

static bool list_regions(mote_smith_frame *f)
{
    mote_smith_checklist *list = &f->world->checklist;
    mote_smith_object *objects = f->world->objects.data;
    uint32_t total = 0;
    for (uint32_t i = 0; i < f->world->objects.count; i++) {
        objects[i].first_region = total;
        total += objects[i].region_count;
        objects[i].region_count = 0;
    }
    list->regions.count = 0;
    mote_box *regions = mote_array_room(&list->regions, f->frame->allocator, total);
    if (!regions) return false;
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        const mote_candidate *c = &f->candidates[i];
        if (mote_candidate_is_self(c)) continue;
        mote_smith_object *a = &objects[((mote_smith_body *)c->state_a)->object];
        mote_smith_object *b = &objects[((mote_smith_body *)c->state_b)->object];
        regions[a->first_region + a->region_count++] = c->region;
        regions[b->first_region + b->region_count++] = c->region;
    }
    list->regions.count = total;
    return true;
}

static bool cut_into_blocks(mote_smith_frame *f)
{
    mote_smith_checklist *list = &f->world->checklist;
    const mote_smith_object *objects = f->world->objects.data;
    size_t total = 0;
    list->blocks.count = list->slots.count = 0;
    for (uint32_t i = 0; i < f->world->objects.count; i++) {
        uint32_t count = objects[i].shape->clusters->triangle_count;
        for (uint32_t first = 0; first < count; first += SLOTS_PER_BLOCK) {
            uint32_t end = count - first < SLOTS_PER_BLOCK ? count : first + SLOTS_PER_BLOCK;
            mote_smith_block block = {i, first, end, (uint32_t)total, 0, 0};
            total += end - first;
            if (total > UINT32_MAX) return false;
            if (!mote_array_push(&list->blocks, f->frame->allocator, block)) return false;
        }
    }
    return mote_array_reserve(&list->slots, f->frame->allocator, total ? total : 1);
}

static bool is_wanted(const mote_smith_frame *f, const mote_smith_object *object, uint32_t slot)
{
    const mote_smith_options *options = mote_smith_options_of(f->frame->settings);
    if (object->all_faces) return true;
    mote_vec3 corners[3];
    mote_shape_triangle(object->shape, slot, corners);
    mote_box box = mote_box_of_triangle(corners);
    box = mote_reach_box(&box, f->frame->tolerance);
    const mote_box *regions = f->world->checklist.regions.data + object->first_region;
    for (uint32_t i = 0; i < object->region_count; i++) {
        if (!mote_boxes_overlap(&box, &regions[i])) continue;
        // With a tolerance the faces' boxes are enough: cells clip the faces later.
        if (options->face_box || f->frame->tolerance > 0) return true;
        if (options->paper_clip ? mote_smith_clip_triangle(corners, &regions[i])
                                : mote_triangle_box(corners, &regions[i]))
            return true;
    }
    return false;
}

static void check_faces(void *argument, uint32_t number, uint32_t worker)
{
    mote_smith_frame *f = argument;
    mote_smith_block *block = &f->world->checklist.blocks.data[number];
    if (is_over(f, worker)) return;
    const mote_smith_object *object = &f->world->objects.data[block->object];
    uint32_t *slots = f->world->checklist.slots.data + block->first_found;
    uint32_t count = 0;
    for (uint32_t slot = block->first_slot; slot < block->end_slot; slot++) {
        if (is_wanted(f, object, slot)) slots[count++] = slot;
    }
    block->count = count;
}

static void copy_faces(void *argument, uint32_t number, uint32_t worker)
{
    mote_smith_frame *f = argument;
    if (is_over(f, worker)) return;
    const mote_smith_checklist *list = &f->world->checklist;
    const mote_smith_block *block = &list->blocks.data[number];
    const mote_smith_object *object = &f->world->objects.data[block->object];
    const uint32_t *slots = list->slots.data + block->first_found;
    mote_smith_face *faces = list->faces.data + block->first_face;
    for (uint32_t i = 0; i < block->count; i++) {
        mote_smith_face *face = &faces[i];
        face->object = block->object;
        face->slot = slots[i];
        mote_shape_triangle(object->shape, slots[i], face->corners);
        face->box = mote_box_of_triangle(face->corners);
        face->box = mote_reach_box(&face->box, f->frame->tolerance);
    }
}

static bool place_faces(mote_smith_frame *f)
{
    mote_smith_checklist *list = &f->world->checklist;
    mote_smith_block *blocks = list->blocks.data;
    mote_smith_object *objects = f->world->objects.data;
    uint32_t total = 0;
    for (size_t i = 0; i < list->blocks.count; i++) {
        mote_smith_object *object = &objects[blocks[i].object];
        if (blocks[i].first_slot == 0) object->first_face = total;
        blocks[i].first_face = total;
        total += blocks[i].count;
        object->face_count = total - object->first_face;
    }
    list->faces.count = 0;
    if (!mote_array_reserve(&list->faces, f->frame->allocator, total ? total : 1)) return false;
    list->faces.count = total;
    return true;
}

bool mote_smith_fill_checklist(mote_smith_frame *f)
{
    if (!list_regions(f) || !cut_into_blocks(f)) return false;
    const mote_tasks *tasks = &f->frame->tasks;
    uint32_t blocks = (uint32_t)f->world->checklist.blocks.count;
    tasks->run(tasks->context, check_faces, f, blocks);
    if (!place_faces(f)) return false;
    tasks->run(tasks->context, copy_faces, f, blocks);
    return true;
}
