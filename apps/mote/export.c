// mote export: writes the bodies of a scene, one file per body and frame, or a model.

#include <inttypes.h>
#include <stdio.h>

#include "apps/mote/output.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/result.h"
#include "io/io.h"
#include "scenes/scenes.h"

// Command line options.
static struct {
    cmd_range frames;
    const char *out;
    const char *format;
    uint64_t seed;
    float speed;
    uint64_t detail;
} given = {.frames = CMD_ALL_FRAMES};

static mote_result write_body(const scene_instance *scene, uint32_t body, uint32_t frame)
{
    io_model model;
    mote_result result = io_model_copy(scene_model(scene, body), &model);
    if (result) return result;
    scene_positions(scene, body, frame, model.positions);
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%02u-%s_%05u.%s", given.out, body,
                          scene_body_name(scene, body), frame, given.format);
    result = length < (int)sizeof path
                 ? io_write(path, &model)
                 : mote_fail(MOTE_ERROR_ARGUMENT, "option '--out': the path is too long");
    io_model_release(&model);
    return result;
}

static mote_result write_frames(const scene_instance *scene, cmd_range frames)
{
    uint32_t bodies = scene_body_count(scene);
    uint64_t frame_count = (uint64_t)frames.last - frames.first + 1;
    cmd_progress progress = cmd_progress_begin("exporting", bodies * frame_count);
    mote_result result = MOTE_OK;
    for (uint64_t i = 0; i < frame_count && !result; i++) {
        for (uint32_t body = 0; body < bodies && !result; body++) {
            result = write_body(scene, body, (uint32_t)(frames.first + i));
            cmd_progress_step(&progress);
        }
    }
    cmd_progress_end(&progress);
    if (!result)
        printf("wrote %" PRIu64 " files: %u %s, frames %u to %u, in %s\n", bodies * frame_count,
               bodies, bodies == 1 ? "body" : "bodies", frames.first, frames.last, given.out);
    return result;
}

static mote_result export_model(const char *name, const io_model *model)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s.%s", given.out, name, given.format);
    mote_result result = cmd_make_folder(given.out);
    if (result) return result;
    if (length >= (int)sizeof path)
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '--out': the path is too long");
    result = io_write(path, model);
    if (!result) printf("wrote %s\n", path);
    return result;
}

static mote_result export_scene(const char *name)
{
    if (!given.out) return mote_fail(MOTE_ERROR_ARGUMENT, "missing option: --out DIR");
    scene_def def = scene_default_def();
    def.name = name;
    def.seed = given.seed;
    def.speed = given.speed;
    def.detail = (uint32_t)given.detail;
    scene_instance *scene;
    io_model model;
    mote_result result = scene_open(&def, &scene);
    if (result && scene_model_make(name, &model) == MOTE_OK) {
        result = export_model(name, &model);
        io_model_release(&model);
        return result;
    }
    if (result) return scene_open(&def, &scene); // fails again, and lists the scenes in its message
    cmd_range frames = given.frames;
    if (frames.first > frames.last) frames = (cmd_range){0, scene_frame_count(scene) - 1};
    result = cmd_make_folder(given.out);
    if (!result) result = write_frames(scene, frames);
    scene_close(scene);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)exit_code;
    return export_scene(arguments.items[0]);
}

static const char *const formats[] = {"ply", "obj", "stl", "off", NULL};

static const cmd_option options[] = {
    CMD_OPTION_FRAMES(&given.frames),
    {.name = "out",
     .kind = CMD_OPTION_TEXT,
     .to = &given.out,
     .value = "DIR",
     .help = "output directory; created if it does not exist"},
    {.name = "format",
     .kind = CMD_OPTION_CHOICE,
     .to = &given.format,
     .value = "NAME",
     .standard = "ply",
     .help = "the format of the files",
     .choices = formats},
    CMD_OPTION_SEED(&given.seed, "N", "0"),
    {.name = "speed",
     .kind = CMD_OPTION_REAL,
     .to = &given.speed,
     .value = "X",
     .standard = "1",
     .help = "factor of all motion"},
    CMD_OPTION_DETAIL(&given.detail),
};

const cmd_verb cmd_verb_export = {
    .name = "export",
    .summary = "write the bodies of a scene to files, frame by frame",
    .arguments = "SCENE",
    .min_arguments = 1,
    .max_arguments = 1,
    .about =
        "Writes one file per body and frame: DIR/00-NAME_00000.ply and so on, numbered by body "
        "and by frame. In place of a scene, a model is written at rest, to DIR/NAME.ply. 'mote "
        "scenes' lists the scenes and models.",
    .examples = "  mote export teapot-sphere --frames 0:99 --out frames\n"
                "  mote export teapot-sphere --frames 10 --out frames --format obj\n"
                "  mote export letter-w --out models\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
