// Size of a mesh: box, area, volume, mean edge length. Sums are in double, where products of three
// floats neither overflow nor vanish.

#include "core/box.h"
#include "core/vec.h"
#include "mesh/build.h"

void mote_mesh_measure(mote_mesh *mesh)
{
    mote_box box = mote_box_empty();
    double edges = 0.0, area2 = 0.0, volume6 = 0.0;
    // Volume against a corner of the mesh: far from the origin the cones from there would cancel.
    mote_dvec3 apex = mote_vec_widen(mesh->positions[mesh->triangles[0]]);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        mote_vec3 corner[3];
        mote_mesh_corners(mesh, t, corner);
        mote_dvec3 a = mote_dvec_sub(mote_vec_widen(corner[0]), apex);
        mote_dvec3 b = mote_dvec_sub(mote_vec_widen(corner[1]), apex);
        mote_dvec3 c = mote_dvec_sub(mote_vec_widen(corner[2]), apex);
        mote_dvec3 ab = mote_dvec_sub(b, a), ac = mote_dvec_sub(c, a), bc = mote_dvec_sub(c, b);
        mote_dvec3 normal = mote_dvec_cross(ab, ac);
        edges += mote_dvec_length(ab) + mote_dvec_length(bc) + mote_dvec_length(ac);
        area2 += mote_dvec_length(normal);
        volume6 += mote_dvec_dot(a, normal);
        for (int i = 0; i < 3; i++) mote_box_add_point(&box, corner[i]);
    }
    mesh->mean_edge_length = (float)(edges / (3.0 * mesh->triangle_count));
    mesh->area = area2 / 2.0;
    mesh->volume = volume6 / 6.0;
    mesh->box = box;
}
