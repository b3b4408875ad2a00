// Point in mesh: every triangle of the rest shape is asked.

#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/parity.h"
#include "mesh/mesh.h"

bool mote_mesh_contains(const mote_mesh *mesh, mote_vec3 point)
{
    if (!mote_vec_finite(point)) return false;
    mote_float_env caller = mote_float_env_enter();
    mote_parity parity = {.point = point};
    for (uint32_t i = 0; i < mesh->triangle_count && !parity.on_surface; i++) {
        mote_vec3 t[3];
        mote_mesh_corners(mesh, i, t);
        mote_parity_add(&parity, t);
    }
    mote_float_env_leave(caller);
    return mote_parity_is_inside(&parity);
}
