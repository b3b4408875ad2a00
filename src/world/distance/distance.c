// The minimum distance of two bodies.
//
// Some pair of faces gives an upper bound: the last answer for the two bodies, or one found by
// descending into their trees. The axis u between its closest points then prunes far better than
// the coordinate axes do: where the bodies bulge towards each other, everything but the faces
// around the closest points is farther along u alone. So
//   1. the boxes of the clusters' own vertices, which the update left, say which clusters reach far
//      enough along u, by half-spaces, for which it is enough to look at the vertices' owners;
//   2. those get exact boxes along u and two axes across, and are thinned against each other;
//   3. a simultaneous descent of the two trees above them leads to pairs of clusters, and there
//      boxes of triangles along the same axes to the few pairs of triangles that are measured.
// Every bound is rounded so that pruning is certain; the axes matter for speed only.

#include "world/distance.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "geometry/tri_distance.h"
#include "geometry/tri_distance_batch.h"
#include "geometry/tri_distance_slow.h"
#include "world/world.h"

#ifdef MOTE_SCALAR
#define PICK(name) name##_scalar
#else
#define PICK(name) MOTE_PICK_KERNEL(name)
#endif

enum {
    MAX_GLANCES = 8,
    // Work, in measured triangle pairs, that may be done along axes whose bound has fallen since,
    // before new ones are made: about what making them costs. Doubles each time, so that there is
    // an end.
    FIRST_PATIENCE = 128,
    WORK_OF_LOOK = 16
};

// ---------------------------------------------------------------------------------------------
// Memory

static mote_search *search_create(const mote_allocator *allocator)
{
    mote_search *search = mote_allocate_zeroed(allocator, 1, sizeof *search);
    if (!search) return NULL;
    for (int k = 0; k < 2; k++) {
        mote_search_side *side = &search->side[k];
        side->codes = mote_array_of(sizeof(uint32_t));
        side->kept = mote_array_of(sizeof(uint32_t));
        side->boxes = mote_array_of(sizeof(mote_box));
        side->tree = mote_box_tree_create();
    }
    return search;
}

void mote_search_destroy(mote_search *search, const mote_allocator *allocator)
{
    if (!search) return;
    for (int k = 0; k < 2; k++) {
        mote_array_release(&search->side[k].codes, allocator);
        mote_array_release(&search->side[k].kept, allocator);
        mote_array_release(&search->side[k].boxes, allocator);
        mote_box_tree_release(&search->side[k].tree, allocator);
    }
    mote_release(allocator, search, 1, sizeof *search);
}

size_t mote_search_bytes(const mote_search *search)
{
    if (!search) return 0;
    size_t bytes = sizeof *search;
    for (int k = 0; k < 2; k++) {
        const mote_search_side *side = &search->side[k];
        const mote_array *arrays[] = {&side->codes, &side->kept, &side->boxes, &side->tree.groups};
        for (int i = 0; i < 4; i++) bytes += arrays[i]->capacity * arrays[i]->size;
    }
    return bytes;
}

// Room for all clusters at once, so that nothing can fail half way.
static bool reserve_side(mote_search_side *side, const mote_allocator *allocator)
{
    const mote_shape *shape = side->shape;
    uint32_t clusters = shape->clusters->cluster_count;
    return mote_array_reserve(&side->codes, allocator, 8 * (size_t)shape->group_count) &&
           mote_array_reserve(&side->kept, allocator, clusters) &&
           mote_array_reserve(&side->boxes, allocator, clusters) &&
           mote_box_tree_begin(&side->tree, allocator, clusters);
}

// ---------------------------------------------------------------------------------------------
// The bound, and the axes that it is pruned along

static void set_near(mote_search *search)
{
    double scaled = sqrt(search->bound) * (double)search->axes.scale;
    // Axes are orthonormal and sums of squares right to a few times 2^-24.
    search->near = (mote_nearness){.slack = search->axes.slack,
                                   .squared = (float)(scaled * scaled * (1 + 1e-5)) + FLT_MIN};
}

static mote_dvec3 center_of(const mote_box *box)
{
    return mote_dvec_scale(mote_dvec_add(mote_vec_widen(box->min), mote_vec_widen(box->max)), 0.5);
}

