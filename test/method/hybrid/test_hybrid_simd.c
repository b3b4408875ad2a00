// Each vector kernel of hybrid against a plain loop.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/box.h"
#include "core/random.h"
#include "method/hybrid/hybrid.h"
#include "support/run.h"

enum { VERTICES = 200 };

typedef struct patch {
    float xyz[3 * VERTICES];
    uint32_t corners[3 * MOTE_CLUSTER_TRIANGLES];
    uint32_t triangle_count;
    float by;
} patch;

static patch make_patch(mote_random *random)
{
    patch p = {.triangle_count = 1 + mote_random_below(random, MOTE_CLUSTER_TRIANGLES),
               .by = mote_random_below(random, 2) ? 0.0f : 0.01f};
    for (int i = 0; i < 3 * VERTICES; i++) p.xyz[i] = (float)mote_random_below(random, 24) * 0.125f;
    for (uint32_t t = 0; t < p.triangle_count; t++) {
        uint32_t near = mote_random_below(random, VERTICES - 8);
        for (int k = 0; k < 3; k++) p.corners[3 * t + k] = near + mote_random_below(random, 8);
    }
    return p;
}

static mote_box triangle_box(const patch *p, uint32_t t)
{
    mote_box box = mote_box_empty();
    for (int k = 0; k < 3; k++) {
        const float *at = p->xyz + 3 * p->corners[3 * t + k];
        mote_box_add_point(&box, (mote_vec3){at[0], at[1], at[2]});
    }
    return box;
}

static bool holds(const mote_box *outer, const mote_box *inner)
{
    return outer->min.x <= inner->min.x && outer->min.y <= inner->min.y &&
           outer->min.z <= inner->min.z && outer->max.x >= inner->max.x &&
           outer->max.y >= inner->max.y && outer->max.z >= inner->max.z;
}

static void boxes_hold_their_triangles_and_little_more(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(50, 1000, 10000); seed++) {
        mote_random random = mote_random_stream(seed, 0, 0);
        patch p = make_patch(&random);
        mote_hybrid_boxes inside;
        MOTE_PICK_KERNEL(mote_hybrid_fill_inside)
        (p.xyz, false, p.corners, p.triangle_count, p.by, &inside);
        for (uint32_t t = 0; t < MOTE_CLUSTER_TRIANGLES; t++) {
            mote_box box = mote_box8_get(&inside.triangles[t / 8], t % 8);
            mote_box leaf = mote_box8_get(&inside.leaves[t / 64], t / 8 % 8);
            if (t >= p.triangle_count) {
                assert_false(box.min.x <= box.max.x);
                continue;
            }
            mote_box exact = triangle_box(&p, t), most = mote_box_widened(&exact, 1.001f * p.by);
            mote_box least = p.by > 0 ? mote_box_widened(&exact, 0.999f * p.by) : exact;
            assert_true(holds(&box, &least) && holds(&most, &box) && holds(&leaf, &box));
        }
    }
}

static bool listed(const uint16_t *pairs, uint32_t count, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < count; i++) {
        if (pairs[i] == a * MOTE_CLUSTER_TRIANGLES + b) return true;
    }
    return false;
}

// All pairs of boxes that overlap, each once; of a cluster with itself, only those with a < b.
static void check_pairs(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b)
{
    static uint16_t pairs[MOTE_HYBRID_MAX_PAIRS + MOTE_HYBRID_MORE_PAIRS];
    const mote_box everything = {{-1e9f, -1e9f, -1e9f}, {1e9f, 1e9f, 1e9f}};
    uint32_t count = MOTE_PICK_KERNEL(mote_hybrid_box_pairs)(a, b, &everything, pairs),
             expected = 0;
    for (uint32_t i = 0; i < MOTE_CLUSTER_TRIANGLES; i++) {
        mote_box box_a = mote_box8_get(&a->triangles[i / 8], i % 8);
        for (uint32_t j = a == b ? i + 1 : 0; j < MOTE_CLUSTER_TRIANGLES; j++) {
            mote_box box_b = mote_box8_get(&b->triangles[j / 8], j % 8);
            if (!mote_boxes_overlap(&box_a, &box_b)) continue;
            expected++;
            assert_true(listed(pairs, count, i, j));
        }
    }
    assert_int_equal(count, expected);
}

