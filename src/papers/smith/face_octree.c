// The face octree is never stored: cells are divided by recursion, with the lists of their faces on
// a stack. A cell is divided only if it contains faces of two objects; the faces of the smallest
// cells are paired.
//
// Decided where the paper is silent:
//
// - A body may also be tested against itself: then two of its faces count as two objects.
// - Faces are first assigned to children by their boxes, which takes two comparisons per axis. Only children with
//   two objects clip them, and a face whose box is in only one child needs no clipping: the part of it that is
//   in the parent is in that child. The paper's own clipping may find otherwise, and is always asked.
// - Threads (their future work): cells of the second level are given to workers. With MOTE_DETECT_FIRST one worker
//   does all, since the first face pair must not depend on their number.
// - A bintree (their future work) halves the longest axis only. Its smallest cells are the octree's.

#include "papers/smith/smith.h"

#include <mote/papers.h>

enum { SPLIT_EXTENT = 4 }; // jobs are cells of a fourth of the root's extent

// The clock is looked at once per so many faces of the root.
enum { FACES_PER_POLL = 4096 };

typedef struct walker {
    const mote_smith_octree *tree;
    mote_smith_frame *frame;
    mote_smith_worker *worker;
    const mote_smith_face *faces;
    const mote_smith_object *objects;
    mote_pair_batch batch;
    bool makes_jobs;
} walker;

static uint32_t *list_of(const walker *w, size_t first)
{
    return w->worker->list.data + first;
}

static uint8_t *masks_of(const walker *w, size_t first)
{
    return w->worker->masks.data + first;
}

// Room for the faces of one more cell on the stack. False for no memory; then the sink has failed.
static bool make_room(walker *w, size_t count)
{
    mote_smith_worker *worker = w->worker;
    const mote_allocator *allocator = w->frame->frame->allocator;
    worker->masks.count = worker->list.count; // growing copies as many
    bool room = mote_array_reserve(&worker->list, allocator, worker->list.count + count) &&
                mote_array_reserve(&worker->masks, allocator, worker->list.count + count);
    if (!room) w->batch.sink->failed = true;
    return room;
}

// Checks the deadline, if there is one; false when the search must end.
static bool poll(walker *w)
{
    mote_pair_batch_poll(&w->batch);
    bool found = w->frame->frame->detect == MOTE_DETECT_FIRST && w->tree->only != MOTE_NONE &&
                 w->frame->found[w->tree->only];
    return !w->batch.stopped && !w->batch.sink->failed && !found;
}

// ---------------------------------------------------------------------------------------------
// Smallest cells

static uint32_t end_of_object(const walker *w, const uint32_t *list, uint32_t first, uint32_t count)
{
    uint32_t object = w->faces[list[first]].object, end = first + 1;
    while (end < count && w->faces[list[end]].object == object) end++;
    return end;
}

static void test_pair(walker *w, uint32_t candidate, const mote_smith_face *a,
                      const mote_smith_face *b)
{
    mote_frame *frame = w->frame->frame;
    const mote_candidate *c = &w->frame->candidates[candidate];
    if (!mote_smith_options_of(frame->settings)->paper_face_pair || frame->tolerance > 0 ||
        mote_candidate_is_self(c)) {
        mote_pair_batch_add(&w->batch, candidate, a->slot, b->slot);
        return;
    }
    if (!mote_pair_batch_wants(&w->batch) || !mote_pair_batch_take(&w->batch)) return;
    if (!mote_smith_faces_meet(a->corners, b->corners)) return;
    mote_add_faces(frame, w->batch.sink, c, candidate, a->slot, b->slot, true);
    w->frame->found[candidate] = frame->detect == MOTE_DETECT_FIRST;
}

typedef struct run {
    uint32_t first, end; // faces of one object in the list of a cell
} run;

static void pair_runs(walker *w, const mote_smith_cell *cell, const uint32_t *list, run low,
                      run high)
{
    uint32_t object_low = w->faces[list[low.first]].object;
    uint32_t object_high = w->faces[list[high.first]].object;
    bool self = object_low == object_high, swapped = false;
    uint32_t candidate =
        mote_smith_find_candidate(&w->frame->world->links, object_low, object_high, &swapped);
    if (candidate == MOTE_NONE) return;
    if (w->tree->only != MOTE_NONE && candidate != w->tree->only) return;
    bool first_only = w->frame->frame->detect == MOTE_DETECT_FIRST;
    for (uint32_t i = low.first; i < low.end; i++) {
        const mote_smith_face *f = &w->faces[list[i]];
        for (uint32_t j = self ? i + 1 : high.first; j < high.end; j++) {
            const mote_smith_face *g = &w->faces[list[j]];
            if (first_only && w->frame->found[candidate]) return;
            if (!mote_boxes_overlap(&f->box, &g->box)) continue;
            if (!mote_smith_is_first_cell(&w->tree->grid, cell, f, g)) continue;
            test_pair(w, candidate, swapped ? g : f, swapped ? f : g);
        }
    }
}