static void make_axes(mote_search *search, mote_dvec3 from, mote_dvec3 to)
{
    mote_box reach = search->side[0].shape->box;
    mote_box_add_box(&reach, &search->side[1].shape->box);
    search->from = from;
    search->line = mote_dvec_sub(to, from);
    search->axes = mote_axes_along(search->line, from, &reach);
    search->aimed_bound = search->bound;
    search->work = 0;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < MOTE_CACHED_CLUSTERS; i++) search->side[k].cache[i].cluster = MOTE_NONE;
    }
    set_near(search);
}

static void closest_points(const mote_search *search, mote_tri_distance *out)
{
    mote_vec3 a[3], b[3];
    mote_shape_triangle(search->side[0].shape, search->slot_a, a);
    mote_shape_triangle(search->side[1].shape, search->slot_b, b);
    mote_tri_distance_find(a, b, out);
}

// Axes along the closest points so far, or from body to body where there are none.
static void aim(mote_search *search)
{
    if (search->slot_a == MOTE_NONE) {
        make_axes(search, center_of(&search->side[0].shape->box),
                  center_of(&search->side[1].shape->box));
        return;
    }
    mote_tri_distance closest;
    closest_points(search, &closest);
    make_axes(search, closest.on_a, closest.on_b);
}

static bool wants_new_axes(const mote_search *search)
{
    return search->bound < search->aimed_bound && search->work > search->patience;
}

// ---------------------------------------------------------------------------------------------
// Pairs of triangles

static void lower_bound_to(mote_search *search, double squared, uint32_t slot_a, uint32_t slot_b)
{
    if (!(squared < search->bound)) return;
    search->bound = squared;
    search->slot_a = slot_a;
    search->slot_b = slot_b;
    set_near(search);
}

// As many pairs as the kernel takes in one go.
enum { BATCH = 4 };

// Of each a with the b of the same number; -1 where the slow way must be taken.
static void squared_distances(const mote_vec3 *a, const mote_vec3 *b, uint32_t count,
                              double squared[BATCH])
{
    const mote_index_pair each[BATCH] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    mote_tri_distance_batch(a, b, each, count, squared);
}

static void measure(mote_search *search, const mote_waiting *pairs, uint32_t count)
{
    mote_vec3 a[3 * BATCH], b[3 * BATCH];
    double squared[BATCH];
    for (uint32_t i = 0; i < count; i++) {
        mote_shape_triangle(search->side[0].shape, pairs[i].slot_a, a + 3 * i);
        mote_shape_triangle(search->side[1].shape, pairs[i].slot_b, b + 3 * i);
    }
    squared_distances(a, b, count, squared);
    search->triangle_pairs += count;
    search->work += count;
    for (uint32_t i = 0; i < count && search->bound > 0; i++) {
        if (squared[i] < 0) squared[i] = mote_tri_distance_slow_squared(a + 3 * i, b + 3 * i);
        lower_bound_to(search, squared[i], pairs[i].slot_a, pairs[i].slot_b);
    }
}

// Drops what is not near any more and brings the nearest of the rest to the front.
static void sift_waiting(mote_search *search)
{
    mote_waiting *waiting = search->waiting;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < search->waiting_count; i++) {
        if (!(waiting[i].squared < search->near.squared)) continue;
        mote_waiting one = waiting[i];
        waiting[kept] = one;
        uint32_t at = kept < BATCH ? kept : BATCH;
        if (at == BATCH && one.squared < waiting[BATCH - 1].squared) {
            waiting[kept] = waiting[BATCH - 1];
            at = BATCH - 1;
        }
        for (; at < BATCH && at > 0 && waiting[at - 1].squared > one.squared; at--)
            waiting[at] = waiting[at - 1];
        if (at < BATCH) waiting[at] = one;
        kept++;
    }
    search->waiting_count = kept;
}

static void measure_nearest(mote_search *search)
{
    uint32_t count = search->waiting_count < BATCH ? search->waiting_count : BATCH;
    if (count == 0) return;
    measure(search, search->waiting, count);
    search->waiting_count -= count;
    memmove(search->waiting, search->waiting + count,
            search->waiting_count * sizeof *search->waiting);
}

// What some points take up of the line, and a bound of the coordinates behind that.
typedef struct line_span {
    double low, high, size;
} line_span;

static const line_span empty_span = {(double)INFINITY, (double)-INFINITY, 0};

