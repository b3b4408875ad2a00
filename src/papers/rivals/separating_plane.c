// Which convex rigid bodies touch, by planes that separate them.
//
//   Baraff: "Curved Surfaces and Coherence for Non-Penetrating Rigid Body Simulation", SIGGRAPH 1990, with the
//   closest points of Gilbert, Johnson and Keerthi 1988 (convex.h). It is the first rival in Kitamura et al.
//   1998, section 5.1.
//
// The normal of a plane is the vector between the closest points. The plane is kept from frame to
// frame: as long as it has all vertices of one body on one side and all of the other's on the
// other, they do not touch. Every pair of bodies is tested, whatever their boxes: O(n^2), as in the
// paper.
//
// Bodies are solids here: a body inside another touches it.

#include "core/result.h"
#include "method/drawing.h"
#include "method/methods.h"
#include "papers/rivals/convex.h"

// The state of a pair of bodies.
typedef struct kept_plane {
    mote_dvec3 normal; // from a to b; zero if there is no plane yet
} kept_plane;

static size_t plane_bytes(const mote_settings *settings)
{
    (void)settings;
    return sizeof(kept_plane);
}

static mote_result plane_admit(void *body_state, const mote_shape *shape,
                               const mote_settings *settings)
{
    (void)body_state, (void)settings;
    return mote_check_convex(shape->mesh, mote_method_separating_plane.info.name);
}

static mote_dvec3 vertex_at(const mote_shape *shape, uint32_t vertex)
{
    return mote_vec_widen(mote_shape_vertex(shape, vertex));
}

static mote_dvec3 farthest_vertex(const void *context, mote_dvec3 direction)
{
    const mote_shape *shape = context;
    double most = -(double)INFINITY;
    uint32_t best = 0;
    for (uint32_t v = 0; v < shape->clusters->vertex_count; v++) {
        double along = mote_dvec_dot(vertex_at(shape, v), direction);
        if (along > most) {
            most = along;
            best = v;
        }
    }
    return vertex_at(shape, best);
}

// Whether all of a lies below all of b along the normal.
static bool separates(mote_dvec3 normal, const mote_shape *a, const mote_shape *b)
{
    double top_of_a = mote_dvec_dot(farthest_vertex(a, normal), normal);
    for (uint32_t v = 0; v < b->clusters->vertex_count; v++) {
        if (mote_dvec_dot(vertex_at(b, v), normal) <= top_of_a) return false;
    }
    return true;
}

// Finds a new plane; false if the bodies touch.
static bool find_plane(const mote_candidate *c, kept_plane *kept)
{
    mote_convex_body a = {c->a, farthest_vertex}, b = {c->b, farthest_vertex};
    mote_dvec3 towards = mote_dvec_sub(vertex_at(c->b, 0), vertex_at(c->a, 0));
    mote_gjk closest = mote_gjk_distance(&a, &b, towards);
    if (closest.distance == 0) return false;
    kept->normal = mote_dvec_sub(closest.on_b, closest.on_a);
    return true;
}

typedef struct plane_job {
    mote_frame *frame;
    mote_candidate *candidates;
} plane_job;

static void test_pair(void *argument, uint32_t number, uint32_t worker)
{
    const plane_job *job = argument;
    mote_frame *frame = job->frame;
    mote_candidate *c = &job->candidates[number];
    kept_plane *kept = c->pair_state;
    mote_sink *sink = &frame->sinks[worker];
    if (!mote_budget_take(frame->budget, sink, 1)) {
        c->complete = false;
        return;
    }
    sink->candidates++;
    bool has_plane = mote_dvec_dot(kept->normal, kept->normal) > 0;
    if (has_plane && separates(kept->normal, c->a, c->b)) return;
    sink->exact_calls++;
    if (!find_plane(c, kept)) mote_sink_add_touch(sink, frame->allocator, number);
}

static mote_result plane_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    plane_job job = {frame, candidates};
    frame->tasks.run(frame->tasks.context, test_pair, &job, count);
    return MOTE_OK;
}

// Draws the plane halfway between the two vertices that are closest to it on either side.
static void plane_draw_pair(const mote_settings *settings, const mote_candidate *c,
                            const mote_debug_draw *draw)
{
    (void)settings;
    const kept_plane *kept = c->pair_state;
    double length = mote_dvec_length(kept->normal);
    if (length == 0 || !mote_shape_is_fresh(c->a) || !mote_shape_is_fresh(c->b) ||
        !separates(kept->normal, c->a, c->b))
        return;
    mote_dvec3 normal = mote_dvec_scale(kept->normal, 1 / length);
    mote_dvec3 on_a = farthest_vertex(c->a, normal);
    mote_dvec3 on_b = farthest_vertex(c->b, mote_dvec_scale(normal, -1));
    mote_draw_vector(draw, MOTE_DRAW_PLANE, c->estimate.a,
                     mote_dvec_narrow(mote_dvec_scale(mote_dvec_add(on_a, on_b), 0.5)),
                     mote_dvec_narrow(normal));
}

const mote_method_api mote_method_separating_plane = {
    .info = {.method = MOTE_METHOD_SEPARATING_PLANE,
             .name = "separating-plane",
             .summary = "Baraff 1990: planes between convex rigid bodies, kept from frame to frame",
             .abilities = MOTE_ABILITY_THREADS},
    .wants_all_pairs = true,
    .pair_state_bytes = plane_bytes,
    .admit = plane_admit,
    .pairs = plane_pairs,
    .draw_pair = plane_draw_pair,
};
