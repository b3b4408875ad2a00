// Far from the origin: two triangles are a tenth apart at a distance of ten thousand kilometers,
// where floats are whole numbers. The world has an origin in double near them, and moves it.
#include <math.h>
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

int main(void)
{
    const mote_vec3 corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 3};
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));
    mote_world_def def = mote_default_world_def();
    def.origin = (mote_dvec3){1e7, 0, 0};
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id ids[2];
    for (int i = 0; i < 2; i++) {
        const mote_transform_double place = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1e7, 5, 0.1 * i}};
        must(mote_body_create(world, &body, &ids[i]));
        must(mote_body_set_transform_double(world, ids[i], &place));
    }
    mote_distance found;
    must(mote_world_distance(world, ids[0], ids[1], INFINITY, &found));
    printf("%.3f apart\n", (double)found.distance);

    const mote_dvec3 camera = {1e7 + 100, 0, 0};
    must(mote_world_set_origin(world, camera)); // what was given in double stays where it is
    must(mote_world_distance(world, ids[0], ids[1], INFINITY, &found));
    mote_dvec3 place = mote_world_to_global(world, found.on_b);
    printf("%.3f apart, at (%.1f, %.1f, %.1f)\n", (double)found.distance, place.x, place.y,
           place.z);

    mote_vec3 above = mote_world_to_local(world, (mote_dvec3){1e7 + 0.2, 5.2, 3});
    mote_surface_point nearest; // queries take floats, relative to the origin
    must(mote_world_closest_point(world, ids[1], above, INFINITY, &nearest));
    printf("the point above is %.2f away\n", (double)nearest.distance);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
