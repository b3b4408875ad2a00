#include "bench/paper/particle_figure.h"

#include "bench/paper/played.h"
#include "scenes/render/scene_picture.h"

enum { WIDTH = 640, HEIGHT = 420 };

static void draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id,
                       mote_vec3 at)
{
    (void)id;
    const scene_color red = {0.9f, 0.05f, 0.05f}, blue = {0.1f, 0.15f, 0.9f};
    if (kind == MOTE_DRAW_PARTICLE)
        scene_render_ball(context, at, 5, body.index == 0 ? red : blue, true);
}

static mote_result draw(const paper_particle_figure *figure, paper_played *s, scene_image *out)
{
    mote_box box;
    scene_renderer *renderer;
    mote_report report;
    mote_result result = scene_frame_box(s->stage.scene, figure->frame, &box);
    if (!result) result = mote_world_report(s->world, &report);
    if (!result) result = scene_renderer_create(WIDTH, HEIGHT, (scene_color){1, 1, 1}, &renderer);
    if (result) return result;
    scene_renderer_look(renderer, &box, figure->from);
    result = scene_draw(renderer, s->stage.scene, figure->frame, &report);
    mote_debug_draw points = {.point = draw_point, .context = renderer};
    if (!result) result = mote_world_draw(s->world, &points);
    if (!result) result = scene_renderer_finish(renderer, out);
    scene_renderer_destroy(renderer);
    return result;
}

static mote_result play(paper_played *s)
{
    mote_result result = MOTE_OK;
    for (uint32_t frame = 0; frame < s->stage.frame_count && !result; frame++)
        result = paper_played_show(s, frame);
    return result;
}

void paper_page_particles(paper_page *page, const paper_particle_figure *figure)
{
    paper_played s;
    scene_image image;
    if (!paper_page_check(page, paper_played_open(figure->scene, figure->first_frame, figure->frame,
                                                  figure->method, &s)))
        return;
    mote_result result = play(&s);
    if (!result) result = draw(figure, &s, &image);
    if (paper_page_check(page, result)) {
        paper_page_picture(page, figure->file, &image, figure->caption);
        scene_image_release(&image);
    }
    paper_played_close(&s);
}
