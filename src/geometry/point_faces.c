#include "geometry/point_faces.h"

#define MOTE_LANES 1
#include "geometry/point_lanes.h"

void mote_point_faces_scalar(mote_vec3 point, const float *xyz, const uint32_t *corners,
                             const uint32_t *slots, uint32_t count, double squared[8])
{
    for (uint32_t i = 0; i < count; i++) {
        mote_lanes_triangle t;
        for (int k = 0; k < 3; k++) {
            const float *p = xyz + 3 * (size_t)corners[3 * (size_t)slots[i] + (size_t)k];
            t.corner[k] =
                (mote_lanes_vec){(double)p[0] - (double)point.x, (double)p[1] - (double)point.y,
                                 (double)p[2] - (double)point.z};
        }
        squared[i] = certain_squared(&t);
    }
}
