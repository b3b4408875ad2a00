#include "geometry/point_faces.h"

// Four doubles split over two registers are slower than one at a time.
#ifdef __AVX2__
#define MOTE_LANES 4
#else
#define MOTE_LANES 2
#endif
#include "geometry/point_lanes.h"

static real gather(const float *const from[MOTE_LANES], size_t coordinate)
{
#if MOTE_LANES == 4
    return (real){(double)from[0][coordinate], (double)from[1][coordinate],
                  (double)from[2][coordinate], (double)from[3][coordinate]};
#else
    return (real){(double)from[0][coordinate], (double)from[1][coordinate]};
#endif
}

void MOTE_KERNEL(mote_point_faces)(mote_vec3 point, const float *xyz, const uint32_t *corners,
                                   const uint32_t *slots, uint32_t count, double squared[8])
{
    mote_lanes_vec at = {splat((double)point.x), splat((double)point.y), splat((double)point.z)};
    for (uint32_t i = 0; i < count; i += MOTE_LANES) {
        mote_lanes_triangle t;
        for (size_t k = 0; k < 3; k++) {
            const float *from[MOTE_LANES];
            for (uint32_t lane = 0; lane < MOTE_LANES; lane++) {
                size_t slot = slots[i + lane < count ? i + lane : count - 1];
                from[lane] = xyz + 3 * (size_t)corners[3 * slot + k];
            }
            mote_lanes_vec corner = {gather(from, 0), gather(from, 1), gather(from, 2)};
            t.corner[k] = mote_lanes_sub(corner, at);
        }
        real result = certain_squared(&t);
        memcpy(squared + i, &result, sizeof result);
    }
}
