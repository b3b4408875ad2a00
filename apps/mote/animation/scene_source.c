// A built-in scene as a source: one part a body.

#include <stdlib.h>
#include <string.h>

#include "apps/mote/animation/source.h"
#include "core/result.h"
#include "scenes/scenes.h"

typedef struct scene_source {
    mote_source source;
    mote_scene *scene;
} scene_source;

static mote_result pose(mote_source *source, uint32_t frame, const mote_tasks *tasks)
{
    (void)tasks;
    const scene_source *s = (const scene_source *)source;
    if (frame == MOTE_REST_FRAME) frame = 0;
    if (frame >= source->frame_count) frame = source->frame_count - 1;
    for (uint32_t i = 0; i < source->part_count; i++) {
        mote_scene_positions(s->scene, i, frame, source->parts[i].positions);
        source->parts[i].moved = true;
    }
    return MOTE_OK;
}

static void close_scene(mote_source *source)
{
    scene_source *s = (scene_source *)source;
    mote_scene_close(s->scene);
    free(s);
}

static const mote_source_kind kind = {pose, close_scene};

static mote_result make_parts(scene_source *s)
{
    uint32_t count = mote_scene_body_count(s->scene);
    s->source.parts = calloc(count, sizeof *s->source.parts);
    if (!s->source.parts) return mote_fail_memory(count * sizeof(mote_part), "the parts");
    for (uint32_t i = 0; i < count; i++) {
        const mote_model *model = mote_scene_model(s->scene, i);
        mote_result result = mote_part_create(mote_scene_body_name(s->scene, i), model->positions,
                                              model->vertex_count, model->triangles,
                                              model->triangle_count, &s->source.parts[i]);
        if (result) return result;
        s->source.part_count++;
    }
    return MOTE_OK;
}

mote_result mote_open_scene_source(const char *name, double fps, mote_source **out)
{
    scene_source *s = calloc(1, sizeof *s);
    if (!s) return mote_fail_memory(sizeof *s, "a scene");
    s->source.kind = &kind;
    s->source.animated = true;
    s->source.z_up = true;
    mote_scene_def def = mote_default_scene_def();
    def.name = name;
    mote_result result = mote_scene_open(&def, &s->scene);
    if (!result) result = make_parts(s);
    if (result) {
        mote_source_close(&s->source);
        return result;
    }
    s->source.frame_count = mote_scene_frame_count(s->scene);
    s->source.end = (s->source.frame_count - 1) / fps;
    *out = &s->source;
    return MOTE_OK;
}
