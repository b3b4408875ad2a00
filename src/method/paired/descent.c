// The closest points of two faces lie on features of the faces: corners, edges, or insides. To
// first order, only faces that share this feature can be closer: the faces across the edge or
// around the corner. If neither side has a closer face, the pair is a local minimum of the distance
// of the two surfaces. Before a descent ends, it tries all faces around both faces, which escapes
// from local minima that are one face wide.

#include "method/paired/paired.h"

#include <math.h>

#include "core/vec.h"
#include "geometry/tri_distance.h"
#include "geometry/tri_tri.h"
#include "geometry/tri_tri_batch.h"
#include "shape/points.h"

// Faces measured at once; longer lists are cut into several batches.
enum { BATCH = 32 };

uint32_t mote_descent_take(mote_descent *descent, uint32_t pairs)
{
    uint32_t granted = (uint32_t)mote_budget_take(descent->frame->budget, descent->sink, pairs);
    descent->stopped |= granted < pairs;
    descent->sink->candidates += granted;
    return granted;
}

// ---------------------------------------------------------------------------------------------
// Distance of two faces

static bool meet(mote_descent *descent, const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_tri_verdict verdict = mote_tri_tri_filter1(a, b);
    if (verdict != MOTE_TRI_UNCERTAIN) return verdict == MOTE_TRI_MEET;
    descent->sink->exact_calls++;
    return mote_triangles_intersect_guarded(a, b);
}

static void measure(mote_descent *descent, mote_approach *at)
{
    if (meet(descent, at->corner[0], at->corner[1])) {
        at->distance.squared = 0;
        return;
    }
    mote_tri_distance_find(at->corner[0], at->corner[1], &at->distance);
    if (isnan(at->distance.squared)) at->distance.squared = (double)INFINITY;
}

static void take_if_closer(mote_descent *descent, mote_approach *at, int side, uint32_t face,
                           const mote_vec3 corner[3])
{
    mote_approach next = *at;
    next.face[side] = face;
    memcpy(next.corner[side], corner, sizeof next.corner[side]);
    measure(descent, &next);
    if (next.distance.squared < at->distance.squared) *at = next;
}

// Moves `at` to the closest of the measured faces. A negative square means that the kernel was not
// certain, which includes all faces that meet.
static void take_closest(mote_descent *descent, mote_approach *at, int side, const uint32_t *faces,
                         const mote_vec3 *corners, const double *squared, uint32_t count)
{
    uint32_t closest = 0;
    double least = at->distance.squared;
    for (uint32_t i = 0; i < count; i++) {
        if (squared[i] < 0) {
            take_if_closer(descent, at, side, faces[i], corners + 3 * (size_t)i);
            if (mote_approach_meets(at)) return;
        } else if (squared[i] < least) {
            least = squared[i];
            closest = i;
        }
    }
    if (least < at->distance.squared)
        take_if_closer(descent, at, side, faces[closest], corners + 3 * (size_t)closest);
}

// Moves one side to the face that is closest to the other side's face, if one is closer than the
// current face. Takes at most BATCH faces.
static void try_batch(mote_descent *descent, mote_approach *at, int side, const uint32_t *faces,
                      uint32_t count)
{
    uint32_t vertices[3 * BATCH];
    mote_vec3 corners[3 * BATCH];
    mote_index_pair pairs[BATCH];
    double squared[BATCH];
    count = mote_descent_take(descent, count);
    if (count == 0) return;
    const mote_shape *shape = descent->shape[side];
    for (uint32_t i = 0; i < count; i++) {
        memcpy(vertices + 3 * (size_t)i, shape->mesh->triangles + 3 * (size_t)faces[i],
               3 * sizeof *vertices);
        pairs[i] = side == 0 ? (mote_index_pair){i, 0} : (mote_index_pair){0, i};
    }
    mote_shape_points(shape, vertices, 3 * count, corners);
    const mote_vec3 *other = at->corner[1 - side];
    mote_tri_distance_batch(side == 0 ? corners : other, side == 0 ? other : corners, pairs, count,
                            squared);
    take_closest(descent, at, side, faces, corners, squared, count);
}

static bool goes_on(const mote_descent *descent, const mote_approach *at)
{
    return !mote_approach_meets(at) && !descent->stopped && !descent->failed;
}

static void try_faces(mote_descent *descent, mote_approach *at, int side, const uint32_t *faces,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count && goes_on(descent, at); i += BATCH)
        try_batch(descent, at, side, faces + i, count - i < BATCH ? count - i : BATCH);
}

static void try_star(mote_descent *descent, mote_approach *at, int side, uint32_t vertex)
{
    const mote_lists *lists = &descent->shape[side]->mesh->vertex_faces;
    uint32_t first = lists->first[vertex];
    try_faces(descent, at, side, lists->items + first, lists->first[vertex + 1] - first);
}

