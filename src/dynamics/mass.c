// Mass properties of the solid inside a closed surface, and tensors of inertia.

#include "dynamics/mass.h"

#include "core/float_env.h"
#include "core/result.h"
#include "core/transform.h"
#include "dynamics/rigid.h"

// ---------------------------------------------------------------------------------------------
// Tensors of inertia

mote_inertia mote_inertia_inverse(const mote_inertia *i)
{
    double xx = i->yy * i->zz - i->yz * i->yz;
    double xy = i->xz * i->yz - i->xy * i->zz;
    double xz = i->xy * i->yz - i->xz * i->yy;
    double s = 1 / (i->xx * xx + i->xy * xy + i->xz * xz);
    return (mote_inertia){.xx = s * xx,
                          .yy = s * (i->xx * i->zz - i->xz * i->xz),
                          .zz = s * (i->xx * i->yy - i->xy * i->xy),
                          .xy = s * xy,
                          .xz = s * xz,
                          .yz = s * (i->xy * i->xz - i->xx * i->yz)};
}

mote_principal mote_inertia_principal(const mote_inertia *i)
{
    double m[3][3] = {{i->xx, i->xy, i->xz}, {i->xy, i->yy, i->yz}, {i->xz, i->yz, i->zz}};
    double v[3][3];
    mote_diagonalize(m, v);
    mote_principal out;
    for (int k = 0; k < 3; k++) {
        out.axis[k] = (mote_dvec3){v[0][k], v[1][k], v[2][k]};
        out.moment[k] = m[k][k];
    }
    return out;
}

// ---------------------------------------------------------------------------------------------
// Shapes

static mote_result check_layout(const mote_positions *p, size_t vertex_count, const char *who)
{
    if (!p->data) return mote_fail(MOTE_ERROR_ARGUMENT, "%s: data is null", who);
    if ((uint32_t)p->type > MOTE_DOUBLE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: type %u is unknown", who, (unsigned)p->type);
    if (p->count != vertex_count)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: count is %zu, but the mesh has %zu vertices",
                         who, p->count, vertex_count);
    size_t bytes = p->type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    if (p->stride && p->stride < 3 * bytes)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: stride is %zu, but a vertex has %zu bytes", who,
                         p->stride, 3 * bytes);
    if (p->stride % bytes != 0 || (uintptr_t)p->data % bytes != 0)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: data and stride must be multiples of %zu bytes",
                         who, bytes);
    return MOTE_OK;
}

mote_result mote_surface_open(const mote_mesh *mesh, const mote_positions *positions,
                              const char *who, mote_surface *out)
{
    mote_mesh_info info;
    mote_mesh_view view;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    mote_positions rest = {.data = view.positions, .count = info.vertex_count};
    const mote_positions *p = positions ? positions : &rest;
    mote_result result = check_layout(p, info.vertex_count, who);
    if (result != MOTE_OK) return result;
    size_t bytes = p->type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    *out = (mote_surface){.data = p->data,
                          .stride = p->stride ? p->stride : 3 * bytes,
                          .is_double = p->type == MOTE_DOUBLE,
                          .triangles = view.triangles,
                          .triangle_count = info.triangle_count,
                          .vertex_count = info.vertex_count};
    return MOTE_OK;
}

mote_result mote_surface_check_finite(const mote_surface *shape)
{
    for (size_t i = 0; i < 3 * shape->triangle_count; i++) {
        uint32_t vertex = shape->triangles[i];
        if (!mote_dvec_finite(mote_surface_read(shape, vertex)))
            return mote_fail(MOTE_ERROR_DATA,
                             "mote_mass_of_mesh: positions: vertex %u is not finite", vertex);
    }
    return MOTE_OK;
}

double mote_surface_reach(const mote_surface *shape, mote_dvec3 from)
{
    double most = 0;
    for (size_t i = 0; i < 3 * shape->triangle_count; i++) {
        mote_dvec3 arm = mote_dvec_sub(mote_surface_read(shape, shape->triangles[i]), from);
        most = fmax(most, mote_dvec_dot(arm, arm));
    }
    return sqrt(most);
}

// ---------------------------------------------------------------------------------------------
// Mass
//
// Each triangle and an apex span a tetrahedron. Volume, first and second moments of a tetrahedron
// are polynomials of its corners, so the sums are exact up to rounding. With corners a, b, c
// relative to the apex, s = a + b + c and d = a . (b x c): volume d / 6, first moment s d / 24,
// second moments (aa + bb + cc + ss) d / 120. The apex is a corner of the surface, because an apex
// at the origin would cause cancellation for a surface far from it.

typedef struct moments {
    double volume6;
    double gross6; // sum of the absolute volumes, the reference for rounding errors
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
        return mote_fail(MOTE_ERROR_DATA, "mote_mass_of_mesh: the shape has no volume");
    if (m.volume6 < 0)
        return mote_fail(MOTE_ERROR_DATA,
                         "mote_mass_of_mesh: the shape is inside out, its volume is %g",
                         m.volume6 / 6);
    mote_mass mass = mass_of(&m, apex, density);
    mote_result result = mote_check_mass(&mass, "mote_mass_of_mesh: result");
    if (result == MOTE_OK) *out = mass;
    return result;
}

mote_result mote_mass_of_mesh(const mote_mesh *mesh, const mote_positions *positions,
                              double density, mote_mass *out)
{
    if (!mesh || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mass_of_mesh: %s is null",
                         mesh ? "out" : "mesh");
    if (!(density > 0 && density < HUGE_VAL))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mass_of_mesh: density is %g, expected a finite number above 0",
                         density);
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    if (!(info.flags & MOTE_MESH_FINDINGS))
        return mote_fail(MOTE_ERROR_DATA, "mote_mass_of_mesh: the mesh was created without "
                                          "MOTE_MESH_FINDINGS, so it is not known "
                                          "whether it is closed; set the mass yourself");
    if (!info.closed)
        return mote_fail(MOTE_ERROR_DATA, "mote_mass_of_mesh: the mesh is not closed, so it has no "
                                          "volume; set the mass yourself");
    mote_float_env env = mote_float_env_enter();
    mote_surface shape;
    mote_result result = mote_surface_open(mesh, positions, "mote_mass_of_mesh: positions", &shape);
    if (result == MOTE_OK) result = mote_surface_check_finite(&shape);
    if (result == MOTE_OK) result = find_mass(&shape, density, out);
    mote_float_env_leave(env);
    return result;
}
