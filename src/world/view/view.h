// A frozen world that any number of threads may read: trees over the faces of each body, and one
// over the bodies.

#ifndef MOTE_WORLD_VIEW_VIEW_H
#define MOTE_WORLD_VIEW_VIEW_H

#include <mote/view.h>

#include "core/box_tree.h"
#include "core/simd.h"
#include "shape/discs.h"
#include "shape/face_tree.h"
#include "world/body_order.h"
#include "world/world.h"

struct mote_view {
    const mote_world *world;
    mote_body_order order;
    uint64_t mask;
};

// The view may be null.
void mote_view_destroy(mote_view *view, const mote_allocator *allocator);

// Fails unless the view belongs to a frozen world.
mote_result mote_view_check(const mote_view *view, const char *function);

// ---------------------------------------------------------------------------------------------
// Batches

// Data that one query leaves to the next query of the same worker. It saves time and changes no
// result.
typedef struct mote_view_hint {
    uint32_t body, slot; // of the last face found; slot is MOTE_NONE before
    // No surface is closer to `point` than this distance, and `winding` is the winding number of
    // `point`; 0 before.
    double clear;
    mote_vec3 point;
    int32_t winding;
} mote_view_hint;

// Answers element `index` of a batch.
typedef void mote_view_answer(const void *batch, size_t index, mote_view_hint *hint);

// Runs `answer` for each of `count` elements on the workers of the world. Elements that are close
// to each other, by the first vector of each (`stride` bytes apart), are run consecutively. The
// default float mode is set.
void mote_view_run(const mote_view *view, const mote_vec3 *first, size_t stride, size_t count,
                   mote_view_answer *answer, const void *batch);

// ---------------------------------------------------------------------------------------------
// Descents

// A node whose boxes have not been examined, with a lower bound of its distance.
typedef struct mote_view_node {
    float bound;
    uint32_t level, group;
} mote_view_node;

// Each level leaves at most seven nodes on the stack.
enum { MOTE_VIEW_STACK = 8 * MOTE_BOX_TREE_LEVELS };

// Pushes the children of `from` whose bits are set, in order of descending bounds. Returns the new
// count.
static inline uint32_t mote_view_push(mote_view_node *stack, uint32_t count,
                                      const mote_view_node *from, uint32_t bits,
                                      const float bounds[8])
{
    uint32_t floor = count;
    for (; bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits), at = count++;
        for (; at > floor && stack[at - 1].bound < bounds[lane]; at--) stack[at] = stack[at - 1];
        stack[at] = (mote_view_node){bounds[lane], from->level - 1, 8 * from->group + lane};
    }
    return count;
}

static inline const mote_box8 *mote_view_boxes(const mote_box_tree *tree,
                                               const mote_view_node *node)
{
    return tree->groups.data + tree->first_group[node->level] + node->group;
}

// Computes lower bounds of the squared distances of a point from eight nodes. Returns one bit for
// each bound that is at most `limit`. The bits of nodes with empty boxes are zero.
MOTE_DECLARE_KERNEL(uint32_t, mote_view_near_nodes,
                    (const mote_box8 *boxes, const mote_disc8 *discs, mote_vec3 point, float limit,
                     float bounds[8]));

// Computes lower bounds of the t at which a ray enters eight boxes. Returns one bit for each box
// that the ray may enter up to t_max.
MOTE_DECLARE_KERNEL(uint32_t, mote_view_ray_boxes,
                    (const mote_box8 *boxes, const mote_ray *ray, float t_max, float bounds[8]));

// Returns one bit for each of eight boxes that has a point in common with `box`.
MOTE_DECLARE_KERNEL(uint32_t, mote_view_overlaps, (const mote_box8 *boxes, const mote_box *box));

// ---------------------------------------------------------------------------------------------
// Points (points.c, inside.c)

// The closest face found so far.
typedef struct mote_nearest {
    double squared; // greater squared distances are ignored
    uint32_t body;  // index
    uint32_t slot;  // MOTE_NONE for none
    uint32_t face;
} mote_nearest;

// Examines all faces of a body that may be as near as the nearest so far. The result does not
// depend on the order in which faces are examined: among faces at the same computed distance, the
// lowest body and face wins.
void mote_view_find_nearest(const mote_world *world, uint32_t body, mote_vec3 point,
                            mote_nearest *nearest);

// Examines the face of a hint first, which usually rules out most others. Stores the nearest face
// as a hint.
void mote_view_try_hint(const mote_world *world, const mote_view_hint *hint, mote_vec3 point,
                        mote_nearest *nearest);
void mote_view_leave_hint(const mote_nearest *nearest, mote_view_hint *hint);

// Fails if a point is not finite.
mote_result mote_view_check_points(const mote_view *view, const char *function,
                                   const mote_vec3 *points, size_t count, const void *out);

// Finds a body by its id. The body must be in the view and closed.
mote_result mote_view_closed_body(const mote_view *view, const char *function, mote_body_id id,
                                  const mote_body **out);

// Returns the winding number of a body's surface around a finite point, or MOTE_ON_SURFACE.
int32_t mote_view_winding(const mote_body *body, mote_vec3 point);

#endif
