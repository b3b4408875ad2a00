// Checks of parts in memory with the numbers at which arithmetic ends, as coordinates and as every
// number of the def. Nothing is expected of the answers; the sanitizers watch.

#include <float.h>
#include <math.h>
#include <mote/check.h>
#include <stdlib.h>

#include "core/random.h"
#include "support/run.h"

enum { FRAMES = 3, CORNERS = 9, TRIANGLES = 7, PARTS = 2 };

static float pick_float(mote_random *random, bool finite)
{
    static const float numbers[] = {
        0,      FLT_TRUE_MIN, -FLT_TRUE_MIN, 1, -1, 0.5f, 1e19f,    -1e19f,   1e38f,
        -1e38f, FLT_MAX,      -FLT_MAX,      2, -2, NAN,  INFINITY, -INFINITY};
    enum { ALL = sizeof numbers / sizeof *numbers, FINITE = ALL - 3 };
    return numbers[mote_random_below(random, finite ? FINITE : ALL)];
}

static bool ignore_bytes(void *context, const char *bytes, size_t size)
{
    (void)bytes;
    *(size_t *)context += size;
    return true;
}

// Most checks have finite coordinates, because a frame with others is refused.
static void fill_parts(mote_random *random, mote_vec3 positions[PARTS][FRAMES * CORNERS],
                       uint32_t triangles[PARTS][3 * TRIANGLES])
{
    bool finite = mote_random_below(random, 8) > 0;
    for (uint32_t part = 0; part < PARTS; part++) {
        for (uint32_t i = 0; i < FRAMES * CORNERS; i++) {
            mote_vec3 *p = &positions[part][i];
            p->x = pick_float(random, finite);
            p->y = pick_float(random, finite);
            p->z = pick_float(random, finite);
        }
        for (uint32_t i = 0; i < 3 * TRIANGLES; i++)
            triangles[part][i] = mote_random_below(random, CORNERS);
    }
}

// In some checks one number of the def is extreme, in others all are.
static void fill_numbers(mote_random *random, mote_check_def *def)
{
    bool all = mote_random_below(random, 4) == 0;
    uint32_t one = mote_random_below(random, 5);
    if (all || one == 0) def->tolerance = pick_float(random, false);
    if (all || one == 1) def->fail_depth = pick_float(random, false);
    if (all || one == 2) def->min_area = pick_float(random, false);
    if (all || one == 3) def->fps = (double)pick_float(random, false);
    if (all || one == 4) {
        def->weld = MOTE_WELD_TOLERANCE;
        def->weld_tolerance = pick_float(random, false);
    }
    def->between = mote_random_below(random, 3) == 0;
    def->self = (mote_check_self)mote_random_below(random, 3);
    def->rest_baseline = mote_random_below(random, 4) == 0;
    def->number_by_time = mote_random_below(random, 4) == 0;
}

// Returns whether the check ran; the other ones were refused.
static bool run_check(uint64_t number)
{
    mote_random random = mote_random_stream(number, 1, 0);
    mote_vec3 positions[PARTS][FRAMES * CORNERS];
    uint32_t triangles[PARTS][3 * TRIANGLES];
    fill_parts(&random, positions, triangles);
    mote_check_part parts[PARTS];
    for (uint32_t part = 0; part < PARTS; part++)
        parts[part] = (mote_check_part){.triangles = triangles[part],
                                        .triangle_count = TRIANGLES,
                                        .vertex_count = CORNERS,
                                        .positions = positions[part]};
    mote_check_def def = mote_check_default_def();
    def.parts = parts;
    def.part_count = PARTS;
    def.frame_count = FRAMES;
    fill_numbers(&random, &def);
    mote_check *check = NULL;
    if (mote_check_open(&def, &check)) return false;
    size_t size = 0;
    const mote_check_sink sink = {.write = ignore_bytes, .context = &size};
    mote_check_json_def json = mote_check_default_json_def();
    json.sink = sink;
    json.view_count = 2;
    assert_int_equal(mote_check_add_json(check, &json), MOTE_OK);
    assert_int_equal(mote_check_add_region_baseline(check, &sink), MOTE_OK);
    bool ran = mote_check_run(check, NULL) == MOTE_OK;
    assert_int_equal(mote_check_write_summary(check, &sink, false), MOTE_OK);
    mote_check_close(check);
    return ran;
}

static void no_number_crashes_a_check(void **state)
{
    (void)state;
    size_t count = test_count(500, 2000, 100000), ran = 0;
    for (uint64_t number = 0; number < count; number++) ran += run_check(number);
    print_message("%zu of %zu checks ran\n", ran, count);
    assert_true(ran > count / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_number_crashes_a_check)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