// ---------------------------------------------------------------------------------------------
// Steps

// A barycentric coordinate up to this counts as zero.
#define ZERO_WEIGHT 1e-6

// The corners between which a point of a triangle lies, as bits: one bit for a corner, two for an
// edge, three for the inside. All three for any point of a triangle without area.
static uint32_t feature_of(const mote_vec3 corner[3], mote_dvec3 point)
{
    mote_dvec3 origin = mote_vec_widen(corner[0]);
    mote_dvec3 u = mote_dvec_sub(mote_vec_widen(corner[1]), origin);
    mote_dvec3 v = mote_dvec_sub(mote_vec_widen(corner[2]), origin);
    mote_dvec3 w = mote_dvec_sub(point, origin);
    mote_dvec3 normal = mote_dvec_cross(u, v);
    double area = mote_dvec_dot(normal, normal);
    if (!(area > 0)) return 7;
    double second = mote_dvec_dot(mote_dvec_cross(w, v), normal) / area;
    double third = mote_dvec_dot(mote_dvec_cross(u, w), normal) / area;
    return (1 - second - third > ZERO_WEIGHT ? 1u : 0u) | (second > ZERO_WEIGHT ? 2u : 0u) |
           (third > ZERO_WEIGHT ? 4u : 0u);
}

// Tries the face across edge k of the current face, or the faces around one end of the edge if
// there is not exactly one face on the other side.
static void step_over_edge(mote_descent *descent, mote_approach *at, int side, uint32_t k)
{
    const mote_mesh *mesh = descent->shape[side]->mesh;
    size_t edge = 3 * (size_t)at->face[side] + k;
    uint32_t across = mesh->face_neighbors[edge];
    if (across != MOTE_NONE)
        try_faces(descent, at, side, &across, 1);
    else
        try_star(descent, at, side, mesh->triangles[edge]);
}

static void step(mote_descent *descent, mote_approach *at, int side)
{
    mote_dvec3 point = side == 0 ? at->distance.on_a : at->distance.on_b;
    uint32_t feature = feature_of(at->corner[side], point);
    size_t first = 3 * (size_t)at->face[side];
    for (uint32_t k = 0; k < 3; k++) {
        if (feature == 1u << k) {
            try_star(descent, at, side, descent->shape[side]->mesh->triangles[first + k]);
            return;
        }
        if (feature == (1u << k | 1u << (k + 1) % 3)) {
            step_over_edge(descent, at, side, k);
            return;
        }
    }
}

static void try_all_around(mote_descent *descent, mote_approach *at, int side)
{
    const uint32_t *corners = descent->shape[side]->mesh->triangles + 3 * (size_t)at->face[side];
    for (int k = 0; k < 3; k++) try_star(descent, at, side, corners[k]);
}

// Marks the pair as visited. False if it was visited before.
static bool enter(mote_descent *descent, const mote_approach *at)
{
    mote_seen_before before =
        mote_seen_pairs_add(descent->seen, descent->frame->allocator, at->face[0], at->face[1]);
    if (before == MOTE_SEEN_NO_MEMORY) descent->failed = true;
    return before == MOTE_SEEN_NOT;
}