static void pair_faces(walker *w, const mote_smith_cell *cell, size_t first, uint32_t count)
{
    const uint32_t *list = list_of(w, first);
    for (run low = {0, 0}; low.first < count; low.first = low.end) {
        low.end = end_of_object(w, list, low.first, count);
        if (w->objects[w->faces[list[low.first]].object].with_itself)
            pair_runs(w, cell, list, low, low);
        for (run high = {low.end, 0}; high.first < count; high.first = high.end) {
            high.end = end_of_object(w, list, high.first, count);
            pair_runs(w, cell, list, low, high);
        }
    }
    mote_box box = mote_smith_cell_box(&w->tree->grid, cell);
    if (!mote_array_push(&w->worker->cells, w->frame->frame->allocator, box))
        w->batch.sink->failed = true;
}

// ---------------------------------------------------------------------------------------------
// Division

// The axes that are halved, as bits.
static uint32_t axes_to_halve(const walker *w, const mote_smith_cell *cell)
{
    if (!mote_smith_options_of(w->frame->frame->settings)->bintree)
        return mote_smith_octree_axes(cell);
    uint32_t longest = 0;
    for (uint32_t k = 1; k < 3; k++)
        longest = cell->extent[k] > cell->extent[longest] ? k : longest;
    return 1u << longest;
}

// Sets the mask of each face: bit c where the face's box is in child c. Children that differ along
// an axis that is not halved do not exist.
static void children_by_box(walker *w, const mote_smith_cell *cell, uint32_t axes, size_t first,
                            uint32_t count)
{
    static const uint8_t lower[3] = {0x55, 0x33, 0x0f}, upper[3] = {0xaa, 0xcc, 0xf0};
    const uint32_t *list = list_of(w, first);
    uint8_t *masks = masks_of(w, first);
    float middle[3];
    for (int k = 0; k < 3; k++)
        middle[k] = axes >> k & 1
                        ? mote_smith_plane(&w->tree->grid, k, cell->at[k] + cell->extent[k] / 2)
                        : INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const mote_box *box = &w->faces[list[i]].box;
        const float low[3] = {box->min.x, box->min.y, box->min.z};
        const float high[3] = {box->max.x, box->max.y, box->max.z};
        uint32_t mask = 0xff;
        for (int k = 0; k < 3; k++)
            mask &= (low[k] <= middle[k] ? lower[k] : 0u) | (high[k] >= middle[k] ? upper[k] : 0u);
        masks[i] = (uint8_t)mask;
    }
}

// The children that contain faces of two objects, or two faces of one that is tested against
// itself.
static uint32_t crowded_children(const walker *w, size_t first, uint32_t count)
{
    const uint32_t *list = list_of(w, first);
    const uint8_t *masks = masks_of(w, first);
    uint32_t others = 0, own = 0, crowded = 0, object = MOTE_NONE;
    bool with_itself = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t owner = w->faces[list[i]].object;
        if (owner != object) {
            others |= own;
            own = 0;
            object = owner;
            with_itself = w->objects[owner].with_itself;
        }
        crowded |= masks[i] & (others | (with_itself ? own : 0));
        own |= masks[i];
    }
    return crowded;
}

static void clip_children(walker *w, const mote_smith_cell *cell, uint32_t axes, uint32_t crowded,
                          size_t first, uint32_t count)
{
    const uint32_t *list = list_of(w, first);
    uint8_t *masks = masks_of(w, first);
    bool clips_all = w->tree->grid.paper_clip;
    mote_box boxes[8];
    for (uint32_t child = 0; child < 8; child++) {
        mote_smith_cell inner = mote_smith_child(cell, axes, child & axes);
        boxes[child] = mote_smith_cell_box(&w->tree->grid, &inner);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!clips_all && (masks[i] & (masks[i] - 1)) == 0) continue;
        uint32_t kept = 0;
        for (uint32_t bits = masks[i] & crowded; bits; bits &= bits - 1) {
            uint32_t child = (uint32_t)__builtin_ctz(bits);
            if (mote_smith_clip(&w->tree->grid, &w->faces[list[i]], &boxes[child]))
                kept |= 1u << child;
        }
        masks[i] = (uint8_t)kept;
    }
}

// Puts the faces that are in the child on top of the stack; returns how many.
static uint32_t push_child(walker *w, uint32_t child, size_t first, uint32_t count)
{
    if (!make_room(w, count)) return 0;
    const uint32_t *list = list_of(w, first);
    const uint8_t *masks = masks_of(w, first);
    uint32_t *out = list_of(w, w->worker->list.count), kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        out[kept] = list[i];
        kept += masks[i] >> child & 1;
    }
    return kept;
}

