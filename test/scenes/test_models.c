#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec.h"
#include "io/allocate.h"
#include "scenes/scenes.h"
#include "support/manifold.h"
#include "support/run.h"

static io_model make(const char *name)
{
    io_model model;
    assert_int_equal(scene_model_make(name, &model), MOTE_OK);
    for (uint32_t i = 0; i < model.vertex_count; i++)
        assert_true(mote_vec_finite(model.positions[i]));
    for (size_t i = 0; i < (size_t)model.triangle_count * 3; i++) {
        assert_true(model.triangles[i] < model.vertex_count);
    }
    return model;
}

static void assert_sound(const char *name, const manifold_counts *counts)
{
    if (counts->nonmanifold_edges || counts->flipped_edges || counts->degenerate_triangles ||
        counts->isolated_vertices) {
        fail_msg("%s: %u non-manifold and %u flipped edges, %u degenerate triangles, %u isolated "
                 "vertices",
                 name, counts->nonmanifold_edges, counts->flipped_edges,
                 counts->degenerate_triangles, counts->isolated_vertices);
    }
}

static void check_solid(const char *name, uint32_t faces)
{
    io_model model = make(name);
    manifold_counts counts = count_manifold(&model);
    assert_sound(name, &counts);
    assert_int_equal(counts.border_edges, 0);
    assert_true(counts.volume > 0.0);
    if (faces && model.triangle_count != faces) {
        fail_msg("%s has %u faces, not %u", name, model.triangle_count, faces);
    }
    io_model_release(&model);
}

static void spheres_of_the_papers_have_exactly_their_faces(void **state)
{
    (void)state;
    static const uint32_t faces[] = {8,   10,  24,  48,  54,  80,   120, 168,
                                     224, 360, 528, 728, 960, 1260, 3968};
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
        char name[32];
        snprintf(name, sizeof name, "sphere-%u", faces[i]);
        check_solid(name, faces[i]);
    }
}

static void spheres_of_any_number_come_close(void **state)
{
    (void)state;
    for (uint32_t wanted = 6; wanted < 3000; wanted = wanted + 1 + wanted / 20) {
        char name[32];
        snprintf(name, sizeof name, "sphere-%u", wanted);
        io_model model = make(name);
        assert_true(fabs((double)model.triangle_count - wanted) <= 2.0 + 0.05 * wanted);
        manifold_counts counts = count_manifold(&model);
        assert_sound(name, &counts);
        io_model_release(&model);
    }
}

static void solids_are_closed_and_look_outward(void **state)
{
    (void)state;
    check_solid("box", 12);
    check_solid("icosphere-0", 20);
    check_solid("icosphere-1", 80);
    check_solid("icosphere", 1280);
    check_solid("blob-20", 20);
    check_solid("blob-20000", 0);
    check_solid("torus-1200", 0);
    check_solid("tori", 0);
    check_solid("letter-t", 1380);
    check_solid("letter-m", 2968);
    check_solid("letter-v", 1764);
    check_solid("letter-w", 11920);
    check_solid("shuttle", 528);
    check_solid("chair", 146);
    check_solid("bust", 1816);
    check_solid("hand", 960);
    check_solid("shrine-roof", 1688);
    check_solid("shrine-gate", 636);
    check_solid("character-1000", 1080);
    check_solid("character-4000", 4320);
    check_solid("character", 17280);
    check_solid("rod", 0);
    check_solid("rod-1", 12);
    check_solid("gear", 256);
    check_solid("gear-1", 96);
    check_solid("wedge", 12);
    check_solid("spike", 8);
    check_solid("crack", 28);
}

static void check_open(const char *name, uint32_t faces)
{
    io_model model = make(name);
    manifold_counts counts = count_manifold(&model);
    assert_sound(name, &counts);
    assert_true(counts.border_edges > 0);
    assert_int_equal(model.triangle_count, faces);
    io_model_release(&model);
}

static void open_models_have_borders_and_nothing_worse(void **state)
{
    (void)state;
    check_open("teapot", 5784);
    check_open("shrine", 5263);
    check_open("shrine-hall", 5263 - 1688 - 636);
    check_open("garment", 7300);
    check_open("cloth-5000", 5000);
    check_open("strip-4000", 4000);
}