bool mote_descend_paired(mote_descent *descent, mote_approach *at)
{
    // A local minimum: both sides fail to step, then both fail with all faces around the current
    // face.
    for (int failures = 0, side = 0; failures < 4 && goes_on(descent, at); side = 1 - side) {
        double before = at->distance.squared;
        if (failures < 2)
            step(descent, at, side);
        else
            try_all_around(descent, at, side);
        if (!(at->distance.squared < before)) {
            failures++;
            continue;
        }
        failures = 0;
        descent->sink->hops++;
        if (!enter(descent, at)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The start of a descent

static void read_faces(mote_descent *descent, const uint32_t faces[2], mote_approach *out)
{
    for (int side = 0; side < 2; side++) {
        out->face[side] = faces[side];
        mote_shape_face_points(descent->shape[side], faces[side], out->corner[side]);
    }
    measure(descent, out);
}

bool mote_approach_faces(mote_descent *descent, const uint32_t faces[2], mote_approach *out)
{
    if (!mote_descent_take(descent, 1)) return false;
    read_faces(descent, faces, out);
    return enter(descent, out);
}

bool mote_approach_vertices(mote_descent *descent, const uint32_t vertices[2], mote_approach *out)
{
    if (!mote_descent_take(descent, 1)) return false;
    uint32_t faces[2];
    for (int side = 0; side < 2; side++) {
        const mote_lists *lists = &descent->shape[side]->mesh->vertex_faces;
        faces[side] = lists->items[lists->first[vertices[side]]];
    }
    read_faces(descent, faces, out);
    for (int side = 0; side < 2; side++) try_star(descent, out, side, vertices[side]);
    return enter(descent, out);
}

// ---------------------------------------------------------------------------------------------
// The region of face pairs around two faces that meet, from neighbor to neighbor

// A face and its neighbors across edges.
enum { MAX_AROUND = 4 };

typedef struct neighborhood {
    uint32_t count;
    uint32_t faces[MAX_AROUND];
    mote_vec3 corners[3 * MAX_AROUND];
} neighborhood;

static void read_neighborhood(const mote_shape *shape, uint32_t face, neighborhood *out)
{
    const mote_mesh *mesh = shape->mesh;
    uint32_t vertices[3 * MAX_AROUND];
    out->count = 0;
    out->faces[out->count++] = face;
    for (size_t edge = 3 * (size_t)face; edge < 3 * (size_t)face + 3; edge++)
        if (mesh->face_neighbors[edge] != MOTE_NONE)
            out->faces[out->count++] = mesh->face_neighbors[edge];
    for (uint32_t i = 0; i < out->count; i++)
        memcpy(vertices + 3 * (size_t)i, mesh->triangles + 3 * (size_t)out->faces[i],
               3 * sizeof *vertices);
    mote_shape_points(shape, vertices, 3 * out->count, out->corners);
}

// Pairs not yet tested by the filter; their corners are in the neighborhoods.
typedef struct waiting_pairs {
    uint32_t count;
    mote_face_pair faces[8];
    const mote_vec3 *a[8], *b[8];
    mote_tri_pairs8 lanes;
} waiting_pairs;

static void add_meeting(mote_region_walk *walk, mote_face_pair faces)
{
    mote_descent *descent = walk->descent;
    const mote_allocator *allocator = descent->frame->allocator;
    if (!mote_array_push(walk->found, allocator, faces)) descent->failed = true;
    if (walk->report)
        mote_sink_add(descent->sink, allocator, walk->candidate, faces.face_a, faces.face_b, true);
}

static void decide(mote_region_walk *walk, waiting_pairs *waiting)
{
    mote_descent *descent = walk->descent;
    uint32_t count = waiting->count ? mote_descent_take(descent, waiting->count) : 0;
    waiting->count = 0;
    if (count == 0) return;
    mote_tri_verdict8 verdict = mote_tri_tri_pick_filter()(&waiting->lanes, (1u << count) - 1);
    for (uint32_t bits = verdict.hits | verdict.uncertain; bits; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits);
        bool certain = verdict.hits >> i & 1;
        descent->sink->exact_calls += !certain;
        if (certain || mote_triangles_intersect_guarded(waiting->a[i], waiting->b[i]))
            add_meeting(walk, waiting->faces[i]);
    }
}

static void add_pair(mote_region_walk *walk, waiting_pairs *waiting, const neighborhood *a,
                     uint32_t i, const neighborhood *b, uint32_t j)
{
    mote_descent *descent = walk->descent;
    mote_seen_before before =
        mote_seen_pairs_add(descent->seen, descent->frame->allocator, a->faces[i], b->faces[j]);
    if (before == MOTE_SEEN_NO_MEMORY) descent->failed = true;
    if (before != MOTE_SEEN_NOT) return;
    uint32_t at = waiting->count++;
    waiting->faces[at] = (mote_face_pair){a->faces[i], b->faces[j]};
    waiting->a[at] = a->corners + 3 * (size_t)i;
    waiting->b[at] = b->corners + 3 * (size_t)j;
    mote_tri_pairs8_set(waiting->lanes.a, (int)at, waiting->a[at]);
    mote_tri_pairs8_set(waiting->lanes.b, (int)at, waiting->b[at]);
    if (waiting->count == 8) decide(walk, waiting);
}

static void follow_from(mote_region_walk *walk, mote_face_pair from)
{
    neighborhood a, b;
    waiting_pairs waiting = {.count = 0};
    read_neighborhood(walk->descent->shape[0], from.face_a, &a);
    read_neighborhood(walk->descent->shape[1], from.face_b, &b);
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t j = 0; j < b.count; j++) add_pair(walk, &waiting, &a, i, &b, j);
    decide(walk, &waiting);
}

void mote_region_follow(mote_region_walk *walk, const uint32_t first[2])
{
    mote_descent *descent = walk->descent;
    mote_face_pair_array *found = walk->found;
    found->count = 0;
    add_meeting(walk, (mote_face_pair){first[0], first[1]});
    for (size_t i = 0; i < found->count && found->count < walk->max_pairs; i++) {
        if (descent->stopped || descent->failed) return;
        follow_from(walk, found->data[i]);
    }
}
