// Many bodies with collision response: 27 cubes fall onto the floor of a box, bounce off each other
// and lose energy. One of them deforms while it falls.
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static const mote_vec3 corners[8] = {{-.3f, -.3f, -.3f}, {.3f, -.3f, -.3f}, {.3f, .3f, -.3f},
                                     {-.3f, .3f, -.3f},  {-.3f, -.3f, .3f}, {.3f, -.3f, .3f},
                                     {.3f, .3f, .3f},    {-.3f, .3f, .3f}};
static const uint32_t faces[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                   1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

int main(void)
{
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 8};
    mesh_def.indices = faces;
    mesh_def.index_count = 36;
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));
    mote_world_def world_def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&world_def, &world));

    mote_dynamics_def def = mote_default_dynamics_def();
    def.world = world; // with contacts, which is the default
    def.gravity = (mote_dvec3){0, 0, -9.81};
    def.has_walls = true;
    def.walls = (mote_box){{-5, -5, -5}, {5, 5, 5}};
    def.restitution = def.wall_restitution = 0.5;
    mote_dynamics *dynamics;
    must(mote_dynamics_create(&def, &dynamics));

    mote_body_id first = {0};
    for (int i = 0; i < 27; i++) {
        mote_body_def body_def = mote_default_body_def();
        body_def.mesh = mesh;
        mote_body_id id;
        must(mote_body_create(world, &body_def, &id));
        if (i == 0) first = id;
        mote_rigid_def body = mote_default_rigid_def(); // its mass is that of the mesh
        body.body = id;
        int column = i % 3, row = i / 3 % 3, layer = i / 9;
        body.placement.origin = (mote_dvec3){column - 1 + 0.1 * layer, row - 1, layer - 3};
        body.angular_velocity = (mote_dvec3){0.3 * (i % 5), 0.2 * (i % 7), 0};
        must(mote_dynamics_add(dynamics, &body));
    }

    for (int step = 1; step <= 300; step++) {
        mote_vec3 shape[8];
        float swell = 1 + 0.1f * (float)(step % 20) / 20;
        for (int k = 0; k < 8; k++)
            shape[k] = (mote_vec3){corners[k].x * swell, corners[k].y, corners[k].z};
        const mote_positions positions = {.data = shape, .count = 8};
        must(mote_dynamics_set_shape(dynamics, first, &positions)); // in the frame of the body
        must(mote_dynamics_step(dynamics, 1.0 / 60));               // moves, detects, responds
        mote_dynamics_report report;
        must(mote_dynamics_get_report(dynamics, &report)); // energy, momenta, impacts
        if (step % 60 == 0)
            printf("after %.0f s: kinetic energy %.3f, %u contacts\n", report.time,
                   report.momenta.kinetic_energy, report.contacts);
    }
    mote_rigid state;
    must(mote_dynamics_get(dynamics, first, &state));
    printf("the first cube is at height %.2f\n", state.center.z);
    mote_dynamics_destroy(dynamics);
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
