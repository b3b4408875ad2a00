// Which convex rigid bodies touch, by closest features that are tracked from frame to frame.
//
//   Cohen, Lin, Manocha, Ponamgi: "I-COLLIDE: An Interactive and Exact Collision Detection System for Large-Scale
//   Environments", Symposium on Interactive 3D Graphics 1995: cubes of fixed size, sweep and prune, closest
//   features. It is the third rival in Kitamura et al. 1998, section 5.3.
//
// Decided here:
//
// - The walk is V-Clip's (vclip.c). Its result is verified by a separating plane; where rounding kept it from a
//   result, the distance procedure of Gilbert, Johnson and Keerthi decides.
// - Sweep and prune sorts along one axis and compares the others, which for up to a few hundred bodies costs less
//   than keeping three lists.
// - No vertices are streamed: features are transformed when they are needed, in double. Other methods see vertices
//   rounded to float, so answers may differ where bodies graze within that.
// - Bodies are solids: a body inside another touches it.

#include "papers/rivals/closest_feature/closest_feature.h"

#include <string.h>

#include <mote/geometry.h>

#include "core/box.h"
#include "core/result.h"
#include "method/drawing.h"
#include "method/methods.h"
#include "papers/rivals/convex.h"

typedef struct tracked_body {
    mote_dvec3 center; // of the rest shape
    double radius;     // of all vertices around it
} tracked_body;

// A body's cube in the sweep.
typedef struct swept_box {
    mote_box box;
    uint32_t body;
} swept_box;

typedef struct tracked_world {
    MOTE_ARRAY(swept_box) boxes; // in the order of the last sweep
    // Of each body of this frame that is not among the boxes yet; null for the others.
    MOTE_ARRAY(const mote_box *) cubes;
    mote_u32_array near; // candidates whose cubes overlap
} tracked_world;

// The state of a pair of bodies.
typedef struct tracked_pair {
    mote_feature_pair at;
    bool started;
} tracked_pair;

static size_t pair_bytes(const mote_settings *settings)
{
    (void)settings;
    return sizeof(tracked_pair);
}

static mote_result tracked_admit(void *body_state, const mote_shape *shape,
                                 const mote_settings *settings)
{
    (void)settings;
    const mote_mesh *mesh = shape->mesh;
    tracked_body *body = body_state;
    mote_result result = mote_check_convex(mesh, mote_method_closest_feature.info.name);
    if (result != MOTE_OK) return result;
    mote_dvec3 low = mote_vec_widen(mesh->box.min), high = mote_vec_widen(mesh->box.max);
    body->center = mote_dvec_scale(mote_dvec_add(low, high), 0.5);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        mote_dvec3 p = mote_dvec_sub(mote_vec_widen(mesh->positions[v]), body->center);
        double length = mote_dvec_length(p);
        if (length > body->radius) body->radius = length;
    }
    return MOTE_OK;
}

// The cube of fixed size: it contains the body in any rotation.
static void tracked_bounds(const void *body_state, const mote_shape *shape, mote_box *out)
{
    const tracked_body *body = body_state;
    mote_placed_body placed = mote_place_body(shape);
    const mote_affine *m = &placed.map;
    mote_dvec3 x = mote_dvec_scale(m->cx, body->center.x);
    mote_dvec3 y = mote_dvec_scale(m->cy, body->center.y);
    mote_dvec3 z = mote_dvec_scale(m->cz, body->center.z);
    mote_dvec3 center = mote_dvec_add(mote_dvec_add(mote_dvec_add(m->t, x), y), z);
    double stretch =
        mote_dvec_dot(m->cx, m->cx) + mote_dvec_dot(m->cy, m->cy) + mote_dvec_dot(m->cz, m->cz);
    // The largest singular value is at most the root of the sum; for a rotation all three are 1.
    double half = body->radius * (stretch <= 3.0001 ? 1.0001 : sqrt(stretch));
    *out =
        (mote_box){{(float)(center.x - half), (float)(center.y - half), (float)(center.z - half)},
                   {(float)(center.x + half), (float)(center.y + half), (float)(center.z + half)}};
}

// ---------------------------------------------------------------------------------------------
// One pair

typedef struct climber {
    const mote_placed_body *body;
    uint32_t start;
} climber;

static mote_dvec3 support_of(const void *context, mote_dvec3 direction)
{
    const climber *c = context;
    return mote_placed_vertex(c->body, mote_climb_to_farthest(c->body, c->start, direction));
}

