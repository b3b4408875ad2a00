// The vector parts of method refit: boxes from the leaves up, and the walk over two trees.

#ifndef MOTE_METHOD_REFIT_REFIT_H
#define MOTE_METHOD_REFIT_REFIT_H

#include "core/box_tree.h"
#include "method/face_pair.h"

// The triangles from which the leaves' boxes are computed.
typedef struct mote_refit_source {
    const float *xyz;        // packed
    const uint32_t *corners; // three per triangle
    uint32_t triangle_count;
    float reach; // boxes are widened by this on each side, and rounded outwards
} mote_refit_source;

// Computes the boxes of the triangles 8 * first .. 8 * end - 1, eight per group; lanes past the
// last triangle are empty.
MOTE_DECLARE_KERNEL(void, mote_refit_leaves,
                    (const mote_refit_source *source, uint32_t first, uint32_t end,
                     mote_box8 *groups));

// Computes the union of each of `count` groups, eight parents per group; lanes past the last parent
// are empty.
MOTE_DECLARE_KERNEL(void, mote_refit_parents,
                    (const mote_box8 *groups, uint32_t count, mote_box8 *parents));

// The scalar twins.
void mote_refit_leaves_scalar(const mote_refit_source *source, uint32_t first, uint32_t end,
                              mote_box8 *groups);
void mote_refit_parents_scalar(const mote_box8 *groups, uint32_t count, mote_box8 *parents);

typedef struct mote_refit_walk {
    const mote_box_tree *a, *b; // over triangles; equal for a body with itself
    mote_pair_batch *batch;
    uint32_t candidate;
    // Walks only the triangles of this unit of a; MOTE_NONE for all. For a body with itself, only
    // pairs with triangles that are not in an earlier unit.
    uint32_t unit;
} mote_refit_walk;

// A unit is a node of 64 triangles, or of eight in a tree of one level.
static inline uint32_t mote_refit_unit_level(const mote_box_tree *tree)
{
    return tree->level_count > 1;
}

static inline uint32_t mote_refit_unit_count(const mote_box_tree *tree)
{
    uint32_t level = mote_refit_unit_level(tree);
    return tree->level_count ? tree->first_group[level + 1] - tree->first_group[level] : 0;
}

// Adds all pairs of triangles with overlapping boxes to the batch, until the budget runs out or,
// with MOTE_DETECT_FIRST, the candidate has a face pair.
MOTE_DECLARE_KERNEL(void, mote_refit_traverse, (const mote_refit_walk *walk));

#endif
