// Step 3: the ball falls onto the waving sheet and bounces off it. The sheet is moved by the
// program.
#include <mote/mote.h>
#include <stdio.h>
#include <stdlib.h>

#include "scene.h"

static float sheet[SHEET_VERTICES][3], ball[BALL_VERTICES][3];
static uint32_t sheet_triangles[SHEET_INDICES], ball_triangles[BALL_INDICES];

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

static mote_mesh *make_mesh(const void *positions, size_t count, const uint32_t *triangles,
                            size_t index_count)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = count};
    def.indices = triangles;
    def.index_count = index_count;
    def.weld = MOTE_WELD_TOLERANCE; // vertices this close are one, so that the ball is closed
    def.weld_tolerance = 1e-5f;
    mote_mesh *mesh;
    must(mote_mesh_create(&def, &mesh));
    return mesh;
}

static mote_body_id add(mote_world *world, const mote_mesh *mesh)
{
    mote_body_def def = mote_default_body_def();
    def.mesh = mesh;
    mote_body_id id;
    must(mote_body_create(world, &def, &id));
    return id;
}

int main(void)
{
    fill_sheet(0, sheet);
    fill_sheet_triangles(sheet_triangles);
    fill_ball(0.3, ball, ball_triangles);
    mote_mesh *sheet_mesh = make_mesh(sheet, SHEET_VERTICES, sheet_triangles, SHEET_INDICES);
    mote_mesh *ball_mesh = make_mesh(ball, BALL_VERTICES, ball_triangles, BALL_INDICES);
    mote_world_def world_def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&world_def, &world));
    mote_body_id sheet_body = add(world, sheet_mesh), ball_body = add(world, ball_mesh);

    // A dynamics moves the bodies that are added to it; all others are obstacles.
    mote_dynamics_def def = mote_default_dynamics_def();
    def.world = world;
    def.gravity = (mote_dvec3){0, 0, -9.81};
    def.restitution = 0.8;
    mote_dynamics *dynamics;
    must(mote_dynamics_create(&def, &dynamics));
    mote_rigid_def rigid = mote_default_rigid_def(); // the mass is that of the closed mesh
    rigid.body = ball_body;
    rigid.placement.origin = (mote_dvec3){0, 0, 1};
    must(mote_dynamics_add(dynamics, &rigid));

    for (int frame = 1; frame <= 60; frame++) {
        fill_sheet(frame / 60.0, sheet);
        must(mote_body_set_positions(world, sheet_body,
                                     &(mote_positions){.data = sheet, .count = SHEET_VERTICES}));
        must(mote_dynamics_step(dynamics, 1.0 / 60)); // moves the ball, detects, responds
        mote_dynamics_report report;
        must(mote_dynamics_get_report(dynamics, &report));
        mote_rigid state;
        must(mote_dynamics_get(dynamics, ball_body, &state));
        if (report.impacts > 0)
            printf("frame %2d: impact at height %.2f, velocity up %.2f, along the wave %.2f\n",
                   frame, state.center.z, state.velocity.z, state.velocity.x);
        else if (frame % 10 == 0)
            printf("frame %2d: height %.2f\n", frame, state.center.z);
    }
    mote_dynamics_destroy(dynamics);
    mote_world_destroy(world);
    mote_mesh_destroy(ball_mesh);
    mote_mesh_destroy(sheet_mesh);
    return 0;
}