static void span_add(const mote_search *search, line_span *span, mote_vec3 point)
{
    mote_dvec3 p = mote_dvec_sub(mote_vec_widen(point), search->from);
    double along = mote_dvec_dot(p, search->line);
    double size = fabs(p.x) + fabs(p.y) + fabs(p.z);
    span->low = along < span->low ? along : span->low;
    span->high = along > span->high ? along : span->high;
    span->size = size > span->size ? size : span->size;
}

// Parted along the line by the bound, in double: faces around the closest corners, and all faces of
// parallel planes, are exactly as far apart as the closest ones. A quarter of 1e-6 of the bound
// is given away for that, less than distances are accurate to.
static bool spans_part(const mote_search *search, const line_span *a, const line_span *b)
{
    mote_dvec3 w = search->line;
    double error = 8 * DBL_EPSILON * (fabs(w.x) + fabs(w.y) + fabs(w.z)) * (a->size + b->size);
    double apart = b->low - a->high - error;
    return apart > 0 && apart * apart >= mote_dvec_dot(w, w) * search->bound * (1 - 5e-7);
}

static bool is_no_closer(const mote_search *search, const mote_vec3 a[3], const mote_vec3 b[3])
{
    line_span on_a = empty_span, on_b = empty_span;
    for (int k = 0; k < 3; k++) {
        span_add(search, &on_a, a[k]);
        span_add(search, &on_b, b[k]);
    }
    return spans_part(search, &on_a, &on_b);
}

// Drops pairs that are parted along the line between them, which their boxes do not see.
static void drop_parted(mote_search *search)
{
    mote_tri_pairs8 pairs;
    mote_vec3 a[8][3], b[8][3];
    memset(&pairs, 0, sizeof pairs);
    uint32_t kept = 0;
    for (uint32_t first = 0; first < search->waiting_count; first += 8) {
        const mote_waiting *eight = search->waiting + first;
        uint32_t count = search->waiting_count - first < 8 ? search->waiting_count - first : 8;
        for (uint32_t lane = 0; lane < count; lane++) {
            mote_shape_triangle(search->side[0].shape, eight[lane].slot_a, a[lane]);
            mote_shape_triangle(search->side[1].shape, eight[lane].slot_b, b[lane]);
            mote_tri_pairs8_set(pairs.a, (int)lane, a[lane]);
            mote_tri_pairs8_set(pairs.b, (int)lane, b[lane]);
        }
        uint32_t parted = PICK(mote_parted_pairs)(&pairs, search->axes.scale, search->near);
        for (uint32_t lane = 0; lane < count; lane++) {
            if (parted >> lane & 1 || is_no_closer(search, a[lane], b[lane])) continue;
            search->waiting[kept++] = eight[lane];
        }
    }
    search->waiting_count = kept;
}

// Nearest boxes first: the bound that they give spares most of the others.
static void measure_waiting(mote_search *search)
{
    if (search->bound == search->aimed_bound) {
        drop_parted(search);
    } else {
        sift_waiting(search);
        measure_nearest(search);
        drop_parted(search);
    }
    for (sift_waiting(search); search->waiting_count > 0 && search->bound > 0; sift_waiting(search))
        measure_nearest(search);
}

// How much to do about a pair of clusters.
typedef enum look_effort {
    GLANCE, // measure the few triangles with the nearest boxes
    LOOK    // measure all that may come below the bound
} look_effort;

static void add_waiting(mote_search *search, const mote_waiting *pair, look_effort effort)
{
    search->waiting[search->waiting_count++] = *pair;
    if (search->waiting_count < MOTE_WAITING_PAIRS) return;
    if (effort == LOOK) {
        measure_waiting(search);
    } else {
        sift_waiting(search);
        if (search->waiting_count > BATCH) search->waiting_count = BATCH;
    }
}

// ---------------------------------------------------------------------------------------------
// Pairs of clusters

typedef struct cluster_ref {
    uint32_t cluster;
    mote_box box; // along the axes
} cluster_ref;

static cluster_ref refer(const mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    const mote_clusters *c = shape->clusters;
    uint32_t border = c->border_first[cluster];
    mote_box box = PICK(mote_axis_box)(&search->axes, shape->xyz, c->own_first[cluster],
                                       c->own_first[cluster + 1], c->border + border,
                                       c->border_first[cluster + 1] - border);
    return (cluster_ref){cluster, box};
}

