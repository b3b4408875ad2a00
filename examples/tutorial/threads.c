// Step 4: many balls and several threads. The report is the same for any number of threads.
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

enum { BALLS = 50 };

// Plays ten frames and returns a hash of all reports.
static uint64_t play(const mote_mesh *sheet_mesh, const mote_mesh *ball_mesh, uint32_t workers)
{
    mote_world_def def = mote_default_world_def();
    def.worker_count = workers; // the calling thread included; 0 means one per processor
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_id sheet_body = add(world, sheet_mesh);
    for (int i = 0; i < BALLS; i++) {
        mote_transform place = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0.25f}};
        int column = i % 10, row = i / 10;
        place.t.x = -0.9f + 0.2f * (float)column;
        place.t.y = -0.8f + 0.4f * (float)row;
        must(mote_body_set_transform(world, add(world, ball_mesh), &place));
    }
    uint64_t hash = 0;
    for (int frame = 0; frame < 10; frame++) {
        fill_sheet(frame / 60.0, sheet);
        must(mote_body_set_positions(world, sheet_body,
                                     &(mote_positions){.data = sheet, .count = SHEET_VERTICES}));
        must(mote_world_detect(world));
        mote_report report;
        must(mote_world_report(world, &report));
        hash = hash * 31 + report.hash;
        if (frame == 9)
            printf("%u threads: %zu pairs of bodies, %zu pairs of faces\n", workers,
                   report.pair_count, report.face_pair_count);
    }
    mote_world_destroy(world);
    return hash;
}

int main(void)
{
    fill_sheet(0, sheet);
    fill_sheet_triangles(sheet_triangles);
    fill_ball(0.15, ball, ball_triangles);
    mote_mesh *sheet_mesh = make_mesh(sheet, SHEET_VERTICES, sheet_triangles, SHEET_INDICES);
    mote_mesh *ball_mesh = make_mesh(ball, BALL_VERTICES, ball_triangles, BALL_INDICES);
    uint64_t one = play(sheet_mesh, ball_mesh, 1);
    uint64_t two = play(sheet_mesh, ball_mesh, 2);
    uint64_t four = play(sheet_mesh, ball_mesh, 4);
    printf("%s\n", one == two && one == four ? "all reports are the same" : "reports DIFFER");
    mote_mesh_destroy(ball_mesh);
    mote_mesh_destroy(sheet_mesh);
    return 0;
}
