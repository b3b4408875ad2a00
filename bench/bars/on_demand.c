// Bars of bodies on demand: the scene skinned-million, a character of 1.1M triangles that walks
// while a ball flies around it. The question is whether they touch; one thread. Once the body has
// its deformer; once all of its vertices are evaluated into an array, which the body is given.
// Frame by frame the two take turns, so that each finds the caches full of other data. Then the
// same for steps from one frame to the next: a skin for each end, and all impacts.

#include <mote/motion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bars/bars.h"
#include "core/vec.h"
#include "scenes/scenes.h"

enum { CHARACTER, BALL, BODIES };

// One way to ask, with a world of its own.
typedef struct asker {
    mote_world *world;
    mote_body_id bodies[BODIES];
    double seconds; // of all frames
    uint32_t touching, frames;
} asker;

typedef struct show {
    scene_instance *scene;
    mote_mesh *meshes[BODIES];
    mote_nodes *nodes;
    mote_deformer *skin, *skin_after; // of a frame, and of the next one
    uint32_t vertex_count;
    mote_vec3 *positions, *after, *copy;
    asker lazy, full;
    double least_skin, least_copy;           // of any frame: all frames are the same work
    double skin_seconds, evaluated, bounded; // of all frames
    // Of all steps.
    double step_seconds, full_step_seconds, step_evaluated, step_bounded;
    uint32_t steps, impact_steps; // impact_steps: with an impact
} show;

// ---------------------------------------------------------------------------------------------
// Bodies

static mote_result make_asker(const show *s, asker *out)
{
    mote_world_def def = mote_default_world_def();
    def.detect = MOTE_DETECT_FIRST;
    def.contacts = false;
    mote_result result = mote_world_create(&def, &out->world);
    for (int i = 0; i < BODIES && !result; i++) {
        mote_body_def body = mote_default_body_def();
        body.mesh = s->meshes[i];
        result = mote_body_create(out->world, &body, &out->bodies[i]);
    }
    return result;
}

static mote_result make_show(show *s)
{
    scene_def def = scene_default_def();
    def.name = "skinned-million";
    mote_result result = scene_open(&def, &s->scene);
    for (uint32_t i = 0; i < BODIES && !result; i++)
        result = io_model_make_mesh(scene_model(s->scene, i), MOTE_MESH_CLUSTERS, &s->meshes[i]);
    mote_nodes_def nodes = mote_default_nodes_def();
    nodes.mesh = s->meshes[CHARACTER];
    if (!result) result = mote_nodes_create(&nodes, &s->nodes);
    if (!result)
        result = scene_deformer(s->scene, CHARACTER, s->meshes[CHARACTER], s->nodes, &s->skin);
    if (!result)
        result =
            scene_deformer(s->scene, CHARACTER, s->meshes[CHARACTER], s->nodes, &s->skin_after);
    if (!result) result = make_asker(s, &s->lazy);
    if (!result) result = make_asker(s, &s->full);
    if (result) return result;
    s->vertex_count = mote_deformer_vertex_count(s->skin);
    s->least_skin = s->least_copy = 1e9;
    s->positions = malloc(s->vertex_count * sizeof *s->positions);
    s->after = malloc(s->vertex_count * sizeof *s->after);
    s->copy = malloc(s->vertex_count * sizeof *s->copy);
    return s->positions && s->after && s->copy ? MOTE_OK : MOTE_ERROR_MEMORY;
}

static void release_show(show *s)
{
    free(s->positions);
    free(s->after);
    free(s->copy);
    mote_world_destroy(s->lazy.world);
    mote_world_destroy(s->full.world);
    mote_deformer_destroy(s->skin);
    mote_deformer_destroy(s->skin_after);
    mote_nodes_destroy(s->nodes);
    for (int i = 0; i < BODIES; i++) mote_mesh_destroy(s->meshes[i]);
    scene_close(s->scene);
}

// As the character sees it, so that placing the character costs nothing: its bones could do that as
// well.
static mote_transform place_ball(const scene_instance *scene, uint32_t frame)
{
    mote_transform from = scene_transform(scene, CHARACTER, frame);
    mote_transform ball = scene_transform(scene, BALL, frame);
    mote_vec3 away = mote_vec_sub(ball.t, from.t);
    ball.t = (mote_vec3){mote_vec_dot(from.cx, away), mote_vec_dot(from.cy, away),
                         mote_vec_dot(from.cz, away)};
    return ball;
}

