#include "shape/discs.h"

typedef struct lanes3 {
    mote_f32x8 x, y, z;
} lanes3;

static inline lanes3 sub(lanes3 a, lanes3 b)
{
    return (lanes3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline lanes3 cross(lanes3 a, lanes3 b)
{
    return (lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline mote_f32x8 dot(lanes3 a, lanes3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline lanes3 splat3(mote_vec3 v)
{
    return (lanes3){mote_f32x8_splat(v.x), mote_f32x8_splat(v.y), mote_f32x8_splat(v.z)};
}

static float sum_of_lanes(mote_f32x8 v)
{
    float lanes[8];
    mote_f32x8_store(lanes, v);
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
           ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

static float largest_lane(mote_f32x8 v)
{
    float lanes[8];
    mote_f32x8_store(lanes, v);
    float largest = lanes[0];
    for (int i = 1; i < 8; i++) largest = lanes[i] > largest ? lanes[i] : largest;
    return largest;
}

// Corner k of the faces relative to the center. Lanes without a face repeat the last face.
static lanes3 gather(const float *xyz, const uint32_t *corners, uint32_t first, uint32_t count,
                     uint32_t k, mote_vec3 center)
{
    mote_f32x4 at[8];
    mote_f32x8 out[3];
    for (uint32_t lane = 0; lane < 8; lane++) {
        size_t slot = first + (lane < count ? lane : count - 1);
        at[lane] = mote_f32x4_load3(xyz + 3 * (size_t)corners[3 * slot + k]);
    }
    mote_f32x4_columns8(at, out);
    return sub((lanes3){out[0], out[1], out[2]}, splat3(center));
}

// Any unit vector makes a valid disc. This one is the mean normal of the faces, weighted by area.
static mote_vec3 mean_normal(const lanes3 c[3])
{
    lanes3 n = cross(sub(c[1], c[0]), sub(c[2], c[0]));
    mote_vec3 sum = {sum_of_lanes(n.x), sum_of_lanes(n.y), sum_of_lanes(n.z)};
    double length = mote_dvec_length(mote_vec_widen(sum));
    if (!(length > 0 && length < (double)INFINITY)) return (mote_vec3){0, 0, 1};
    return mote_dvec_narrow(mote_dvec_scale(mote_vec_widen(sum), 1 / length));
}

mote_disc MOTE_KERNEL(mote_disc_of_faces)(const float *xyz, const uint32_t *corners, uint32_t first,
                                          uint32_t count, const mote_box *box)
{
    mote_vec3 center = mote_dvec_narrow(mote_box_center(box));
    lanes3 c[3];
    for (uint32_t k = 0; k < 3; k++) c[k] = gather(xyz, corners, first, count, k, center);
    mote_vec3 normal = mean_normal(c);
    lanes3 n = splat3(normal);
    mote_f32x8 low = dot(c[0], n), high = low, across = mote_f32x8_splat(0), size = across;
    for (int k = 0; k < 3; k++) {
        mote_f32x8 along = dot(c[k], n), squared = dot(c[k], c[k]);
        low = mote_f32x8_min(along, low);
        high = mote_f32x8_max(along, high);
        across = mote_f32x8_max(squared - along * along, across);
        size = mote_f32x8_max(squared, size);
    }
    // Much larger than the rounding errors, including those of the difference of squares.
    double reach = (double)largest_lane(size), spare = 1e-6 * sqrt(reach);
    mote_disc_span span = {(double)-largest_lane(-low), (double)largest_lane(high)};
    double radius = sqrt((double)largest_lane(across) + 1e-6 * reach);
    return mote_disc_of_span(center, normal, radius + spare, span, spare);
}
