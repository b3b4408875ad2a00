#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/scenes.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/run.h"

#define PI 3.14159265358979323846

static mote_mesh *mesh_of(const void *positions, uint32_t vertices, const uint32_t *triangles,
                          uint32_t count)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = vertices};
    def.indices = triangles;
    def.index_count = 3 * (size_t)count;
    return test_mesh_create(&def);
}

static mote_mesh *model_mesh(const char *name)
{
    io_model model;
    assert_int_equal(scene_model_make(name, &model), MOTE_OK);
    mote_mesh *mesh =
        mesh_of(model.positions, model.vertex_count, model.triangles, model.triangle_count);
    io_model_release(&model);
    return mesh;
}

// ---------------------------------------------------------------------------------------------
// Shapes

enum { MAX_CORNERS = 16 };

// A polygon cut out of a board of thickness 1: corners are counterclockwise; front and back consist
// of the given triangles.
static mote_mesh *board(const float (*corners)[2], uint32_t count, const uint32_t (*cut)[3])
{
    mote_vec3 positions[2 * MAX_CORNERS];
    uint32_t triangles[4 * MAX_CORNERS][3], next = 0;
    for (uint32_t i = 0; i < count; i++) {
        positions[i] = (mote_vec3){corners[i][0], corners[i][1], 0.5f};
        positions[count + i] = (mote_vec3){corners[i][0], corners[i][1], -0.5f};
    }
    for (uint32_t i = 0; i < count - 2; i++) {
        const uint32_t *t = cut[i];
        memcpy(triangles[next++], (uint32_t[]){t[0], t[1], t[2]}, sizeof *triangles);
        memcpy(triangles[next++], (uint32_t[]){count + t[0], count + t[2], count + t[1]},
               sizeof *triangles);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = (i + 1) % count;
        memcpy(triangles[next++], (uint32_t[]){i, count + i, count + j}, sizeof *triangles);
        memcpy(triangles[next++], (uint32_t[]){i, count + j, j}, sizeof *triangles);
    }
    return mesh_of(positions, 2 * count, triangles[0], next);
}

