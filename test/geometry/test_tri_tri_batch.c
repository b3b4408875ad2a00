#include <math.h>
#include <stdlib.h>

#include "core/box.h"
#include "core/random.h"
#include "core/vec.h"
#include "geometry/tri_tri.h"
#include "geometry/tri_tri_batch.h"
#include "support/run.h"
#include "support/triangle_cases.h"

static mote_tri_pairs8 eight_cases(uint64_t stream, size_t group, triangle_pair cases[8])
{
    mote_tri_pairs8 pairs = {0};
    for (int lane = 0; lane < 8; lane++) {
        cases[lane] = triangle_case(stream, 8 * group + (size_t)lane);
        if ((group + (size_t)lane) % 16 == 0) {
            const float bad[4] = {NAN, INFINITY, -INFINITY, 3e38f};
            ((float *)&cases[lane])[group % 18] = bad[group / 18 % 4];
        }
        mote_tri_pairs8_set(pairs.a, lane, cases[lane].a);
        mote_tri_pairs8_set(pairs.b, lane, cases[lane].b);
    }
    return pairs;
}

static void assert_same_verdict(mote_tri_verdict8 x, mote_tri_verdict8 y, size_t group)
{
    if (x.hits != y.hits || x.uncertain != y.uncertain) fail_msg("group %zu", group);
}

static void every_build_of_the_kernel_gives_the_bits_of_the_scalar_twin(void **state)
{
    (void)state;
    size_t count = test_count(2000, 50000, 2000000);
    for (size_t group = 0; group < count; group++) {
        triangle_pair cases[8];
        mote_tri_pairs8 pairs = eight_cases(20, group, cases);
        uint32_t live = group % 3 ? 0xff : (uint32_t)(group * 37 & 0xff);
        mote_tri_verdict8 scalar = mote_tri_tri_filter8_scalar(&pairs, live);
        assert_same_verdict(scalar, mote_tri_tri_filter8_base(&pairs, live), group);
#ifdef MOTE_HAVE_AVX2_KERNELS
        if (mote_cpu_has_avx2())
            assert_same_verdict(scalar, mote_tri_tri_filter8_avx2(&pairs, live), group);
#endif
        assert_int_equal((scalar.hits | scalar.uncertain) & ~live, 0);
    }
}

static void what_the_kernel_calls_certain_is_true(void **state)
{
    (void)state;
    mote_tri_tri_filter *filter = mote_tri_tri_pick_filter();
    size_t count = test_count(2000, 100000, 4000000);
    for (size_t group = 0; group < count; group++) {
        triangle_pair cases[8];
        mote_tri_pairs8 pairs = eight_cases(21, group, cases);
        mote_tri_verdict8 verdict = filter(&pairs, 0xff);
        assert_int_equal(verdict.hits & verdict.uncertain, 0);
        for (int lane = 0; lane < 8; lane++) {
            if (verdict.uncertain >> lane & 1) continue;
            bool truth = mote_triangles_intersect_guarded(cases[lane].a, cases[lane].b);
            if (truth != (verdict.hits >> lane & 1)) fail_msg("group %zu, lane %d", group, lane);
        }
    }
}

// Triangles large enough to overflow in float, small enough to underflow, and all in between.
static void scale_never_makes_the_kernel_wrong(void **state)
{
    (void)state;
    mote_tri_tri_filter *filter = mote_tri_tri_pick_filter();
    for (size_t i = 0; i < test_count(300, 10000, 200000); i++) {
        triangle_pair pair = triangle_case(22, i);
        mote_tri_pairs8 pairs = {0};
        for (int exponent = -149; exponent < 125; exponent += 5) {
            triangle_pair scaled = pair;
            for (int k = 0; k < 18; k++) {
                float value = ldexpf(((float *)&pair)[k], exponent);
                ((float *)&scaled)[k] = isfinite(value) ? value : 0;
            }
            mote_tri_pairs8_set(pairs.a, 0, scaled.a);
            mote_tri_pairs8_set(pairs.b, 0, scaled.b);
            mote_tri_verdict8 verdict = filter(&pairs, 1);
            if (verdict.uncertain) continue;
            if (mote_triangles_intersect_guarded(scaled.a, scaled.b) != verdict.hits)
                fail_msg("case %zu, exponent %d", i, exponent);
        }
    }
}

