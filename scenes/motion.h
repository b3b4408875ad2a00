// Motion as functions of time: poses, reflection at walls, and vertex functions that bend, twist
// and breathe. All use double with only +, -, *, /, sqrt and scenes/trig.h, so that every target
// gives the same bits. Angles are in turns.

#ifndef MOTE_SCENES_MOTION_H
#define MOTE_SCENES_MOTION_H

#include "core/transform.h"

// `axis` need not have unit length; a zero axis gives no rotation.
mote_rotation scene_rotation_about(mote_dvec3 axis, double turns);

// As mote_rotate, but with another order of summation, on which the hashes of scenes depend.
mote_dvec3 scene_rotate(mote_rotation q, mote_dvec3 p);

// Converts a unit quaternion and a place to a transform, rounded to float.
mote_transform scene_rigid_pose(mote_rotation rotation, mote_dvec3 place);

// The position of a point that started at `start`, moved by `way` at constant speed and was
// reflected at `low` and `high`: a triangle wave in closed form.
double scene_reflect(double start, double way, double low, double high);

// 0 up to `from`, 1 from `to` on, easing in and out between them.
double scene_ease(double time, double from, double to);

double scene_cube_root(double x);

// Bends a bar along x in the xy plane into an arc of the given curvature (1 / radius; 0 leaves it
// straight). Keeps lengths along y = 0.
mote_dvec3 scene_bend(mote_dvec3 p, double curvature);

// Turns p about the y axis by `turns_per_unit` per unit of height.
mote_dvec3 scene_twist(mote_dvec3 p, double turns_per_unit);

// Scales p about the origin with alternating lobes: by 1 + amount on the axes, 1 - amount on the
// diagonals.
mote_dvec3 scene_breathe(mote_dvec3 p, double amount);

#endif
