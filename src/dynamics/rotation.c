#include "dynamics/rotation.h"

mote_rotation mote_rotation_unit(mote_rotation q)
{
    double s = 1 / mote_rotation_length(q);
    return (mote_rotation){q.w * s, q.x * s, q.y * s, q.z * s};
}

// The angle is halved until Taylor's series have the precision of doubles, and the quaternion squared
// as often. The limit only ends the loop for angles that are infinite.
mote_rotation mote_rotation_exp(mote_dvec3 angles)
{
    mote_dvec3 h = mote_dvec_scale(angles, 0.5);
    double x = mote_dvec_dot(h, h);
    int halvings = 0;
    for (; x > 1.0 / 16 && halvings < 512; halvings++) {
        h = mote_dvec_scale(h, 0.5);
        x *= 0.25;
    }
    double sine = 1 - x / 6 * (1 - x / 20 * (1 - x / 42 * (1 - x / 72 * (1 - x / 110))));
    double cosine =
        1 - x / 2 * (1 - x / 12 * (1 - x / 30 * (1 - x / 56 * (1 - x / 90 * (1 - x / 132)))));
    mote_rotation q = {cosine, sine * h.x, sine * h.y, sine * h.z};
    for (int i = 0; i < halvings; i++) q = mote_rotation_product(q, q);
    return mote_rotation_unit(q);
}

// Square roots of the quaternion until the series of the arc sine has the precision of doubles.
mote_dvec3 mote_rotation_log(mote_rotation q)
{
    q = mote_rotation_unit(q);
    if (q.w < 0) q = (mote_rotation){-q.w, -q.x, -q.y, -q.z};
    enum { ROOTS = 6 };
    for (int i = 0; i < ROOTS; i++) q = mote_rotation_unit((mote_rotation){q.w + 1, q.x, q.y, q.z});
    double s = q.x * q.x + q.y * q.y + q.z * q.z;
    double arc = 1 + s * (1.0 / 6 + s * (3.0 / 40 + s * (15.0 / 336 + s * (105.0 / 3456))));
    return mote_dvec_scale((mote_dvec3){q.x, q.y, q.z}, arc * (2 << ROOTS));
}
