// The kernels of distance queries: twins give the same bits, and what they prune is far enough.

#include "world/near.h"

#include <math.h>
#include <mote/geometry.h>

#include "core/box.h"
#include "core/random.h"
#include "core/vec.h"
#include "support/run.h"

static mote_vec3 any_point(mote_random *random, float reach)
{
    float x = mote_random_between(random, -reach, reach);
    float y = mote_random_between(random, -reach, reach);
    return (mote_vec3){x, y, mote_random_between(random, -reach, reach)};
}

// Of three points; now and then empty.
static mote_box any_box(mote_random *random)
{
    mote_box box = mote_box_empty();
    if (mote_random_below(random, 8) == 0) return box;
    mote_vec3 center = any_point(random, 1);
    for (int k = 0; k < 3; k++)
        mote_box_add_point(&box, mote_vec_add(center, any_point(random, 0.3f)));
    return box;
}

static void fill(mote_random *random, mote_box8 *boxes, uint32_t groups)
{
    for (uint32_t i = 0; i < 8 * groups; i++) {
        mote_box box = any_box(random);
        mote_box8_set(&boxes[i / 8], i % 8, &box);
    }
}

static mote_nearness any_nearness(mote_random *random)
{
    const float squares[] = {0.01f, 0.2f, 1, INFINITY};
    return (mote_nearness){1e-6f, squares[mote_random_below(random, 4)]};
}

static void near_boxes_are_those_of_the_twin(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(51, 0, 0);
    for (size_t n = test_count(300, 3000, 100000); n > 0; n--) {
        mote_box8 boxes[4];
        uint32_t want[32], got[32];
        float want_squared[32], got_squared[32];
        fill(&random, boxes, 4);
        mote_box box = any_box(&random);
        mote_nearness near = any_nearness(&random);
        uint32_t count = mote_near_boxes_scalar(&box, boxes, 4, near, want, want_squared);
        assert_int_equal(count, mote_near_boxes_base(&box, boxes, 4, near, got, got_squared));
        assert_memory_equal(want, got, count * sizeof *want);
        assert_memory_equal(want_squared, got_squared, count * sizeof *want_squared);
        assert_int_equal(count,
                         MOTE_PICK_KERNEL(mote_near_boxes)(&box, boxes, 4, near, got, got_squared));
        assert_memory_equal(want, got, count * sizeof *want);
        assert_memory_equal(want_squared, got_squared, count * sizeof *want_squared);
        for (uint32_t i = 0; i < count; i++) {
            mote_box other = mote_box8_get(&boxes[want[i] / 8], want[i] % 8);
            assert_true(mote_boxes_near(&box, &other, near));
        }
    }
}

static void near_groups_are_near_boxes(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(52, 0, 0);
    for (size_t n = test_count(300, 3000, 100000); n > 0; n--) {
        mote_box8 a, b;
        uint8_t scalar[8], base[8], best[8];
        fill(&random, &a, 1);
        fill(&random, &b, 1);
        mote_nearness near = any_nearness(&random);
        mote_near_groups_scalar(&a, &b, near, scalar);
        mote_near_groups_base(&a, &b, near, base);
        MOTE_PICK_KERNEL(mote_near_groups)(&a, &b, near, best);
        assert_memory_equal(scalar, base, sizeof scalar);
        assert_memory_equal(scalar, best, sizeof scalar);
        for (uint32_t i = 0; i < 64; i++) {
            mote_box one = mote_box8_get(&a, i / 8), other = mote_box8_get(&b, i % 8);
            assert_int_equal(scalar[i / 8] >> i % 8 & 1, mote_boxes_near(&one, &other, near));
        }
    }
}

// Sizes from 2^-60 to 2^60, and the limit at the true distance or close to it.
static void parted_pairs_are_not_near(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(53, 0, 0);
    size_t parted = 0, all = 0;
    for (size_t n = test_count(300, 10000, 300000); n > 0; n--) {
        mote_tri_pairs8 pairs;
        mote_vec3 a[8][3], b[8][3];
        float size = ldexpf(1, (int)mote_random_below(&random, 121) - 60);
        float gap = mote_random_unit(&random), distance[8];
        for (int i = 0; i < 8; i++) {
            mote_vec3 apart = mote_vec_scale(mote_random_direction(&random), 2 * gap * size);
            for (int k = 0; k < 3; k++) {
                a[i][k] = any_point(&random, size * 0.2f);
                b[i][k] = mote_vec_add(apart, any_point(&random, size * 0.2f));
            }
            mote_tri_pairs8_set(pairs.a, i, a[i]);
            mote_tri_pairs8_set(pairs.b, i, b[i]);
            distance[i] = mote_triangles_distance(a[i], b[i], NULL, NULL) / size;
        }
        float limit = distance[0] * (mote_random_below(&random, 2) ? 1.00001f : 1.01f);
        mote_nearness near = {0, limit * limit};
        uint32_t bits = mote_parted_pairs_scalar(&pairs, 1 / size, near);
        assert_int_equal(bits, mote_parted_pairs_base(&pairs, 1 / size, near));
        assert_int_equal(bits, MOTE_PICK_KERNEL(mote_parted_pairs)(&pairs, 1 / size, near));
        for (int i = 0; i < 8; i++) {
            if (bits >> i & 1) assert_true(distance[i] >= limit * 0.999999f);
            parted += bits >> i & 1;
            all += distance[i] > limit;
        }
    }
    assert_true(parted > all / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_boxes_are_those_of_the_twin),
        cmocka_unit_test(near_groups_are_near_boxes),
        cmocka_unit_test(parted_pairs_are_not_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
