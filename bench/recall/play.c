#include "bench/recall/play.h"

#include <math.h>
#include <stdlib.h>

#include "bench/recall/extent.h"
#include "bench/recall/grazing.h"
#include "bench/times.h"
#include "core/box.h"
#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Which frames are played

recall_frames recall_frames_choose(uint32_t count, uint32_t whole)
{
    if (count == 0) count = whole;
    uint32_t stretches = count >= whole ? 1 : (count - 1) / RECALL_STRETCH + 1;
    return (recall_frames){.count = count,
                           .whole = whole,
                           .stretch = (count - 1) / stretches + 1,
                           .stretch_count = stretches};
}

uint32_t recall_frames_at(const recall_frames *frames, uint32_t i)
{
    if (frames->count >= frames->whole) return i;
    // Each stretch lies in the middle of its part of the scene.
    uint64_t number = i / frames->stretch, parts = frames->stretch_count;
    uint32_t begin = (uint32_t)(number * frames->whole / parts);
    uint32_t length = (uint32_t)((number + 1) * frames->whole / parts) - begin;
    uint32_t before = length > frames->stretch ? (length - frames->stretch) / 2 : 0;
    return begin + before + i % frames->stretch;
}

bool recall_frames_begins_stretch(const recall_frames *frames, uint32_t i)
{
    return i % frames->stretch == 0;
}

// ---------------------------------------------------------------------------------------------
// State

// A contender that plays, and the time of its last frame.
typedef struct player {
    const bench_contender *contender;
    void *state;
    double seconds;
} player;

typedef struct session {
    const recall_def *def;
    bench_stage *stage; // one frame of room: the one that is played
    double *radii;
    mote_box *bounds; // of the bodies; null where they are not promised
    recall_truth truth;
    player subject, hybrid;
    recall_score *score;
} session;

// ---------------------------------------------------------------------------------------------
// One frame

static void forget(player *p)
{
    if (p->state) p->contender->close(p->state);
    p->state = NULL;
}

// Processor time: on a machine that does other work at the same time a frame of milliseconds is
// interrupted and one of microseconds is not, and their ratio would mean nothing.
static mote_result play_frame(player *p, const bench_stage *stage)
{
    bench_stage_show(stage, 0);
    const bench_contender *c = p->contender;
    mote_result result = MOTE_OK;
    if (!p->state) result = c->open(c->settings, stage, BENCH_ASK_PAIRS, &p->state);
    if (!result && c->prepare) result = c->prepare(p->state, stage);
    if (result) return result;
    double start = bench_clock_now(BENCH_CLOCK_CPU);
    result = c->frame(p->state, stage);
    p->seconds = bench_clock_now(BENCH_CLOCK_CPU) - start;
    return result;
}

static void measure_bounds(const session *s)
{
    for (uint32_t i = 0; i < s->stage->body_count && s->bounds; i++) {
        const bench_stage_body *body = &s->stage->bodies[i];
        s->bounds[i] = mote_box_empty();
        for (uint32_t k = 0; k < body->count; k++)
            mote_box_add_point(&s->bounds[i], s->stage->frames[body->first + k]);
    }
}

// The frame's positions are in stage->frames. Subject and hybrid take turns at being first.
static mote_result score_frame(session *s, bool cold, bool hybrid_first)
{
    if (cold) {
        forget(&s->subject);
        forget(&s->hybrid);
    }
    measure_bounds(s);
    mote_result result = play_frame(hybrid_first ? &s->hybrid : &s->subject, s->stage);
    if (!result) result = play_frame(hybrid_first ? &s->subject : &s->hybrid, s->stage);
    mote_report truth, answer;
    if (!result) result = recall_truth_place(&s->truth, s->stage);
    if (!result) result = recall_truth_detect(&s->truth, &truth);
    if (!result) result = s->subject.contender->report(s->subject.state, &answer);
    if (result) return result;
    recall_frame frame = {.stage = s->stage,
                          .radii = s->radii,
                          .truth = &truth,
                          .answer = &answer,
                          .distance = recall_truth_distance,
                          .context = &s->truth,
                          .bodies_only = s->subject.contender->bodies_only,
                          .seconds = s->subject.seconds,
                          .hybrid_seconds = s->hybrid.seconds};
    return recall_score_frame(s->score, &frame);
}

static void tell_progress(const session *s, uint32_t done, uint32_t total)
{
    if (s->def->progress) s->def->progress(s->def->context, done, total);
}

// ---------------------------------------------------------------------------------------------
// Sequences

