#include <math.h>

#include "core/vec.h"
#include "geometry/orient.h"
#include "support/run.h"
#include "support/triangle_cases.h"

static double largest_coordinate(const triangle_pair *pair)
{
    double largest = 0;
    for (int k = 0; k < 18; k++) largest = fmax(largest, fabs((double)((const float *)pair)[k]));
    return largest;
}

static double smallest_coordinate(const triangle_pair *pair)
{
    double smallest = HUGE_VAL;
    for (int k = 0; k < 18; k++) {
        double size = fabs((double)((const float *)pair)[k]);
        if (size > 0) smallest = fmin(smallest, size);
    }
    return smallest;
}

static double distance_to_segment(mote_dvec3 p, mote_dvec3 from, mote_dvec3 to)
{
    mote_dvec3 way = mote_dvec_sub(to, from), arm = mote_dvec_sub(p, from);
    double length2 = mote_dvec_dot(way, way);
    double t = length2 > 0 ? fmin(1, fmax(0, mote_dvec_dot(arm, way) / length2)) : 0;
    return mote_dvec_length(mote_dvec_sub(arm, mote_dvec_scale(way, t)));
}

static double distance_to_border(mote_dvec3 p, const mote_vec3 t[3])
{
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++)
        least = fmin(least,
                     distance_to_segment(p, mote_vec_widen(t[i]), mote_vec_widen(t[(i + 1) % 3])));
    return least;
}

typedef struct long_vector {
    long double x, y, z;
} long_vector;

static long_vector long_difference(mote_dvec3 p, mote_vec3 q)
{
    return (long_vector){(long double)p.x - (long double)q.x, (long double)p.y - (long double)q.y,
                         (long double)p.z - (long double)q.z};
}

