// Method refit: the classical method for deforming meshes, and the baseline of the other methods.
//
// van den Bergen, "Efficient Collision Detection of Complex Deformable Models using AABB Trees",
// 1997: a tree of axis-aligned boxes is built once over the rest shape; when the shape changes, all
// boxes are computed again from the leaves up and the structure of the tree is kept; two trees are
// descended together. Here a node has eight children (Wald, Benthin, Boulos, "Getting Rid of
// Packets", 2008), so that one vector comparison tests a box against a whole node. A leaf is one
// triangle.
//
// The structure follows the order of the mesh's clusters: eight neighboring slots make a node,
// eight nodes their parent. Boxes are stored widened by half the tolerance.

#include "method/refit/refit.h"

#include "core/box.h"
#include "core/result.h"
#include "method/methods.h"

typedef struct refit_body {
    mote_box_tree tree; // over slots
} refit_body;

typedef struct refit_world {
    MOTE_ARRAY(uint8_t) found; // per candidate, for MOTE_DETECT_FIRST
} refit_world;

static mote_result refit_admit(void *body_state, const mote_shape *shape,
                               const mote_settings *settings)
{
    refit_body *body = body_state;
    uint32_t triangles = shape->clusters->triangle_count;
    if (mote_box_tree_begin(&body->tree, settings->allocator, triangles)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a box tree of %u triangles", triangles);
}

static void refit_drop(void *body_state, const mote_allocator *allocator)
{
    mote_box_tree_release(&((refit_body *)body_state)->tree, allocator);
}

static void refit_drop_world(void *world_state, const mote_allocator *allocator)
{
    mote_array_release(&((refit_world *)world_state)->found, allocator);
}

// ---------------------------------------------------------------------------------------------
// Boxes from the leaves up: the scalar twins of refit_simd.c

static mote_box triangle_box(const mote_refit_source *source, uint32_t slot)
{
    mote_vec3 t[3];
    for (int k = 0; k < 3; k++) {
        const float *p = source->xyz + 3 * (size_t)source->corners[3 * (size_t)slot + (size_t)k];
        t[k] = (mote_vec3){p[0], p[1], p[2]};
    }
    mote_box box = mote_box_of_triangle(t);
    return mote_box_widened(&box, source->reach);
}

void mote_refit_leaves_scalar(const mote_refit_source *source, uint32_t first, uint32_t end,
                              mote_box8 *groups)
{
    for (uint32_t slot = 8 * first; slot < 8 * end; slot++) {
        mote_box box =
            slot < source->triangle_count ? triangle_box(source, slot) : mote_box_empty();
        mote_box8_set(&groups[slot / 8], slot % 8, &box);
    }
}

void mote_refit_parents_scalar(const mote_box8 *groups, uint32_t count, mote_box8 *parents)
{
    for (uint32_t i = 0; i < (count + 7) / 8 * 8; i++) {
        mote_box box = mote_box_empty();
        for (uint32_t lane = 0; lane < 8 && i < count; lane++) {
            mote_box child = mote_box8_get(&groups[i], lane);
            mote_box_add_box(&box, &child);
        }
        mote_box8_set(&parents[i / 8], i % 8, &box);
    }
}

// ---------------------------------------------------------------------------------------------
// Update

enum { GROUPS_PER_BLOCK = 512 };

typedef struct leaves_job {
    mote_refit_source source;
    mote_box8 *groups;
    uint32_t group_count;
} leaves_job;

static void fill_leaves(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const leaves_job *job = argument;
    uint32_t first = block * GROUPS_PER_BLOCK, end = first + GROUPS_PER_BLOCK;
    if (end > job->group_count) end = job->group_count;
#ifdef MOTE_SCALAR
    mote_refit_leaves_scalar(&job->source, first, end, job->groups);
#else
    MOTE_PICK_KERNEL(mote_refit_leaves)(&job->source, first, end, job->groups);
#endif
}

static void fill_parents(const mote_box_tree *tree, uint32_t level)
{
    mote_box8 *groups = tree->groups.data;
    uint32_t first = tree->first_group[level], parents = tree->first_group[level + 1];
#ifdef MOTE_SCALAR
    mote_refit_parents_scalar(groups + first, parents - first, groups + parents);
#else
    MOTE_PICK_KERNEL(mote_refit_parents)(groups + first, parents - first, groups + parents);
#endif
}

static mote_result refit_update(mote_frame *frame, void *body_state, const mote_shape *shape)
{
    const mote_box_tree *tree = &((refit_body *)body_state)->tree;
    const mote_clusters *clusters = shape->clusters;
    leaves_job job = {.source = {.xyz = shape->xyz,
                                 .corners = clusters->corners,
                                 .triangle_count = clusters->triangle_count,
                                 .reach = mote_half_reach(frame->tolerance)},
                      .groups = tree->groups.data,
                      .group_count = tree->first_group[1]};
    uint32_t blocks = (job.group_count + GROUPS_PER_BLOCK - 1) / GROUPS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, fill_leaves, &job, blocks);
    for (uint32_t level = 0; level + 1 < tree->level_count; level++) fill_parents(tree, level);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Pairs

typedef struct pairs_job {
    mote_frame *frame;
    mote_candidate *candidates;
    uint8_t *found;
} pairs_job;

// Under a budget: walks unit by unit, so that the next frame can resume where this frame stopped.
static void traverse_units(mote_refit_walk *walk, mote_candidate *candidate)
{
    mote_pair_batch *batch = walk->batch;
    uint32_t count = mote_refit_unit_count(walk->a);
    mote_turn begin = candidate->begin, end = candidate->end;
    for (uint64_t unit = begin.at; unit < count && unit <= end.at && !batch->stopped; unit++) {
        mote_pair_batch_turn(batch, unit == begin.at ? begin.skip : 0,
                             unit == end.at ? end.skip : UINT64_MAX);
        walk->unit = (uint32_t)unit;
        MOTE_PICK_KERNEL(mote_refit_traverse)(walk);
        mote_pair_batch_flush(batch);
        candidate->stopped = (mote_turn){unit, mote_pair_batch_stopped_at(batch)};
        if (batch->frame->detect == MOTE_DETECT_FIRST && batch->found[walk->candidate]) break;
    }
}

// One worker does all the work on a candidate, so the face pair of MOTE_DETECT_FIRST does not
// depend on the number of workers.
static void traverse_candidate(void *argument, uint32_t block, uint32_t worker)
{
    const pairs_job *job = argument;
    mote_candidate *candidate = &job->candidates[block];
    mote_pair_batch batch;
    mote_pair_batch_begin(&batch, job->frame, &job->frame->sinks[worker], job->candidates,
                          job->found);
    mote_refit_walk walk = {.a = &((refit_body *)candidate->state_a)->tree,
                            .b = &((refit_body *)candidate->state_b)->tree,
                            .batch = &batch,
                            .candidate = block,
                            .unit = MOTE_NONE};
    if (job->frame->budget->is_limited) {
        traverse_units(&walk, candidate);
    } else {
        MOTE_PICK_KERNEL(mote_refit_traverse)(&walk);
        mote_pair_batch_flush(&batch);
    }
    candidate->complete = !batch.stopped;
}

static mote_result refit_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    refit_world *world = frame->state;
    pairs_job job = {.frame = frame, .candidates = candidates};
    job.found = mote_array_room(&world->found, frame->allocator, count);
    if (!job.found) return mote_fail_memory(count, "candidate pairs");
    memset(job.found, 0, count);
    frame->tasks.run(frame->tasks.context, traverse_candidate, &job, count);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Drawing: the nodes of eight triangles that overlap the box of a triangle of the other body

static bool overlaps_leaf(const mote_box_tree *tree, uint32_t level, uint32_t group,
                          const mote_box *box)
{
    const mote_box8 *groups = tree->groups.data + tree->first_group[level];
    uint32_t overlaps = mote_box8_overlaps(&groups[group], box);
    for (uint32_t lane = 0; lane < 8; lane++) {
        if (!(overlaps >> lane & 1)) continue;
        if (level == 0 || overlaps_leaf(tree, level - 1, 8 * group + lane, box)) return true;
    }
    return false;
}

static void draw_nodes(const mote_box_tree *tree, const mote_box_tree *other,
                       const mote_debug_draw *draw)
{
    const mote_box8 *groups = tree->groups.data;
    for (uint32_t i = 0; i < tree->first_group[1]; i++) {
        mote_box node = mote_box8_get(&groups[i], 0);
        for (uint32_t lane = 1; lane < 8; lane++) {
            mote_box leaf = mote_box8_get(&groups[i], lane);
            mote_box_add_box(&node, &leaf);
        }
        if (overlaps_leaf(other, other->level_count - 1, 0, &node))
            draw->box(draw->context, MOTE_DRAW_CLUSTER, &node);
    }
}

static void refit_draw_pair(const mote_settings *settings, const mote_candidate *c,
                            const mote_debug_draw *draw)
{
    (void)settings;
    const refit_body *a = c->state_a, *b = c->state_b;
    // Every node of a body overlaps itself.
    if (!draw->box || mote_candidate_is_self(c) || !mote_shape_is_fresh(c->a) ||
        !mote_shape_is_fresh(c->b))
        return;
    draw_nodes(&a->tree, &b->tree, draw);
    draw_nodes(&b->tree, &a->tree, draw);
}

// ---------------------------------------------------------------------------------------------

const mote_method_api mote_method_refit = {
    .info = {.method = MOTE_METHOD_REFIT,
             .name = "refit",
             .summary = "an 8-wide box tree, refitted every frame",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE | MOTE_ABILITY_EXACT |
                          MOTE_ABILITY_THREADS},
    .world_state_bytes = sizeof(refit_world),
    .world_state_is_scratch = true,
    .body_state_bytes = sizeof(refit_body),
    .admit = refit_admit,
    .drop = refit_drop,
    .drop_world = refit_drop_world,
    .update = refit_update,
    .resumes_pairs = true,
    .pairs = refit_pairs,
    .draw_pair = refit_draw_pair,
};
