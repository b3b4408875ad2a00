#include "support/bouncing.h"

#include <math.h>
#include <stdlib.h>

#include "core/box.h"
#include "core/random.h"
#include "core/vec.h"
#include "support/meshes.h"
#include "support/run.h"
#include "support/stage.h"

static void must(mote_result result)
{
    if (result != MOTE_OK) fail_msg("%s", mote_last_message());
}

static mote_mesh *mesh_of(const io_model *model)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = 3 * (size_t)model->triangle_count;
    return test_mesh_create(&def);
}

void bouncing_begin(bouncing *b, const char *model, const mote_world_def *world,
                    const mote_dynamics_def *def)
{
    *b = (bouncing){.model = made_model(model)};
    b->mesh = mesh_of(&b->model);
    must(mote_world_create(world, &b->world));
    mote_dynamics_def dynamics_def = *def;
    dynamics_def.world = b->world;
    must(mote_dynamics_create(&dynamics_def, &b->dynamics));
}

void bouncing_end(bouncing *b)
{
    mote_dynamics_destroy(b->dynamics);
    mote_world_destroy(b->world);
    mote_mesh_destroy(b->mesh);
    io_model_release(&b->model);
    if (!b->other_mesh) return;
    mote_mesh_destroy(b->other_mesh);
    io_model_release(&b->other);
}

void bouncing_load_other(bouncing *b, const char *model)
{
    b->other = made_model(model);
    b->other_mesh = mesh_of(&b->other);
}

uint32_t bouncing_add(bouncing *b, mote_dvec3 origin, mote_dvec3 velocity,
                      mote_dvec3 angular_velocity)
{
    assert_true(b->count < BOUNCING_MOST);
    mote_body_def body_def = mote_default_body_def();
    body_def.mesh = b->other_mesh ? b->other_mesh : b->mesh;
    must(mote_body_create(b->world, &body_def, &b->ids[b->count]));
    mote_rigid_def def = mote_default_rigid_def();
    def.body = b->ids[b->count];
    def.placement.origin = origin;
    def.velocity = velocity;
    def.angular_velocity = angular_velocity;
    must(mote_dynamics_add(b->dynamics, &def));
    return b->count++;
}

mote_box bouncing_box(uint32_t count)
{
    double ball = 4.0 / 3 * 3.14159265358979;
    float half = (float)(0.5 * cbrt(count * ball / 0.05));
    return (mote_box){{-half, -half, -half}, {half, half, half}};
}

void bouncing_add_crowd(bouncing *b, uint32_t count, uint64_t seed)
{
    mote_random random = mote_random_stream(seed, 0, 0);
    double half = (double)bouncing_box(count).max.x;
    uint32_t side = (uint32_t)ceil(cbrt(count));
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at[3] = {i % side, i / side % side, i / side / side};
        double c[3];
        for (int k = 0; k < 3; k++) c[k] = half * (2.0 * (at[k] + 0.5) / side - 1);
        mote_dvec3 velocity = mote_vec_widen(mote_random_direction(&random));
        mote_dvec3 spin = mote_vec_widen(mote_random_direction(&random));
        bouncing_add(b, (mote_dvec3){c[0], c[1], c[2]}, mote_dvec_scale(velocity, 0.05),
                     mote_dvec_scale(spin, 3.14159265358979 / 18));
    }
}

mote_rigid bouncing_get(const bouncing *b, uint32_t body)
{
    mote_rigid rigid;
    must(mote_dynamics_get(b->dynamics, b->ids[body], &rigid));
    return rigid;
}

mote_dynamics_report bouncing_report(const bouncing *b)
{
    mote_dynamics_report report;
    must(mote_dynamics_get_report(b->dynamics, &report));
    return report;
}

void bouncing_step(bouncing *b, double time)
{
    must(mote_dynamics_step(b->dynamics, time));
}

mote_box bouncing_bounds(const bouncing *b, uint32_t body)
{
    const mote_mesh *mesh;
    mote_mesh_info info;
    mote_mesh_view view;
    must(mote_body_get_mesh(b->world, b->ids[body], &mesh));
    mote_mesh_get_info(mesh, &info);
    mote_mesh_get_view(mesh, &view);
    mote_vec3 *positions = calloc(info.vertex_count, sizeof *positions);
    assert_non_null(positions);
    must(mote_body_get_positions(b->world, b->ids[body], positions, info.vertex_count));
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < view.mesh_order_count; i++)
        mote_box_add_point(&box, positions[view.mesh_order[i]]);
    free(positions);
    return box;
}
