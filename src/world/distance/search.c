#include "world/distance/search.h"

#include <float.h>
#include <math.h>

#include "core/box.h"
#include "core/vec.h"
#include "shape/stream.h"

// Once the bound has fallen, this much work (in measured triangle pairs) may be done before new
// axes are made: about the cost of making axes. The limit doubles each time, so that the search
// ends.
enum { FIRST_WORK_LIMIT = 128 };

// ---------------------------------------------------------------------------------------------
// Memory

mote_search *mote_search_create(const mote_allocator *allocator)
{
    return mote_allocate_zeroed(allocator, 1, sizeof(mote_search));
}

void mote_search_destroy(mote_search *search, const mote_allocator *allocator)
{
    if (!search) return;
    for (int k = 0; k < 2; k++) {
        mote_array_release(&search->side[k].codes, allocator);
        mote_array_release(&search->side[k].streamed_codes, allocator);
        mote_array_release(&search->side[k].kept, allocator);
        mote_array_release(&search->side[k].boxes, allocator);
        mote_box_tree_release(&search->side[k].tree, allocator);
    }
    mote_release(allocator, search, 1, sizeof *search);
}

// Reserves memory for all clusters, so that nothing fails later.
static bool reserve_side(mote_search_side *side, const mote_allocator *allocator)
{
    const mote_shape *shape = side->shape;
    uint32_t clusters = shape->clusters->cluster_count;
    return mote_array_reserve(&side->codes, allocator, 8 * (size_t)shape->group_count) &&
           mote_array_reserve(&side->streamed_codes, allocator,
                              9 * (size_t)shape->group_count + 1) &&
           mote_array_reserve(&side->kept, allocator, clusters) &&
           mote_array_reserve(&side->boxes, allocator, clusters) &&
           mote_box_tree_begin(&side->tree, allocator, clusters);
}

// ---------------------------------------------------------------------------------------------
// The bound, and the axes along which it prunes

static void set_near(mote_search *search)
{
    double scaled = sqrt(search->bound) * (double)search->axes.scale;
    // The axes are orthonormal, and sums of squares correct, to a few times 2^-24.
    search->near = (mote_nearness){.slack = search->axes.slack,
                                   .squared = (float)(scaled * scaled * (1 + 1e-5)) + FLT_MIN};
}

static void make_axes(mote_search *search, mote_dvec3 from, mote_dvec3 to)
{
    mote_box reach = *mote_search_box(search, 0);
    mote_box_add_box(&reach, mote_search_box(search, 1));
    search->from = from;
    search->line = mote_dvec_sub(to, from);
    search->axes = mote_axes_along(search->line, from, &reach);
    search->aimed_bound = search->bound;
    search->work = 0;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < MOTE_CACHED_CLUSTERS; i++) search->side[k].cache[i].cluster = MOTE_NONE;
        for (int i = 0; i < MOTE_CACHED_TWIGS; i++) search->side[k].twigs[i].twig = MOTE_NONE;
    }
    set_near(search);
}

void mote_search_closest_points(const mote_search *search, mote_tri_distance *out)
{
    mote_vec3 a[3], b[3];
    mote_shape_triangle(search->side[0].shape, search->slot_a, a);
    mote_shape_triangle(search->side[1].shape, search->slot_b, b);
    mote_tri_distance_find(a, b, out);
}

void mote_search_aim(mote_search *search)
{
    if (search->slot_a == MOTE_NONE) {
        make_axes(search, mote_box_center(mote_search_box(search, 0)),
                  mote_box_center(mote_search_box(search, 1)));
        return;
    }
    mote_tri_distance closest;
    mote_search_closest_points(search, &closest);
    make_axes(search, closest.on_a, closest.on_b);
}

void mote_search_lower_bound(mote_search *search, double squared, uint32_t slot_a, uint32_t slot_b)
{
    if (!(squared < search->bound)) return;
    search->bound = squared;
    search->slot_a = slot_a;
    search->slot_b = slot_b;
    set_near(search);
}

// ---------------------------------------------------------------------------------------------
// A query

bool mote_search_begin(mote_search *search, const mote_shape *const shapes[2], float limit,
                       const mote_allocator *allocator)
{
    for (int k = 0; k < 2; k++) {
        search->side[k].shape = shapes[k];
        if (!reserve_side(&search->side[k], allocator)) return false;
    }
    // A distance that equals the limit is within it.
    search->bound = nextafter((double)limit * (double)limit, (double)INFINITY);
    search->slot_a = search->slot_b = MOTE_NONE;
    search->pending_count = 0;
    search->triangle_pairs = 0;
    search->work_limit = FIRST_WORK_LIMIT;
    mote_search_aim(search);
    return true;
}

// ---------------------------------------------------------------------------------------------
// A first bound

enum { MAX_REFINEMENTS = 8, BEAM = 16, TRIED_STARTS = 4 };

// Each round computes better axes for the next.
void mote_start_from_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b)
{
    mote_search_bring(search, 0, slot_a / MOTE_CLUSTER_TRIANGLES);
    mote_search_bring(search, 1, slot_b / MOTE_CLUSTER_TRIANGLES);
    mote_measure_pair(search, slot_a, slot_b);
    double before = (double)INFINITY;
    for (int i = 0; i < MAX_REFINEMENTS && search->bound < before && search->bound > 0; i++) {
        before = search->bound;
        mote_search_aim(search);
        mote_cluster_ref a = mote_cluster_refer(search, 0, slot_a / MOTE_CLUSTER_TRIANGLES);
        mote_cluster_ref b = mote_cluster_refer(search, 1, slot_b / MOTE_CLUSTER_TRIANGLES);
        mote_measure_clusters(search, &a, &b, MOTE_MEASURE_NEAREST);
    }
}

