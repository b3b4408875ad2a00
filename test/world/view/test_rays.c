// Many rays, against all faces one by one.

#include <math.h>
#include <mote/geometry.h>
#include <mote/view.h>
#include <stdlib.h>

#include "core/vec.h"
#include "support/query_field.h"
#include "support/run.h"

enum { BATCH = 24 };

static mote_ray any_ray(query_field *f)
{
    mote_ray ray = {query_field_point(f), mote_random_direction(&f->random), INFINITY};
    uint32_t kind = mote_random_below(&f->random, 4);
    if (kind == 0) ray.direction = mote_vec_sub(query_field_corner(f), ray.origin);
    if (kind == 1) ray.direction = (mote_vec3){0, mote_random_below(&f->random, 2) ? -1 : 1, 0};
    if (mote_random_below(&f->random, 2)) ray.t_max = 1;
    return ray;
}

static const mote_vec3 *face_of(const query_field *f, const mote_surface_point *hit)
{
    return f->faces[hit->body.index].corners + 3 * (size_t)hit->face;
}

static size_t count_hits(const query_field *f, uint64_t mask, const mote_ray *ray)
{
    size_t count = 0;
    for (uint32_t b = 0; b < f->count; b++) {
        for (uint32_t i = 0; mask >> b & 1 && i < f->faces[b].count; i++)
            count += mote_ray_triangle(ray->origin, ray->direction, ray->t_max,
                                       f->faces[b].corners + 3 * (size_t)i, NULL);
    }
    return count;
}

static bool precedes(const mote_surface_point *a, const mote_surface_point *b)
{
    if (a->distance != b->distance) return a->distance < b->distance;
    return a->body.index != b->body.index ? a->body.index < b->body.index : a->face < b->face;
}

// Hits that are sorted, different, right, and as many as all faces have, are all there are.
static void check_hits(const query_field *f, uint64_t mask, const mote_ray *ray,
                       const mote_surface_point *hits, size_t count)
{
    assert_int_equal(count, count_hits(f, mask, ray));
    for (size_t i = 0; i < count; i++) {
        float t;
        assert_true(mask >> hits[i].body.index & 1);
        assert_true(
            mote_ray_triangle(ray->origin, ray->direction, ray->t_max, face_of(f, &hits[i]), &t));
        assert_true(t == hits[i].distance);
        if (i > 0) assert_true(precedes(&hits[i - 1], &hits[i]));
    }
}

static void check_rays(query_field *f)
{
    mote_ray rays[BATCH];
    mote_surface_point first_hits[BATCH], *all;
    bool blocked[BATCH];
    size_t first[BATCH + 1];
    uint64_t mask = query_field_mask(f);
    for (int i = 0; i < BATCH; i++) rays[i] = any_ray(f);
    const mote_view *view;
    assert_int_equal(mote_world_freeze(f->world, UINT64_MAX, &view), MOTE_OK);
    assert_int_equal(mote_view_rays(view, mask, rays, BATCH, first_hits), MOTE_OK);
    assert_int_equal(mote_view_rays_blocked(view, mask, rays, BATCH, blocked), MOTE_OK);
    mote_result none = mote_view_rays_all(view, mask, rays, BATCH, first, NULL, 0);
    size_t needed = first[BATCH];
    assert_int_equal(none, needed ? MOTE_ERROR_LIMIT : MOTE_OK);
    all = malloc((needed + 1) * sizeof *all);
    assert_int_equal(mote_view_rays_all(view, mask, rays, BATCH, first, all, needed), MOTE_OK);
    assert_int_equal(mote_world_thaw(f->world), MOTE_OK);
    for (int i = 0; i < BATCH; i++) {
        size_t count = first[i + 1] - first[i];
        check_hits(f, mask, &rays[i], all + first[i], count);
        assert_int_equal(blocked[i], count > 0);
        if (count > 0)
            assert_memory_equal(&first_hits[i], &all[first[i]], sizeof *all);
        else
            assert_true(first_hits[i].face == MOTE_NONE && first_hits[i].distance == INFINITY);
    }
    free(all);
}

static void hits_are_those_of_all_faces(void **state)
{
    (void)state;
    query_field_check(test_count(6, 60, 2000), check_rays);
}

static void bad_rays_are_refused(void **state)
{
    (void)state;
    query_torus t = query_torus_create(NULL);
    mote_ray rays[2] = {{{0, 0, 0}, {1, 0, 0}, 1}, {{0, 0, 0}, {1, 0, 0}, -1}};
    mote_surface_point out[2];
    bool blocked[2];
    size_t first[3];
    const mote_view *view;
    const mote_result argument = MOTE_ERROR_ARGUMENT;
    assert_int_equal(mote_world_freeze(t.world, 1, &view), MOTE_OK);
    query_assert_refused(mote_view_rays(view, 1, rays, 2, out), argument, "t_max of ray 1");
    rays[1].t_max = 1;
    rays[1].direction.y = NAN;
    query_assert_refused(mote_view_rays_blocked(view, 1, rays, 2, blocked), argument, "ray 1");
    query_assert_refused(mote_view_rays_all(view, 1, rays, 2, first, out, 2), argument, "ray 1");
    query_assert_refused(mote_view_rays_all(view, 1, rays, 1, NULL, out, 2), argument, "first");
    query_assert_refused(mote_view_rays_all(view, 1, rays, 1, first, NULL, 2), argument, "out");
    query_assert_refused(mote_view_rays(view, 1, NULL, 1, out), argument, "rays");
    query_assert_refused(mote_view_rays(NULL, 1, rays, 1, out), argument, "view");
    assert_int_equal(mote_view_rays_all(view, 1, NULL, 0, first, NULL, 0), MOTE_OK);
    assert_int_equal(first[0], 0);
    query_torus_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_are_those_of_all_faces),
        cmocka_unit_test(bad_rays_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
