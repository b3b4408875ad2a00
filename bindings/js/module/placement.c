// A quaternion from a matrix: four times the square of each of its four numbers is a sum over the diagonal. The
// largest is found by its root, the others by division.

#include "bindings/js/module/placement.h"

#include "core/vec.h"

static bool is_rotation(mote_dvec3 x, mote_dvec3 y, mote_dvec3 z)
{
    const double tolerance = 1e-4; // columns are floats
    const double dots[] = {mote_dvec_dot(x, x) - 1, mote_dvec_dot(y, y) - 1,
                           mote_dvec_dot(z, z) - 1, mote_dvec_dot(x, y),
                           mote_dvec_dot(y, z),     mote_dvec_dot(z, x)};
    for (int i = 0; i < 6; i++)
        if (!(fabs(dots[i]) < tolerance)) return false;
    return mote_dvec_dot(x, mote_dvec_cross(y, z)) > 0;
}

static mote_rotation rotation_of(mote_dvec3 x, mote_dvec3 y, mote_dvec3 z)
{
    double squares[4] = {1 + x.x + y.y + z.z, 1 + x.x - y.y - z.z, 1 - x.x + y.y - z.z,
                         1 - x.x - y.y + z.z}; // 4 w^2, 4 x^2, 4 y^2, 4 z^2
    int largest = 0;
    for (int i = 1; i < 4; i++)
        if (squares[i] > squares[largest]) largest = i;
    double root = sqrt(squares[largest]), part = 1 / (2 * root);
    double wx = part * (y.z - z.y), wy = part * (z.x - x.z), wz = part * (x.y - y.x);
    double xy = part * (x.y + y.x), yz = part * (y.z + z.y), zx = part * (z.x + x.z);
    switch (largest) {
    case 0: return (mote_rotation){root / 2, wx, wy, wz};
    case 1: return (mote_rotation){wx, root / 2, xy, zx};
    case 2: return (mote_rotation){wy, xy, root / 2, yz};
    default: return (mote_rotation){wz, zx, yz, root / 2};
    }
}

bool js_placement_of(const mote_transform *transform, mote_placement *out)
{
    mote_dvec3 x = mote_vec_widen(transform->cx), y = mote_vec_widen(transform->cy),
               z = mote_vec_widen(transform->cz);
    if (!is_rotation(x, y, z)) return false;
    *out = (mote_placement){mote_vec_widen(transform->t), rotation_of(x, y, z)};
    return true;
}