static line_span cluster_span(const mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    const mote_clusters *c = shape->clusters;
    line_span span = empty_span;
    for (uint32_t v = c->own_first[cluster]; v < c->own_first[cluster + 1]; v++)
        span_add(search, &span, mote_shape_vertex(shape, v));
    for (uint32_t i = c->border_first[cluster]; i < c->border_first[cluster + 1]; i++)
        span_add(search, &span, mote_shape_vertex(shape, c->border[i]));
    return span;
}

// As spans_part for all triangles of two clusters; asked only where their boxes leave it open.
static bool clusters_part(const mote_search *search, const cluster_ref *a, const cluster_ref *b)
{
    float gap = b->box.min.x - a->box.max.x + search->near.slack;
    if (!(gap > 0 && gap * gap >= search->near.squared * (1 - 1e-4f))) return false;
    line_span on_a = cluster_span(search, 0, a->cluster);
    line_span on_b = cluster_span(search, 1, b->cluster);
    return spans_part(search, &on_a, &on_b);
}

static const mote_triangle_boxes *triangle_boxes(mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    mote_triangle_boxes *cached = &search->side[side].cache[cluster % MOTE_CACHED_CLUSTERS];
    if (cached->cluster == cluster) return cached;
    uint32_t first = mote_cluster_first(cluster);
    uint32_t count = mote_cluster_end(shape->clusters, cluster) - first;
    PICK(mote_axis_triangle_boxes)
    (&search->axes, shape->xyz, shape->clusters->corners + 3 * (size_t)first, count, cached->boxes);
    cached->cluster = cluster;
    cached->group_count = (count + 7) / 8;
    return cached;
}

// Some boxes of a cluster's triangles, and which those are.
typedef struct chosen_boxes {
    uint32_t count, group_count;
    uint32_t which[MOTE_CLUSTER_TRIANGLES];
    mote_box8 boxes[MOTE_CLUSTER_GROUPS];
    mote_box whole;
} chosen_boxes;

static void choose_near(const mote_triangle_boxes *from, const mote_box *box, mote_nearness near,
                        chosen_boxes *out)
{
    float squared[MOTE_CLUSTER_TRIANGLES];
    out->count =
        PICK(mote_near_boxes)(box, from->boxes, from->group_count, near, out->which, squared);
    out->group_count = (out->count + 7) / 8;
    out->whole = mote_box_empty();
    const mote_box empty = mote_box_empty();
    for (uint32_t i = 0; i < 8 * out->group_count; i++) {
        mote_box one = empty;
        if (i < out->count) one = mote_box8_get(&from->boxes[out->which[i] / 8], out->which[i] % 8);
        mote_box8_set(&out->boxes[i / 8], i % 8, &one);
        mote_box_add_box(&out->whole, &one);
    }
}

static void look_at(mote_search *search, const cluster_ref *a, const cluster_ref *b,
                    look_effort effort)
{
    search->waiting_count = 0;
    if (effort == LOOK && clusters_part(search, a, b)) return;
    search->work += WORK_OF_LOOK;
    chosen_boxes near_b;
    uint32_t near_a[MOTE_CLUSTER_TRIANGLES], row[MOTE_CLUSTER_TRIANGLES];
    float squared[MOTE_CLUSTER_TRIANGLES];
    const mote_triangle_boxes *boxes_a = triangle_boxes(search, 0, a->cluster);
    choose_near(triangle_boxes(search, 1, b->cluster), &a->box, search->near, &near_b);
    uint32_t count_a = PICK(mote_near_boxes)(&near_b.whole, boxes_a->boxes, boxes_a->group_count,
                                             search->near, near_a, squared);
    for (uint32_t i = 0; i < count_a && search->bound > 0; i++) {
        if (wants_new_axes(search)) return;
        mote_box box = mote_box8_get(&boxes_a->boxes[near_a[i] / 8], near_a[i] % 8);
        uint32_t count = PICK(mote_near_boxes)(&box, near_b.boxes, near_b.group_count, search->near,
                                               row, squared);
        for (uint32_t j = 0; j < count && search->bound > 0; j++)
            add_waiting(search,
                        &(mote_waiting){mote_cluster_first(a->cluster) + near_a[i],
                                        mote_cluster_first(b->cluster) + near_b.which[row[j]],
                                        squared[j]},
                        effort);
    }
    if (effort == LOOK) {
        measure_waiting(search);
    } else {
        sift_waiting(search);
        measure_nearest(search);
    }
}

