// A particle method, and debug drawing: the particles of method senin wander over two balls until
// they meet. The callback counts what is drawn; a program with a window would draw it.
#include <mote/mote.h>
#include <mote/papers.h>
#include <stdio.h>
#include <stdlib.h>

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

typedef struct picture {
    int particles, boxes;
} picture;

static void show_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)body, (void)id, (void)at; // the id is that of a particle of the body, for trails
    if (kind == MOTE_DRAW_PARTICLE) ((picture *)context)->particles++;
}

static void show_box(void *context, mote_draw_kind kind, const mote_box *box)
{
    (void)kind, (void)box;
    ((picture *)context)->boxes++;
}

int main(void)
{
    const mote_vec3 corners[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                  {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    const uint32_t faces[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    mote_mesh_def mesh_def = mote_default_mesh_def();
    mesh_def.positions = (mote_positions){.data = corners, .count = 6};
    mesh_def.indices = faces;
    mesh_def.index_count = 24;
    mote_mesh *mesh;
    must(mote_mesh_create(&mesh_def, &mesh));

    mote_world_def def = mote_default_world_def();
    def.method = MOTE_METHOD_SENIN;
    must(mote_world_option_set(&def, "senin.particles", 4));     // by name, for user interfaces
    mote_senin_options options = mote_world_def_get_senin(&def); // the same as a struct
    options.pursue = true;
    mote_world_def_set_senin(&def, &options);
    mote_world *world;
    must(mote_world_create(&def, &world));
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_body_id a, b;
    must(mote_body_create(world, &body, &a));
    must(mote_body_create(world, &body, &b));

    for (int frame = 0; frame < 3; frame++) {
        const mote_transform place = {
            {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2.1f - 0.1f * (float)frame, 0.1f, 0}};
        must(mote_body_set_transform(world, b, &place));
        must(mote_world_detect(world));
        mote_report report;
        must(mote_world_report(world, &report));
        picture seen = {0};
        mote_debug_draw draw = {.point = show_point, .box = show_box, .context = &seen};
        must(mote_world_draw(world, &draw));
        printf("frame %d: %d boxes and %d particles drawn", frame, seen.boxes, seen.particles);
        for (size_t i = 0; i < report.estimate_count; i++)
            printf(", bodies %s", report.estimates[i].verdict == MOTE_VERDICT_TOUCH ? "touch"
                                  : report.estimates[i].verdict == MOTE_VERDICT_APART
                                      ? "are apart"
                                      : "are undecided");
        printf("\n");
    }
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
