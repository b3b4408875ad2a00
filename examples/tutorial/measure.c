// Step 5: what a frame costs. Counts are the same on every machine; times are not.
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
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_id sheet_body = add(world, sheet_mesh), ball_body = add(world, ball_mesh);
    const mote_transform place = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1f, 0, 0.4f}};
    must(mote_body_set_transform(world, ball_body, &place));

    // The first frames allocate, so they are not counted. The least of many frames is the time
    // without disturbances.
    mote_report report;
    mote_stats best = {0};
    size_t bytes_before = 0;
    for (int frame = 0; frame < 600; frame++) {
        fill_sheet(frame % 60 / 60.0, sheet);
        must(mote_body_set_positions(world, sheet_body,
                                     &(mote_positions){.data = sheet, .count = SHEET_VERTICES}));
        must(mote_world_detect(world));
        must(mote_world_report(world, &report));
        if (frame == 60) bytes_before = report.stats.bytes;
        if (frame % 60 != 30) continue;
        if (best.total_seconds == 0 || report.stats.total_seconds < best.total_seconds)
            best = report.stats;
    }
    printf("%llu vertices moved, %llu pairs of faces tested, %llu of them in exact arithmetic\n",
           (unsigned long long)best.moved_vertices, (unsigned long long)best.candidates,
           (unsigned long long)best.exact_calls);
    printf("%s after the first 60 frames\n",
           report.stats.bytes == bytes_before ? "no memory was added" : "memory GREW");
    printf("frame 30 takes %.1f us, %.1f us of it for the pair\n", 1e6 * best.total_seconds,
           1e6 * best.pairs_seconds);
    mote_world_destroy(world);
    mote_mesh_destroy(ball_mesh);
    mote_mesh_destroy(sheet_mesh);
    return 0;
}