// ---------------------------------------------------------------------------------------------
// A first bound

// From a pair of triangles down to the closest that their two clusters have to offer, as far as
// glances tell: each gives better axes to the next.
static void start_from_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b)
{
    measure(search, &(mote_waiting){slot_a, slot_b, 0}, 1);
    double before = (double)INFINITY;
    for (int i = 0; i < MAX_GLANCES && search->bound < before && search->bound > 0; i++) {
        before = search->bound;
        aim(search);
        cluster_ref a = refer(search, 0, slot_a / MOTE_CLUSTER_TRIANGLES);
        cluster_ref b = refer(search, 1, slot_b / MOTE_CLUSTER_TRIANGLES);
        look_at(search, &a, &b, GLANCE);
    }
}

// Two nodes of the trees of clusters; level 0 is a cluster.
typedef struct start {
    uint32_t level[2], node[2];
    double score; // squared distance of the boxes' centers
} start;

enum { BEAM = 16, TRIED_STARTS = 4 };

typedef struct beam {
    uint32_t count;
    start starts[BEAM]; // ascending by score
} beam;

static void beam_add(beam *to, const start *one)
{
    if (to->count == BEAM && one->score >= to->starts[BEAM - 1].score) return;
    uint32_t at = to->count < BEAM ? to->count++ : BEAM - 1;
    for (; at > 0 && to->starts[at - 1].score > one->score; at--)
        to->starts[at] = to->starts[at - 1];
    to->starts[at] = *one;
}

static uint32_t node_count(const mote_box_tree *tree, uint32_t level)
{
    return level == 0 ? tree->leaf_count : tree->first_group[level] - tree->first_group[level - 1];
}

static mote_box node_box(const mote_box_tree *tree, uint32_t level, uint32_t node)
{
    const mote_box8 *groups = (const mote_box8 *)tree->groups.data + tree->first_group[level];
    return mote_box8_get(&groups[node / 8], node % 8);
}

// The children of one node of a start, or the node itself where it is not to be opened.
typedef struct node_run {
    uint32_t level, first, end;
} node_run;

static node_run opened(const mote_box_tree *tree, const start *from, int side)
{
    uint32_t level = from->level[side], node = from->node[side];
    if (level == 0 || level < from->level[1 - side]) return (node_run){level, node, node + 1};
    uint32_t end = node_count(tree, level - 1);
    return (node_run){level - 1, 8 * node, 8 * node + 8 < end ? 8 * node + 8 : end};
}

static void open_start(const mote_box_tree *const trees[2], const start *from, beam *to)
{
    node_run a = opened(trees[0], from, 0), b = opened(trees[1], from, 1);
    for (uint32_t i = a.first; i < a.end; i++) {
        mote_box box_a = node_box(trees[0], a.level, i);
        for (uint32_t j = b.first; j < b.end; j++) {
            mote_box box_b = node_box(trees[1], b.level, j);
            mote_dvec3 gap = mote_dvec_sub(center_of(&box_a), center_of(&box_b));
            beam_add(to, &(start){{a.level, b.level}, {i, j}, mote_dvec_dot(gap, gap)});
        }
    }
}

// The pairs of clusters with the closest centers, as far as descending with a narrow beam finds
// them.
static beam find_starts(const mote_box_tree *const trees[2])
{
    beam from = {.count = 0};
    uint32_t top[2] = {trees[0]->level_count, trees[1]->level_count};
    from.starts[from.count++] = (start){{top[0], top[1]}, {0, 0}, 0};
    while (from.starts[0].level[0] > 0 || from.starts[0].level[1] > 0) {
        beam to = {.count = 0};
        for (uint32_t i = 0; i < from.count; i++) open_start(trees, &from.starts[i], &to);
        from = to;
    }
    return from;
}

static void start_cold(mote_search *search, const mote_box_tree *const trees[2])
{
    beam starts = find_starts(trees);
    start_from_pair(search, mote_cluster_first(starts.starts[0].node[0]),
                    mote_cluster_first(starts.starts[0].node[1]));
    for (uint32_t i = 1; i < starts.count && i < TRIED_STARTS && search->bound > 0; i++) {
        cluster_ref a = refer(search, 0, starts.starts[i].node[0]);
        cluster_ref b = refer(search, 1, starts.starts[i].node[1]);
        if (mote_boxes_near(&a.box, &b.box, search->near)) look_at(search, &a, &b, LOOK);
    }
}