static bool touch_by_distance(const mote_placed_body *a, const mote_placed_body *b,
                              mote_feature_pair *at)
{
    climber climb_a = {a, mote_vertex_of_feature(a, at->a)},
            climb_b = {b, mote_vertex_of_feature(b, at->b)};
    mote_convex_body x = {&climb_a, support_of}, y = {&climb_b, support_of};
    mote_dvec3 towards =
        mote_dvec_sub(mote_placed_vertex(b, climb_b.start), mote_placed_vertex(a, climb_a.start));
    return mote_gjk_distance(&x, &y, towards).distance == 0;
}

// Whether the bodies touch; moves the tracked features.
static bool track_features(const mote_candidate *c, mote_sink *sink)
{
    tracked_pair *tracked = c->pair_state;
    mote_feature_pair *at = &tracked->at;
    mote_placed_body a = mote_place_body(c->a), b = mote_place_body(c->b);
    if (!tracked->started) { // from any features
        *at = (mote_feature_pair){{MOTE_FEATURE_FACE, 0},
                                  {MOTE_FEATURE_VERTEX, b.mesh->triangles[0]}};
        tracked->started = true;
    }
    mote_vclip_end end = mote_vclip_walk(&a, &b, at, &sink->hops);
    if (end == MOTE_VCLIP_TOUCH) return true;
    if (end == MOTE_VCLIP_APART && mote_vclip_proves_apart(&a, &b, at)) return false;
    sink->exact_calls++;
    return touch_by_distance(&a, &b, at);
}

// ---------------------------------------------------------------------------------------------
// Sweep and prune

// The cube of each body by its index; null where there is no body.
static bool list_cubes(mote_frame *frame, const mote_candidate *candidates, uint32_t count)
{
    tracked_world *world = frame->state;
    uint32_t last = 0; // the second of a pair has the higher index
    for (uint32_t i = 0; i < count; i++)
        last = candidates[i].index_b > last ? candidates[i].index_b : last;
    world->cubes.count = 0;
    const mote_box **cubes = mote_array_room(&world->cubes, frame->allocator, last + 1);
    if (!cubes) return false;
    for (uint32_t i = 0; i <= last; i++) cubes[i] = NULL;
    for (uint32_t i = 0; i < count; i++) {
        cubes[candidates[i].index_a] = mote_shape_bounds(candidates[i].a);
        cubes[candidates[i].index_b] = mote_shape_bounds(candidates[i].b);
    }
    world->cubes.count = last + 1;
    return true;
}

// Replaces old cubes by new ones in the same order, and appends those of new bodies.
static bool renew_boxes(mote_frame *frame)
{
    tracked_world *world = frame->state;
    const mote_box **cubes = world->cubes.data;
    if (!mote_array_reserve(&world->boxes, frame->allocator,
                            world->boxes.count + world->cubes.count))
        return false;
    swept_box *boxes = world->boxes.data;
    size_t kept = 0;
    for (size_t i = 0; i < world->boxes.count; i++) {
        uint32_t body = boxes[i].body;
        if (body >= world->cubes.count || !cubes[body]) continue;
        boxes[kept++] = (swept_box){*cubes[body], body};
        cubes[body] = NULL;
    }
    for (uint32_t body = 0; body < world->cubes.count; body++) {
        if (cubes[body]) boxes[kept++] = (swept_box){*cubes[body], body};
    }
    world->boxes.count = kept;
    return true;
}

// The candidate of two bodies; candidates are sorted by the lower index, then the higher.
static uint32_t find_candidate(const mote_candidate *candidates, uint32_t count, uint32_t x,
                               uint32_t y)
{
    uint64_t wanted = x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x;
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const mote_candidate *c = &candidates[middle];
        if (((uint64_t)c->index_a << 32 | c->index_b) < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < count &&
                 ((uint64_t)candidates[low].index_a << 32 | candidates[low].index_b) == wanted;
    return found ? low : MOTE_NONE;
}

// By insertion: the order changes little from frame to frame.
static void sort_along_x(swept_box *boxes, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        swept_box moving = boxes[i];
        uint32_t at = i;
        for (; at > 0 && boxes[at - 1].box.min.x > moving.box.min.x; at--)
            boxes[at] = boxes[at - 1];
        boxes[at] = moving;
    }
}

// The end of the sorted boxes after `first` that may overlap it.
static uint32_t sweep_end(const swept_box *boxes, uint32_t count, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < count && boxes[end].box.min.x <= boxes[first].box.max.x) end++;
    return end;
}