// ---------------------------------------------------------------------------------------------
// Asking

static mote_result detect(asker *a, const mote_transform *ball, mote_report *report)
{
    mote_result result = mote_body_set_transform(a->world, a->bodies[BALL], ball);
    if (!result) result = mote_world_detect(a->world);
    if (!result) result = mote_world_report(a->world, report);
    if (!result) a->touching += report->face_pair_count > 0;
    a->frames++;
    return result;
}

static mote_result ask_lazily(show *s, bench_clock clock, const mote_transform *ball)
{
    mote_report report = {0};
    double start = bench_clock_now(clock);
    mote_result result = mote_body_set_deformer(s->lazy.world, s->lazy.bodies[CHARACTER], s->skin);
    if (!result) result = detect(&s->lazy, ball, &report);
    s->lazy.seconds += bench_clock_now(clock) - start;
    s->evaluated += (double)report.stats.evaluated_vertices;
    s->bounded += (double)report.stats.bounded_nodes;
    return result;
}

static mote_result ask_fully(show *s, bench_clock clock, const mote_transform *ball)
{
    mote_report report;
    mote_positions positions = {.data = s->positions, .count = s->vertex_count};
    double start = bench_clock_now(clock);
    mote_result result = mote_deformer_evaluate_all(s->skin, NULL, s->positions);
    double skinned = bench_clock_now(clock) - start;
    s->skin_seconds += skinned;
    bench_keep_least(&s->least_skin, &skinned, 1);
    if (!result)
        result = mote_body_set_positions(s->full.world, s->full.bodies[CHARACTER], &positions);
    if (!result) result = detect(&s->full, ball, &report);
    s->full.seconds += bench_clock_now(clock) - start;
    start = bench_clock_now(clock);
    memcpy(s->copy, s->positions, s->vertex_count * sizeof *s->copy);
    double copied = bench_clock_now(clock) - start;
    bench_keep_least(&s->least_copy, &copied, 1);
    return result;
}

// The first frame has warmed up.
static void forget_times(show *s)
{
    s->skin_seconds = s->evaluated = s->bounded = 0;
    s->lazy.seconds = s->full.seconds = 0;
    s->lazy.frames = s->full.frames = s->lazy.touching = s->full.touching = 0;
}