// ---------------------------------------------------------------------------------------------
// The clusters that may hold something closer

static float rounded_up(double x)
{
    return nextafterf((float)x, INFINITY);
}

// Where a body's faces must be to come below the bound of what lies in `other` and, along row 0, in
// `extent`.
static mote_slab slab_around(const mote_search *search, const mote_box *other, mote_extent extent)
{
    double distance = sqrt(search->bound);
    float reach = rounded_up(distance * (double)search->axes.scale) + search->axes.slack;
    return (mote_slab){.box = mote_box_widened(other, rounded_up(distance)),
                       .low = nextafterf(extent.low - reach, -INFINITY),
                       .high = nextafterf(extent.high + reach, INFINITY)};
}

// A triangle lies outside a half-space when its corners do, and they all are in the own boxes of
// its cluster or of the cluster's owners.
static bool is_outside(const mote_clusters *clusters, const uint32_t *codes, uint32_t cluster)
{
    uint32_t code = codes[cluster];
    for (uint32_t i = clusters->owner_first[cluster];
         code && i < clusters->owner_first[cluster + 1]; i++)
        code &= codes[clusters->owners[i]];
    return code != 0;
}

static void keep_in_slab(mote_search *search, int k, const mote_slab *slab)
{
    mote_search_side *side = &search->side[k];
    const mote_shape *shape = side->shape;
    uint32_t *codes = side->codes.data;
    uint32_t *kept = side->kept.data;
    mote_box *boxes = side->boxes.data;
    size_t count = 0;
    PICK(mote_axis_outcodes)(&search->axes, slab, shape->own_boxes, shape->group_count, codes);
    side->whole = mote_box_empty();
    for (uint32_t c = 0; c < shape->clusters->cluster_count; c++) {
        if (is_outside(shape->clusters, codes, c)) continue;
        kept[count] = c;
        boxes[count] = refer(search, k, c).box;
        mote_box_add_box(&side->whole, &boxes[count++]);
    }
    side->kept.count = side->boxes.count = count;
}

static void thin_out(mote_search *search, int k)
{
    mote_search_side *side = &search->side[k];
    const mote_box *other = &search->side[1 - k].whole;
    uint32_t *kept = side->kept.data;
    mote_box *boxes = side->boxes.data;
    size_t count = 0;
    side->whole = mote_box_empty();
    for (size_t i = 0; i < side->kept.count; i++) {
        if (!mote_boxes_near(&boxes[i], other, search->near)) continue;
        kept[count] = kept[i];
        boxes[count] = boxes[i];
        mote_box_add_box(&side->whole, &boxes[count++]);
    }
    side->kept.count = side->boxes.count = count;
}

static void grow_tree(mote_search_side *side, const mote_allocator *allocator)
{
    const mote_box *boxes = side->boxes.data;
    mote_box_tree_begin(&side->tree, allocator, (uint32_t)side->boxes.count);
    for (uint32_t i = 0; i < side->boxes.count; i++) mote_box_tree_set(&side->tree, i, &boxes[i]);
    mote_box_tree_finish(&side->tree);
}

static void keep_near_clusters(mote_search *search, const mote_allocator *allocator)
{
    const mote_shape *a = search->side[0].shape, *b = search->side[1].shape;
    mote_extent extent_a = PICK(mote_axis_extent)(&search->axes, a->own_boxes, a->group_count);
    mote_slab slab_b = slab_around(search, &a->box, extent_a);
    keep_in_slab(search, 1, &slab_b);
    mote_extent extent_b = {search->side[1].whole.min.x, search->side[1].whole.max.x};
    mote_slab slab_a = slab_around(search, &b->box, extent_b);
    keep_in_slab(search, 0, &slab_a);
    thin_out(search, 1);
    thin_out(search, 0);
    for (int k = 0; k < 2; k++) grow_tree(&search->side[k], allocator);
}

// ---------------------------------------------------------------------------------------------
// Descent

typedef struct group_pair {
    uint32_t level[2], group[2];
} group_pair;

