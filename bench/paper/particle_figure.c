#include "bench/paper/particle_figure.h"

#include <stdlib.h>

#include "core/result.h"
#include "scenes/render/scene_picture.h"

enum { WIDTH = 640, HEIGHT = 420 };

typedef struct show {
    mote_stage stage;
    mote_world *world;
    mote_body_id *ids;
} show;

static void close_show(show *s)
{
    mote_world_destroy(s->world);
    free(s->ids);
    mote_stage_close(&s->stage);
}

static mote_result open_show(const mote_particle_figure *figure, show *s)
{
    *s = (show){0};
    mote_stage_def def = mote_default_stage_def();
    def.scene.name = figure->scene;
    def.first_frame = figure->first_frame;
    def.frame_count = figure->frame - figure->first_frame + 1;
    def.mesh_flags = mote_default_mesh_def().flags;
    mote_result result = mote_stage_open(&def, &s->stage);
    if (result) return result;
    s->ids = calloc(s->stage.body_count, sizeof *s->ids);
    result = s->ids ? mote_world_create(&figure->method->world, &s->world)
                    : mote_fail_memory(s->stage.body_count * sizeof *s->ids, "bodies");
    for (uint32_t i = 0; i < s->stage.body_count && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = s->stage.bodies[i].mesh;
        result = mote_body_create(s->world, &body, &s->ids[i]);
    }
    if (result) close_show(s);
    return result;
}

static mote_result play(show *s)
{
    mote_result result = MOTE_OK;
    for (uint32_t frame = 0; frame < s->stage.frame_count && !result; frame++) {
        mote_stage_show(&s->stage, frame);
        for (uint32_t i = 0; i < s->stage.body_count && !result; i++) {
            const mote_stage_body *body = &s->stage.bodies[i];
            mote_positions at = {.data = s->stage.positions + body->first, .count = body->count};
            result = mote_body_set_positions(s->world, s->ids[i], &at);
        }
        if (!result) result = mote_world_detect(s->world);
    }
    return result;
}

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at)
{
    const mote_color red = {0.9f, 0.05f, 0.05f}, blue = {0.1f, 0.15f, 0.9f};
    if (kind == MOTE_DRAW_PARTICLE)
        mote_render_ball(context, at, 5, body.index == 0 ? red : blue, true);
}

static mote_result draw(const mote_particle_figure *figure, show *s, mote_image *out)
{
    mote_box box;
    mote_renderer *renderer;
    mote_report report;
    mote_result result = mote_scene_frame_box(s->stage.scene, figure->frame, &box);
    if (!result) result = mote_world_report(s->world, &report);
    if (!result) result = mote_renderer_create(WIDTH, HEIGHT, (mote_color){1, 1, 1}, &renderer);
    if (result) return result;
    mote_renderer_look(renderer, &box, figure->from);
    result = mote_scene_draw(renderer, s->stage.scene, figure->frame, &report);
    mote_debug_draw points = {.point = draw_point, .context = renderer};
    if (!result) result = mote_world_draw(s->world, &points);
    if (!result) result = mote_renderer_finish(renderer, out);
    mote_renderer_destroy(renderer);
    return result;
}

void mote_page_particles(mote_page *page, const mote_particle_figure *figure)
{
    show s;
    mote_image image;
    if (!mote_page_check(page, open_show(figure, &s))) return;
    mote_result result = play(&s);
    if (!result) result = draw(figure, &s, &image);
    if (mote_page_check(page, result)) {
        mote_page_picture(page, figure->file, &image, figure->caption);
        mote_image_release(&image);
    }
    close_show(&s);
}
