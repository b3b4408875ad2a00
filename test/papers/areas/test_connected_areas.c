// Which regions merge where cells are not connected, on a band of squares whose columns have values
// that are their only vectors.

#include <mote/papers.h>

#include "support/meshes.h"
#include "support/run.h"

enum { MAX_VERTICES = 128 };

typedef struct stretch {
    uint32_t columns;
    float value;
} stretch;

// Divides a band of four stretches into three areas and returns the area of each; the middle column
// of a stretch decides.
static void areas_of(const stretch stretches[4], uint32_t out[4])
{
    float values[MAX_VERTICES];
    uint32_t columns = 0, middle[4];
    for (int i = 0; i < 4; i++) {
        middle[i] = columns + stretches[i].columns / 2;
        for (uint32_t k = 0; k < stretches[i].columns; k++, columns++)
            values[2 * columns] = values[2 * columns + 1] = stretches[i].value;
    }
    test_mesh source = test_mesh_band(columns - 1);
    mote_mesh_def mesh_def = test_mesh_def(&source);
    mote_mesh *mesh = test_mesh_create(&mesh_def);
    const mote_area_factor factor = {.values = values, .dimensions = 1, .weight = 1};
    mote_areas_def def = mote_default_areas_def();
    def.mesh = mesh;
    def.count = 3;
    def.position_weight = def.normal_weight = 0;
    def.factors = &factor;
    def.factor_count = 1;
    mote_areas *areas;
    mote_areas_view view;
    assert_int_equal(mote_areas_create(&def, &areas), MOTE_OK);
    mote_areas_get_view(areas, &view);
    assert_int_equal(view.area_count, 3);
    for (int i = 0; i < 4; i++) out[i] = view.area_of[2 * middle[i]];
    mote_areas_destroy(areas);
    mote_mesh_destroy(mesh);
    test_mesh_release(&source);
}

// The second and the last stretch are one cell, in two pieces. The smaller piece joins a neighbor.
static void a_piece_joins_the_neighbor_with_the_nearer_value(void **state)
{
    (void)state;
    const stretch cases[][4] = {{{10, 0}, {1, 10}, {10, 22}, {10, 10}},
                                {{10, -2}, {1, 10}, {10, 20}, {10, 10}}};
    for (int i = 0; i < 2; i++) {
        uint32_t area[4];
        areas_of(cases[i], area);
        assert_int_equal(area[1], area[i == 0 ? 0 : 2]);
        assert_int_not_equal(area[1], area[i == 0 ? 2 : 0]);
        assert_int_not_equal(area[1], area[3]);
    }
}

// Ward 1963: what counts is by how much the distortion grows, 2 n / (2 + n) times the squared
// difference for n vertices. A neighbor of 4 vertices at difference 11 costs 161, one of 20 at
// difference 10 costs 182.
static void a_small_neighbor_is_cheaper_than_a_large_one(void **state)
{
    (void)state;
    uint32_t area[4];
    areas_of((const stretch[]){{10, 0}, {1, 10}, {2, 21}, {10, 10}}, area);
    assert_int_equal(area[1], area[2]);
    areas_of((const stretch[]){{10, 0}, {1, 10}, {10, 21}, {10, 10}}, area);
    assert_int_equal(area[1], area[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_piece_joins_the_neighbor_with_the_nearer_value),
        cmocka_unit_test(a_small_neighbor_is_cheaper_than_a_large_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