static mote_mesh *board_l(void)
{
    static const float corners[][2] = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    static const uint32_t cut[][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    return board(corners, 6, cut);
}

static mote_mesh *board_t(void)
{
    static const float corners[][2] = {{-0.5f, -4}, {0.5f, -4}, {0.5f, 0}, {3, 0},
                                       {3, 1},      {-3, 1},    {-3, 0},   {-0.5f, 0}};
    static const uint32_t cut[][3] = {{0, 1, 2}, {0, 2, 7}, {2, 3, 4},
                                      {2, 4, 5}, {2, 5, 7}, {5, 6, 7}};
    return board(corners, 8, cut);
}

static mote_mesh *board_cross(void)
{
    static const float corners[][2] = {{-1, -4}, {1, -4}, {1, -1}, {4, -1}, {4, 1},   {1, 1},
                                       {1, 4},   {-1, 4}, {-1, 1}, {-4, 1}, {-4, -1}, {-1, -1}};
    static const uint32_t cut[][3] = {{0, 1, 2}, {0, 2, 11}, {2, 3, 4},   {2, 4, 5}, {5, 6, 7},
                                      {5, 7, 8}, {8, 9, 10}, {8, 10, 11}, {2, 5, 8}, {2, 8, 11}};
    return board(corners, 12, cut);
}

// `balls` overlapping unit balls in a row along z, 1.6 apart: rings of a surface of revolution, and
// a pole at each end.
static mote_mesh *string_of_balls(uint32_t balls)
{
    enum { RINGS = 20, SIDES = 24, MAX_BALLS = 4 };
    static mote_vec3 positions[MAX_BALLS * RINGS * SIDES + 2];
    static uint32_t triangles[2 * MAX_BALLS * RINGS * SIDES][3];
    const double middle = acos(0.8); // the angle from the axis at which two balls meet
    uint32_t rings = 0, next = 0;
    for (uint32_t b = 0; b < balls; b++) {
        double from = b == 0 ? PI : PI - middle, to = b + 1 == balls ? 0.0 : middle;
        for (uint32_t r = 1; r < RINGS; r++) {
            // The ring at a neck belongs to the ball before it.
            bool ends_at_neck = b + 1 < balls;
            double angle = from + (to - from) * r / (ends_at_neck ? RINGS - 1 : RINGS);
            for (uint32_t s = 0; s < SIDES; s++) {
                double turn = 2.0 * PI * s / SIDES;
                positions[rings * SIDES + s] =
                    (mote_vec3){(float)(sin(angle) * cos(turn)), (float)(sin(angle) * sin(turn)),
                                (float)(1.6 * b + cos(angle))};
            }
            rings++;
        }
    }
    uint32_t low = rings * SIDES, high = low + 1;
    positions[low] = (mote_vec3){0, 0, -1};
    positions[high] = (mote_vec3){0, 0, (float)(1.6 * (balls - 1) + 1.0)};
    for (uint32_t s = 0; s < SIDES; s++) {
        uint32_t t = (s + 1) % SIDES, top = (rings - 1) * SIDES;
        memcpy(triangles[next++], (uint32_t[]){low, t, s}, sizeof *triangles);
        memcpy(triangles[next++], (uint32_t[]){high, top + s, top + t}, sizeof *triangles);
        for (uint32_t r = 0; r + 1 < rings; r++) {
            uint32_t at = r * SIDES;
            memcpy(triangles[next++], (uint32_t[]){at + s, at + t, at + SIDES + t},
                   sizeof *triangles);
            memcpy(triangles[next++], (uint32_t[]){at + s, at + SIDES + t, at + SIDES + s},
                   sizeof *triangles);
        }
    }
    return mesh_of(positions, high + 1, triangles[0], next);
}

// ---------------------------------------------------------------------------------------------
// Kissing number and shadows

static void at_most_twelve_equal_bodies_touch_one(void **state)
{
    (void)state;
    assert_int_equal(mote_count_by_kissing(0), 0);
    assert_int_equal(mote_count_by_kissing(2), 2);
    assert_int_equal(mote_count_by_kissing(11), 11);
    assert_int_equal(mote_count_by_kissing(12), 12);
    assert_int_equal(mote_count_by_kissing(100), 12);
}

static uint32_t shadows(float radius, float other)
{
    uint32_t count;
    assert_int_equal(mote_count_by_shadows(radius, other, &count), MOTE_OK);
    return count;
}

// By hand: equal spheres have a half angle of 30 degrees, 2 / (1 - cos 30) = 14.9, which is limited
// to the kissing number. At r = R / 2 the sine is 1/3, 2 / (1 - sqrt(8/9)) = 34.97; at r = R / 9 it
// is 1/10, 2 / (1 - sqrt .99) = 398.99; at r = 4 R it is 4/5, 2 / (1 - .6) = 5; a sphere against a
// plane, or a point: 2.
static void shadows_are_counted_as_by_hand(void **state)
{
    (void)state;
    assert_int_equal(shadows(1.0f, 1.0f), 12);
    assert_int_equal(shadows(7.5f, 7.5f), 12);
    assert_int_equal(shadows(2.0f, 1.0f), 34);
    assert_int_equal(shadows(9.0f, 1.0f), 398);
    assert_int_equal(shadows(1.0f, 4.0f), 5);
    assert_int_equal(shadows(0.0f, 1.0f), 2);
    assert_int_equal(shadows(1.0f, 3e38f), 2);
    assert_int_equal(shadows(1.0f, 1e-30f), UINT32_MAX);
    assert_int_equal(shadows(1.0f, 0.92f), 12); // a thirteenth has room below .9165
    assert_true(shadows(1.0f, 0.91f) > 12);
}

static void smaller_spheres_are_never_fewer(void **state)
{
    (void)state;
    uint32_t before = 0;
    for (float other = 64.0f; other > 0.001f; other *= 0.97f) {
        uint32_t count = shadows(1.0f, other);
        assert_true(count >= before);
        before = count;
    }
}

static void bad_radii_are_refused(void **state)
{
    (void)state;
    static const float bad[][2] = {{-1, 1},  {1, 0},        {1, -1},      {NAN, 1},
                                   {1, NAN}, {INFINITY, 1}, {1, INFINITY}};
    uint32_t count;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(mote_count_by_shadows(bad[i][0], bad[i][1], &count), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_count_by_shadows(1.0f, 1.0f, NULL), MOTE_ERROR_ARGUMENT);
}

// ---------------------------------------------------------------------------------------------
// Convex parts

static void has_parts(mote_mesh *mesh, uint32_t expected, const char *name)
{
    mote_convex_parts_def def = mote_default_convex_parts_def();
    def.mesh = mesh;
    uint32_t parts, particles;
    assert_int_equal(mote_count_by_convex_parts(&def, &parts, &particles), MOTE_OK);
    if (parts != expected)
        fail_msg("%s: %u parts, not %u", name, (unsigned)parts, (unsigned)expected);
    assert_int_equal(particles, 2 * parts);
    mote_mesh_destroy(mesh);
}

static void shapes_have_the_parts_they_are_made_of(void **state)
{
    (void)state;
    has_parts(board_l(), 2, "L");
    has_parts(board_t(), 2, "T");
    has_parts(board_cross(), 2, "cross"); // two beams, which may overlap
    has_parts(string_of_balls(1), 1, "ball");
    has_parts(string_of_balls(2), 2, "two balls");
    has_parts(string_of_balls(3), 3, "three balls");
}

static void models_have_the_parts_they_are_made_of(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t parts;
    } cases[] = {{"box", 1},      {"sphere", 1},   {"icosphere", 1}, {"cloth-800", 1},
                 {"letter-t", 2}, {"letter-v", 2}, {"letter-m", 4},  {"letter-w", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        has_parts(model_mesh(cases[i].name), cases[i].parts, cases[i].name);
}

// Components never share a part, and each has one even if there are more components than samples.
static void each_component_is_a_part(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("shrine");
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    for (uint32_t samples = 1; samples <= 64; samples += 21) {
        mote_convex_parts_def def = mote_default_convex_parts_def();
        def.mesh = mesh;
        def.sample_count = samples;
        uint32_t particles;
        assert_int_equal(mote_count_by_convex_parts(&def, NULL, &particles), MOTE_OK);
        assert_true(particles >= 2 * info.component_count);
    }
    mote_mesh_destroy(mesh);
}

static void soups_have_parts_too(void **state)
{
    (void)state;
    for (size_t i = 0, n = test_count(50, 500, 10000); i < n; i++) {
        mote_random random = mote_random_stream(62, i, 0);
        test_mesh m = test_mesh_soup(&random, 40);
        mote_mesh_def mesh_def = test_mesh_def(&m);
        mote_mesh *mesh = test_mesh_create(&mesh_def);
        mote_mesh_info info;
        mote_mesh_get_info(mesh, &info);
        mote_convex_parts_def def = mote_default_convex_parts_def();
        def.mesh = mesh;
        uint32_t parts, particles;
        assert_int_equal(mote_count_by_convex_parts(&def, &parts, &particles), MOTE_OK);
        assert_true(parts >= info.component_count);
        assert_true(parts <= info.vertex_count);
        mote_mesh_destroy(mesh);
        test_mesh_release(&m);
    }
}

static void parts_refused(const mote_convex_parts_def *def, const char *words)
{
    uint32_t particles;
    assert_int_equal(mote_count_by_convex_parts(def, NULL, &particles), MOTE_ERROR_ARGUMENT);
    if (!strstr(mote_last_message(), words))
        fail_msg("\"%s\" lacks \"%s\"", mote_last_message(), words);
}

static void bad_options_of_parts_are_refused(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("box");
    mote_convex_parts_def good = mote_default_convex_parts_def(), def;
    good.mesh = mesh;
    assert_int_equal(mote_count_by_convex_parts(&good, NULL, NULL), MOTE_ERROR_ARGUMENT);
    parts_refused(NULL, "null");
    def = good, def.cookie = 1;
    parts_refused(&def, "cookie");
    def = good, def.mesh = NULL;
    parts_refused(&def, "null");
    def = good, def.sample_count = 0;
    parts_refused(&def, "sample_count is 0");
    def = good, def.sample_count = 65;
    parts_refused(&def, "sample_count is 65");
    def = good, def.depth = -1.0f;
    parts_refused(&def, "depth");
    def = good, def.depth = NAN;
    parts_refused(&def, "depth");
    failing_allocator memory = {0};
    def = good, def.allocator = failing_allocator_hook(&memory), def.allocator.release = NULL;
    parts_refused(&def, "allocator");
    mote_mesh_destroy(mesh);
}

// ---------------------------------------------------------------------------------------------
// Spheres of parts

enum { MAX_SPHERES = 64 };

static uint32_t spheres_of(const mote_mesh *mesh, mote_part_sphere *out)
{
    mote_part_spheres_def def = mote_default_part_spheres_def();
    def.mesh = mesh;
    uint32_t count, vertices = 0;
    assert_int_equal(mote_find_part_spheres(&def, out, MAX_SPHERES, &count), MOTE_OK);
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    for (uint32_t i = 0; i < count; i++) vertices += out[i].vertex_count;
    assert_int_equal(vertices, info.vertex_count);
    return count;
}

static void a_convex_body_is_one_sphere(void **state)
{
    (void)state;
    static const char *const names[] = {"box", "sphere", "icosphere", "cloth-800"};
    mote_part_sphere spheres[MAX_SPHERES];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        mote_mesh *mesh = model_mesh(names[i]);
        assert_int_equal(spheres_of(mesh, spheres), 1);
        assert_int_equal(spheres[0].particles, 12);
        mote_mesh_destroy(mesh);
    }
}

static void a_string_of_balls_is_a_sphere_each(void **state)
{
    (void)state;
    mote_part_sphere spheres[MAX_SPHERES];
    for (uint32_t balls = 1; balls <= 4; balls++) {
        mote_mesh *mesh = string_of_balls(balls);
        assert_int_equal(spheres_of(mesh, spheres), balls);
        for (uint32_t i = 0; i < balls; i++) {
            assert_true(fabs((double)spheres[i].center.z - 1.6 * i) < 0.35);
            assert_true(spheres[i].radius > 0.85f && spheres[i].radius < 1.35f);
            assert_true(spheres[i].particles >= 12 && spheres[i].particles < 30);
        }
        mote_mesh_destroy(mesh);
    }
}

// By hand: against bodies of half its radius a unit ball needs 34 particles.
static void particles_are_counted_by_the_size_of_other_bodies(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("icosphere");
    mote_part_spheres_def def = mote_default_part_spheres_def();
    mote_part_sphere sphere;
    uint32_t count;
    def.mesh = mesh;
    def.other_radius = 0.5f;
    assert_int_equal(mote_find_part_spheres(&def, &sphere, 1, &count), MOTE_OK);
    assert_int_equal(count, 1);
    assert_true(fabsf(sphere.radius - 1.0f) < 1e-4f);
    assert_int_equal(sphere.particles, shadows(sphere.radius, 0.5f));
    assert_true(sphere.particles == 34 || sphere.particles == 35);
    mote_mesh_destroy(mesh);
}

static void a_full_buffer_reports_the_needed_capacity(void **state)
{
    (void)state;
    mote_mesh *mesh = string_of_balls(3);
    mote_part_spheres_def def = mote_default_part_spheres_def();
    def.mesh = mesh;
    mote_part_sphere spheres[2], untouched[2];
    memset(spheres, 0xab, sizeof spheres);
    memcpy(untouched, spheres, sizeof spheres);
    uint32_t count;
    assert_int_equal(mote_find_part_spheres(&def, spheres, 2, &count), MOTE_ERROR_LIMIT);
    assert_int_equal(count, 3);
    assert_memory_equal(spheres, untouched, sizeof spheres);
    assert_int_equal(mote_find_part_spheres(&def, NULL, 0, &count), MOTE_ERROR_LIMIT);
    assert_int_equal(count, 3);
    mote_mesh_destroy(mesh);
}

static void spheres_refused(const mote_part_spheres_def *def, const char *words)
{
    mote_part_sphere sphere;
    uint32_t count;
    assert_int_equal(mote_find_part_spheres(def, &sphere, 1, &count), MOTE_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    if (!strstr(mote_last_message(), words))
        fail_msg("\"%s\" lacks \"%s\"", mote_last_message(), words);
}

static void bad_options_of_spheres_are_refused(void **state)
{
    (void)state;
    mote_mesh *mesh = model_mesh("box");
    mote_part_spheres_def good = mote_default_part_spheres_def(), def;
    good.mesh = mesh;
    assert_int_equal(mote_find_part_spheres(&good, NULL, 1, &(uint32_t){0}), MOTE_ERROR_ARGUMENT);
    assert_int_equal(mote_find_part_spheres(&good, NULL, 0, NULL), MOTE_ERROR_ARGUMENT);
    spheres_refused(NULL, "null");
    def = good, def.cookie = 1;
    spheres_refused(&def, "cookie");
    def = good, def.mesh = NULL;
    spheres_refused(&def, "mesh is null");
    def = good, def.turn = 4.0f;
    spheres_refused(&def, "turn is 4");
    def = good, def.other_radius = -1.0f;
    spheres_refused(&def, "other_radius");
    failing_allocator memory = {0};
    def = good, def.allocator = failing_allocator_hook(&memory), def.allocator.release = NULL;
    spheres_refused(&def, "allocator");
    mote_mesh_destroy(mesh);
    static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 3};
    mesh_def.flags = MOTE_MESH_NORMALS;
    def = good, def.mesh = mesh = test_mesh_create(&mesh_def);
    spheres_refused(&def, "without MOTE_MESH_ADJACENCY or MOTE_MESH_NORMALS");
    mote_mesh_destroy(mesh);
}

// ---------------------------------------------------------------------------------------------

static mote_result count_parts_with(const mote_mesh *mesh, mote_allocator allocator)
{
    mote_convex_parts_def def = mote_default_convex_parts_def();
    uint32_t particles;
    def.mesh = mesh;
    def.allocator = allocator;
    return mote_count_by_convex_parts(&def, NULL, &particles);
}

static mote_result find_spheres_with(const mote_mesh *mesh, mote_allocator allocator)
{
    mote_part_spheres_def def = mote_default_part_spheres_def();
    mote_part_sphere spheres[4];
    uint32_t count;
    def.mesh = mesh;
    def.allocator = allocator;
    return mote_find_part_spheres(&def, spheres, 4, &count);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    mote_result (*const rules[])(const mote_mesh *, mote_allocator) = {count_parts_with,
                                                                       find_spheres_with};
    mote_mesh *mesh = string_of_balls(2);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        mote_result result = MOTE_ERROR_MEMORY;
        for (size_t fail_at = 1; result != MOTE_OK; fail_at++) {
            failing_allocator memory = {.fail_at = fail_at};
            result = rules[i](mesh, failing_allocator_hook(&memory));
            assert_true(result == MOTE_OK || result == MOTE_ERROR_MEMORY);
            assert_int_equal(memory.live, 0);
        }
    }
    mote_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_most_twelve_equal_bodies_touch_one),
        cmocka_unit_test(shadows_are_counted_as_by_hand),
        cmocka_unit_test(smaller_spheres_are_never_fewer),
        cmocka_unit_test(bad_radii_are_refused),
        cmocka_unit_test(shapes_have_the_parts_they_are_made_of),
        cmocka_unit_test(models_have_the_parts_they_are_made_of),
        cmocka_unit_test(each_component_is_a_part),
        cmocka_unit_test(soups_have_parts_too),
        cmocka_unit_test(bad_options_of_parts_are_refused),
        cmocka_unit_test(a_convex_body_is_one_sphere),
        cmocka_unit_test(a_string_of_balls_is_a_sphere_each),
        cmocka_unit_test(particles_are_counted_by_the_size_of_other_bodies),
        cmocka_unit_test(a_full_buffer_reports_the_needed_capacity),
        cmocka_unit_test(bad_options_of_spheres_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
