#include <float.h>
#include <math.h>

#include "core/box.h"
#include "method/refit/refit.h"

#define SHUFFLE MOTE_SHUFFLE8

// ---------------------------------------------------------------------------------------------
// Leaves: boxes of eight triangles

static inline void eight_boxes(const float *xyz, const uint32_t *corners, mote_box8 *out)
{
    mote_f32x4 low[8], high[8];
    for (int i = 0; i < 8; i++) {
        low[i] = high[i] = mote_f32x4_load3(xyz + 3 * (size_t)corners[3 * i]);
        for (int k = 1; k < 3; k++) {
            mote_f32x4 p = mote_f32x4_load3(xyz + 3 * (size_t)corners[3 * i + k]);
            low[i] = mote_f32x4_min(p, low[i]);
            high[i] = mote_f32x4_max(p, high[i]);
        }
    }
    mote_f32x4_transpose8(low, out->bound);
    mote_f32x4_transpose8(high, out->bound + 3);
}

// As mote_bound_below. x must not be NaN.
static inline mote_f32x8 next_below(mote_f32x8 x)
{
    const mote_i32x8 one = {1, 1, 1, 1, 1, 1, 1, 1};
    const mote_f32x8 largest_below_zero = mote_f32x8_splat(-0x1p-149f);
    mote_i32x8 bits = (mote_i32x8)x;
    mote_f32x8 next = mote_f32x8_select(x < 0, (mote_f32x8)(bits + one), (mote_f32x8)(bits - one));
    next = mote_f32x8_select(x == 0, largest_below_zero, next);
    return mote_f32x8_select(x <= -FLT_MAX, mote_f32x8_splat(-FLT_MAX), next);
}

// As mote_box_widened.
static inline void widen_eight(mote_box8 *boxes, float by)
{
    for (int k = 0; k < 3; k++) {
        mote_f32x8 low = mote_f32x8_load(boxes->bound[k]);
        mote_f32x8 high = mote_f32x8_load(boxes->bound[k + 3]);
        mote_f32x8_store(boxes->bound[k], next_below(low - by));
        mote_f32x8_store(boxes->bound[k + 3], -next_below(-(high + by)));
    }
}

void MOTE_KERNEL(mote_refit_leaves)(const mote_refit_source *source, uint32_t first, uint32_t end,
                                    mote_box8 *groups)
{
    uint32_t full = source->triangle_count / 8; // groups
    for (uint32_t group = first; group < end && group < full; group++) {
        eight_boxes(source->xyz, source->corners + 24 * (size_t)group, &groups[group]);
        if (source->reach > 0) widen_eight(&groups[group], source->reach);
    }
    if (end > full) mote_refit_leaves_scalar(source, full, end, groups);
}

// ---------------------------------------------------------------------------------------------
// Parents: the union of eight boxes, for eight groups together

#define FOLD(op, a, b)                                                                             \
    op(SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14), SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15))

// Lane i of the result is the least (or greatest) lane of bound `k` of group i.
#define REDUCE(name, op)                                                                           \
    static inline mote_f32x8 name(const mote_box8 *groups, int k)                                  \
    {                                                                                              \
        mote_f32x8 v[8], w[4];                                                                     \
        for (int i = 0; i < 8; i++) v[i] = mote_f32x8_load(groups[i].bound[k]);                    \
        for (int i = 0; i < 4; i++) w[i] = FOLD(op, v[2 * i], v[2 * i + 1]);                       \
        mote_f32x8 low = op(SHUFFLE(w[0], w[1], 0, 1, 8, 9, 4, 5, 12, 13),                         \
                            SHUFFLE(w[0], w[1], 2, 3, 10, 11, 6, 7, 14, 15));                      \
        mote_f32x8 high = op(SHUFFLE(w[2], w[3], 0, 1, 8, 9, 4, 5, 12, 13),                        \
                             SHUFFLE(w[2], w[3], 2, 3, 10, 11, 6, 7, 14, 15));                     \
        return op(SHUFFLE(low, high, 0, 1, 2, 3, 8, 9, 10, 11),                                    \
                  SHUFFLE(low, high, 4, 5, 6, 7, 12, 13, 14, 15));                                 \
    }

REDUCE(least_of_groups, mote_f32x8_min)
REDUCE(greatest_of_groups, mote_f32x8_max)

void MOTE_KERNEL(mote_refit_parents)(const mote_box8 *groups, uint32_t count, mote_box8 *parents)
{
    uint32_t full = count / 8;
    for (uint32_t parent = 0; parent < full; parent++) {
        const mote_box8 *eight = groups + 8 * (size_t)parent;
        for (int k = 0; k < 3; k++) {
            mote_f32x8_store(parents[parent].bound[k], least_of_groups(eight, k));
            mote_f32x8_store(parents[parent].bound[k + 3], greatest_of_groups(eight, k + 3));
        }
    }
    if (count % 8) mote_refit_parents_scalar(groups + 8 * (size_t)full, count % 8, parents + full);
}

// ---------------------------------------------------------------------------------------------
// The walk

// Eight boxes of a tree, and the box around them.
typedef struct node {
    uint32_t level, group;
    mote_box box;
} node;

