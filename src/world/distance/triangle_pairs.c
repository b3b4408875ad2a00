// Finds the triangles of two clusters that may come below the bound, and computes their distances.

#include "world/distance/search.h"

#include <string.h>

#include "core/box.h"
#include "geometry/tri_distance.h"

// ---------------------------------------------------------------------------------------------
// Pairs of triangles

// Pairs per call of the kernel.
enum { BATCH = 4 };

// The squared distances of a[i] and b[i]; -1 if the slow function must be used.
static void squared_distances(const mote_vec3 *a, const mote_vec3 *b, uint32_t count,
                              double squared[BATCH])
{
    const mote_index_pair each[BATCH] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    mote_tri_distance_batch(a, b, each, count, squared);
}

static void measure(mote_search *search, const mote_pending_pair *pairs, uint32_t count)
{
    mote_vec3 a[3 * BATCH] = {0}, b[3 * BATCH] = {0}; // gcc cannot see that `count` is not 0
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
        mote_search_lower_bound(search, squared[i], pairs[i].slot_a, pairs[i].slot_b);
    }
}

void mote_measure_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b)
{
    measure(search, &(mote_pending_pair){slot_a, slot_b, 0}, 1);
}

// Drops pairs that are no longer near and moves the nearest of the rest to the front.
static void sift_pending(mote_search *search)
{
    mote_pending_pair *waiting = search->pending;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < search->pending_count; i++) {
        if (!(waiting[i].squared < search->near.squared)) continue;
        mote_pending_pair one = waiting[i];
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
    search->pending_count = kept;
}

static void measure_nearest(mote_search *search)
{
    uint32_t count = search->pending_count < BATCH ? search->pending_count : BATCH;
    if (count == 0) return;
    measure(search, search->pending, count);
    search->pending_count -= count;
    memmove(search->pending, search->pending + count,
            search->pending_count * sizeof *search->pending);
}

static bool is_no_closer(const mote_search *search, const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_line_span on_a = mote_line_span_empty(), on_b = mote_line_span_empty();
    for (int k = 0; k < 3; k++) {
        mote_line_span_add(search, &on_a, a[k]);
        mote_line_span_add(search, &on_b, b[k]);
    }
    return mote_line_spans_part(search, &on_a, &on_b);
}

// Drops pairs that are separated along the line between them, which the test of their boxes misses.
static void drop_parted(mote_search *search)
{
    mote_tri_pairs8 pairs;
    mote_vec3 a[8][3], b[8][3];
    memset(&pairs, 0, sizeof pairs);
    uint32_t kept = 0;
    for (uint32_t first = 0; first < search->pending_count; first += 8) {
        const mote_pending_pair *eight = search->pending + first;
        uint32_t count = search->pending_count - first < 8 ? search->pending_count - first : 8;
        for (uint32_t lane = 0; lane < count; lane++) {
            mote_shape_triangle(search->side[0].shape, eight[lane].slot_a, a[lane]);
            mote_shape_triangle(search->side[1].shape, eight[lane].slot_b, b[lane]);
            mote_tri_pairs8_set(pairs.a, (int)lane, a[lane]);
            mote_tri_pairs8_set(pairs.b, (int)lane, b[lane]);
        }
        uint32_t parted =
            MOTE_SEARCH_KERNEL(mote_parted_pairs)(&pairs, search->axes.scale, search->near);
        for (uint32_t lane = 0; lane < count; lane++) {
            if (parted >> lane & 1 || is_no_closer(search, a[lane], b[lane])) continue;
            search->pending[kept++] = eight[lane];
        }
    }
    search->pending_count = kept;
}

// Measures the nearest boxes first: the resulting bound rules out most of the others.
static void measure_all(mote_search *search)
{
    if (search->bound == search->aimed_bound) {
        drop_parted(search);
    } else {
        sift_pending(search);
        measure_nearest(search);
        drop_parted(search);
    }
    for (sift_pending(search); search->pending_count > 0 && search->bound > 0; sift_pending(search))
        measure_nearest(search);
}

void mote_pending_make_room(mote_search *search, mote_effort effort)
{
    if (effort == MOTE_MEASURE_ALL) {
        measure_all(search);
    } else {
        sift_pending(search);
        if (search->pending_count > BATCH) search->pending_count = BATCH;
    }
}

void mote_pending_measure(mote_search *search, mote_effort effort)
{
    if (effort == MOTE_MEASURE_ALL) {
        measure_all(search);
    } else {
        sift_pending(search);
        measure_nearest(search);
    }
}

// ---------------------------------------------------------------------------------------------
// Pairs of clusters

// The cost of finding the near triangles of two clusters, in measured triangle pairs.
enum { WORK_PER_CLUSTER_PAIR = 16 };

