#include "scenes/motion.h"

#include <math.h>

#include "scenes/trig.h"

mote_rotation scene_rotation_about(mote_dvec3 axis, double turns)
{
    double length = mote_dvec_length(axis);
    if (length == 0.0) return (mote_rotation){1.0, 0.0, 0.0, 0.0};
    double s = scene_sin_turns(0.5 * turns) / length;
    return (mote_rotation){scene_cos_turns(0.5 * turns), axis.x * s, axis.y * s, axis.z * s};
}

mote_dvec3 scene_rotate(mote_rotation q, mote_dvec3 p)
{
    mote_dvec3 axis = {q.x, q.y, q.z};
    mote_dvec3 t = mote_dvec_scale(mote_dvec_cross(axis, p), 2.0);
    return mote_dvec_add(mote_dvec_add(p, mote_dvec_scale(t, q.w)), mote_dvec_cross(axis, t));
}

mote_transform scene_rigid_pose(mote_rotation q, mote_dvec3 place)
{
    mote_affine m = mote_rotation_matrix(q);
    m.t = place;
    return mote_affine_round(&m);
}

double scene_reflect(double start, double way, double low, double high)
{
    double width = high - low;
    if (!(width > 0.0)) return low;
    double unfolded = (start - low + way) / (2.0 * width);
    double phase = unfolded - floor(unfolded);
    return low + 2.0 * width * (phase < 0.5 ? phase : 1.0 - phase);
}

double scene_ease(double time, double from, double to)
{
    double t = fmin(fmax((time - from) / (to - from), 0.0), 1.0);
    return 0.5 - 0.5 * scene_cos_turns(0.5 * t);
}

// Newton's iteration in place of cbrt, whose last bit differs between targets.
double scene_cube_root(double x)
{
    double root = x > 1.0 ? x : 1.0;
    for (int i = 0; i < 80; i++) root = (2.0 * root + x / (root * root)) / 3.0;
    return root;
}

mote_dvec3 scene_bend(mote_dvec3 p, double curvature)
{
    if (fabs(curvature) < 1e-9) return p;
    double radius = 1.0 / curvature;
    double turns = curvature * p.x / 6.283185307179586;
    return (mote_dvec3){(radius - p.y) * scene_sin_turns(turns),
                        radius - (radius - p.y) * scene_cos_turns(turns), p.z};
}

mote_dvec3 scene_twist(mote_dvec3 p, double turns_per_unit)
{
    double s = scene_sin_turns(p.y * turns_per_unit);
    double c = scene_cos_turns(p.y * turns_per_unit);
    return (mote_dvec3){c * p.x + s * p.z, p.y, c * p.z - s * p.x};
}

mote_dvec3 scene_breathe(mote_dvec3 p, double amount)
{
    double square = mote_dvec_dot(p, p);
    if (square == 0.0) return p;
    double fourth = p.x * p.x * p.x * p.x + p.y * p.y * p.y * p.y + p.z * p.z * p.z * p.z;
    // The quartic form is 1 on the axes of the unit sphere and 1/3 on its diagonals.
    double lobe = 3.0 * fourth / (square * square) - 2.0;
    return mote_dvec_scale(p, 1.0 + amount * lobe);
}
