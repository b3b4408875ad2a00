// Method smith: bounding boxes, overlap regions, face checklists, an octree of the faces that is
// never stored, face pairs (see smith.h for the papers, and figure 1 of the second for the order).
//
// Decided where the paper is silent or leaves a choice:
//
// - The root is a cube around the bodies that are in some candidate pair, for want of a world of
//   known size; or, as an option, the overlap region of one pair after the other.
// - Level 0 chooses the level at which cells are two to four times as large as the faces: deeper,
//   each face is in ever more cells. Measured on the scenes blobs-*.
// - Skipping the boxes (section 2.2.4) leaves out the face checklists; the check of the bodies'
//   boxes has then been done by the world already, at no extra cost.
// - The face-pair test is the exact one, eight pairs at a time; the paper's (section 3.6) is an
//   option, for pairs of two bodies without a tolerance.
// - With a tolerance, faces are in all cells that lie within half of it.

#include "method/face_pair.h"
#include "method/methods.h"
#include "papers/smith/face_octree.h"

#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Roots and levels

// A cube with the same center, not smaller than the box.
static mote_box cube_around(const mote_box *box)
{
    double size[3] = {(double)box->max.x - (double)box->min.x,
                      (double)box->max.y - (double)box->min.y,
                      (double)box->max.z - (double)box->min.z};
    double half = 0.5 * fmax(size[0], fmax(size[1], size[2]));
    double x = 0.5 * ((double)box->min.x + (double)box->max.x);
    double y = 0.5 * ((double)box->min.y + (double)box->max.y);
    double z = 0.5 * ((double)box->min.z + (double)box->max.z);
    mote_box cube = {{(float)(x - half), (float)(y - half), (float)(z - half)},
                     {(float)(x + half), (float)(y + half), (float)(z + half)}};
    mote_box_add_box(&cube, box); // what rounding took away
    return cube;
}

static mote_box root_around_all(const smith_frame *f)
{
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        mote_box a = mote_reach_box(&f->candidates[i].a->box, f->frame->tolerance);
        mote_box b = mote_reach_box(&f->candidates[i].b->box, f->frame->tolerance);
        mote_box_add_box(&all, &a);
        mote_box_add_box(&all, &b);
    }
    return cube_around(&all);
}

static float longest_side(const mote_box *box)
{
    return fmaxf(box->max.x - box->min.x, fmaxf(box->max.y - box->min.y, box->max.z - box->min.z));
}

static uint32_t choose_level(const smith_frame *f, const mote_box *root)
{
    if (f->frame->settings->smith.level) return f->frame->settings->smith.level;
    const smith_face *faces = f->world->checklist.faces.data;
    const uint32_t *list = f->world->lists.data;
    double sum = 0;
    for (size_t i = 0; i < f->world->lists.count; i++)
        sum += (double)longest_side(&faces[list[i]].box);
    double mean = sum / (double)(f->world->lists.count + 1), size = (double)longest_side(root);
    uint32_t level = 1;
    while (level < 10 && ldexp(size, -(int)level) > 4 * mean) level++;
    return level;
}

// ---------------------------------------------------------------------------------------------
// Octrees

static bool list_faces(smith_frame *f, uint32_t object)
{
    const smith_object *o = (smith_object *)f->world->objects.data + object;
    uint32_t *out = mote_untyped_room(&f->world->lists, f->frame->allocator, o->face_count);
    if (!out) return false;
    for (uint32_t i = 0; i < o->face_count; i++) out[i] = o->first_face + i;
    f->world->lists.count += o->face_count;
    return true;
}

static bool search_below(smith_frame *f, const mote_box *root, uint32_t only)
{
    smith_octree tree = {
        .frame = f, .grid = smith_grid_of(root, choose_level(f, root), f->frame), .only = only};
    return smith_search_octree(&tree);
}

static bool search_region(smith_frame *f, uint32_t number)
{
    const mote_candidate *c = &f->candidates[number];
    uint32_t a = ((smith_body *)c->state_a)->object, b = ((smith_body *)c->state_b)->object;
    f->world->lists.count = 0;
    if (!list_faces(f, a < b ? a : b)) return false;
    if (a != b && !list_faces(f, a < b ? b : a)) return false;
    return search_below(f, &c->region, number);
}