static void make_job(walker *w, const mote_smith_cell *cell, size_t first, uint32_t count)
{
    mote_smith_world *world = w->frame->world;
    const mote_allocator *allocator = w->frame->frame->allocator;
    mote_smith_job job = {*cell, (uint32_t)world->lists.count, count};
    uint32_t *out = mote_array_room(&world->lists, allocator, count);
    if (!out || !mote_array_push(&world->jobs, allocator, job)) {
        w->batch.sink->failed = true;
        return;
    }
    memcpy(out, list_of(w, first), count * sizeof *out);
    world->lists.count += count;
}

static bool is_job_cell(const walker *w, const mote_smith_cell *cell)
{
    const uint32_t *root = w->tree->grid.extent;
    if (!w->makes_jobs) return false;
    for (int k = 0; k < 3; k++) {
        if (cell->extent[k] > 1 && cell->extent[k] > root[k] / SPLIT_EXTENT) return false;
    }
    return true;
}

// The faces of the cell are the last `count` of the stack.
static void visit(walker *w, const mote_smith_cell *cell, uint32_t count)
{
    if (!poll(w)) return;
    size_t first = w->worker->list.count - count;
    if (is_job_cell(w, cell)) {
        make_job(w, cell, first, count);
        return;
    }
    w->batch.sink->cluster_pairs++;
    if (mote_smith_is_smallest(cell)) {
        pair_faces(w, cell, first, count);
        return;
    }
    uint32_t axes = axes_to_halve(w, cell);
    children_by_box(w, cell, axes, first, count);
    uint32_t crowded = crowded_children(w, first, count);
    if (crowded && !w->tree->grid.face_box) {
        clip_children(w, cell, axes, crowded, first, count);
        crowded &= crowded_children(w, first, count);
    }
    for (; crowded; crowded &= crowded - 1) {
        uint32_t child = (uint32_t)__builtin_ctz(crowded);
        mote_smith_cell inner = mote_smith_child(cell, axes, child);
        uint32_t kept = push_child(w, child, first, count);
        w->worker->list.count += kept;
        visit(w, &inner, kept);
        w->worker->list.count -= kept;
    }
}

// ---------------------------------------------------------------------------------------------
// Workers

static void run_walker(const mote_smith_octree *tree, uint32_t number, const mote_smith_job *job,
                       bool makes_jobs)
{
    mote_smith_frame *f = tree->frame;
    walker w = {.tree = tree,
                .frame = f,
                .worker = &f->world->workers.data[number],
                .faces = f->world->checklist.faces.data,
                .objects = f->world->objects.data,
                .makes_jobs = makes_jobs};
    mote_pair_batch_begin(&w.batch, f->frame, &f->frame->sinks[number], f->candidates, f->found);
    bool limited = f->frame->budget->is_limited; // then there is one candidate, and one worker
    mote_candidate *only = &f->candidates[0];
    if (limited) mote_pair_batch_turn(&w.batch, only->begin.skip, only->end.skip);
    w.worker->list.count = 0;
    if (make_room(&w, (size_t)job->count + 1)) { // a root without faces has a list too
        const uint32_t *faces = f->world->lists.data + job->first;
        memcpy(w.worker->list.data, faces, job->count * sizeof *faces);
        w.worker->list.count = job->count;
        visit(&w, &job->cell, job->count);
        mote_pair_batch_flush(&w.batch);
    }
    w.worker->stopped |= w.batch.stopped;
    if (limited) only->stopped.skip = mote_pair_batch_stopped_at(&w.batch);
}

static void run_job(void *argument, uint32_t block, uint32_t worker)
{
    const mote_smith_octree *tree = argument;
    run_walker(tree, worker, &tree->frame->world->jobs.data[block], false);
}

// Drops the faces that are not in the root from the list; returns how many are left.
static uint32_t clip_root(const mote_smith_octree *tree)
{
    mote_smith_world *world = tree->frame->world;
    const mote_smith_face *faces = world->checklist.faces.data;
    mote_smith_cell root = mote_smith_root(&tree->grid);
    mote_box box = mote_smith_cell_box(&tree->grid, &root);
    uint32_t *list = world->lists.data, kept = 0;
    const mote_frame *frame = tree->frame->frame;
    for (size_t i = 0; i < world->lists.count; i++) {
        if (i % FACES_PER_POLL == 0 && mote_budget_is_over(frame->budget, &frame->sinks[0])) break;
        list[kept] = list[i];
        kept += mote_smith_in_cell(&tree->grid, &faces[list[i]], &box);
    }
    world->lists.count = kept;
    return kept;
}

bool mote_smith_search_octree(mote_smith_octree *tree)
{
    mote_frame *frame = tree->frame->frame;
    mote_smith_world *world = tree->frame->world;
    mote_smith_job whole = {mote_smith_root(&tree->grid), 0, clip_root(tree)};
    bool threads = frame->tasks.worker_count > 1 && frame->detect != MOTE_DETECT_FIRST;
    world->jobs.count = 0;
    run_walker(tree, 0, &whole, threads);
    if (frame->sinks[0].failed) return false;
    frame->tasks.run(frame->tasks.context, run_job, tree, (uint32_t)world->jobs.count);
    return true;
}
