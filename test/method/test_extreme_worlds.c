// Exact methods answer like the naive one where the range of floats ends.

#include <float.h>
#include <math.h>
#include <mote/papers.h>
#include <stdio.h>
#include <string.h>

#include "core/random.h"
#include "support/compare_reports.h"
#include "support/options.h"
#include "support/run.h"

enum { MAX_BODIES = 3, MAX_TRIANGLES = 160 };

typedef struct body {
    mote_mesh *mesh;
    mote_body_def def;
} body;

typedef struct bodies {
    body list[MAX_BODIES];
    uint32_t count;
} bodies;

static void add_body(bodies *all, const mote_vec3 *corners, uint32_t triangles)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = corners, .count = 3 * (size_t)triangles};
    body *b = &all->list[all->count++];
    assert_int_equal(mote_mesh_create(&def, &b->mesh), MOTE_OK);
    b->def = mote_default_body_def();
    b->def.mesh = b->mesh;
}

static void remove_bodies(bodies *all)
{
    for (uint32_t i = 0; i < all->count; i++) mote_mesh_destroy(all->list[i].mesh);
    all->count = 0;
}

// A world with the bodies; null where the method takes no such bodies or no tolerance.
static mote_world *open_world(const bodies *all, const mote_world_def *def)
{
    mote_world *world;
    if (mote_world_create(def, &world)) return NULL;
    for (uint32_t i = 0; i < all->count; i++) {
        mote_body_id id;
        if (mote_body_create(world, &all->list[i].def, &id) == MOTE_OK) continue;
        mote_world_destroy(world);
        return NULL;
    }
    return world;
}

// Returns how many other methods took part. *face_pairs: those of the naive method.
static uint32_t compare_methods(const bodies *all, mote_world_def def, const char *what,
                                uint64_t number, size_t *face_pairs)
{
    uint32_t compared = 0;
    def.method = MOTE_METHOD_NAIVE;
    mote_world *naive = open_world(all, &def);
    assert_non_null(naive);
    mote_report expected = detected(naive);
    *face_pairs = expected.face_pair_count;
    const mote_method_info *info;
    for (size_t m = 0; (info = mote_method_at(m)); m++) {
        if (!(info->abilities & MOTE_ABILITY_EXACT) || info->method == MOTE_METHOD_NAIVE) continue;
        if (!(info->abilities & MOTE_ABILITY_CONCAVE)) continue;
        def.method = info->method;
        mote_world *world = open_world(all, &def);
        if (!world) continue;
        mote_report report = detected(world);
        const char *differs = reports_differ(&expected, &report);
        if (differs)
            fail_msg("%s %lu: %s has other %s than naive: %zu face pairs and not %zu", what,
                     (unsigned long)number, info->name, differs, (size_t)report.face_pair_count,
                     (size_t)expected.face_pair_count);
        mote_world_destroy(world);
        compared++;
    }
    mote_world_destroy(naive);
    return compared;
}

static mote_world_def plain_def(void)
{
    mote_world_def def = mote_default_world_def();
    def.contacts = false;
    set_option(&def, "smith.level", 3);
    return def;
}

// ---------------------------------------------------------------------------------------------
// One case each

static void add_tetrahedron(bodies *all, float f)
{
    const mote_vec3 p[4] = {{-f, -f, 0}, {f, -f, 0}, {-f, f, 0}, {-f, -f, f}};
    const mote_vec3 corners[12] = {p[0], p[1], p[2], p[0], p[3], p[1],
                                   p[1], p[3], p[2], p[2], p[3], p[0]};
    add_body(all, corners, 4);
}

static void a_tetrahedron_as_large_as_floats_meets_its_copy(void **state)
{
    (void)state;
    for (uint32_t level = 0; level < 5; level++) {
        bodies all = {.count = 0};
        add_tetrahedron(&all, FLT_MAX);
        add_tetrahedron(&all, FLT_MAX);
        mote_world_def def = plain_def();
        set_option(&def, "smith.level", level);
        size_t face_pairs;
        assert_true(compare_methods(&all, def, "level", level, &face_pairs) >= 4);
        assert_int_equal(face_pairs, 16);
        remove_bodies(&all);
    }
}

