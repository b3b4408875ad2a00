// A built-in scene as a source: one part per body.

#include <stdlib.h>
#include <string.h>

#include "check/animation/source.h"
#include "core/result.h"
#include "scenes/scenes.h"

typedef struct scene_source {
    check_source source;
    scene_instance *scene;
} scene_source;

static mote_result pose(check_source *source, uint32_t clip, uint32_t frame)
{
    const scene_source *s = (const scene_source *)source;
    uint32_t last = scene_frame_count(s->scene) - 1;
    if (clip == CHECK_REST_CLIP) frame = 0;
    if (frame > last) frame = last;
    for (uint32_t i = 0; i < source->part_count; i++) {
        scene_positions(s->scene, i, frame, source->parts[i].positions);
        source->parts[i].version++;
    }
    return MOTE_OK;
}

static void close_scene(check_source *source)
{
    scene_source *s = (scene_source *)source;
    scene_close(s->scene);
    free(s);
}

static const check_source_kind kind = {pose, NULL, close_scene};

static mote_result make_parts(scene_source *s)
{
    uint32_t count = scene_body_count(s->scene);
    s->source.parts = calloc(count, sizeof *s->source.parts);
    if (!s->source.parts) return mote_fail_memory(count * sizeof(asset_part), "the parts");
    for (uint32_t i = 0; i < count; i++) {
        const io_model *model = scene_model(s->scene, i);
        mote_result result =
            asset_part_create(scene_body_name(s->scene, i), model->positions, model->vertex_count,
                              model->triangles, model->triangle_count, &s->source.parts[i]);
        if (result) return result;
        s->source.part_count++;
    }
    return MOTE_OK;
}

mote_result check_open_scene_source(const char *name, double fps, check_source **out)
{
    scene_source *s = calloc(1, sizeof *s);
    if (!s) return mote_fail_memory(sizeof *s, "a scene");
    s->source.kind = &kind;
    scene_def def = scene_default_def();
    def.name = name;
    mote_result result = scene_open(&def, &s->scene);
    if (!result) result = make_parts(s);
    if (!result)
        result = check_source_set_length(&s->source, (scene_frame_count(s->scene) - 1) / fps);
    if (result) {
        check_source_close(&s->source);
        return result;
    }
    s->source.z_up = scene_up_axis(s->scene) == SCENE_UP_Z;
    *out = &s->source;
    return MOTE_OK;
}
