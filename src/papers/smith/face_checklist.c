// The face checklists (section 3.4): the faces of each object that meet one or more of its overlap
// regions. Faces of a body against itself are all wanted, and so are all faces where boxes are
// skipped (section 2.2.4: "going directly to the face octree spatial subdivision stage").

#include "method/face_pair.h"
#include "papers/smith/face_cell.h"

enum { SLOTS_A_BLOCK = 4096 };

static bool list_regions(smith_frame *f)
{
    smith_checklist *list = &f->world->checklist;
    smith_object *objects = f->world->objects.data;
    uint32_t total = 0;
    for (uint32_t i = 0; i < f->world->objects.count; i++) {
        objects[i].first_region = total;
        total += objects[i].region_count;
        objects[i].region_count = 0;
    }
    list->regions.count = 0;
    mote_box *regions = mote_untyped_room(&list->regions, f->frame->allocator, total);
    if (!regions) return false;
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        const mote_candidate *c = &f->candidates[i];
        if (mote_candidate_is_self(c)) continue;
        smith_object *a = &objects[((smith_body *)c->state_a)->object];
        smith_object *b = &objects[((smith_body *)c->state_b)->object];
        regions[a->first_region + a->region_count++] = c->region;
        regions[b->first_region + b->region_count++] = c->region;
    }
    list->regions.count = total;
    return true;
}

static bool cut_into_blocks(smith_frame *f)
{
    smith_checklist *list = &f->world->checklist;
    const smith_object *objects = f->world->objects.data;
    size_t total = 0;
    list->blocks.count = list->slots.count = 0;
    for (uint32_t i = 0; i < f->world->objects.count; i++) {
        uint32_t count = objects[i].shape->clusters->triangle_count;
        for (uint32_t first = 0; first < count; first += SLOTS_A_BLOCK) {
            uint32_t end = count - first < SLOTS_A_BLOCK ? count : first + SLOTS_A_BLOCK;
            smith_block block = {i, first, end, (uint32_t)total, 0, 0};
            total += end - first;
            if (total > UINT32_MAX) return false;
            if (!mote_untyped_push(&list->blocks, f->frame->allocator, &block)) return false;
        }
    }
    return mote_untyped_reserve(&list->slots, f->frame->allocator, total ? total : 1);
}

static bool is_wanted(const smith_frame *f, const smith_object *object, uint32_t slot)
{
    if (object->all_faces) return true;
    mote_vec3 corners[3];
    mote_shape_triangle(object->shape, slot, corners);
    mote_box box = mote_box_of_triangle(corners);
    box = mote_reach_box(&box, f->frame->tolerance);
    const mote_box *regions = (mote_box *)f->world->checklist.regions.data + object->first_region;
    for (uint32_t i = 0; i < object->region_count; i++) {
        if (!mote_boxes_overlap(&box, &regions[i])) continue;
        // With a tolerance the faces' boxes are enough: cells will clip them.
        if (f->frame->settings->smith.face_box || f->frame->tolerance > 0) return true;
        if (mote_triangle_box(corners, &regions[i])) return true;
    }
    return false;
}

static void check_faces(void *argument, uint32_t number, uint32_t worker)
{
    (void)worker;
    smith_frame *f = argument;
    smith_block *block = (smith_block *)f->world->checklist.blocks.data + number;
    const smith_object *object = (smith_object *)f->world->objects.data + block->object;
    uint32_t *slots = (uint32_t *)f->world->checklist.slots.data + block->place;
    uint32_t count = 0;
    for (uint32_t slot = block->first_slot; slot < block->end_slot; slot++) {
        if (is_wanted(f, object, slot)) slots[count++] = slot;
    }
    block->count = count;
}

static void copy_faces(void *argument, uint32_t number, uint32_t worker)
{
    (void)worker;
    smith_frame *f = argument;
    const smith_checklist *list = &f->world->checklist;
    const smith_block *block = (smith_block *)list->blocks.data + number;
    const smith_object *object = (smith_object *)f->world->objects.data + block->object;
    const uint32_t *slots = (uint32_t *)list->slots.data + block->place;
    smith_face *faces = (smith_face *)list->faces.data + block->first_face;
    for (uint32_t i = 0; i < block->count; i++) {
        smith_face *face = &faces[i];
        face->object = block->object;
        face->slot = slots[i];
        mote_shape_triangle(object->shape, slots[i], face->corners);
        face->box = mote_box_of_triangle(face->corners);
        face->box = mote_reach_box(&face->box, f->frame->tolerance);
    }
}

static bool place_faces(smith_frame *f)
{
    smith_checklist *list = &f->world->checklist;
    smith_block *blocks = list->blocks.data;
    smith_object *objects = f->world->objects.data;
    uint32_t total = 0;
    for (size_t i = 0; i < list->blocks.count; i++) {
        smith_object *object = &objects[blocks[i].object];
        if (blocks[i].first_slot == 0) object->first_face = total;
        blocks[i].first_face = total;
        total += blocks[i].count;
        object->face_count = total - object->first_face;
    }
    list->faces.count = 0;
    if (!mote_untyped_reserve(&list->faces, f->frame->allocator, total ? total : 1)) return false;
    list->faces.count = total;
    return true;
}

bool smith_fill_checklist(smith_frame *f)
{
    if (!list_regions(f) || !cut_into_blocks(f)) return false;
    const mote_tasks *tasks = &f->frame->tasks;
    uint32_t blocks = (uint32_t)f->world->checklist.blocks.count;
    tasks->run(tasks->context, check_faces, f, blocks);
    if (!place_faces(f)) return false;
    tasks->run(tasks->context, copy_faces, f, blocks);
    return true;
}
