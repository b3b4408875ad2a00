// Method refit: the classical way to detect between deforming meshes, and the baseline of the
// others.
//
// van den Bergen, "Efficient Collision Detection of Complex Deformable Models using AABB Trees",
// 1997: a tree of axis-aligned boxes is built once over the rest shape; when the shape changes, all
// boxes are computed anew from the leaves up while the tree stays as it is; two trees are descended
// together. Here a node has eight children (Wald, Benthin, Boulos, "Getting Rid of Packets", 2008),
// so that one comparison of vectors tests a box against a whole node, and a leaf is one triangle.
//
// The tree is the order of the mesh's clusters: eight neighboring slots make a node, eight nodes
// their parent. Boxes are kept widened by half the tolerance.

#include "method/face_pair.h"
#include "method/methods.h"
#include "method/refit/kernels.h"

#include "core/box.h"
#include "core/result.h"

typedef struct refit_body {
    mote_box_tree tree; // over slots
} refit_body;

typedef struct refit_world {
    mote_untyped found; // uint8_t a candidate, for MOTE_DETECT_FIRST
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
    mote_untyped_release(&((refit_world *)world_state)->found, allocator);
}

// ---------------------------------------------------------------------------------------------
// Update

enum { GROUPS_A_BLOCK = 512 };

typedef struct leaves_job {
    mote_refit_source source;
    mote_box8 *groups;
    uint32_t group_count;
} leaves_job;

static void fill_leaves(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const leaves_job *job = argument;
    uint32_t first = block * GROUPS_A_BLOCK, end = first + GROUPS_A_BLOCK;
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
                                 .reach = 0.5f * frame->tolerance},
                      .groups = tree->groups.data,
                      .group_count = tree->first_group[1]};
    uint32_t blocks = (job.group_count + GROUPS_A_BLOCK - 1) / GROUPS_A_BLOCK;
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

// One candidate, all of it by one worker: so that the face pair that MOTE_DETECT_FIRST gives is the
// same for any number of them.
static void traverse_candidate(void *argument, uint32_t block, uint32_t worker)
{
    const pairs_job *job = argument;
    mote_candidate *candidate = &job->candidates[block];
    mote_pair_batch batch;
    mote_pair_batch_begin(&batch, job->frame, &job->frame->sinks[worker], job->candidates,
                          job->found);
    const mote_refit_walk walk = {.a = &((refit_body *)candidate->state_a)->tree,
                                  .b = &((refit_body *)candidate->state_b)->tree,
                                  .batch = &batch,
                                  .candidate = block};
    MOTE_PICK_KERNEL(mote_refit_traverse)(&walk);
    mote_pair_batch_flush(&batch);
    candidate->complete = !batch.stopped;
}

static mote_result refit_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    refit_world *world = frame->state;
    world->found.size = sizeof(uint8_t);
    pairs_job job = {.frame = frame, .candidates = candidates};
    job.found = mote_untyped_room(&world->found, frame->allocator, count);
    if (!job.found) return mote_fail_memory(count, "candidate pairs");
    memset(job.found, 0, count);
    frame->tasks.run(frame->tasks.context, traverse_candidate, &job, count);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Drawing: of each tree the nodes of eight triangles that meet a triangle's box of the other

static bool meets_leaf(const mote_box_tree *tree, uint32_t level, uint32_t group,
                       const mote_box *box)
{
    const mote_box8 *groups = tree->groups.data + tree->first_group[level];
    uint32_t overlaps = mote_box8_overlaps(&groups[group], box);
    for (uint32_t lane = 0; lane < 8; lane++) {
        if (!(overlaps >> lane & 1)) continue;
        if (level == 0 || meets_leaf(tree, level - 1, 8 * group + lane, box)) return true;
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
        if (meets_leaf(other, other->level_count - 1, 0, &node))
            draw->box(draw->context, MOTE_DRAW_CLUSTER, &node);
    }
}

static void refit_draw_pair(const mote_settings *settings, const mote_candidate *c,
                            const mote_debug_draw *draw)
{
    (void)settings;
    const refit_body *a = c->state_a, *b = c->state_b;
    // A body meets itself everywhere.
    if (!draw->box || mote_candidate_is_self(c) || !c->a->fresh || !c->b->fresh) return;
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
    .body_state_bytes = sizeof(refit_body),
    .admit = refit_admit,
    .drop = refit_drop,
    .drop_world = refit_drop_world,
    .update = refit_update,
    .pairs = refit_pairs,
    .draw_pair = refit_draw_pair,
};
