// Method smith: bounding boxes, overlap regions, face checklists, an octree of the faces that is
// never stored, face pairs (smith.h names the papers; figure 1 of the second has the order).
//
// Decided where the paper is silent or leaves a choice:
//
// - The root is a cube around the bodies that are in some candidate pair, because there is no world of known size. With
//   the option world_side it is the paper's world cube; with root_is_region, the overlap region of one pair after the
//   other.
// - Level 0 chooses the level at which cells are two to four times as large as the faces: deeper, each face is in
//   ever more cells. Measured on the scenes blobs-*.
// - Skipping the boxes (section 2.2.4) leaves out the face checklists; the world has compared the bodies' boxes
//   already, at no extra cost.
// - The face-pair test is the exact one, eight pairs at a time; the paper's (section 3.6) is an option, for pairs
//   of two bodies without a tolerance. The test of a face with a box is exact too, with the paper's (section 3.7) as an
//   option.
// - With a tolerance, faces are in all cells within half of it.

#include "papers/smith/smith.h"

#include "core/result.h"
#include "method/methods.h"

// ---------------------------------------------------------------------------------------------
// Roots and levels

// In double, where it is always finite.
static double longest_side(const mote_box *box)
{
    return fmax(
        (double)box->max.x - (double)box->min.x,
        fmax((double)box->max.y - (double)box->min.y, (double)box->max.z - (double)box->min.z));
}

// The nearest float of those that are finite.
static float finite_float(double x)
{
    return (float)fmin(fmax(x, -(double)FLT_MAX), (double)FLT_MAX);
}

// A cube with the same center, not smaller than the box. Where floats end the cube does: planes
// between infinite bounds would be NaN.
static mote_box cube_around(const mote_box *box)
{
    mote_dvec3 center = mote_box_center(box);
    double half = 0.5 * longest_side(box);
    mote_box cube = {{finite_float(center.x - half), finite_float(center.y - half),
                      finite_float(center.z - half)},
                     {finite_float(center.x + half), finite_float(center.y + half),
                      finite_float(center.z + half)}};
    mote_box_add_box(&cube, box); // rounding may have made it smaller
    return cube;
}

static double mean_face_side(const mote_smith_frame *f)
{
    const mote_smith_face *faces = f->world->checklist.faces.data;
    const uint32_t *list = f->world->lists.data;
    double sum = 0;
    for (size_t i = 0; i < f->world->lists.count; i++) sum += longest_side(&faces[list[i]].box);
    return sum / (double)(f->world->lists.count + 1);
}

// The root and its level, if that is not to be chosen.
typedef struct octree_root {
    mote_box box;
    mote_box bodies; // around all faces, which may reach out of a root that is a region
    uint32_t level;
} octree_root;

// The parts of a face's side below which a doubled world gets no further levels: each level has
// four times as many cells in a face, and a world much smaller than its bodies would never be
// searched.
enum { FINEST_PART = 32 };

// The level of a world cube that was doubled.
static uint32_t doubled_level(const mote_smith_frame *f, const mote_box *cube, uint32_t level,
                              uint32_t doublings)
{
    double size = longest_side(cube), finest = mean_face_side(f) / FINEST_PART;
    for (; doublings > 0 && ldexp(size, -(int)level - 1) >= finest; doublings--) level++;
    return level;
}

static octree_root root_around_all(const mote_smith_frame *f)
{
    const mote_smith_options *options = mote_smith_options_of(f->frame->settings);
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        mote_box a = mote_reach_box(&f->candidates[i].a->box, f->frame->tolerance);
        mote_box b = mote_reach_box(&f->candidates[i].b->box, f->frame->tolerance);
        mote_box_add_box(&all, &a);
        mote_box_add_box(&all, &b);
    }
    octree_root root = {.bodies = all, .level = options->level};
    if (!(options->world_side > 0)) {
        root.box = cube_around(&all);
        return root;
    }
    uint32_t doublings = mote_smith_world_cube(options->world_side, &all, &root.box);
    if (root.level) root.level = doubled_level(f, &root.box, root.level, doublings);
    return root;
}

static uint32_t choose_level(const mote_smith_frame *f, const octree_root *root)
{
    if (root->level) return root->level;
    double mean = mean_face_side(f), size = longest_side(&root->box);
    uint32_t level = 1;
    while (level < 10 && ldexp(size, -(int)level) > 4 * mean) level++;
    return level;
}

// ---------------------------------------------------------------------------------------------
// Octrees

static bool list_faces(mote_smith_frame *f, uint32_t object)
{
    const mote_smith_object *o = &f->world->objects.data[object];
    uint32_t *out = mote_array_room(&f->world->lists, f->frame->allocator, o->face_count);
    if (!out) return false;
    for (uint32_t i = 0; i < o->face_count; i++) out[i] = o->first_face + i;
    f->world->lists.count += o->face_count;
    return true;
}

