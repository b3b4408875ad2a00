// A tree of boxes over the faces of a fresh shape, in slot order. Level 0 holds boxes of single
// faces, eight per group. The first query that needs the tree builds it, for all clusters or for
// single ones.

#ifndef MOTE_SHAPE_FACE_TREE_H
#define MOTE_SHAPE_FACE_TREE_H

#include "core/box_tree.h"
#include "shape/discs.h"
#include "shape/shape.h"

typedef struct mote_face_tree {
    mote_box_tree tree;
    uint64_t version; // of the shape when the first box was computed; 0 before
    bool is_complete; // all levels are filled
    // If complete: discs of the nodes of level 1 and above, parallel to their boxes.
    MOTE_ARRAY(mote_disc8) discs;
    uint8_t *is_filled;     // per cluster
    uint32_t cluster_count; // of is_filled
} mote_face_tree;

enum { MOTE_CLUSTER_FACE_GROUPS = MOTE_CLUSTER_TRIANGLES / 8 };

// A zeroed tree is valid and empty.
void mote_face_tree_release(mote_face_tree *tree, const mote_allocator *allocator);

// Clears the tree if the shape, which is fresh, has changed since the boxes were computed. Returns
// false if out of memory.
bool mote_face_tree_begin(mote_face_tree *tree, const mote_shape *shape,
                          const mote_allocator *allocator);

// Computes the boxes of a cluster's faces and of their groups, unless they are filled. Called by
// one thread at a time per cluster.
void mote_face_tree_fill(mote_face_tree *tree, const mote_shape *shape, uint32_t cluster);

// Computes all missing boxes. Returns false if out of memory.
bool mote_face_tree_complete(mote_face_tree *tree, const mote_shape *shape,
                             const mote_allocator *allocator, const mote_tasks *tasks);

// The boxes of the faces in slots 8 * group .. 8 * group + 7.
static inline const mote_box8 *mote_face_tree_faces(const mote_face_tree *tree, uint32_t group)
{
    return tree->tree.groups.data + group;
}

// The discs of a group of nodes, of level 1 or above.
static inline const mote_disc8 *mote_face_tree_discs(const mote_face_tree *tree, uint32_t level,
                                                     uint32_t group)
{
    return tree->discs.data + (tree->tree.first_group[level] - tree->tree.first_group[1]) + group;
}

// Computes the boxes of `count` faces from slot `first` on, at most eight, and their union. Lanes
// without a face are empty.
MOTE_DECLARE_KERNEL(void, mote_face_boxes,
                    (const float *xyz, const uint32_t *corners, uint32_t first, uint32_t count,
                     mote_box8 *out, mote_box *whole));

#endif
