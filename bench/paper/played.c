#include "bench/paper/played.h"

#include <stdlib.h>

#include "core/result.h"

void paper_played_close(paper_played *played)
{
    mote_world_destroy(played->world);
    free(played->ids);
    bench_stage_close(&played->stage);
}

mote_result paper_played_open(const char *scene, uint32_t first, uint32_t last,
                              const bench_method_settings *method, paper_played *out)
{
    *out = (paper_played){0};
    bench_stage_def def = bench_default_stage_def();
    def.scene.name = scene;
    def.first_frame = first;
    def.frame_count = last - first + 1;
    def.mesh_flags = mote_default_mesh_def().flags;
    mote_result result = bench_stage_open(&def, &out->stage);
    if (result) return result;
    uint32_t bodies = out->stage.body_count;
    out->ids = calloc(bodies, sizeof *out->ids);
    result = out->ids ? mote_world_create(&method->world, &out->world)
                      : mote_fail_memory(bodies * sizeof *out->ids, "bodies");
    for (uint32_t i = 0; i < bodies && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = out->stage.bodies[i].mesh;
        result = mote_body_create(out->world, &body, &out->ids[i]);
    }
    if (result) paper_played_close(out);
    return result;
}

mote_result paper_played_show(paper_played *played, uint32_t frame)
{
    const bench_stage *stage = &played->stage;
    bench_stage_show(stage, frame);
    for (uint32_t i = 0; i < stage->body_count; i++) {
        const bench_stage_body *body = &stage->bodies[i];
        mote_positions at = {.data = stage->positions + body->first, .count = body->count};
        mote_result result = mote_body_set_positions(played->world, played->ids[i], &at);
        if (result) return result;
    }
    return mote_world_detect(played->world);
}
