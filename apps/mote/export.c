// mote export: writes the bodies of a scene, one file a body and frame.

#include <inttypes.h>
#include <stdio.h>

#include "apps/mote/folder.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/result.h"
#include "io/io.h"
#include "scenes/scenes.h"

// Set from the command line.
static struct {
    mote_range frames;
    const char *out;
    const char *format;
    uint64_t seed;
    float speed;
    uint64_t detail;
} given = {.frames = {1, 0}}; // a range that cannot be typed: no frames given

static mote_result write_body(const mote_scene *scene, uint32_t body, uint32_t frame)
{
    mote_model model;
    mote_result result = mote_model_copy(mote_scene_model(scene, body), &model);
    if (result) return result;
    mote_scene_positions(scene, body, frame, model.positions);
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%02u-%s_%05u.%s", given.out, body,
                          mote_scene_body_name(scene, body), frame, given.format);
    result = length < (int)sizeof path ? mote_io_write(path, &model)
                                       : mote_fail(MOTE_ERROR_ARGUMENT, "the path is too long");
    mote_model_release(&model);
    return result;
}

static mote_result write_frames(const mote_scene *scene, mote_range frames)
{
    uint32_t bodies = mote_scene_body_count(scene);
    uint64_t frame_count = (uint64_t)frames.last - frames.first + 1;
    mote_progress progress = mote_progress_begin("exporting", bodies * frame_count);
    mote_result result = MOTE_OK;
    for (uint64_t i = 0; i < frame_count && !result; i++) {
        for (uint32_t body = 0; body < bodies && !result; body++) {
            result = write_body(scene, body, (uint32_t)(frames.first + i));
            mote_progress_step(&progress);
        }
    }
    mote_progress_end(&progress);
    if (!result)
        printf("wrote %" PRIu64 " files: %u %s, frames %u to %u, in %s\n", bodies * frame_count,
               bodies, bodies == 1 ? "body" : "bodies", frames.first, frames.last, given.out);
    return result;
}

static mote_result export_scene(const char *name)
{
    if (!given.out) return mote_fail(MOTE_ERROR_ARGUMENT, "say where to with --out DIR");
    if (given.detail > UINT32_MAX)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--detail' is too large");
    mote_scene_def def = mote_default_scene_def();
    def.name = name;
    def.seed = given.seed;
    def.speed = given.speed;
    def.detail = (uint32_t)given.detail;
    mote_scene *scene;
    mote_result result = mote_scene_open(&def, &scene);
    if (result) return result;
    mote_range frames = given.frames;
    if (frames.first > frames.last) frames = (mote_range){0, mote_scene_frame_count(scene) - 1};
    result = mote_make_folder(given.out);
    if (!result) result = write_frames(scene, frames);
    mote_scene_close(scene);
    return result;
}

static int run(mote_arguments arguments)
{
    return export_scene(arguments.items[0]) ? mote_verb_fail("export") : MOTE_EXIT_FINE;
}

static const char *const formats[] = {"ply", "obj", "stl", "off", NULL};

static const mote_option options[] = {
    {.name = "frames",
     .kind = MOTE_OPTION_RANGE,
     .to = &given.frames,
     .value = "A:B",
     .help = "first and last frame, or one alone; all that the scene shows if not given"},
    {.name = "out",
     .kind = MOTE_OPTION_TEXT,
     .to = &given.out,
     .value = "DIR",
     .help = "the folder to write to; made if it is not there"},
    {.name = "format",
     .kind = MOTE_OPTION_CHOICE,
     .to = &given.format,
     .value = "NAME",
     .standard = "ply",
     .help = "the format of the files",
     .choices = formats},
    {.name = "seed",
     .kind = MOTE_OPTION_COUNT,
     .to = &given.seed,
     .value = "N",
     .standard = "0",
     .help = "seed of the scene's random choices"},
    {.name = "speed",
     .kind = MOTE_OPTION_REAL,
     .to = &given.speed,
     .value = "X",
     .standard = "1",
     .help = "scales all motion"},
    {.name = "detail",
     .kind = MOTE_OPTION_COUNT,
     .to = &given.detail,
     .value = "N",
     .standard = "0",
     .help = "triangles wanted of each body where it has a choice; 0 is the scene's own"},
};

const mote_verb mote_verb_export = {
    .name = "export",
    .summary = "write the bodies of a scene to files, frame by frame",
    .arguments = "SCENE",
    .least_arguments = 1,
    .most_arguments = 1,
    .about =
        "Writes one file for each body and frame: DIR/00-NAME_00000.ply and so on, numbered by "
        "body and by frame. 'mote scenes' lists the scenes.",
    .examples = "  mote export teapot-sphere --frames 0:99 --out frames\n"
                "  mote export teapot-sphere --frames 10 --out frames --format obj\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
