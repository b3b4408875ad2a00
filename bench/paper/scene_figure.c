#include "bench/paper/scene_figure.h"

#include "bench/method_contender.h"
#include "scenes/render/scene_picture.h"

enum { WIDTH = 640, HEIGHT = 420 };

static mote_result draw(const mote_scene_figure *figure, const mote_scene *scene,
                        const mote_report *report, mote_image *out)
{
    mote_box box;
    mote_renderer *renderer;
    mote_result result = mote_scene_frame_box(scene, figure->frame, &box);
    if (!result) result = mote_renderer_create(WIDTH, HEIGHT, (mote_color){1, 1, 1}, &renderer);
    if (result) return result;
    mote_renderer_look(renderer, &box, figure->from);
    result = mote_scene_draw(renderer, scene, figure->frame, report);
    if (!result) result = mote_renderer_finish(renderer, out);
    mote_renderer_destroy(renderer);
    return result;
}

static mote_result detect_and_draw(const mote_scene_figure *figure, const mote_stage *stage,
                                   mote_image *out)
{
    mote_method_settings settings;
    void *state;
    mote_report report;
    mote_method_settings_make("hybrid", 1, &settings);
    mote_contender hybrid = mote_method_contender(&settings);
    mote_stage_show(stage, 0);
    mote_result result = hybrid.open(&settings, stage, MOTE_ASK_PAIRS, &state);
    if (result) return result;
    result = hybrid.frame(state, stage);
    if (!result) result = hybrid.report(state, &report);
    if (!result) result = draw(figure, stage->scene, &report, out);
    hybrid.close(state);
    return result;
}

void mote_page_scene(mote_page *page, const mote_scene_figure *figure)
{
    mote_stage_def def = mote_default_stage_def();
    mote_stage stage;
    mote_image image;
    def.scene.name = figure->scene;
    def.first_frame = figure->frame;
    def.frame_count = 1;
    if (!mote_page_check(page, mote_stage_open(&def, &stage))) return;
    if (mote_page_check(page, detect_and_draw(figure, &stage, &image))) {
        mote_page_picture(page, figure->file, &image, figure->caption);
        mote_image_release(&image);
    }
    mote_stage_close(&stage);
}
