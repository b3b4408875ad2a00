#include <math.h>

#include "core/vec.h"
#include "geometry/tri_tri_batch.h"
#include "support/run.h"
#include "support/triangle_cases.h"

typedef struct meeting {
    triangle_pair pairs[8];
    mote_overlap overlaps[8];
    uint32_t kinds; // bits of those that cross in a segment
} meeting;

// The next eight pairs of the stream that meet.
static void next_meeting(uint64_t stream, uint64_t *index, meeting *out)
{
    out->kinds = 0;
    for (uint32_t found = 0; found < 8;) {
        triangle_pair *pair = &out->pairs[found];
        *pair = triangle_case(stream, (*index)++);
        if (!mote_triangles_intersection(pair->a, pair->b, &out->overlaps[found])) continue;
        out->kinds |= (uint32_t)(out->overlaps[found].kind == MOTE_OVERLAP_SEGMENT) << found;
        found++;
    }
}

static double longest_edge(const triangle_pair *pair)
{
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        mote_dvec3 e = mote_dvec_sub(mote_vec_widen(pair->a[i]), mote_vec_widen(pair->a[j]));
        mote_dvec3 f = mote_dvec_sub(mote_vec_widen(pair->b[i]), mote_vec_widen(pair->b[j]));
        longest = fmax(longest, fmax(mote_dvec_length(e), mote_dvec_length(f)));
    }
    return longest;
}

static mote_dvec3 lane_of(double from[3][8], uint32_t lane)
{
    return (mote_dvec3){from[0][lane], from[1][lane], from[2][lane]};
}

static double off_by(mote_dvec3 p, mote_dvec3 q)
{
    return mote_dvec_length(mote_dvec_sub(p, q));
}

static void check_lane(const meeting *m, mote_tri_segments8 *found, uint32_t lane)
{
    const mote_overlap *overlap = &m->overlaps[lane];
    const mote_vec3 *a = m->pairs[lane].a;
    double allowed = 0x1p-30 * longest_edge(&m->pairs[lane]);
    mote_dvec3 p = lane_of(found->p, lane), q = lane_of(found->q, lane);
    mote_dvec3 corner = mote_vec_widen(a[0]);
    mote_dvec3 normal = mote_dvec_cross(mote_dvec_sub(mote_vec_widen(a[1]), corner),
                                        mote_dvec_sub(mote_vec_widen(a[2]), corner));
    assert_int_equal(overlap->kind, MOTE_OVERLAP_SEGMENT);
    assert_true(off_by(p, overlap->points[0]) <= allowed);
    assert_true(off_by(q, overlap->points[1]) <= allowed);
    assert_true(off_by(normal, lane_of(found->normal_a, lane)) <=
                0x1p-40 * mote_dvec_length(normal));
}

static void certain_segments_are_those_of_exact_arithmetic(void **state)
{
    (void)state;
    uint64_t index = 0, segments = 0, certain = 0;
    for (size_t round = 0; round < test_count(300, 5000, 100000); round++) {
        meeting m;
        mote_tri_pairs8 pairs;
        mote_tri_segments8 found;
        next_meeting(11, &index, &m);
        for (int lane = 0; lane < 8; lane++) {
            mote_tri_pairs8_set(pairs.a, lane, m.pairs[lane].a);
            mote_tri_pairs8_set(pairs.b, lane, m.pairs[lane].b);
        }
        uint32_t bits = MOTE_PICK_KERNEL(mote_tri_tri_segments8)(&pairs, &found);
        for (uint32_t lane = 0; lane < 8; lane++) {
            segments += m.kinds >> lane & 1;
            certain += bits >> lane & 1;
            if (bits >> lane & 1) check_lane(&m, &found, lane);
        }
    }
    // Most of these cases are degenerate on purpose.
    assert_true(4 * certain > segments);
}

#ifdef MOTE_HAVE_AVX2_KERNELS
static void both_kernels_give_the_same_bits(void **state)
{
    (void)state;
    if (!mote_cpu_has_avx2()) skip();
    uint64_t index = 0;
    for (size_t round = 0; round < test_count(100, 1000, 20000); round++) {
        mote_tri_pairs8 pairs;
        mote_tri_segments8 wide, narrow;
        for (int lane = 0; lane < 8; lane++) {
            triangle_pair pair = triangle_case(12, index++);
            mote_tri_pairs8_set(pairs.a, lane, pair.a);
            mote_tri_pairs8_set(pairs.b, lane, pair.b);
        }
        uint32_t certain = mote_tri_tri_segments8_avx2(&pairs, &wide);
        assert_int_equal(mote_tri_tri_segments8_base(&pairs, &narrow), certain);
        for (uint32_t lane = 0; lane < 8; lane++) {
            if (!(certain >> lane & 1)) continue;
            mote_dvec3 ends[4] = {lane_of(wide.p, lane), lane_of(wide.q, lane),
                                  lane_of(narrow.p, lane), lane_of(narrow.q, lane)};
            assert_memory_equal(&ends[0], &ends[2], 2 * sizeof *ends);
        }
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certain_segments_are_those_of_exact_arithmetic),
#ifdef MOTE_HAVE_AVX2_KERNELS
        cmocka_unit_test(both_kernels_give_the_same_bits),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