static bool search_all(smith_frame *f)
{
    f->world->lists.count = 0;
    for (uint32_t i = 0; i < f->world->objects.count; i++) {
        if (!list_faces(f, i)) return false;
    }
    mote_box root = root_around_all(f);
    return search_below(f, &root, f->candidate_count == 1 ? 0 : MOTE_NONE);
}

static bool search(smith_frame *f)
{
    if (!f->frame->settings->smith.root_is_region) return search_all(f);
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        if (!search_region(f, i)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The method

static void prepare_arrays(smith_world *world)
{
    world->objects.size = sizeof(smith_object);
    world->links.keys.size = world->links.scratch.size = sizeof(uint64_t);
    world->links.candidates.size = sizeof(uint32_t);
    world->checklist.regions.size = sizeof(mote_box);
    world->checklist.blocks.size = sizeof(smith_block);
    world->checklist.slots.size = sizeof(uint32_t);
    world->checklist.faces.size = sizeof(smith_face);
    world->found.size = sizeof(uint8_t);
    world->jobs.size = sizeof(smith_job);
    world->lists.size = sizeof(uint32_t);
    world->workers.size = sizeof(smith_worker);
}

static bool prepare_workers(smith_frame *f)
{
    mote_untyped *workers = &f->world->workers;
    while (workers->count < f->frame->tasks.worker_count) {
        smith_worker worker = {.list = mote_untyped_of(sizeof(uint32_t)),
                               .masks = mote_untyped_of(sizeof(uint8_t)),
                               .cells = mote_untyped_of(sizeof(mote_box))};
        if (!mote_untyped_push(workers, f->frame->allocator, &worker)) return false;
    }
    for (size_t i = 0; i < workers->count; i++) {
        smith_worker *worker = (smith_worker *)workers->data + i;
        worker->cells.count = 0;
        worker->stopped = false;
    }
    return true;
}

static bool prepare(smith_frame *f)
{
    prepare_arrays(f->world);
    f->found = mote_untyped_room(&f->world->found, f->frame->allocator, f->candidate_count);
    if (!f->found) return false;
    memset(f->found, 0, f->candidate_count);
    return prepare_workers(f) && smith_collect_objects(f) && smith_fill_checklist(f);
}

static mote_result smith_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    smith_frame f = {
        .frame = frame, .world = frame->state, .candidates = candidates, .candidate_count = count};
    if (!prepare(&f) || !search(&f))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the face octree");
    bool stopped = false;
    for (size_t i = 0; i < f.world->workers.count; i++)
        stopped |= ((smith_worker *)f.world->workers.data)[i].stopped;
    for (uint32_t i = 0; i < count; i++) candidates[i].complete = !stopped || f.found[i];
    return MOTE_OK;
}

static void smith_drop_world(void *world_state, const mote_allocator *allocator)
{
    smith_world *w = world_state;
    for (size_t i = 0; i < w->workers.count; i++) {
        smith_worker *worker = (smith_worker *)w->workers.data + i;
        mote_untyped_release(&worker->list, allocator);
        mote_untyped_release(&worker->masks, allocator);
        mote_untyped_release(&worker->cells, allocator);
    }
    mote_untyped *arrays[] = {&w->objects,
                              &w->links.keys,
                              &w->links.candidates,
                              &w->links.scratch,
                              &w->checklist.regions,
                              &w->checklist.blocks,
                              &w->checklist.slots,
                              &w->checklist.faces,
                              &w->found,
                              &w->jobs,
                              &w->lists,
                              &w->workers};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        mote_untyped_release(arrays[i], allocator);
}

static void smith_draw(const void *world_state, const mote_debug_draw *draw)
{
    const smith_world *w = world_state;
    for (size_t i = 0; i < w->workers.count && draw->box; i++) {
        const mote_untyped *cells = &((const smith_worker *)w->workers.data)[i].cells;
        for (size_t k = 0; k < cells->count; k++)
            draw->box(draw->context, MOTE_DRAW_CELL, (const mote_box *)cells->data + k);
    }
}

const mote_method_api mote_method_smith = {
    .info = {.method = MOTE_METHOD_SMITH,
             .name = "smith",
             .summary = "Smith et al. 1998: overlap regions and an implicit face octree",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE | MOTE_ABILITY_EXACT |
                          MOTE_ABILITY_THREADS},
    .world_state_bytes = sizeof(smith_world),
    .body_state_bytes = sizeof(smith_body),
    .drop_world = smith_drop_world,
    .pairs = smith_pairs,
    .draw = smith_draw,
};