static void a_tolerance_of_the_smallest_float_counts(void **state)
{
    (void)state;
    const float least = FLT_TRUE_MIN;
    for (uint32_t k = 1; k < 10; k++) { // odd ones have halves that are no floats
        for (uint32_t beyond = 0; beyond < 2; beyond++) {
            float z = (float)(k + beyond) * least;
            const mote_vec3 low[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
            const mote_vec3 high[3] = {{0, 0, z}, {1, 0, z}, {0, 1, z}};
            bodies all = {.count = 0};
            add_body(&all, low, 1);
            add_body(&all, high, 1);
            mote_world_def def = plain_def();
            def.tolerance = (float)k * least;
            size_t face_pairs;
            assert_true(compare_methods(&all, def, "distance", k, &face_pairs) >= 3);
            assert_int_equal(face_pairs, !beyond);
            remove_bodies(&all);
        }
    }
}

// Without a limit each doubling of the cube has four times as many cells, and the search does not
// end.
static void a_world_cube_much_smaller_than_its_bodies_is_searched(void **state)
{
    (void)state;
    const float sides[] = {FLT_TRUE_MIN, 1e-30f, 1e-3f, 1}, sizes[] = {1, 1000, 1e30f, FLT_MAX};
    for (uint32_t i = 0; i < 16; i++) {
        bodies all = {.count = 0};
        add_tetrahedron(&all, sizes[i / 4]);
        add_tetrahedron(&all, sizes[i / 4]);
        mote_world_def def = plain_def();
        set_option(&def, "smith.level", 1 + i % 3);
        set_option(&def, "smith.world_side", (double)sides[i % 4]);
        size_t face_pairs;
        assert_true(compare_methods(&all, def, "cube", i, &face_pairs) >= 4);
        assert_int_equal(face_pairs, 16);
        remove_bodies(&all);
    }
}

// ---------------------------------------------------------------------------------------------
// Random worlds

static float random_number(mote_random *random, uint32_t kinds)
{
    static const float numbers[] = {0,        FLT_TRUE_MIN, -FLT_TRUE_MIN, 1,      -1,
                                    1e19f,    -1e19f,       1e38f,         -1e38f, FLT_MAX,
                                    -FLT_MAX, FLT_MIN,      3e-45f,        1.5f,   -0.25f};
    return numbers[mote_random_below(random, kinds)];
}

static void add_random_body(bodies *all, mote_random *random)
{
    enum { COUNT = 15 };
    uint32_t kinds = mote_random_below(random, 4) ? COUNT : 5; // or no large ones
    bool is_large = mote_random_below(random, 32) == 0;        // more than one cluster
    uint32_t triangles = 1 + mote_random_below(random, is_large ? MAX_TRIANGLES : 6);
    mote_vec3 pool[6], corners[3 * MAX_TRIANGLES];
    for (int i = 0; i < 6; i++) {
        pool[i].x = random_number(random, kinds);
        pool[i].y = random_number(random, kinds);
        pool[i].z = random_number(random, kinds);
    }
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        corners[i] = pool[mote_random_below(random, 6)];
        if (mote_random_below(random, 8) == 0) corners[i].z = random_number(random, kinds);
    }
    add_body(all, corners, triangles);
    all->list[all->count - 1].def.self_collision = mote_random_below(random, 4) == 0;
}

static void random_options(mote_world_def *def, mote_random *random)
{
    set_option(def, "smith.level", mote_random_below(random, 5));
    set_option(def, "smith.root_is_region", mote_random_below(random, 2));
    set_option(def, "smith.skip_boxes", mote_random_below(random, 2));
    set_option(def, "smith.face_box", mote_random_below(random, 4) == 0);
    set_option(def, "smith.bintree", mote_random_below(random, 2));
    if (mote_random_below(random, 4)) return;
    set_option(def, "smith.world_side", (double)fabsf(random_number(random, 15)));
}

static void compare_random_worlds(bool with_tolerance, size_t count)
{
    size_t pairs = 0, worlds = 0;
    for (uint64_t number = 0; number < count; number++) {
        mote_random random = mote_random_stream(number, with_tolerance, 0);
        bodies all = {.count = 0};
        uint32_t body_count = 1 + mote_random_below(&random, MAX_BODIES);
        for (uint32_t i = 0; i < body_count; i++) add_random_body(&all, &random);
        mote_world_def def = plain_def();
        random_options(&def, &random);
        if (with_tolerance) def.tolerance = fabsf(random_number(&random, 15));
        size_t face_pairs;
        worlds += compare_methods(&all, def, "world", number, &face_pairs) >= 3;
        pairs += face_pairs > 0;
        remove_bodies(&all);
    }
    assert_int_equal(worlds, count);
    assert_true(pairs > count / 4);
}

static void all_agree_at_the_ends_of_floats(void **state)
{
    (void)state;
    compare_random_worlds(false, test_count(300, 1500, 50000));
}

static void all_agree_on_what_is_near_there(void **state)
{
    (void)state;
    compare_random_worlds(true, test_count(300, 1500, 50000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tetrahedron_as_large_as_floats_meets_its_copy),
        cmocka_unit_test(a_tolerance_of_the_smallest_float_counts),
        cmocka_unit_test(a_world_cube_much_smaller_than_its_bodies_is_searched),
        cmocka_unit_test(all_agree_at_the_ends_of_floats),
        cmocka_unit_test(all_agree_on_what_is_near_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