// Two nodes of the trees of clusters; level 0 is a cluster.
typedef struct start {
    uint32_t level[2], node[2];
    double score; // squared distance of the boxes' centers
} start;

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
    const mote_box8 *groups = tree->groups.data + tree->first_group[level];
    return mote_box8_get(&groups[node / 8], node % 8);
}

// The children of one node of a start, or the node itself if it is not opened.
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
            mote_dvec3 gap = mote_dvec_sub(mote_box_center(&box_a), mote_box_center(&box_b));
            beam_add(to, &(start){{a.level, b.level}, {i, j}, mote_dvec_dot(gap, gap)});
        }
    }
}

// Finds the pairs of clusters with the closest centers by a descent with a narrow beam.
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

void mote_start_cold(mote_search *search, const mote_box_tree *const trees[2])
{
    beam starts = find_starts(trees);
    mote_start_from_pair(search, mote_cluster_first(starts.starts[0].node[0]),
                         mote_cluster_first(starts.starts[0].node[1]));
    for (uint32_t i = 1; i < starts.count && i < TRIED_STARTS && search->bound > 0; i++) {
        mote_cluster_ref a = mote_cluster_refer(search, 0, starts.starts[i].node[0]);
        mote_cluster_ref b = mote_cluster_refer(search, 1, starts.starts[i].node[1]);
        if (mote_boxes_near(&a.box, &b.box, search->near))
            mote_measure_clusters(search, &a, &b, MOTE_MEASURE_ALL);
    }
}

// ---------------------------------------------------------------------------------------------
// A first bound without trees

// Runs of vertices with boxes: those that clusters own, or blocks of the caller's array.
typedef struct runs {
    const mote_box8 *boxes;
    const float *xyz;
    const uint32_t *first; // first vertex of each run; null for blocks
    uint32_t run_count, vertex_count;
} runs;

static runs runs_of(const mote_shape *shape)
{
    if (!mote_shape_is_streamed(shape))
        return (runs){shape->own_boxes, shape->xyz, shape->clusters->own_first,
                      shape->clusters->cluster_count, shape->vertex_count};
    uint32_t blocks = (shape->vertex_count + MOTE_STREAM_BLOCK - 1) / MOTE_STREAM_BLOCK;
    return (runs){shape->block_boxes, shape->source.data, NULL, blocks, shape->vertex_count};
}

static double squared_to_box(const mote_box *box, mote_vec3 p)
{
    const mote_box point = {p, p};
    return mote_box_distance_squared(box, &point);
}

static double squared_gap(const float *a, mote_vec3 b)
{
    double x = (double)a[0] - (double)b.x, y = (double)a[1] - (double)b.y;
    double z = (double)a[2] - (double)b.z;
    return x * x + y * y + z * z;
}

// Returns the vertex nearest to a point, as an index in the order of the runs. There is at least
// one.
static uint32_t nearest_vertex(const runs *r, mote_vec3 point)
{
    uint32_t nearest = 0;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < r->run_count; i++) {
        mote_box box = mote_box8_get(&r->boxes[i / 8], i % 8);
        if (box.min.x > box.max.x || !(squared_to_box(&box, point) < least)) continue;
        uint32_t first = r->first ? r->first[i] : i * MOTE_STREAM_BLOCK;
        uint32_t end = r->first ? r->first[i + 1] : first + MOTE_STREAM_BLOCK;
        for (uint32_t v = first; v < end && v < r->vertex_count; v++) {
            double squared = squared_gap(r->xyz + 3 * (size_t)v, point);
            if (!(squared < least)) continue;
            least = squared;
            nearest = v;
        }
    }
    return nearest;
}

// Returns the first slot of the cluster that owns a vertex of the runs.
static uint32_t slot_near(const mote_shape *shape, uint32_t vertex)
{
    const mote_clusters *c = shape->clusters;
    if (!mote_shape_is_streamed(shape)) vertex = c->vertex_of[vertex];
    return mote_cluster_first(c->owner_of[vertex]);
}

// Alternates between the bodies: finds the vertex nearest to the last one found, until the pair
// does not change. This takes few steps.
void mote_start_streamed(mote_search *search)
{
    enum { STEPS = 6 };
    runs sides[2];
    uint32_t vertex[2] = {0, 0};
    for (int k = 0; k < 2; k++) sides[k] = runs_of(search->side[k].shape);
    mote_vec3 point = mote_dvec_narrow(mote_box_center(mote_search_box(search, 1)));
    for (int step = 0; step < STEPS; step++) {
        int k = step % 2;
        vertex[k] = nearest_vertex(&sides[k], point);
        const float *p = sides[k].xyz + 3 * (size_t)vertex[k];
        point = (mote_vec3){p[0], p[1], p[2]};
    }
    mote_start_from_pair(search, slot_near(search->side[0].shape, vertex[0]),
                         slot_near(search->side[1].shape, vertex[1]));
}