static long_vector long_cross(long_vector u, long_vector v)
{
    return (long_vector){u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

static long double long_dot(long_vector u, long_vector v)
{
    return u.x * v.x + u.y * v.y + u.z * v.z;
}

// In long double: in double the normal of a needle is further off than the points that it judges.
static double distance_to_triangle(mote_dvec3 p, const mote_vec3 t[3])
{
    long_vector arm = long_difference(p, t[0]);
    long_vector u = long_difference(mote_vec_widen(t[1]), t[0]);
    long_vector v = long_difference(mote_vec_widen(t[2]), t[0]);
    long_vector n = long_cross(u, v);
    long double area2 = long_dot(n, n);
    double border = distance_to_border(p, t);
    if (!(area2 > 0)) return border;
    long double s = long_dot(long_cross(arm, v), n) / area2;
    long double r = long_dot(long_cross(u, arm), n) / area2;
    if (s < 0 || r < 0 || s + r > 1) return border;
    return fmin(border, (double)(fabsl(long_dot(arm, n)) / sqrtl(area2)));
}

static void the_kind_and_the_count_go_with_the_answer(void **state)
{
    (void)state;
    size_t count = test_count(3000, 200000, 2000000), seen[4] = {0};
    for (size_t i = 0; i < count; i++) {
        triangle_pair pair = triangle_case(30, i);
        mote_overlap overlap;
        set_float_mode((unsigned)(i % FLOAT_MODES));
        bool meet = mote_triangles_intersection(pair.a, pair.b, &overlap);
        set_float_mode(0);
        assert_int_equal(meet, mote_triangles_intersect(pair.a, pair.b));
        assert_int_equal(meet, overlap.kind != MOTE_OVERLAP_NONE);
        if (overlap.kind == MOTE_OVERLAP_POLYGON) {
            assert_in_range(overlap.count, 3, 6);
        } else {
            assert_int_equal(overlap.count, (uint32_t)overlap.kind);
        }
        mote_overlap mirrored;
        mote_triangles_intersection(pair.b, pair.a, &mirrored);
        if (mirrored.kind != overlap.kind || mirrored.count != overlap.count)
            fail_msg("case %zu", i);
        for (uint32_t k = 0; k < overlap.count; k++) {
            mote_dvec3 p = overlap.points[k];
            assert_true(isfinite(p.x) && isfinite(p.y) && isfinite(p.z));
        }
        seen[overlap.kind]++;
    }
    for (int kind = 0; kind < 4; kind++) assert_true(seen[kind] > count / 100);
}

// A point in both triangles and on the border of one of them is an end of what they share, so that
// no point that passes here can be missing or superfluous by more than the tolerance.
static void every_point_is_on_both_and_on_the_border_of_one(void **state)
{
    (void)state;
    size_t count = test_count(3000, 200000, 2000000), checked = 0;
    for (size_t i = 0; i < count; i++) {
        triangle_pair pair = triangle_case(31, i);
        double size = largest_coordinate(&pair);
        if (size > 1e10 || smallest_coordinate(&pair) < 1e-12) continue;
        mote_overlap overlap;
        mote_triangles_intersection(pair.a, pair.b, &overlap);
        for (uint32_t k = 0; k < overlap.count; k++) {
            double a = distance_to_triangle(overlap.points[k], pair.a);
            double b = distance_to_triangle(overlap.points[k], pair.b);
            double border = fmin(distance_to_border(overlap.points[k], pair.a),
                                 distance_to_border(overlap.points[k], pair.b));
            if (fmax(border, fmax(a, b)) > 1e-12 * size)
                fail_msg("case %zu, point %u of %u: %g %g %g", i, k, overlap.count, a, b, border);
            checked++;
        }
    }
    assert_true(checked > count / 4);
}

static void polygons_turn_as_the_first_triangle_does(void **state)
{
    (void)state;
    size_t polygons = 0;
    for (size_t i = 0; i < test_count(20000, 200000, 1000000); i++) {
        triangle_pair pair = triangle_case(32, i);
        mote_overlap overlap;
        mote_triangles_intersection(pair.a, pair.b, &overlap);
        double size = largest_coordinate(&pair);
        if (overlap.kind != MOTE_OVERLAP_POLYGON || size > 1e10 || size < 1e-10) continue;
        polygons++;
        mote_dvec3 o = mote_vec_widen(pair.a[0]);
        mote_dvec3 n = mote_dvec_cross(mote_dvec_sub(mote_vec_widen(pair.a[1]), o),
                                       mote_dvec_sub(mote_vec_widen(pair.a[2]), o));
        for (uint32_t k = 0; k < overlap.count; k++) {
            mote_dvec3 p = overlap.points[k], q = overlap.points[(k + 1) % overlap.count];
            mote_dvec3 r = overlap.points[(k + 2) % overlap.count];
            double turn =
                mote_dvec_dot(n, mote_dvec_cross(mote_dvec_sub(q, p), mote_dvec_sub(r, q)));
            if (turn < -1e-12 * mote_dvec_length(n) * size * size) fail_msg("case %zu", i);
        }
    }
    assert_true(polygons > 100);
}

static double area_of(const mote_overlap *polygon)
{
    mote_dvec3 sum = {0, 0, 0};
    for (uint32_t k = 1; k + 1 < polygon->count; k++)
        sum = mote_dvec_add(
            sum, mote_dvec_cross(mote_dvec_sub(polygon->points[k], polygon->points[0]),
                                 mote_dvec_sub(polygon->points[k + 1], polygon->points[0])));
    return mote_dvec_length(sum) / 2;
}

static void known_answers_come_out(void **state)
{
    (void)state;
    const mote_vec3 up[3] = {{0, 0, 0}, {6, 0, 0}, {3, 6, 0}};
    const mote_vec3 down[3] = {{0, 4, 0}, {6, 4, 0}, {3, -2, 0}};
    mote_overlap overlap;
    assert_true(mote_triangles_intersection(up, down, &overlap));
    assert_int_equal(overlap.count, 6); // a star of David without its tips
    assert_true(fabs(area_of(&overlap) - 12) < 1e-12);

    assert_true(mote_triangles_intersection(up, up, &overlap));
    assert_int_equal(overlap.count, 3);
    assert_true(fabs(area_of(&overlap) - 18) < 1e-12);

    const mote_vec3 wall[3] = {{1, 1, -1}, {1, 1, 3}, {5, 1, -1}};
    assert_true(mote_triangles_intersection(up, wall, &overlap));
    assert_int_equal(overlap.kind, MOTE_OVERLAP_SEGMENT); // from (1, 1, 0) to (4, 1, 0)
    double ends = overlap.points[0].x + overlap.points[1].x;
    assert_true(ends == 5 && fabs(overlap.points[0].x - overlap.points[1].x) == 3);

    const mote_vec3 needle[3] = {{3, 2, -1}, {3, 2, 1}, {3, 2, 5}};
    assert_true(mote_triangles_intersection(needle, up, &overlap));
    assert_int_equal(overlap.kind, MOTE_OVERLAP_POINT);
    assert_true(overlap.points[0].x == 3 && overlap.points[0].y == 2 && overlap.points[0].z == 0);

    const mote_vec3 neighbor[3] = {{0, 0, 0}, {6, 0, 0}, {3, -6, 0}};
    assert_true(mote_triangles_intersection(up, neighbor, &overlap));
    assert_int_equal(overlap.kind, MOTE_OVERLAP_SEGMENT);
    const mote_vec3 tip[3] = {{3, 6, 0}, {9, 9, 0}, {-3, 9, 0}};
    assert_true(mote_triangles_intersection(up, tip, &overlap));
    assert_int_equal(overlap.kind, MOTE_OVERLAP_POINT);
    const mote_vec3 nowhere[3] = {{3, 6, 0}, {9, 9, NAN}, {-3, 9, 0}};
    assert_false(mote_triangles_intersection(up, nowhere, &overlap));
    assert_int_equal(overlap.count, 0);
}

// The overlaps with the three parts of a triangle have the area of the overlap with the whole.
static void parts_of_a_triangle_add_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < test_count(500, 20000, 100000); i++) {
        triangle_pair pair = triangle_case(33, i);
        const mote_vec3 base[3] = {{0, 0, 0}, {64, 0, 0}, {0, 64, 0}};
        mote_vec3 other[3];
        for (int k = 0; k < 3; k++) {
            other[k].x = floorf(fmodf(fabsf(pair.a[k].x) * 97, 64));
            other[k].y = floorf(fmodf(fabsf(pair.a[k].y) * 89, 64));
            other[k].z = 0;
        }
        mote_vec3 middle = {21, 21, 0};
        mote_overlap overlap;
        mote_triangles_intersection(base, other, &overlap);
        double whole = overlap.kind == MOTE_OVERLAP_POLYGON ? area_of(&overlap) : 0, sum = 0;
        for (int k = 0; k < 3; k++) {
            const mote_vec3 part[3] = {base[k], base[(k + 1) % 3], middle};
            mote_triangles_intersection(part, other, &overlap);
            if (overlap.kind == MOTE_OVERLAP_POLYGON) sum += area_of(&overlap);
        }
        if (fabs(whole - sum) > 1e-9) fail_msg("case %zu: %g of %g", i, sum, whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kind_and_the_count_go_with_the_answer),
        cmocka_unit_test(every_point_is_on_both_and_on_the_border_of_one),
        cmocka_unit_test(polygons_turn_as_the_first_triangle_does),
        cmocka_unit_test(known_answers_come_out),
        cmocka_unit_test(parts_of_a_triangle_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