// At each level of either tree at most 64 pairs wait for one that is being followed.
typedef struct descent {
    uint32_t count;
    group_pair pairs[64 * 2 * MOTE_BOX_TREE_LEVELS];
} descent;

static const mote_box8 *group_at(const mote_search_side *side, uint32_t level, uint32_t group)
{
    return (const mote_box8 *)side->tree.groups.data + side->tree.first_group[level] + group;
}

// Opens the higher of two groups, or both, where their boxes (bits) are near.
static void push_children(descent *stack, const group_pair *at, const uint8_t bits[8])
{
    bool open_a = at->level[0] >= at->level[1], open_b = at->level[1] >= at->level[0];
    uint32_t any = 0;
    for (uint32_t i = 0; i < 8; i++) any |= bits[i];
    for (uint32_t i = 0; i < (open_a ? 8 : 1); i++) {
        uint32_t lanes = open_a ? bits[i] : any;
        if (!open_b) lanes = lanes != 0;
        for (; lanes; lanes &= lanes - 1) {
            uint32_t j = (uint32_t)__builtin_ctz(lanes);
            stack->pairs[stack->count++] =
                (group_pair){{at->level[0] - open_a, at->level[1] - open_b},
                             {open_a ? 8 * at->group[0] + i : at->group[0],
                              open_b ? 8 * at->group[1] + j : at->group[1]}};
        }
    }
}

static cluster_ref kept_cluster(const mote_search_side *side, uint32_t at)
{
    return (cluster_ref){((const uint32_t *)side->kept.data)[at],
                         ((const mote_box *)side->boxes.data)[at]};
}

static void look_at_clusters(mote_search *search, const group_pair *at, const uint8_t bits[8])
{
    for (uint32_t i = 0; i < 8; i++) {
        for (uint32_t lanes = bits[i]; lanes && search->bound > 0; lanes &= lanes - 1) {
            uint32_t j = (uint32_t)__builtin_ctz(lanes);
            cluster_ref a = kept_cluster(&search->side[0], 8 * at->group[0] + i);
            cluster_ref b = kept_cluster(&search->side[1], 8 * at->group[1] + j);
            if (mote_boxes_near(&a.box, &b.box, search->near)) look_at(search, &a, &b, LOOK);
        }
    }
}

// Looks at all that is kept, or returns false as soon as other axes would serve better.
static bool descend(mote_search *search)
{
    const mote_search_side *a = &search->side[0], *b = &search->side[1];
    if (a->kept.count == 0 || b->kept.count == 0) return true;
    descent stack;
    stack.count = 1;
    stack.pairs[0] = (group_pair){{a->tree.level_count - 1, b->tree.level_count - 1}, {0, 0}};
    while (stack.count > 0 && search->bound > 0) {
        group_pair at = stack.pairs[--stack.count];
        uint8_t bits[8];
        PICK(mote_near_groups)
        (group_at(a, at.level[0], at.group[0]), group_at(b, at.level[1], at.group[1]), search->near,
         bits);
        if (at.level[0] > 0 || at.level[1] > 0) {
            push_children(&stack, &at, bits);
            continue;
        }
        look_at_clusters(search, &at, bits);
        if (wants_new_axes(search)) return false;
    }
    return true;
}

static void find_closest(mote_search *search, const mote_allocator *allocator)
{
    while (search->bound > 0) {
        keep_near_clusters(search, allocator);
        if (descend(search)) return;
        search->patience *= 2;
        start_from_pair(search, search->slot_a, search->slot_b);
    }
}

// ---------------------------------------------------------------------------------------------
// The query

static mote_result check_question(mote_world *world, mote_body_id a, mote_body_id b, float limit,
                                  const mote_distance *out)
{
    mote_body *body;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "the place for the distance is null");
    mote_result found = mote_world_find(world, a, &body);
    if (found == MOTE_OK) found = mote_world_find(world, b, &body);
    if (found != MOTE_OK) return found;
    if (a.index == b.index)
        return mote_fail(MOTE_ERROR_ARGUMENT, "the distance of body %u to itself", a.index);
    if (!(limit >= 0))
        return mote_fail(MOTE_ERROR_ARGUMENT, "limit %g is not a distance", (double)limit);
    return MOTE_OK;
}

static mote_result refresh(mote_world *world, mote_body_id id)
{
    if (mote_world_refresh(world, mote_world_body_at(world, id.index))) return MOTE_OK;
    return mote_fail(MOTE_ERROR_DATA, "body %u has a position that is NaN or infinite", id.index);
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for a distance query");
}