static mote_result play(show *s, bars_suite *bars)
{
    mote_result result = MOTE_OK;
    uint32_t step = bars->quick ? 3 : 1, end = scene_frame_count(s->scene);
    for (uint32_t frame = 0; frame < end && !result; frame += step) {
        mote_transform ball = place_ball(s->scene, frame);
        result = scene_pose(s->scene, CHARACTER, frame, s->skin);
        if (!result) result = ask_fully(s, bars->clock, &ball);
        if (!result) result = ask_lazily(s, bars->clock, &ball);
        if (frame == 0) forget_times(s);
    }
    if (!result && s->lazy.touching != s->full.touching) {
        fprintf(stderr, "on demand: touching in %u frames, and in %u\n", s->lazy.touching,
                s->full.touching);
        return MOTE_ERROR_STATE;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Steps

static mote_result sweep(const asker *a, const mote_motion *character,
                         const mote_transform balls[2], mote_sweep_report *report)
{
    mote_motion ball = mote_default_motion();
    const mote_sweep_def def = mote_default_sweep_def();
    ball.start.transform = &balls[0];
    ball.end.transform = &balls[1];
    mote_result result = mote_body_set_motion(a->world, a->bodies[CHARACTER], character);
    if (!result) result = mote_body_set_motion(a->world, a->bodies[BALL], &ball);
    if (!result) result = mote_world_sweep(a->world, &def);
    return result ? result : mote_world_sweep_report(a->world, report);
}

static mote_result sweep_fully(show *s, bench_clock clock, const mote_transform balls[2],
                               uint64_t *hash)
{
    mote_sweep_report report;
    mote_motion motion = mote_default_motion();
    motion.start.positions = (mote_positions){.data = s->positions, .count = s->vertex_count};
    motion.end.positions = (mote_positions){.data = s->after, .count = s->vertex_count};
    double start = bench_clock_now(clock);
    mote_result result = mote_deformer_evaluate_all(s->skin, NULL, s->positions);
    if (!result) result = mote_deformer_evaluate_all(s->skin_after, NULL, s->after);
    if (!result) result = sweep(&s->full, &motion, balls, &report);
    s->full_step_seconds += bench_clock_now(clock) - start;
    if (!result) *hash = report.hash;
    return result;
}

static mote_result sweep_lazily(show *s, bench_clock clock, const mote_transform balls[2],
                                uint64_t hash)
{
    mote_sweep_report report;
    mote_motion motion = mote_default_motion();
    motion.start.deformer = s->skin;
    motion.end.deformer = s->skin_after;
    double start = bench_clock_now(clock);
    mote_result result = sweep(&s->lazy, &motion, balls, &report);
    s->step_seconds += bench_clock_now(clock) - start;
    if (result) return result;
    s->step_evaluated += (double)report.stats.evaluated_vertices;
    s->step_bounded += (double)report.stats.bounded_nodes;
    s->impact_steps += report.impact_count > 0;
    s->steps++;
    return report.hash == hash ? MOTE_OK : MOTE_ERROR_STATE;
}

static mote_result play_steps(show *s, bars_suite *bars)
{
    enum { FRAMES_PER_STEP = 6 };
    mote_result result = MOTE_OK;
    uint32_t apart = FRAMES_PER_STEP * (bars->quick ? 3 : 1), end = scene_frame_count(s->scene) - 1;
    for (uint32_t frame = 0; frame < end && !result; frame += apart) {
        uint64_t hash = 0;
        mote_transform balls[2] = {place_ball(s->scene, frame), place_ball(s->scene, frame + 1)};
        result = scene_pose(s->scene, CHARACTER, frame, s->skin);
        if (!result) result = scene_pose(s->scene, CHARACTER, frame + 1, s->skin_after);
        if (!result) result = sweep_fully(s, bars->clock, balls, &hash);
        if (!result) result = sweep_lazily(s, bars->clock, balls, hash);
        if (frame > 0) continue;
        s->step_seconds = s->full_step_seconds = s->step_evaluated = s->step_bounded = 0;
        s->steps = s->impact_steps = 0; // it has warmed up
    }
    return result;
}

static void print_details(const show *s)
{
    double frames = s->lazy.frames;
    printf("    %u frames, %u touch; a frame: %.0f us on demand, %.0f nodes bounded; %.0f us to "
           "skin all, %.0f us in "
           "all\n",
           s->lazy.frames, s->lazy.touching, 1e6 * s->lazy.seconds / frames, s->bounded / frames,
           1e6 * s->skin_seconds / frames, 1e6 * s->full.seconds / frames);
    printf("    %u steps, %u with impacts; a step: %.0f us on demand, %.0f vertices evaluated and "
           "%.0f nodes bounded at both ends; %.0f us with all vertices\n",
           s->steps, s->impact_steps, 1e6 * s->step_seconds / s->steps,
           s->step_evaluated / s->steps, s->step_bounded / s->steps,
           1e6 * s->full_step_seconds / s->steps);
}

// Measured once for all bars of this file.
static const show *played(bars_suite *bars)
{
    static show s;
    static bool done;
    static mote_result result;
    if (!done) {
        done = true;
        result = make_show(&s);
        if (!result) result = play(&s, bars);
        if (!result) result = play_steps(&s, bars);
        if (result) {
            fprintf(stderr, "on demand: %s\n", mote_last_message());
        } else {
            print_details(&s);
        }
        release_show(&s);
    }
    return result ? NULL : &s;
}

bars_bar_outcome bars_bar_evaluated_share(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return BARS_BAR_FAILED;
    *out = 100.0 * s->evaluated / s->lazy.frames / s->vertex_count;
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_step_evaluated_share(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return BARS_BAR_FAILED;
    *out = 100.0 * s->step_evaluated / s->steps / (2.0 * s->vertex_count);
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_step_on_demand(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return BARS_BAR_FAILED;
    *out = s->full_step_seconds / s->step_seconds;
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_on_demand(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return BARS_BAR_FAILED;
    *out = s->full.seconds / s->lazy.seconds;
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_skin_vertex(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return BARS_BAR_FAILED;
    *out = 1e9 * s->least_skin / s->vertex_count;
    return BARS_BAR_MEASURED;
}

bars_bar_outcome bars_bar_copy_vertex(bars_suite *bars, const bars_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return BARS_BAR_FAILED;
    *out = 1e9 * s->least_copy / s->vertex_count;
    return BARS_BAR_MEASURED;
}