enum { MANY = 61 };

static void batches_answer_as_single_calls_do_in_every_float_mode(void **state)
{
    (void)state;
    size_t rounds = test_count(50, 2000, 50000);
    for (size_t round = 0; round < rounds; round++) {
        mote_vec3 a[3 * MANY], b[3 * MANY];
        for (size_t i = 0; i < MANY; i++) {
            triangle_pair pair = triangle_case(23, round * MANY + i);
            for (int k = 0; k < 3; k++) {
                a[3 * i + (size_t)k] = pair.a[k];
                b[3 * i + (size_t)k] = pair.b[k];
            }
        }
        size_t count = round % (MANY + 1), expected = 0;
        mote_index_pair pairs[MANY];
        for (size_t i = 0; i < count; i++)
            pairs[i] =
                (mote_index_pair){(uint32_t)(i * 7 % MANY), (uint32_t)(i % 2 ? i : i * 7 % MANY)};
        mote_batch_stats stats = {0};
        uint8_t hits[MANY], one[MANY];
        set_float_mode((unsigned)(round % FLOAT_MODES));
        size_t found = mote_triangles_intersect_pairs(a, b, pairs, count, hits, &stats);
        size_t found_one = mote_triangles_intersect_one_many(a, b, count, one, &stats);
        set_float_mode(0);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(hits[i],
                             mote_triangles_intersect(a + 3 * pairs[i].a, b + 3 * pairs[i].b));
            assert_int_equal(one[i], mote_triangles_intersect(a, b + 3 * i));
            found_one -= one[i];
            expected += hits[i];
        }
        assert_int_equal(found, expected);
        assert_int_equal(found_one, 0);
        assert_int_equal(stats.pairs, 2 * count);
        assert_true(stats.exact_pairs <= stats.pairs);
        assert_int_equal(mote_triangles_intersect_pairs(a, b, pairs, count, hits, NULL), found);
    }
}

// ---------------------------------------------------------------------------------------------
// Two bodies in light contact

typedef struct soup {
    mote_vec3 *corners; // three a triangle
    size_t count;
} soup;

// A turned sphere with bumps.
static mote_vec3 bumpy_point(double u, double v, double turn)
{
    double x = sin(v) * cos(u), y = sin(v) * sin(u), z = cos(v);
    double r = 1 + 0.04 * sin(5 * x + turn) * cos(4 * y) + 0.03 * sin(6 * z + 2 * turn);
    double y_turned = cos(turn) * y - sin(turn) * z, z_turned = sin(turn) * y + cos(turn) * z;
    return (mote_vec3){(float)(r * x), (float)(r * y_turned), (float)(r * z_turned)};
}

static void add_triangle(soup *s, const mote_vec3 t[3])
{
    for (size_t k = 0; k < 3; k++) s->corners[3 * s->count + k] = t[k];
    s->count++;
}

static soup bumpy_sphere(size_t around, size_t down, double turn)
{
    const double pi = 3.14159265358979;
    soup s = {calloc(2 * around * down * 3, sizeof(mote_vec3)), 0};
    assert_non_null(s.corners);
    for (size_t j = 0; j < down; j++) {
        for (size_t i = 0; i < around; i++) {
            double u0 = 2 * pi * (double)i / (double)around,
                   u1 = 2 * pi * (double)(i + 1) / (double)around;
            double v0 = pi * (double)j / (double)down, v1 = pi * (double)(j + 1) / (double)down;
            mote_vec3 p = bumpy_point(u0, v0, turn), q = bumpy_point(u1, v0, turn);
            mote_vec3 r = bumpy_point(u0, v1, turn), t = bumpy_point(u1, v1, turn);
            mote_vec3 lower[3] = {p, r, t}, upper[3] = {p, t, q};
            if (j + 1 < down) add_triangle(&s, lower); // at the poles an edge is a point
            if (j > 0) add_triangle(&s, upper);
        }
    }
    return s;
}

static void translate(soup *s, mote_vec3 by)
{
    for (size_t i = 0; i < 3 * s->count; i++) s->corners[i] = mote_vec_add(s->corners[i], by);
}

// How far the body reaches along a direction.
static float reach(const soup *s, mote_vec3 direction)
{
    float most = -INFINITY;
    for (size_t i = 0; i < 3 * s->count; i++)
        most = fmaxf(most, mote_vec_dot(s->corners[i], direction));
    return most;
}