mote_cluster_ref mote_cluster_refer(const mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    const mote_clusters *c = shape->clusters;
    uint32_t border = c->border_first[cluster];
    mote_box box = MOTE_SEARCH_KERNEL(mote_axis_box)(
        &search->axes, shape->xyz, c->own_first[cluster], c->own_first[cluster + 1],
        c->border + border, c->border_first[cluster + 1] - border);
    return (mote_cluster_ref){cluster, box};
}

static mote_line_span cluster_span(const mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    const mote_clusters *c = shape->clusters;
    mote_line_span span = mote_line_span_empty();
    for (uint32_t v = c->own_first[cluster]; v < c->own_first[cluster + 1]; v++)
        mote_line_span_add(search, &span, mote_shape_vertex(shape, v));
    for (uint32_t i = c->border_first[cluster]; i < c->border_first[cluster + 1]; i++)
        mote_line_span_add(search, &span, mote_shape_vertex(shape, c->border[i]));
    return span;
}

// Applies mote_line_spans_part to all triangles of two clusters. Needed only if their boxes do not
// decide.
static bool clusters_part(const mote_search *search, const mote_cluster_ref *a,
                          const mote_cluster_ref *b)
{
    float gap = b->box.min.x - a->box.max.x + search->near.slack;
    if (!(gap > 0 && gap * gap >= search->near.squared * (1 - 1e-4f))) return false;
    mote_line_span on_a = cluster_span(search, 0, a->cluster);
    mote_line_span on_b = cluster_span(search, 1, b->cluster);
    return mote_line_spans_part(search, &on_a, &on_b);
}

static const mote_cluster_boxes *triangle_boxes(mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    mote_cluster_boxes *cached = &search->side[side].cache[cluster % MOTE_CACHED_CLUSTERS];
    if (cached->cluster == cluster) return cached;
    uint32_t first = mote_cluster_first(cluster);
    uint32_t count = mote_cluster_end(shape->clusters, cluster) - first;
    MOTE_SEARCH_KERNEL(mote_axis_triangle_boxes)
    (&search->axes, shape->xyz, shape->clusters->corners + 3 * (size_t)first, count, cached->boxes);
    cached->cluster = cluster;
    cached->group_count = (count + 7) / 8;
    return cached;
}

// A subset of the boxes of a cluster's triangles, and the indices of the triangles.
typedef struct chosen_boxes {
    uint32_t count, group_count;
    uint32_t which[MOTE_CLUSTER_TRIANGLES];
    mote_box8 boxes[MOTE_CLUSTER_GROUPS];
    mote_box whole;
} chosen_boxes;

static void choose_near(const mote_cluster_boxes *from, const mote_box *box, mote_nearness near,
                        chosen_boxes *out)
{
    float squared[MOTE_CLUSTER_TRIANGLES];
    out->count = MOTE_SEARCH_KERNEL(mote_near_boxes)(box, from->boxes, from->group_count, near,
                                                     out->which, squared);
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

void mote_measure_clusters(mote_search *search, const mote_cluster_ref *a,
                           const mote_cluster_ref *b, mote_effort effort)
{
    search->pending_count = 0;
    if (effort == MOTE_MEASURE_ALL && clusters_part(search, a, b)) return;
    search->work += WORK_PER_CLUSTER_PAIR;
    chosen_boxes near_b;
    uint32_t near_a[MOTE_CLUSTER_TRIANGLES], row[MOTE_CLUSTER_TRIANGLES];
    float squared[MOTE_CLUSTER_TRIANGLES];
    const mote_cluster_boxes *boxes_a = triangle_boxes(search, 0, a->cluster);
    choose_near(triangle_boxes(search, 1, b->cluster), &a->box, search->near, &near_b);
    uint32_t count_a = MOTE_SEARCH_KERNEL(mote_near_boxes)(
        &near_b.whole, boxes_a->boxes, boxes_a->group_count, search->near, near_a, squared);
    for (uint32_t i = 0; i < count_a && search->bound > 0; i++) {
        if (mote_search_wants_new_axes(search)) return;
        mote_box box = mote_box8_get(&boxes_a->boxes[near_a[i] / 8], near_a[i] % 8);
        uint32_t count = MOTE_SEARCH_KERNEL(mote_near_boxes)(&box, near_b.boxes, near_b.group_count,
                                                             search->near, row, squared);
        for (uint32_t j = 0; j < count && search->bound > 0; j++)
            mote_pending_add(search,
                             (mote_pending_pair){
                                 mote_cluster_first(a->cluster) + near_a[i],
                                 mote_cluster_first(b->cluster) + near_b.which[row[j]], squared[j]},
                             effort);
    }
    mote_pending_measure(search, effort);
}