// Lists the candidates whose cubes overlap in `near`.
static bool sweep(mote_frame *frame, const mote_candidate *candidates, uint32_t count)
{
    tracked_world *world = frame->state;
    if (!list_cubes(frame, candidates, count) || !renew_boxes(frame)) return false;
    swept_box *boxes = world->boxes.data;
    uint32_t bodies = (uint32_t)world->boxes.count;
    sort_along_x(boxes, bodies);
    world->near.count = 0;
    for (uint32_t i = 0; i < bodies; i++) {
        uint32_t end = sweep_end(boxes, bodies, i);
        for (uint32_t k = i + 1; k < end; k++) {
            if (!mote_boxes_overlap(&boxes[i].box, &boxes[k].box)) continue;
            uint32_t number = find_candidate(candidates, count, boxes[i].body, boxes[k].body);
            if (number == MOTE_NONE) continue; // excluded by a filter
            if (!mote_array_push(&world->near, frame->allocator, number)) return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The method

typedef struct tracked_job {
    mote_frame *frame;
    mote_candidate *candidates;
} tracked_job;

static void test_near(void *argument, uint32_t block, uint32_t worker)
{
    const tracked_job *job = argument;
    const tracked_world *world = job->frame->state;
    uint32_t number = world->near.data[block];
    mote_candidate *c = &job->candidates[number];
    mote_sink *sink = &job->frame->sinks[worker];
    if (!mote_budget_take(job->frame->budget, sink, 1)) {
        c->complete = false;
        return;
    }
    sink->candidates++;
    if (track_features(c, sink)) mote_sink_add_touch(sink, job->frame->allocator, number);
}

static mote_result tracked_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    tracked_world *world = frame->state;
    if (!sweep(frame, candidates, count))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory to sweep %u pairs of bodies", count);
    tracked_job job = {frame, candidates};
    frame->tasks.run(frame->tasks.context, test_near, &job, (uint32_t)world->near.count);
    return MOTE_OK;
}

static void tracked_drop_world(void *world_state, const mote_allocator *allocator)
{
    tracked_world *world = world_state;
    mote_array_release(&world->boxes, allocator);
    mote_array_release(&world->cubes, allocator);
    mote_array_release(&world->near, allocator);
}

// The corners of a face; a vertex or an edge gives a triangle without area.
static void corners_of_feature(const mote_placed_body *body, mote_feature of, mote_vec3 out[3])
{
    uint32_t v[3] = {of.index, of.index, of.index};
    if (of.kind == MOTE_FEATURE_FACE) {
        memcpy(v, body->mesh->triangles + 3 * (size_t)of.index, sizeof v);
    } else if (of.kind == MOTE_FEATURE_EDGE) {
        v[0] = mote_edge_tail(body, of.index);
        v[1] = v[2] = mote_edge_head(body, of.index);
    }
    for (int k = 0; k < 3; k++) out[k] = mote_dvec_narrow(mote_placed_vertex(body, v[k]));
}

static void tracked_draw_pair(const mote_settings *settings, const mote_candidate *c,
                              const mote_debug_draw *draw)
{
    (void)settings;
    const tracked_pair *tracked = c->pair_state;
    bool were_near = mote_boxes_overlap(&c->region, &c->region);
    if (!tracked->started || !were_near) return; // the features of other pairs are out of date
    mote_placed_body a = mote_place_body(c->a), b = mote_place_body(c->b);
    mote_vec3 corners_a[3], corners_b[3], on_a, on_b;
    corners_of_feature(&a, tracked->at.a, corners_a);
    corners_of_feature(&b, tracked->at.b, corners_b);
    mote_triangles_distance(corners_a, corners_b, &on_a, &on_b);
    mote_draw_point(draw, MOTE_DRAW_CLOSEST, c->estimate.a, on_a);
    mote_draw_point(draw, MOTE_DRAW_CLOSEST, c->estimate.b, on_b);
}

const mote_method_api mote_method_closest_feature = {
    .info = {.method = MOTE_METHOD_CLOSEST_FEATURE,
             .name = "closest-feature",
             .summary =
                 "Cohen et al. 1995 (I-COLLIDE): tracked closest features of convex rigid bodies",
             .abilities = MOTE_ABILITY_THREADS},
    .world_state_bytes = sizeof(tracked_world),
    .world_state_is_scratch = true,
    .body_state_bytes = sizeof(tracked_body),
    .pair_state_bytes = pair_bytes,
    .wants_all_pairs = true,
    .joins_pairs = true,
    .bounds = tracked_bounds,
    .admit = tracked_admit,
    .drop_world = tracked_drop_world,
    .pairs = tracked_pairs,
    .draw_pair = tracked_draw_pair,
};
