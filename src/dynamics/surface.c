#include "dynamics/surface.h"

#include "core/result.h"
#include "dynamics/rigid.h"

static mote_result check_layout(const mote_positions *p, size_t vertex_count)
{
    if (!p->data) return mote_fail(MOTE_ERROR_ARGUMENT, "positions: data is null");
    if ((uint32_t)p->type > MOTE_DOUBLE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "positions: type %u is unknown", (unsigned)p->type);
    if (p->count != vertex_count)
        return mote_fail(MOTE_ERROR_ARGUMENT, "positions: count %zu, but the mesh has %zu vertices",
                         p->count, vertex_count);
    size_t bytes = p->type == MOTE_DOUBLE ? sizeof(double) : sizeof(float);
    if (p->stride && p->stride < 3 * bytes)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "positions: stride %zu is too small, a vertex has %zu bytes", p->stride,
                         3 * bytes);
    if (p->stride % bytes != 0 || (uintptr_t)p->data % bytes != 0)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "positions: data and stride must be multiples of %zu bytes", bytes);
    return MOTE_OK;
}

mote_result mote_surface_open(const mote_mesh *mesh, const mote_positions *positions,
                              mote_surface *out)
{
    mote_mesh_info info;
    mote_mesh_view view;
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    mote_positions rest = {.data = view.positions, .count = info.vertex_count};
    const mote_positions *p = positions ? positions : &rest;
    mote_result result = check_layout(p, info.vertex_count);
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
            return mote_fail(MOTE_ERROR_DATA, "positions: vertex %u is not finite", vertex);
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
