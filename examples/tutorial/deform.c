// Step 2: a sheet waves below a ball. Its positions are set in every frame; contacts say where the
// two touch.
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

static void print_contacts(mote_world *world, int frame)
{
    mote_report report;
    must(mote_world_report(world, &report));
    printf("frame %2d: %zu face pairs\n", frame, report.face_pair_count);
    for (size_t i = 0; i < report.contact_count; i++) {
        const mote_contact *c = &report.contacts[i];
        printf("  contact at x = %.2f, normal x = %.2f z = %.2f, depth %.3f\n", (double)c->point.x,
               (double)c->normal.x, (double)c->normal.z, (double)c->depth);
    }
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

    for (int frame = 0; frame <= 60; frame += 10) {
        fill_sheet(frame / 60.0, sheet);
        must(mote_body_set_positions(world, sheet_body,
                                     &(mote_positions){.data = sheet, .count = SHEET_VERTICES}));
        must(mote_world_detect(world));
        print_contacts(world, frame);
    }
    mote_world_destroy(world);
    mote_mesh_destroy(ball_mesh);
    mote_mesh_destroy(sheet_mesh);
    return 0;
}
