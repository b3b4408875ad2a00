#include "papers/rivals/convex/convexity.h"

#include "core/result.h"
#include "core/vec.h"

static double longest_side(const mote_box *box)
{
    return fmax(
        (double)box->max.x - (double)box->min.x,
        fmax((double)box->max.y - (double)box->min.y, (double)box->max.z - (double)box->min.z));
}

// Outwards for a mesh whose volume is positive; zero for a degenerate face.
static mote_dvec3 unit_normal(const mote_mesh *mesh, uint32_t face)
{
    mote_vec3 c[3];
    mote_mesh_corners(mesh, face, c);
    mote_dvec3 a = mote_vec_widen(c[0]);
    mote_dvec3 normal = mote_dvec_cross(mote_dvec_sub(mote_vec_widen(c[1]), a),
                                        mote_dvec_sub(mote_vec_widen(c[2]), a));
    double length = mote_dvec_length(normal);
    return length > 0 ? mote_dvec_scale(normal, 1 / length) : (mote_dvec3){0, 0, 0};
}

// How far the corner of the neighbor that is not on the shared edge stands above the face.
static double rise_across(const mote_mesh *mesh, uint32_t face, uint32_t neighbor)
{
    const uint32_t *f = mesh->triangles + 3 * (size_t)face;
    const uint32_t *n = mesh->triangles + 3 * (size_t)neighbor;
    mote_dvec3 origin = mote_vec_widen(mesh->positions[f[0]]);
    mote_dvec3 normal = unit_normal(mesh, face);
    double most = 0;
    for (int k = 0; k < 3; k++) {
        mote_dvec3 p = mote_dvec_sub(mote_vec_widen(mesh->positions[n[k]]), origin);
        double rise = mote_dvec_dot(p, normal) * (mesh->volume < 0 ? -1 : 1);
        if (rise > most) most = rise;
    }
    return most;
}

mote_result mote_check_convex(const mote_mesh *mesh, const char *method)
{
    if (!mesh->face_neighbors || !(mesh->flags & MOTE_MESH_FINDINGS))
        return mote_fail(MOTE_ERROR_REFUSED,
                         "method %s needs meshes with MOTE_MESH_ADJACENCY and MOTE_MESH_FINDINGS",
                         method);
    if (!mesh->closed || mesh->component_count != 1)
        return mote_fail(MOTE_ERROR_REFUSED, "method %s serves convex bodies; this mesh is %s",
                         method, mesh->closed ? "in several pieces" : "not closed");
    double allowed = 1e-5 * longest_side(&mesh->box);
    for (uint32_t e = 0; e < 3 * mesh->triangle_count; e++) {
        double rise = rise_across(mesh, e / 3, mesh->face_neighbors[e]);
        if (rise > allowed)
            return mote_fail(MOTE_ERROR_REFUSED,
                             "method %s serves convex bodies; at triangle %u this mesh is dented",
                             method, e / 3);
    }
    return MOTE_OK;
}