static mote_result open_session(const recall_def *def, bench_stage *stage, recall_score *score,
                                session *s)
{
    *s = (session){.def = def,
                   .stage = stage,
                   .radii = calloc(stage->body_count, sizeof *s->radii),
                   .subject = {.contender = def->subject},
                   .hybrid = {.contender = def->hybrid},
                   .score = score};
    if (def->bounds) s->bounds = calloc(stage->body_count, sizeof *s->bounds);
    if (!s->radii || (def->bounds && !s->bounds))
        return mote_fail_memory(stage->body_count * sizeof *s->bounds, "radii and bounds");
    stage->bounds = s->bounds;
    for (uint32_t i = 0; i < stage->body_count; i++)
        s->radii[i] = recall_model_radius(stage->bodies[i].model);
    return recall_truth_open(stage, &s->truth);
}

static void close_session(session *s)
{
    forget(&s->subject);
    forget(&s->hybrid);
    recall_truth_close(&s->truth);
    s->stage->bounds = NULL;
    free(s->bounds);
    free(s->radii);
}

// Methods for rigid bodies ask the scene for the transforms of first_frame.
static void make_frame(bench_stage *stage, uint32_t frame)
{
    stage->first_frame = frame;
    for (uint32_t i = 0; i < stage->body_count; i++)
        scene_positions(stage->scene, i, frame, stage->frames + stage->bodies[i].first);
}

static mote_result play_scene(const recall_def *def, bench_stage *stage, recall_frames frames,
                              recall_score *score)
{
    session s;
    mote_result result = open_session(def, stage, score, &s);
    for (uint32_t i = 0; i < frames.count && !result; i++) {
        make_frame(stage, recall_frames_at(&frames, i));
        result = score_frame(&s, def->cold || recall_frames_begins_stretch(&frames, i), i % 2);
        tell_progress(&s, i + 1, frames.count);
    }
    close_session(&s);
    return result;
}

static mote_result play_grazing(const recall_def *def, const bench_stage *stage,
                                recall_score *score)
{
    recall_grazing grazing;
    mote_result result = recall_grazing_open(stage, def->scene.seed, &grazing);
    if (result) return result;
    session s;
    result = open_session(def, &grazing.stage, score, &s);
    for (uint32_t i = 0; i < def->grazing && !result; i++) {
        result = recall_grazing_make(&grazing, i);
        if (!result) result = score_frame(&s, true, i % 2);
        tell_progress(&s, i + 1, def->grazing);
    }
    close_session(&s);
    recall_grazing_close(&grazing);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The scene at the wanted speed

static mote_result measure_own_speed(const scene_def *def, double *out)
{
    scene_instance *scene;
    mote_result result = scene_open(def, &scene);
    if (result) return result;
    result = recall_scene_measure_speed(scene, out);
    scene_close(scene);
    if (!result && !(*out > 0.0))
        result = mote_fail(MOTE_ERROR_DATA, "scene %s: nothing moves", def->name);
    return result;
}

static mote_result open_stage(const recall_def *def, bench_stage *stage, double *factor)
{
    bench_stage_def wanted = bench_default_stage_def();
    wanted.scene = def->scene;
    wanted.scene.speed = (float)*factor;
    wanted.frame_count = 1;
    wanted.mesh_flags = mote_default_mesh_def().flags;
    mote_result result = bench_stage_open(&wanted, stage);
    if (result) return result;
    *factor = (double)wanted.scene.speed;
    if (stage->body_count >= 2) return MOTE_OK;
    bench_stage_close(stage);
    return mote_fail(MOTE_ERROR_ARGUMENT, "scene %s: has one body, which meets no other",
                     def->scene.name);
}

mote_result recall_play(const recall_def *def, recall_score *score, recall_facts *facts)
{
    double own, factor = 1.0;
    scene_def scene = def->scene;
    scene.speed = 1.0f;
    mote_result result = measure_own_speed(&scene, &own);
    if (result) return result;
    if (def->speed > 0.0 && !def->grazing) factor = def->speed / own;
    bench_stage stage;
    result = open_stage(def, &stage, &factor);
    if (result) return result;
    *facts = (recall_facts){.body_count = stage.body_count,
                            .triangle_count = stage.triangle_count,
                            .speed = def->grazing ? 0.0 : own * factor};
    double whole = fmin(ceil(scene_frame_count(stage.scene) / factor), 1e9);
    recall_frames frames = recall_frames_choose(def->frame_count, (uint32_t)whole);
    result =
        def->grazing ? play_grazing(def, &stage, score) : play_scene(def, &stage, frames, score);
    bench_stage_close(&stage);
    return result;
}