static void the_teapot_has_the_classic_size(void **state)
{
    (void)state;
    io_model model = make("teapot");
    mote_vec3 low = model.positions[0], high = low;
    for (uint32_t i = 0; i < model.vertex_count; i++) {
        mote_vec3 p = model.positions[i];
        low = (mote_vec3){fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z)};
        high = (mote_vec3){fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z)};
    }
    assert_true(fabsf(low.x + 3.0f) < 0.01f && fabsf(high.x - 3.434f) < 0.01f);
    assert_true(fabsf(low.y + 2.0f) < 0.01f && fabsf(high.y - 2.0f) < 0.01f);
    assert_true(low.z == 0.0f && fabsf(high.z - 3.15f) < 1e-6f);
    io_model_release(&model);
}

static void blobs_come_in_all_sizes(void **state)
{
    (void)state;
    static const uint32_t wanted[] = {1, 500, 10000, 70000, 300000};
    for (size_t i = 0; i < test_count(4, 5, 5); i++) {
        char name[32];
        snprintf(name, sizeof name, "blob-%u", wanted[i]);
        io_model model = make(name);
        assert_true(fabs((double)model.triangle_count - wanted[i]) <= 20.0 + 0.1 * wanted[i]);
        manifold_counts counts = count_manifold(&model);
        assert_sound(name, &counts);
        assert_int_equal(counts.border_edges, 0);
        assert_true(counts.volume > 2.0);
        io_model_release(&model);
    }
}

static void every_model_of_the_list_can_be_made(void **state)
{
    (void)state;
    size_t count;
    const scene_model_info *list = scene_model_list(&count);
    for (size_t i = 0; i < count; i++) {
        assert_true(strlen(list[i].summary) > 0);
        char name[32];
        snprintf(name, sizeof name, "%s", list[i].name);
        char *number = strstr(name, "-N");
        if (number) *number = '\0';
        io_model model = make(name);
        io_model_release(&model);
    }
}

static void wrong_names_are_refused_with_the_right_ones(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",         "spheres",  "sphere-",  "sphere-12x",
                                        "sphere-N", "teapot-5", "letter-x", "sphere-99999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        io_model model;
        assert_int_equal(scene_model_make(wrong[i], &model), MOTE_ERROR_ARGUMENT);
        assert_null(model.positions);
        assert_non_null(strstr(mote_last_message(), "letter-w"));
    }
    io_model model;
    assert_int_equal(scene_model_make("sphere-4000000000", &model), MOTE_ERROR_LIMIT);
    assert_int_equal(scene_model_make("icosphere-14", &model), MOTE_ERROR_LIMIT);
    assert_int_equal(scene_model_make(NULL, &model), MOTE_ERROR_ARGUMENT);
}

static size_t allocations_left;

static void *reallocate_until_none_is_left(void *block, size_t bytes)
{
    return allocations_left-- ? realloc(block, bytes) : NULL;
}

static void want_of_memory_is_reported(void **state)
{
    (void)state;
    static const char *const names[] = {"sphere-24", "blob-500", "teapot",
                                        "letter-t",  "hand",     "character-1000"};
    io_reallocate = reallocate_until_none_is_left;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t allowed = 0; allowed < 2; allowed++) { // a model has two arrays
            allocations_left = allowed;
            io_model model;
            assert_int_equal(scene_model_make(names[i], &model), MOTE_ERROR_MEMORY);
            assert_null(model.positions);
            assert_null(model.triangles);
        }
    }
    io_reallocate = realloc;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spheres_of_the_papers_have_exactly_their_faces),
        cmocka_unit_test(spheres_of_any_number_come_close),
        cmocka_unit_test(solids_are_closed_and_look_outward),
        cmocka_unit_test(open_models_have_borders_and_nothing_worse),
        cmocka_unit_test(the_teapot_has_the_classic_size),
        cmocka_unit_test(blobs_come_in_all_sizes),
        cmocka_unit_test(every_model_of_the_list_can_be_made),
        cmocka_unit_test(wrong_names_are_refused_with_the_right_ones),
        cmocka_unit_test(want_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
