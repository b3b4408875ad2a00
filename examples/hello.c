// Two tetrahedra: one of them deforms until they meet. The smallest program that detects something.
#include <mote/mote.h>
#include <stdio.h>

int main(void)
{
    const mote_vec3 rest[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const mote_vec3 moved[4] = {{0.25f, 0, 0}, {1, 0, 0.5f}, {0.25f, 2, 0}, {0, 0, 3}};
    mote_mesh_def shape = mote_default_mesh_def();
    shape.positions = (mote_positions){.data = rest, .count = 4};
    shape.indices = (const uint32_t[]){0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    shape.index_count = 12;
    mote_world_def def = mote_default_world_def();
    mote_body_def body = mote_default_body_def();
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id a, b;
    mote_report report;
    if (mote_mesh_create(&shape, &mesh) || mote_world_create(&def, &world)) return 1;
    body.mesh = mesh;
    if (mote_body_create(world, &body, &a) || mote_body_create(world, &body, &b)) return 1;
    // Every frame: set the positions, detect, read the report.
    mote_body_set_positions(world, b, &(mote_positions){.data = moved, .count = 4});
    if (mote_world_detect(world)) return puts(mote_last_message()), 1;
    mote_world_report(world, &report);
    for (size_t i = 0; i < report.face_pair_count; i++)
        printf("face %u of a meets face %u of b\n", report.face_pairs[i].face_a,
               report.face_pairs[i].face_b);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
}