static size_t triangles_beyond(const soup *s, mote_vec3 direction, float level, uint32_t *out)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const mote_vec3 *t = s->corners + 3 * i;
        float farthest = fmaxf(mote_vec_dot(t[0], direction),
                               fmaxf(mote_vec_dot(t[1], direction), mote_vec_dot(t[2], direction)));
        if (farthest >= level) out[count++] = (uint32_t)i;
    }
    return count;
}

enum { MAX_PAIRS = 1 << 20 };

// Only triangles in the slab that both bodies reach into, along the direction from a to b, are
// looked at.
static size_t pairs_with_overlapping_boxes(const soup *a, const soup *b, mote_vec3 direction,
                                           mote_index_pair *out)
{
    const float slack = 1e-5f;
    mote_vec3 back = mote_vec_scale(direction, -1);
    uint32_t *in_a = calloc(a->count, sizeof *in_a), *in_b = calloc(b->count, sizeof *in_b);
    assert_true(in_a && in_b);
    size_t from_a = triangles_beyond(a, direction, -reach(b, back) - slack, in_a);
    size_t from_b = triangles_beyond(b, back, -reach(a, direction) - slack, in_b), count = 0;
    for (size_t i = 0; i < from_a; i++) {
        mote_box p = mote_box_of_triangle(a->corners + 3 * (size_t)in_a[i]);
        for (size_t j = 0; j < from_b && count < MAX_PAIRS; j++) {
            mote_box q = mote_box_of_triangle(b->corners + 3 * (size_t)in_b[j]);
            if (mote_boxes_overlap(&p, &q)) out[count++] = (mote_index_pair){in_a[i], in_b[j]};
        }
    }
    free(in_a);
    free(in_b);
    return count;
}

// Draws the bodies together until 50 or more triangle pairs meet; adds that pose to the counters.
static void light_contact(uint64_t pose, size_t around, mote_batch_stats *stats,
                          size_t *hits_of_all)
{
    static mote_index_pair pairs[MAX_PAIRS];
    static uint8_t hits[MAX_PAIRS];
    mote_random random = mote_random_stream(24, pose, 0);
    mote_vec3 direction = mote_random_direction(&random), back = mote_vec_scale(direction, -1);
    soup a = bumpy_sphere(around, around / 2, 1 + (double)pose);
    soup b = bumpy_sphere(around, around / 2, 2 + 3 * (double)pose);
    translate(&b, mote_vec_scale(direction, reach(&a, direction) + reach(&b, back)));
    size_t found = 0;
    while (found < 50) {
        translate(&b, mote_vec_scale(back, found ? 0.0002f : 0.001f));
        size_t count = pairs_with_overlapping_boxes(&a, &b, direction, pairs);
        mote_batch_stats now = {0};
        found = mote_triangles_intersect_pairs(a.corners, b.corners, pairs, count, hits, &now);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(hits[i],
                             mote_triangles_intersect_guarded(a.corners + 3 * (size_t)pairs[i].a,
                                                              b.corners + 3 * (size_t)pairs[i].b));
        if (found < 50) continue;
        stats->pairs += now.pairs;
        stats->exact_pairs += now.exact_pairs;
        *hits_of_all += found;
    }
    free(a.corners);
    free(b.corners);
}

static void light_contact_hardly_ever_needs_the_exact_path(void **state)
{
    (void)state;
    mote_batch_stats stats = {0};
    size_t hits = 0, poses = test_count(2, 20, 300), around = test_count(60, 264, 264);
    for (size_t pose = 0; pose < poses; pose++) light_contact(pose, around, &stats, &hits);
    print_message(
        "%zu poses: %zu pairs with overlapping boxes, %zu meet, %zu needed the exact path\n", poses,
        stats.pairs, hits, stats.exact_pairs);
    assert_true(stats.exact_pairs * 1000 < stats.pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_build_of_the_kernel_gives_the_bits_of_the_scalar_twin),
        cmocka_unit_test(what_the_kernel_calls_certain_is_true),
        cmocka_unit_test(scale_never_makes_the_kernel_wrong),
        cmocka_unit_test(batches_answer_as_single_calls_do_in_every_float_mode),
        cmocka_unit_test(light_contact_hardly_ever_needs_the_exact_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