static bool search_below(mote_smith_frame *f, const octree_root *root, uint32_t only)
{
    uint32_t level = choose_level(f, root);
    mote_smith_octree tree = {.frame = f,
                              .grid =
                                  mote_smith_grid_of(&root->box, level, &root->bodies, f->frame),
                              .only = only};
    return mote_smith_search_octree(&tree);
}

static bool search_region(mote_smith_frame *f, uint32_t number)
{
    const mote_candidate *c = &f->candidates[number];
    uint32_t a = ((mote_smith_body *)c->state_a)->object,
             b = ((mote_smith_body *)c->state_b)->object;
    f->world->lists.count = 0;
    if (!list_faces(f, a < b ? a : b)) return false;
    if (a != b && !list_faces(f, a < b ? b : a)) return false;
    octree_root root = {c->region, c->a->box, mote_smith_options_of(f->frame->settings)->level};
    mote_box_add_box(&root.bodies, &c->b->box);
    return search_below(f, &root, number);
}

static bool search_all(mote_smith_frame *f)
{
    f->world->lists.count = 0;
    for (uint32_t i = 0; i < f->world->objects.count; i++) {
        if (!list_faces(f, i)) return false;
    }
    octree_root root = root_around_all(f);
    return search_below(f, &root, f->candidate_count == 1 ? 0 : MOTE_NONE);
}

static bool search(mote_smith_frame *f)
{
    if (!mote_smith_options_of(f->frame->settings)->root_is_region) return search_all(f);
    for (uint32_t i = 0; i < f->candidate_count; i++) {
        if (!search_region(f, i)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The method

static bool prepare_workers(mote_smith_frame *f)
{
    mote_smith_world *world = f->world;
    while (world->workers.count < f->frame->tasks.worker_count) {
        if (!mote_array_push(&world->workers, f->frame->allocator, (mote_smith_worker){0}))
            return false;
    }
    for (size_t i = 0; i < world->workers.count; i++) {
        world->workers.data[i].cells.count = 0;
        world->workers.data[i].stopped = false;
    }
    return true;
}

static bool prepare(mote_smith_frame *f)
{
    f->found = mote_array_room(&f->world->found, f->frame->allocator, f->candidate_count);
    if (!f->found) return false;
    memset(f->found, 0, f->candidate_count);
    return prepare_workers(f) && mote_smith_collect_objects(f) && mote_smith_fill_checklist(f);
}

static mote_result smith_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    mote_smith_frame f = {
        .frame = frame, .world = frame->state, .candidates = candidates, .candidate_count = count};
    bool stopped = false, failed = !prepare(&f);
    if (!failed) stopped = mote_budget_is_over(frame->budget, &frame->sinks[0]);
    if (!failed && !stopped) failed = !search(&f);
    if (failed) return mote_fail(MOTE_ERROR_MEMORY, "no memory for the face octree");
    for (size_t i = 0; i < f.world->workers.count; i++) stopped |= f.world->workers.data[i].stopped;
    for (uint32_t i = 0; i < count; i++) candidates[i].complete = !stopped || f.found[i];
    return MOTE_OK;
}

static void smith_drop_world(void *world_state, const mote_allocator *allocator)
{
    mote_smith_world *w = world_state;
    for (size_t i = 0; i < w->workers.count; i++) {
        mote_smith_worker *worker = &w->workers.data[i];
        mote_array_release(&worker->list, allocator);
        mote_array_release(&worker->masks, allocator);
        mote_array_release(&worker->cells, allocator);
    }
    mote_array_release(&w->objects, allocator);
    mote_array_release(&w->links.keys, allocator);
    mote_array_release(&w->links.candidates, allocator);
    mote_array_release(&w->links.scratch, allocator);
    mote_array_release(&w->checklist.regions, allocator);
    mote_array_release(&w->checklist.blocks, allocator);
    mote_array_release(&w->checklist.slots, allocator);
    mote_array_release(&w->checklist.faces, allocator);
    mote_array_release(&w->found, allocator);
    mote_array_release(&w->jobs, allocator);
    mote_array_release(&w->lists, allocator);
    mote_array_release(&w->workers, allocator);
}

static void smith_draw(const void *world_state, const mote_debug_draw *draw)
{
    const mote_smith_world *w = world_state;
    for (size_t i = 0; i < w->workers.count && draw->box; i++) {
        const mote_smith_worker *worker = &w->workers.data[i];
        for (size_t k = 0; k < worker->cells.count; k++)
            draw->box(draw->context, MOTE_DRAW_CELL, &worker->cells.data[k]);
    }
}

const mote_method_api mote_method_smith = {
    .info = {.method = MOTE_METHOD_SMITH,
             .name = "smith",
             .summary = "Smith et al. 1998: overlap regions and an implicit face octree",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE | MOTE_ABILITY_EXACT |
                          MOTE_ABILITY_THREADS},
    .options = &mote_smith_option_table,
    .world_state_bytes = sizeof(mote_smith_world),
    .world_state_is_scratch = true,
    .body_state_bytes = sizeof(mote_smith_body),
    .drop_world = smith_drop_world,
    .resumes_pairs = true,
    .pairs = smith_pairs,
    .draw = smith_draw,
};