static inline const mote_box8 *boxes_of(const mote_box_tree *tree, const node *at)
{
    return tree->groups.data + tree->first_group[at->level] + at->group;
}

static inline node child(const mote_box8 *boxes, const node *at, uint32_t lane)
{
    return (node){at->level - 1, 8 * at->group + lane, mote_box8_get(boxes, lane)};
}

static bool is_over(const mote_refit_walk *walk)
{
    const mote_pair_batch *batch = walk->batch;
    return batch->stopped ||
           (batch->frame->detect == MOTE_DETECT_FIRST && batch->found[walk->candidate]);
}

// Counts a pair of nodes. Checks the deadline, if there is one, at nodes of 64 triangles and more.
// False to stop.
static bool enter(const mote_refit_walk *walk, uint32_t level)
{
    mote_pair_batch *batch = walk->batch;
    batch->sink->cluster_pairs++;
    if (level > 0) mote_pair_batch_poll(batch);
    return !is_over(walk);
}

static void walk_two(const mote_refit_walk *walk, const node *a, const node *b);

static void walk_lanes(const mote_refit_walk *walk, const node *a, uint32_t lane, const node *b,
                       uint32_t bits)
{
    const mote_box8 *boxes_a = boxes_of(walk->a, a), *boxes_b = boxes_of(walk->b, b);
    if (a->level == 0) {
        for (; bits; bits &= bits - 1)
            mote_pair_batch_add(walk->batch, walk->candidate, 8 * a->group + lane,
                                8 * b->group + (uint32_t)__builtin_ctz(bits));
        return;
    }
    node child_a = child(boxes_a, a, lane);
    for (; bits; bits &= bits - 1) {
        node child_b = child(boxes_b, b, (uint32_t)__builtin_ctz(bits));
        walk_two(walk, &child_a, &child_b);
    }
}

// Walks nodes of two trees, or different nodes of one tree. Opens the node of the higher level, or
// both if their levels are equal.
static void walk_two(const mote_refit_walk *walk, const node *a, const node *b)
{
    if (!enter(walk, a->level + b->level)) return;
    const mote_box8 *boxes_a = boxes_of(walk->a, a), *boxes_b = boxes_of(walk->b, b);
    if (a->level < b->level) {
        for (uint32_t bits = mote_box8_overlaps(boxes_b, &a->box); bits; bits &= bits - 1) {
            node child_b = child(boxes_b, b, (uint32_t)__builtin_ctz(bits));
            walk_two(walk, a, &child_b);
        }
        return;
    }
    for (uint32_t bits = mote_box8_overlaps(boxes_a, &b->box); bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        mote_box box = mote_box8_get(boxes_a, lane);
        if (a->level > b->level) {
            node child_a = child(boxes_a, a, lane);
            walk_two(walk, &child_a, b);
        } else {
            walk_lanes(walk, a, lane, b, mote_box8_overlaps(boxes_b, &box));
        }
    }
}

// Walks a node with itself: each pair of its children once.
static void walk_one(const mote_refit_walk *walk, const node *at)
{
    if (!enter(walk, at->level)) return;
    const mote_box8 *boxes = boxes_of(walk->a, at);
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box box = mote_box8_get(boxes, lane);
        uint32_t bits = mote_box8_overlaps(boxes, &box);
        if (at->level > 0 && bits >> lane & 1) {
            node inner = child(boxes, at, lane);
            walk_one(walk, &inner);
        }
        walk_lanes(walk, at, lane, at, bits & (0xfeu << lane));
    }
}

static node node_at(const mote_box_tree *tree, uint32_t level, uint32_t group)
{
    node at = {level, group, mote_box_empty()};
    const mote_box8 *boxes = boxes_of(tree, &at);
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box box = mote_box8_get(boxes, lane);
        mote_box_add_box(&at.box, &box);
    }
    return at;
}

static node root_of(const mote_box_tree *tree)
{
    return node_at(tree, tree->level_count - 1, 0);
}

// Walks a unit with itself and with the units behind it.
static void walk_unit_of_one(const mote_refit_walk *walk, const node *unit)
{
    walk_one(walk, unit);
    uint32_t count = mote_refit_unit_count(walk->a);
    if (count == 1) return;
    const mote_box8 *units = walk->a->groups.data + walk->a->first_group[unit->level + 1];
    for (uint32_t other = unit->group + 1; other < count; other++) {
        mote_box box = mote_box8_get(&units[other / 8], other % 8);
        if (is_over(walk)) return;
        if (!mote_boxes_overlap(&box, &unit->box)) continue;
        node behind = {unit->level, other, box};
        walk_two(walk, unit, &behind);
    }
}

void MOTE_KERNEL(mote_refit_traverse)(const mote_refit_walk *walk)
{
    bool whole = walk->unit == MOTE_NONE;
    node a =
        whole ? root_of(walk->a) : node_at(walk->a, mote_refit_unit_level(walk->a), walk->unit);
    node b = root_of(walk->b);
    if (walk->a != walk->b) {
        walk_two(walk, &a, &b);
    } else if (whole) {
        walk_one(walk, &a);
    } else {
        walk_unit_of_one(walk, &a);
    }
}
