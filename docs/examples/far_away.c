// Two triangles a tenth apart, ten thousand kilometers from the origin.
#include <math.h>
#include <mote/mote.h>
#include <stdio.h>

int main(void)
{
    const mote_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 3};
    mote_world_def def = mote_default_world_def();
    def.origin = (mote_dvec3){1e7, 1e7, 1e7};
    mote_mesh *mesh;
    mote_world *world;
    if (mote_mesh_create(&mesh_def, &mesh) != MOTE_OK || mote_world_create(&def, &world) != MOTE_OK)
        return 1;
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id ids[2];
    for (int i = 0; i < 2; i++) {
        const mote_transform_double place = {
            {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1e7, 1e7, 1e7 + 0.1 * i}};
        mote_body_create(world, &body, &ids[i]);
        mote_body_set_transform_double(world, ids[i], &place);
    }
    mote_distance found;
    if (mote_world_distance(world, ids[0], ids[1], INFINITY, &found) != MOTE_OK) return 1;
    mote_dvec3 at = mote_world_to_global(world, found.on_b);
    printf("%.9g apart at z = %.9g\n", (double)found.distance, at.z);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return fabs((double)found.distance - 0.1) < 1e-6 ? 0 : 1;
}
