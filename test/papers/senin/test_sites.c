// Where a particle may be and where it moves from there: Senin et al. 2003, section 3.4, "particles
// can be located only at vertices", "generalized for cases when the particle can be located on
// edges and faces".

#include <math.h>

#include "core/vec.h"
#include "papers/senin/senin.h"
#include "support/rest_shape.h"
#include "support/run.h"

enum { MAX_VISITED = 64 };

typedef struct visited {
    const mote_senin_surface *surface;
    mote_site sites[MAX_VISITED];
    uint32_t count;
    uint32_t by_corners[4]; // how many are at vertices, edges and faces
} visited;

static uint32_t corners_of(mote_site site)
{
    return site.corners[1] == MOTE_NONE ? 1 : site.corners[2] == MOTE_NONE ? 2 : 3;
}

static void note(void *context, mote_site site, mote_vec3 at)
{
    visited *v = context;
    mote_vec3 there = v->surface->locate(v->surface, site);
    assert_true(there.x == at.x && there.y == at.y && there.z == at.z);
    for (uint32_t i = 0; i < v->count; i++) assert_false(mote_sites_equal(v->sites[i], site));
    assert_true(v->count < MAX_VISITED);
    v->sites[v->count++] = site;
    v->by_corners[corners_of(site)]++;
}

static visited around(const mote_senin_shape *shape, mote_site site)
{
    visited v = {.surface = &shape->surface};
    shape->surface.neighbors(&shape->surface, site, &(mote_site_visitor){note, &v});
    return v;
}

static void expect_counts(const visited *v, uint32_t vertices, uint32_t edges, uint32_t faces)
{
    assert_int_equal(v->by_corners[1], vertices);
    assert_int_equal(v->by_corners[2], edges);
    assert_int_equal(v->by_corners[3], faces);
}

static mote_site first_with(const visited *v, uint32_t corners)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (corners_of(v->sites[i]) == corners) return v->sites[i];
    fail_msg("no site with %u corners", corners);
    return (mote_site){{0}};
}

static void movement_over_vertices_stays_on_vertices(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(8, 7);
    mote_senin_shape shape = mote_senin_shape_of(&s.shape, MOTE_SENIN_VERTICES);
    for (uint32_t v = 0; v < s.mesh->vertex_count; v++) {
        visited near = around(&shape, mote_site_of_vertex(v));
        expect_counts(&near, 6, 0, 0);
    }
    rest_shape_end(&s);
}

static void movement_over_edges_reaches_their_middles(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(8, 7);
    mote_senin_shape shape = mote_senin_shape_of(&s.shape, MOTE_SENIN_EDGES);
    visited near = around(&shape, mote_site_of_vertex(5));
    expect_counts(&near, 6, 6, 0);
    visited beside = around(&shape, first_with(&near, 2));
    expect_counts(&beside, 2, 4, 0); // its ends, and the other edges of its two faces
    rest_shape_end(&s);
}

static void movement_over_faces_reaches_their_centers(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(8, 7);
    mote_senin_shape shape = mote_senin_shape_of(&s.shape, MOTE_SENIN_FACES);
    visited near = around(&shape, mote_site_of_vertex(5));
    expect_counts(&near, 6, 6, 6);
    visited beside_edge = around(&shape, first_with(&near, 2));
    expect_counts(&beside_edge, 2, 4, 2);
    visited beside_face = around(&shape, first_with(&near, 3));
    expect_counts(&beside_face, 3, 3, 0);
    rest_shape_end(&s);
}

// Who is next to whom is mutual, so that a particle can go back.
static void neighbors_are_mutual(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(8, 7);
    mote_senin_shape shape = mote_senin_shape_of(&s.shape, MOTE_SENIN_FACES);
    visited near = around(&shape, mote_site_of_vertex(5));
    for (uint32_t i = 0; i < near.count; i++) {
        visited back = around(&shape, near.sites[i]);
        bool found = false;
        for (uint32_t k = 0; k < back.count; k++)
            found |= mote_sites_equal(back.sites[k], mote_site_of_vertex(5));
        assert_true(found);
    }
    rest_shape_end(&s);
}

static void sites_are_at_vertices_middles_and_centroids(void **state)
{
    (void)state;
    rest_shape s = rest_shape_torus(8, 7);
    mote_senin_shape shape = mote_senin_shape_of(&s.shape, MOTE_SENIN_FACES);
    visited near = around(&shape, mote_site_of_vertex(5));
    for (uint32_t i = 0; i < near.count; i++) {
        mote_dvec3 sum = {0, 0, 0};
        uint32_t corners = corners_of(near.sites[i]);
        for (uint32_t k = 0; k < corners; k++)
            sum = mote_dvec_add(sum, mote_vec_widen(s.mesh->positions[near.sites[i].corners[k]]));
        mote_dvec3 mean = mote_dvec_scale(sum, 1.0 / corners);
        mote_vec3 at = shape.surface.locate(&shape.surface, near.sites[i]);
        assert_true(mote_dvec_length(mote_dvec_sub(mean, mote_vec_widen(at))) < 1e-5);
    }
    rest_shape_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movement_over_vertices_stays_on_vertices),
        cmocka_unit_test(movement_over_edges_reaches_their_middles),
        cmocka_unit_test(movement_over_faces_reaches_their_centers),
        cmocka_unit_test(neighbors_are_mutual),
        cmocka_unit_test(sites_are_at_vertices_middles_and_centroids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
