// A box slides over the ground: the points of its manifold keep their ids, and what the caller stores with them.
#include <mote/mote.h>
#include <stdio.h>

static const mote_vec3 corners[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                     {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const uint32_t faces[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                   1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

int main(void)
{
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 8};
    mesh_def.indices = faces;
    mesh_def.index_count = 36;
    mote_world_def def = mote_default_world_def();
    def.manifold_points = 4;
    mote_mesh *mesh;
    mote_world *world;
    if (mote_mesh_create(&mesh_def, &mesh) != MOTE_OK || mote_world_create(&def, &world) != MOTE_OK)
        return 1;
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id ground, box;
    mote_body_create(world, &body, &ground);
    mote_body_create(world, &body, &box);
    const mote_transform wide = {{20, 0, 0}, {0, 20, 0}, {0, 0, 1}, {0, 0, 0}};
    mote_body_set_transform(world, ground, &wide);
    for (int frame = 0; frame < 3; frame++) {
        const mote_transform place = {
            {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1f * (float)frame, 0, 1.98f}};
        mote_body_set_transform(world, box, &place);
        mote_manifolds found;
        if (mote_world_detect(world) != MOTE_OK || mote_world_manifolds(world, &found) != MOTE_OK)
            return 1;
        for (size_t i = 0; i < found.point_count; i++) {
            mote_manifold_point *p = &found.points[i];
            printf("frame %d: point %llu, depth %.2f, seen %g times before\n", frame,
                   (unsigned long long)p->id, (double)p->depth, (double)p->data[0]);
            if (p->data[0] != (float)frame) return 1;
            p->data[0]++; // for example an impulse
        }
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
