// mote record: runs a scene and records all inputs of the world.

#include <mote/recording.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/result.h"
#include "scenes/scenes.h"

// Command line options.
static struct {
    cmd_range frames;
    const char *out;
    const char *method;
    float tolerance;
    uint64_t detail;
} given = {.frames = CMD_ALL_FRAMES};

typedef struct actor {
    mote_mesh *mesh;
    mote_body_id body;
    mote_vec3 *positions; // null for rigid bodies
} actor;

typedef struct stage {
    scene_instance *scene;
    mote_world *world;
    actor *actors;
    uint32_t count;
} stage;

static void close_stage(stage *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->count && s->actors; i++) {
        mote_mesh_destroy(s->actors[i].mesh);
        free(s->actors[i].positions);
    }
    free(s->actors);
    scene_close(s->scene);
}

static mote_result add_actor(stage *s, uint32_t i)
{
    const io_model *model = scene_model(s->scene, i);
    actor *a = &s->actors[i];
    mote_mesh_def mesh = mote_default_mesh_def();
    mesh.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    mesh.indices = model->triangles;
    mesh.index_count = (size_t)model->triangle_count * 3;
    mote_result result = mote_mesh_create(&mesh, &a->mesh);
    if (result) return result;
    if (!scene_is_rigid(s->scene, i)) {
        a->positions = malloc(model->vertex_count * sizeof *a->positions);
        if (!a->positions)
            return mote_fail_memory(model->vertex_count * sizeof *a->positions, "positions");
    }
    mote_body_def body = mote_default_body_def();
    body.mesh = a->mesh;
    return mote_body_create(s->world, &body, &a->body);
}

static mote_result open_stage(const char *name, stage *s)
{
    const mote_method_info *method;
    mote_result result = cmd_method_by_name(given.method, &method);
    if (result) return result;
    scene_def scene = scene_default_def();
    scene.name = name;
    scene.detail = (uint32_t)given.detail;
    result = scene_open(&scene, &s->scene);
    if (result) return result;
    mote_world_def world = mote_default_world_def();
    world.method = method->method;
    world.tolerance = given.tolerance;
    result = mote_world_create(&world, &s->world);
    if (result) return result;
    s->count = scene_body_count(s->scene);
    s->actors = calloc(s->count, sizeof *s->actors);
    if (!s->actors) return mote_fail_memory(s->count * sizeof *s->actors, "the bodies");
    for (uint32_t i = 0; i < s->count && !result; i++) result = add_actor(s, i);
    return result;
}

static mote_result play_frame(stage *s, uint32_t frame)
{
    for (uint32_t i = 0; i < s->count; i++) {
        const actor *a = &s->actors[i];
        mote_result result;
        if (a->positions) {
            scene_positions(s->scene, i, frame, a->positions);
            mote_positions positions = {.data = a->positions,
                                        .count = scene_model(s->scene, i)->vertex_count};
            result = mote_body_set_positions(s->world, a->body, &positions);
        } else {
            mote_transform transform = scene_transform(s->scene, i, frame);
            result = mote_body_set_transform(s->world, a->body, &transform);
        }
        if (result) return result;
    }
    return mote_world_detect(s->world);
}

static mote_result record_frames(stage *s, cmd_range frames)
{
    mote_result result = mote_world_record_to_file(s->world, given.out);
    if (result) return result;
    uint64_t count = (uint64_t)frames.last - frames.first + 1;
    cmd_progress progress = cmd_progress_begin("recording", count);
    for (uint64_t i = 0; i < count && !result; i++) {
        result = play_frame(s, (uint32_t)(frames.first + i));
        cmd_progress_step(&progress);
    }
    cmd_progress_end(&progress);
    mote_result stopped = mote_world_record_stop(s->world);
    return result ? result : stopped;
}

static mote_result record(const char *name)
{
    if (!given.out) return mote_fail(MOTE_ERROR_ARGUMENT, "missing option: --out FILE");
    stage s = {0};
    mote_result result = open_stage(name, &s);
    if (!result) {
        cmd_range frames = given.frames;
        if (frames.first > frames.last) frames = (cmd_range){0, scene_frame_count(s.scene) - 1};
        result = record_frames(&s, frames);
        if (!result)
            printf("recorded frames %u to %u of %s, %u %s\n", frames.first, frames.last, name,
                   s.count, s.count == 1 ? "body" : "bodies");
    }
    close_stage(&s);
    return result;
}

static mote_result run(cmd_arguments arguments, int *exit_code)
{
    (void)exit_code;
    return record(arguments.items[0]);
}

static const cmd_option options[] = {
    CMD_OPTION_FRAMES(&given.frames),
    {.name = "out",
     .kind = CMD_OPTION_TEXT,
     .to = &given.out,
     .value = "FILE",
     .help = "the file to write; an existing one is replaced"},
    CMD_OPTION_METHOD(&given.method),
    CMD_OPTION_TOLERANCE(&given.tolerance),
    CMD_OPTION_DETAIL(&given.detail),
};

const cmd_verb cmd_verb_record = {
    .name = "record",
    .summary = "run a scene and record it for 'mote replay'",
    .arguments = "SCENE",
    .min_arguments = 1,
    .max_arguments = 1,
    .about =
        "Runs frames of a scene and records every input of the world, bit for bit, and the hash "
        "of each frame's report. 'mote scenes' lists the scenes.",
    .examples = "  mote record teapot-sphere --frames 0:99 --out teapot.moterec\n"
                "  mote replay teapot.moterec --method naive\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
