// Step 1: two meshes in a world, one detect, one report.
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
    // A mesh is built once, from positions and triangles.
    const mote_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 4};
    mesh_def.indices = triangles;
    mesh_def.index_count = 12;
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));

    // A world holds bodies. Both bodies use the same mesh.
    mote_world_def world_def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&world_def, &world));
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = mesh;
    mote_body_id a, b;
    must(mote_body_create(world, &body_def, &a));
    must(mote_body_create(world, &body_def, &b));

    // Move the second body by half a unit, and detect.
    const mote_transform right = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5f, 0, 0}};
    must(mote_body_set_transform(world, b, &right));
    must(mote_world_detect(world));

    mote_report report;
    must(mote_world_report(world, &report));
    printf("%zu pair of bodies, %zu pairs of faces\n", report.pair_count, report.face_pair_count);
    for (size_t i = 0; i < report.face_pair_count; i++)
        printf("face %u of a meets face %u of b\n", report.face_pairs[i].face_a,
               report.face_pairs[i].face_b);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
