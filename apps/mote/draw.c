// mote draw: draws a frame of a scene as a PNG picture, with collisions in red.

#include <stdio.h>
#include <string.h>

#include "apps/mote/verb.h"
#include "bench/method_contender.h"
#include "bench/stage.h"
#include "core/result.h"
#include "scenes/render/scene_picture.h"

enum { MAX_PIXELS = 16384 }; // maximum width and height

// Command line options.
static struct {
    uint64_t frame, width, height, seed, detail;
    const char *out, *from;
} given;

static mote_result view_direction(mote_vec3 *out)
{
    char more;
    if (sscanf(given.from, "%f,%f,%f%c", &out->x, &out->y, &out->z, &more) != 3 ||
        !(out->x * out->x + out->y * out->y + out->z * out->z > 0))
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--from': '%s' is not a direction X,Y,Z",
                         given.from);
    return MOTE_OK;
}

static mote_result draw_picture(const bench_stage *stage, const mote_report *report)
{
    mote_box box;
    mote_vec3 from;
    scene_renderer *renderer;
    scene_image image;
    mote_result result = view_direction(&from);
    if (!result) result = scene_frame_box(stage->scene, stage->first_frame, &box);
    if (result) return result;
    result = scene_renderer_create((uint32_t)given.width, (uint32_t)given.height,
                                   (scene_color){1, 1, 1}, &renderer);
    if (result) return result;
    scene_renderer_look(renderer, &box, from);
    result = scene_draw(renderer, stage->scene, stage->first_frame, report);
    if (!result) result = scene_renderer_finish(renderer, &image);
    scene_renderer_destroy(renderer);
    if (result) return result;
    result = scene_png_write(&image, given.out);
    scene_image_release(&image);
    return result;
}

static mote_result detect_and_draw(const bench_stage *stage)
{
    bench_method_settings settings;
    void *state;
    mote_report report = {0};
    bench_method_settings_make("hybrid", 1, &settings);
    bench_contender contender = bench_method_contender(&settings);
    bench_stage_show(stage, 0);
    mote_result result = contender.open(&settings, stage, BENCH_ASK_PAIRS, &state);
    if (result) return result;
    result = contender.frame(state, stage);
    if (!result) result = contender.report(state, &report);
    if (!result) result = draw_picture(stage, &report);
    if (!result)
        printf("wrote %s: frame %u, %zu face pairs\n", given.out, stage->first_frame,
               report.face_pair_count);
    contender.close(state);
    return result;
}

static mote_result draw_scene(const char *name)
{
    if (!given.out) return mote_fail(MOTE_ERROR_ARGUMENT, "missing option: --out FILE");
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = name;
    def.scene.seed = given.seed;
    def.scene.detail = (uint32_t)given.detail;
    def.first_frame = (uint32_t)given.frame;
    def.frame_count = 1;
    bench_stage stage;
    mote_result result = bench_stage_open(&def, &stage);
    if (result) return result;
    result = detect_and_draw(&stage);
    bench_stage_close(&stage);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)exit_code;
    return draw_scene(arguments.items[0]);
}

static const cmd_option options[] = {
    {.name = "frame",
     .kind = CMD_OPTION_COUNT,
     .to = &given.frame,
     .value = "N",
     .standard = "0",
     .max = UINT32_MAX,
     .help = "the frame to draw"},
    {.name = "out",
     .kind = CMD_OPTION_TEXT,
     .to = &given.out,
     .value = "FILE",
     .help = "the PNG file to write"},
    {.name = "width",
     .kind = CMD_OPTION_COUNT,
     .to = &given.width,
     .value = "N",
     .standard = "960",
     .min = 1,
     .max = MAX_PIXELS,
     .help = "width of the picture in pixels"},
    {.name = "height",
     .kind = CMD_OPTION_COUNT,
     .to = &given.height,
     .value = "N",
     .standard = "640",
     .min = 1,
     .max = MAX_PIXELS,
     .help = "height of the picture in pixels"},
    {.name = "from",
     .kind = CMD_OPTION_TEXT,
     .to = &given.from,
     .value = "X,Y,Z",
     .standard = "0.5,-1,0.45",
     .help = "the direction to look from; z is up"},
    CMD_OPTION_SEED(&given.seed, "N", "0"),
    CMD_OPTION_DETAIL(&given.detail),
};

const cmd_verb cmd_verb_draw = {
    .name = "draw",
    .summary = "draw a frame of a scene as a PNG picture",
    .arguments = "SCENE",
    .min_arguments = 1,
    .max_arguments = 1,
    .about =
        "Draws a frame of a built-in scene ('mote scenes' lists them), each body in its own color "
        "and the faces that meet in red.",
    .examples = "  mote draw teapot-sphere --frame 120 --out teapot.png\n"
                "  mote draw shuttles-15 --frame 80 --from 0,-1,0.2 --out shuttles.png\n",
    .options = {options, sizeof options / sizeof *options},
    .run = run,
};
