#include "bench/paper/particle_figure.h"

#include "bench/paper/played.h"
#include "scenes/render/scene_picture.h"

enum { WIDTH = 640, HEIGHT = 420 };

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)id;
    const mote_color red = {0.9f, 0.05f, 0.05f}, blue = {0.1f, 0.15f, 0.9f};
    if (kind == MOTE_DRAW_PARTICLE)
        mote_render_ball(context, at, 5, body.index == 0 ? red : blue, true);
}

static mote_result draw(const mote_particle_figure *figure, mote_played *s, mote_image *out)
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

static mote_result play(mote_played *s)
{
    mote_result result = MOTE_OK;
    for (uint32_t frame = 0; frame < s->stage.frame_count && !result; frame++)
        result = mote_played_show(s, frame);
    return result;
}

void mote_page_particles(mote_page *page, const mote_particle_figure *figure)
{
    mote_played s;
    mote_image image;
    if (!mote_page_check(page, mote_played_open(figure->scene, figure->first_frame, figure->frame,
                                                figure->method, &s)))
        return;
    mote_result result = play(&s);
    if (!result) result = draw(figure, &s, &image);
    if (mote_page_check(page, result)) {
        mote_page_picture(page, figure->file, &image, figure->caption);
        mote_image_release(&image);
    }
    mote_played_close(&s);
}