// Trees of both bodies, for a query without a hint.
static bool update_trees(mote_world *world, mote_body *const bodies[2],
                         const mote_box_tree *trees[2])
{
    for (int k = 0; k < 2; k++) {
        mote_body *body = bodies[k];
        if (!mote_cluster_tree_update(&body->clusters, &body->shape, &world->allocator))
            return false;
        trees[k] = &body->clusters.tree;
    }
    return true;
}

static mote_result prepare_search(mote_world *world, mote_body *const bodies[2], float limit)
{
    if (!world->search) world->search = search_create(&world->allocator);
    mote_search *search = world->search;
    if (!search) return no_memory();
    for (int k = 0; k < 2; k++) {
        search->side[k].shape = &bodies[k]->shape;
        if (!reserve_side(&search->side[k], &world->allocator)) return no_memory();
    }
    // A distance that equals the limit is within it.
    search->bound = nextafter((double)limit * (double)limit, (double)INFINITY);
    search->slot_a = search->slot_b = MOTE_NONE;
    search->waiting_count = 0;
    search->triangle_pairs = 0;
    search->patience = FIRST_PATIENCE;
    aim(search);
    return MOTE_OK;
}

static void fill_answer(const mote_search *search, mote_distance *out)
{
    *out = (mote_distance){.distance = INFINITY,
                           .face_a = MOTE_NONE,
                           .face_b = MOTE_NONE,
                           .worth = MOTE_WORTH_EXACT,
                           .triangle_pairs = search->triangle_pairs};
    if (search->slot_a == MOTE_NONE) return;
    mote_tri_distance closest;
    closest_points(search, &closest);
    out->distance = mote_tri_distance_round(search->bound);
    out->on_a = mote_dvec_narrow(closest.on_a);
    out->on_b = mote_dvec_narrow(closest.on_b);
    out->face_a = mote_shape_face(search->side[0].shape, search->slot_a);
    out->face_b = mote_shape_face(search->side[1].shape, search->slot_b);
}

static void leave_hint(const mote_search *search, const mote_distance *answer, mote_hint *hint)
{
    if (search->slot_a == MOTE_NONE) return;
    *hint = (mote_hint){.slot_a = search->slot_a,
                        .slot_b = search->slot_b,
                        .upper_bound = answer->distance,
                        .axis = search->axes.row[0]};
}

// a has the lower index.
static mote_result distance_of(mote_world *world, mote_body_id a, mote_body_id b, float limit,
                               mote_distance *out)
{
    mote_body *const bodies[2] = {mote_world_body_at(world, a.index),
                                  mote_world_body_at(world, b.index)};
    mote_result result = refresh(world, a);
    if (result == MOTE_OK) result = refresh(world, b);
    if (result == MOTE_OK) result = prepare_search(world, bodies, limit);
    if (result != MOTE_OK) return result;
    mote_search *search = world->search;
    mote_hint *hint = mote_hints_get(&world->hints, &world->allocator, a, b);
    if (!hint) return no_memory();
    if (hint->slot_a != MOTE_NONE) {
        start_from_pair(search, hint->slot_a, hint->slot_b);
    } else {
        const mote_box_tree *trees[2];
        if (!update_trees(world, bodies, trees)) return no_memory();
        start_cold(search, trees);
    }
    find_closest(search, &world->allocator);
    fill_answer(search, out);
    leave_hint(search, out, hint);
    return MOTE_OK;
}

static void swap_sides(mote_distance *d)
{
    mote_vec3 point = d->on_a;
    uint32_t face = d->face_a;
    d->on_a = d->on_b;
    d->face_a = d->face_b;
    d->on_b = point;
    d->face_b = face;
}

mote_result mote_world_distance(mote_world *world, mote_body_id a, mote_body_id b, float limit,
                                mote_distance *out)
{
    mote_result result = check_question(world, a, b, limit, out);
    if (result != MOTE_OK) return result;
    mote_float_env env = mote_float_env_enter();
    bool swapped = a.index > b.index;
    result = distance_of(world, swapped ? b : a, swapped ? a : b, limit, out);
    if (result == MOTE_OK && swapped) swap_sides(out);
    mote_float_env_leave(env);
    return result;
}
