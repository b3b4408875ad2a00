// The bar of features: what they cost beside the face pairs of the same frames with the same
// tolerance.

#include <mote/features.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bars/bars.h"
#include "scenes/scenes.h"

enum { MAX_BODIES = 128 };

typedef struct show {
    scene_instance *scene;
    mote_world *world;
    uint32_t body_count;
    mote_mesh *meshes[MAX_BODIES];
    mote_body_id ids[MAX_BODIES];
    mote_vec3 *now[MAX_BODIES];
    float tolerance; // half the mean length of an edge of the first body
} show;

static mote_result add_body(show *s, uint32_t i)
{
    const io_model *model = scene_model(s->scene, i);
    mote_mesh_def md = mote_default_mesh_def();
    md.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    md.indices = model->triangles;
    md.index_count = (size_t)model->triangle_count * 3;
    mote_result result = mote_mesh_create(&md, &s->meshes[i]);
    if (result) return result;
    s->now[i] = malloc(model->vertex_count * sizeof **s->now);
    if (!s->now[i]) return MOTE_ERROR_MEMORY;
    if (i == 0) {
        mote_mesh_info info;
        mote_mesh_get_info(s->meshes[0], &info);
        s->tolerance = 0.5f * info.mean_edge_length;
        mote_world_def wd = mote_default_world_def();
        wd.tolerance = s->tolerance;
        wd.contacts = false;
        result = mote_world_create(&wd, &s->world);
        if (result) return result;
    }
    mote_body_def bd = mote_default_body_def();
    bd.mesh = s->meshes[i];
    bd.self_collision = scene_self_collides(s->scene, i);
    return mote_body_create(s->world, &bd, &s->ids[i]);
}

static mote_result open_show(const bars_run *run, show *s)
{
    scene_def def = scene_default_def();
    def.name = run->scene;
    def.detail = run->detail;
    mote_result result = scene_open(&def, &s->scene);
    if (result) return result;
    s->body_count = scene_body_count(s->scene);
    if (s->body_count > MAX_BODIES) s->body_count = MAX_BODIES;
    for (uint32_t i = 0; i < s->body_count && !result; i++) result = add_body(s, i);
    return result;
}

static void close_show(show *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->body_count; i++) {
        mote_mesh_destroy(s->meshes[i]);
        free(s->now[i]);
    }
    if (s->scene) scene_close(s->scene);
}

static mote_result set_positions(show *s)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < s->body_count && !result; i++) {
        mote_positions now = {.data = s->now[i], .count = scene_model(s->scene, i)->vertex_count};
        result = mote_body_set_positions(s->world, s->ids[i], &now);
    }
    return result;
}

// The least of a few times of the same frame, each with positions that are new to the world.
static mote_result time_frame(const bars_suite *bars, show *s, uint32_t frame, double least[2])
{
    mote_result result = MOTE_OK;
    least[0] = least[1] = 1e9;
    for (uint32_t i = 0; i < s->body_count; i++) scene_positions(s->scene, i, frame, s->now[i]);
    for (uint32_t i = 0; i < bars_fewer(bars, 6) && !result; i++) {
        mote_features_def def = mote_default_features_def();
        mote_features found;
        def.distance = s->tolerance;
        result = set_positions(s);
        double start = bench_clock_now(bars->clock);
        if (!result) result = mote_world_detect(s->world);
        double detected = bench_clock_now(bars->clock) - start;
        if (!result) result = set_positions(s);
        start = bench_clock_now(bars->clock);
        if (!result) result = mote_world_features(s->world, &def, &found);
        double listed = bench_clock_now(bars->clock) - start;
        bench_keep_least(&least[0], &detected, 1);
        bench_keep_least(&least[1], &listed, 1);
    }
    return result;
}

bars_bar_outcome bars_bar_features(bars_suite *bars, const bars_bar *bar, double *out)
{
    const bars_run *run = bar->runs[0];
    show s = {0};
    double sums[2] = {0, 0};
    mote_result result = open_show(run, &s);
    uint32_t frames = result ? 0 : scene_frame_count(s.scene);
    uint32_t count = run->frames && run->frames < frames ? run->frames : frames;
    uint32_t step = count > 10 ? count / 10 : 1;
    for (uint32_t frame = 0; frame < count && !result; frame += step) {
        double least[2];
        result = time_frame(bars, &s, frame, least);
        sums[0] += least[0];
        sums[1] += least[1];
    }
    close_show(&s);
    if (result) fprintf(stderr, "%s: %s\n", bar->name, mote_last_message());
    *out = sums[1] / sums[0];
    return result ? BARS_BAR_FAILED : BARS_BAR_MEASURED;
}
