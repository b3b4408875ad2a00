// Any 18 floats are two triangles: their distance is NaN, 0 or positive as it should be, whichever
// way it is requested.

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

static double largest_coordinate(const mote_vec3 *p, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, fabs((double)p[i].x));
        largest = fmax(largest, fmax(fabs((double)p[i].y), fabs((double)p[i].z)));
    }
    return largest;
}

static bool all_finite(const mote_vec3 *p, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(p[i].x) || !isfinite(p[i].y) || !isfinite(p[i].z)) return false;
    return true;
}

// Both within the promised error of the truth, so within twice that of each other.
static void require_close(float one, float other, double largest)
{
    if (isinf(one) || isinf(other)) return; // beyond the largest float
    double slack = 2.4e-6 * (double)one + 2e-14 * largest + 0x1p-148;
    require(fabs((double)one - (double)other) <= slack);
}

static void check_orders(const mote_vec3 a[3], const mote_vec3 b[3], float distance, double largest)
{
    const mote_vec3 turned[3] = {a[1], a[2], a[0]}, mirrored[3] = {b[0], b[2], b[1]};
    float other = mote_triangles_distance(mirrored, turned, NULL, NULL);
    require((distance == 0) == (other == 0));
    require_close(distance, other, largest);
}

static bool same_bits(float one, float other)
{
    uint32_t a, b;
    memcpy(&a, &one, sizeof a);
    memcpy(&b, &other, sizeof b);
    return a == b;
}

static void check_batch(const mote_vec3 *corners, float distance)
{
    const mote_index_pair pairs[5] = {{1, 1}, {0, 1}, {1, 0}, {0, 0}, {0, 1}};
    float distances[5];
    size_t nearest = mote_triangles_distance_pairs(corners, corners, pairs, 5, distances);
    require(isnan(distance) || nearest < 5);
    require(same_bits(distances[1], distance) || (isnan(distances[1]) && isnan(distance)));
    require(same_bits(distances[1], distances[4]));
}

static void check_parts(const mote_vec3 a[3], const mote_vec3 b[3], double largest)
{
    const mote_vec3 point[3] = {b[0], b[0], b[0]};
    const mote_vec3 flat_a[3] = {a[0], a[1], a[1]}, flat_b[3] = {b[0], b[1], b[1]};
    mote_vec3 p, q;
    float to_point = mote_point_triangle_distance(b[0], a, &p);
    require((to_point == 0) == mote_triangles_intersect(a, point));
    require_close(to_point, mote_triangles_distance(a, point, NULL, NULL), largest);
    float between = mote_segments_distance(a, b, &p, &q);
    require((between == 0) == mote_triangles_intersect(flat_a, flat_b));
    require_close(between, mote_triangles_distance(flat_a, flat_b, NULL, NULL), largest);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mote_vec3 corners[6], on_a, on_b;
    if (size < sizeof corners) return 0;
    memcpy(corners, data, sizeof corners);
    const mote_vec3 *a = corners, *b = corners + 3;
    float distance = mote_triangles_distance(a, b, &on_a, &on_b);
    check_batch(corners, distance);
    require(isnan(distance) == !all_finite(corners, 6));
    if (isnan(distance)) return 0;
    double largest = largest_coordinate(corners, 6);
    require((distance == 0) == mote_triangles_intersect(a, b) && distance >= 0);
    require(all_finite(&on_a, 1) && all_finite(&on_b, 1));
    check_orders(a, b, distance, largest);
    check_parts(a, b, largest);
    return 0;
}
