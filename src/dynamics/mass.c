// Mass properties of the solid inside a closed surface.
//
// Each triangle spans a tetrahedron with an apex; volume, first and second moments of a tetrahedron are
// polynomials of its corners, so the sums are exact but for rounding. With corners a, b, c relative to
// the apex, s = a + b + c and d = a . (b x c): volume d / 6, first moment s d / 24, second moments
// (aa + bb + cc + ss) d / 120. The apex is a corner of the surface: far from the origin the tetrahedra from
// there would cancel.

#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "dynamics/rigid.h"
#include "dynamics/surface.h"

typedef struct moments {
    double volume6;
    double gross6; // sum of the absolute volumes: what rounding is measured by
    mote_dvec3 first24;
    mote_inertia second120; // products x x, y y, z z, x y, x z, y z, not yet an inertia
} moments;

static double four_products(const double a[2], const double b[2], const double c[2])
{
    double p = a[0] + b[0] + c[0], q = a[1] + b[1] + c[1];
    return a[0] * a[1] + b[0] * b[1] + c[0] * c[1] + p * q;
}

static void add_tetrahedron(moments *m, mote_dvec3 a, mote_dvec3 b, mote_dvec3 c)
{
    double d = mote_dvec_dot(a, mote_dvec_cross(b, c));
    m->volume6 += d;
    m->gross6 += fabs(d);
    mote_dvec3 s = mote_dvec_add(mote_dvec_add(a, b), c);
    m->first24 = mote_dvec_add(m->first24, mote_dvec_scale(s, d));
#define PRODUCTS(i, j)                                                                             \
    d *four_products((double[]){a.i, a.j}, (double[]){b.i, b.j}, (double[]){c.i, c.j})
    m->second120.xx += PRODUCTS(x, x);
    m->second120.yy += PRODUCTS(y, y);
    m->second120.zz += PRODUCTS(z, z);
    m->second120.xy += PRODUCTS(x, y);
    m->second120.xz += PRODUCTS(x, z);
    m->second120.yz += PRODUCTS(y, z);
#undef PRODUCTS
}

static moments integrate(const mote_surface *shape, mote_dvec3 apex)
{
    moments m = {0};
    for (size_t t = 0; t < shape->triangle_count; t++) {
        const uint32_t *v = shape->triangles + 3 * t;
        add_tetrahedron(&m, mote_dvec_sub(mote_surface_read(shape, v[0]), apex),
                        mote_dvec_sub(mote_surface_read(shape, v[1]), apex),
                        mote_dvec_sub(mote_surface_read(shape, v[2]), apex));
    }
    return m;
}

static mote_mass mass_of(const moments *m, mote_dvec3 apex, double density)
{
    double mass = density * m->volume6 / 6;
    mote_dvec3 c = mote_dvec_scale(m->first24, 1 / (4 * m->volume6));
    double s = density / 120;
    // Second moments about the center (Steiner).
    double xx = s * m->second120.xx - mass * c.x * c.x, xy = s * m->second120.xy - mass * c.x * c.y;
    double yy = s * m->second120.yy - mass * c.y * c.y, xz = s * m->second120.xz - mass * c.x * c.z;
    double zz = s * m->second120.zz - mass * c.z * c.z, yz = s * m->second120.yz - mass * c.y * c.z;
    return (mote_mass){
        .mass = mass,
        .center = mote_dvec_add(apex, c),
        .inertia = {.xx = yy + zz, .yy = xx + zz, .zz = xx + yy, .xy = -xy, .xz = -xz, .yz = -yz}};
}

static mote_result find_mass(const mote_surface *shape, double density, mote_mass *out)
{
    const double least_share = 1e-12;
    mote_dvec3 apex = mote_surface_read(shape, shape->triangles[0]);
    moments m = integrate(shape, apex);
    if (!(fabs(m.volume6) > least_share * m.gross6))
        return mote_fail(MOTE_ERROR_DATA, "mass: the shape has no volume");
    if (m.volume6 < 0)
        return mote_fail(MOTE_ERROR_DATA, "mass: the shape is turned inside out, its volume is %g",
                         m.volume6 / 6);
    mote_mass mass = mass_of(&m, apex, density);
    mote_result result = mote_check_mass(&mass, "mass of the shape");
    if (result == MOTE_OK) *out = mass;
    return result;
}

mote_result mote_mass_of_mesh(const mote_mesh *mesh, const mote_positions *positions,
                              double density, mote_mass *out)
{
    if (!mesh || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mass: the %s is null", mesh ? "output" : "mesh");
    if (!(density > 0 && density < HUGE_VAL))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mass: density %g is not above 0 and finite",
                         density);
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    if (!(info.flags & MOTE_MESH_FINDINGS))
        return mote_fail(MOTE_ERROR_DATA,
                         "mass: the mesh was made without MOTE_MESH_FINDINGS, so that nobody knows "
                         "whether it is closed; give the mass yourself");
    if (!info.closed)
        return mote_fail(MOTE_ERROR_DATA,
                         "mass: the mesh is not closed, it has no inside; give the mass yourself");
    mote_float_env env = mote_float_env_enter();
    mote_surface shape;
    mote_result result = mote_surface_open(mesh, positions, &shape);
    if (result == MOTE_OK) result = mote_surface_check_finite(&shape);
    if (result == MOTE_OK) result = find_mass(&shape, density, out);
    mote_float_env_leave(env);
    return result;
}
