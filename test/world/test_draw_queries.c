// Debug drawing of features, rays and points: what is found is drawn where it is.

#include <math.h>
#include <mote/features.h>
#include <mote/view.h>

#include "core/vec.h"
#include "support/run.h"
#include "support/stage.h"

enum { KINDS = MOTE_DRAW_GRADIENT + 1 };

typedef struct drawing {
    size_t points[KINDS], vectors[KINDS], segments;
    double segment_length;             // of all
    mote_vec3 last_point, last_vector; // of any kind
    mote_body_id last_body;
} drawing;

static void draw_segment(void *context, mote_vec3 p, mote_vec3 q)
{
    drawing *d = context;
    mote_dvec3 v = mote_dvec_sub(mote_vec_widen(q), mote_vec_widen(p));
    d->segments++;
    d->segment_length += mote_dvec_length(v);
}

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    drawing *d = context;
    assert_int_equal(id, 0);
    d->points[kind]++;
    d->last_point = at;
    d->last_body = body;
}

static void draw_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at,
                        mote_vec3 v)
{
    (void)body, (void)at;
    drawing *d = context;
    d->vectors[kind]++;
    d->last_vector = v;
}

static mote_debug_draw pen(drawing *d)
{
    *d = (drawing){0};
    return (mote_debug_draw){
        .segment = draw_segment, .point = draw_point, .vector = draw_vector, .context = d};
}

static void assert_close(double found, double expected)
{
    assert_true(fabs(found - expected) < 1e-6);
}

// Two boxes of side 1, a quarter apart along x.
static void begin(stage *s)
{
    mote_world_def def = mote_default_world_def();
    stage_begin(s, &def);
    for (int i = 0; i < 2; i++) stage_add(s, "box");
    stage_place(s, 0, placed(1, moved_by((mote_vec3){0, 0, 0})));
    stage_place(s, 1, placed(1, moved_by((mote_vec3){1.25f, 0, 0})));
}

static void features_are_drawn_by_their_closest_points(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    mote_features_def def = mote_default_features_def();
    def.distance = 0.25f;
    mote_features found;
    assert_int_equal(mote_world_features(s.world, &def, &found), MOTE_OK);
    assert_true(found.feature_count > 4);
    drawing d;
    mote_debug_draw draw = pen(&d);
    assert_int_equal(mote_debug_draw_features(&draw, &found), MOTE_OK);
    assert_int_equal(d.segments, found.feature_count);
    assert_int_equal(d.points[MOTE_DRAW_CLOSEST], 2 * found.feature_count);
    assert_int_equal(d.vectors[MOTE_DRAW_CLOSEST], found.feature_count);
    assert_close(d.segment_length, 0.25 * (double)found.feature_count);
    assert_close((double)d.last_vector.x, 0.25); // from a to b
    assert_int_equal(d.last_body.index, 1);
    mote_debug_draw none = {0};
    assert_int_equal(mote_debug_draw_features(&none, &found), MOTE_OK);
    assert_int_equal(mote_debug_draw_features(NULL, &found), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_debug_draw_features(&draw, NULL), MOTE_ERROR_ARGUMENT);
    stage_end(&s);
}

static void rays_are_drawn_up_to_their_hits(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    // A hit, a miss with an end, a miss without one.
    const mote_ray rays[3] = {{{0, 0, 9}, {0, 0, -2}, INFINITY},
                              {{0, 9, 9}, {0, 0, -1}, 5},
                              {{0, 9, 9}, {0, 0, -1}, INFINITY}};
    mote_surface_point hits[3];
    const mote_view *view;
    assert_int_equal(mote_world_freeze(s.world, UINT64_MAX, &view), MOTE_OK);
    assert_int_equal(mote_view_rays(view, UINT64_MAX, rays, 3, hits), MOTE_OK);
    assert_int_equal(mote_world_thaw(s.world), MOTE_OK);
    drawing d;
    mote_debug_draw draw = pen(&d);
    assert_int_equal(mote_debug_draw_rays(&draw, rays, hits, 3), MOTE_OK);
    assert_int_equal(d.segments, 2);
    assert_close(d.segment_length, 8.5 + 5);
    assert_int_equal(d.points[MOTE_DRAW_HIT], 1);
    assert_int_equal(d.vectors[MOTE_DRAW_HIT], 1);
    assert_close((double)d.last_point.z, 0.5);
    assert_close((double)d.last_vector.z, -8.5);
    assert_int_equal(mote_debug_draw_rays(&draw, rays, NULL, 3), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_debug_draw_rays(&draw, NULL, NULL, 0), MOTE_OK);
    stage_end(&s);
}

static void points_are_drawn_with_their_closest_points_and_gradients(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    const mote_vec3 points[2] = {{0, 0, 3}, {0.25f, 0, 0}}; // outside and inside
    mote_signed_distance distances[2];
    mote_surface_point closest[2];
    const mote_view *view;
    assert_int_equal(mote_world_freeze(s.world, UINT64_MAX, &view), MOTE_OK);
    mote_body_id body = s.ids[0];
    assert_int_equal(mote_view_signed_distances(view, body, points, 2, distances), MOTE_OK);
    assert_int_equal(mote_view_closest_points(view, UINT64_MAX, points, 2, 1, closest), MOTE_OK);
    assert_int_equal(mote_world_thaw(s.world), MOTE_OK);
    drawing d;
    mote_debug_draw draw = pen(&d);
    assert_int_equal(mote_debug_draw_signed_distances(&draw, body, points, distances, 2), MOTE_OK);
    assert_int_equal(d.segments, 2);
    assert_close(d.segment_length, 2.5 + 0.25);
    assert_int_equal(d.points[MOTE_DRAW_CLOSEST], 2);
    assert_int_equal(d.vectors[MOTE_DRAW_GRADIENT], 2);
    assert_close((double)d.last_vector.x, 1); // inside it rises towards the surface
    draw = pen(&d);
    assert_int_equal(mote_debug_draw_closest_points(&draw, points, closest, 2), MOTE_OK);
    assert_int_equal(d.points[MOTE_DRAW_CLOSEST], 1); // the first is farther away than the limit
    assert_close((double)d.last_vector.x, -0.25);
    assert_int_equal(mote_debug_draw_closest_points(NULL, points, closest, 2), MOTE_ERROR_ARGUMENT);
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_drawn_by_their_closest_points),
        cmocka_unit_test(rays_are_drawn_up_to_their_hits),
        cmocka_unit_test(points_are_drawn_with_their_closest_points_and_gradients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