static void box_pairs_are_those_of_a_loop(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(3, 20, 300); seed++) {
        mote_random random = mote_random_stream(seed, 1, 0);
        patch pa = make_patch(&random), pb = make_patch(&random);
        mote_hybrid_boxes a, b;
        MOTE_PICK_KERNEL(mote_hybrid_fill_inside)
        (pa.xyz, false, pa.corners, pa.triangle_count, pa.by, &a);
        MOTE_PICK_KERNEL(mote_hybrid_fill_inside)
        (pb.xyz, false, pb.corners, pb.triangle_count, pb.by, &b);
        check_pairs(&a, &b);
        check_pairs(&a, &a);
    }
}

static void outcodes_say_which_side(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(100, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 2, 0);
        mote_box8 boxes;
        const mote_box region = {{0, 0, 0}, {4, 4, 4}};
        uint8_t codes[8], group, common = 63;
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < 8; i++) {
                boxes.bound[k][i] = (float)mote_random_below(&random, 12) - 4;
                boxes.bound[3 + k][i] = boxes.bound[k][i] + (float)mote_random_below(&random, 5);
            }
        }
        MOTE_PICK_KERNEL(mote_hybrid_outcodes)(&boxes, 1, &region, codes, &group);
        for (uint32_t i = 0; i < 8; i++) {
            mote_box box = mote_box8_get(&boxes, i);
            assert_int_equal(codes[i] == 0, mote_boxes_overlap(&box, &region));
            common &= codes[i];
        }
        assert_int_equal(group, common);
    }
}

static void gathering_brings_each_corner_to_its_lane(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(5, 0, 0);
    patch p = make_patch(&random);
    uint32_t slots[8];
    for (int i = 0; i < 8; i++) slots[i] = mote_random_below(&random, p.triangle_count);
    float out[9][8];
    MOTE_PICK_KERNEL(mote_hybrid_gather)(p.xyz, false, p.corners, slots, out);
    for (int i = 0; i < 8; i++) {
        for (uint32_t corner = 0; corner < 3; corner++) {
            for (uint32_t k = 0; k < 3; k++)
                assert_true(out[3 * corner + k][i] ==
                            p.xyz[3 * p.corners[3 * slots[i] + corner] + k]);
        }
    }
}

static bool share_vertex(const uint32_t *a, const uint32_t *b)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (a[i] == b[j]) return true;
        }
    }
    return false;
}

static void neighbors_share_a_vertex(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_count(100, 2000, 20000); seed++) {
        mote_random random = mote_random_stream(seed, 6, 0);
        uint32_t corners[3 * 16], slots_a[8], slots_b[8];
        for (int i = 0; i < 3 * 16; i++) corners[i] = mote_random_below(&random, 20);
        for (int i = 0; i < 8; i++) {
            slots_a[i] = mote_random_below(&random, 16);
            slots_b[i] = mote_random_below(&random, 16);
        }
        uint32_t bits = MOTE_PICK_KERNEL(mote_hybrid_neighbors)(corners, slots_a, slots_b);
        for (int i = 0; i < 8; i++)
            assert_int_equal(bits >> i & 1,
                             share_vertex(corners + 3 * slots_a[i], corners + 3 * slots_b[i]));
    }
}

static void expect_kept(const uint32_t from[8], uint32_t bits, const uint32_t out[8])
{
    for (uint32_t i = 0, count = 0; i < 8; i++) {
        if (bits >> i & 1) assert_int_equal(out[count++], from[i]);
    }
}

static void lanes_whose_bit_is_set_are_kept_in_order(void **state)
{
    (void)state;
    mote_random random = mote_random_stream(12, 0, 0);
    for (uint32_t bits = 0; bits < 256; bits++) {
        uint32_t from[8], out[8];
        for (int i = 0; i < 8; i++) from[i] = mote_random_u32(&random);
        mote_hybrid_keep_base(from, bits, out);
        expect_kept(from, bits, out);
        MOTE_PICK_KERNEL(mote_hybrid_keep)(from, bits, out);
        expect_kept(from, bits, out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_hold_their_triangles_and_little_more),
        cmocka_unit_test(box_pairs_are_those_of_a_loop),
        cmocka_unit_test(outcodes_say_which_side),
        cmocka_unit_test(gathering_brings_each_corner_to_its_lane),
        cmocka_unit_test(neighbors_share_a_vertex),
        cmocka_unit_test(lanes_whose_bit_is_set_are_kept_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
