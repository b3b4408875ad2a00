// Bars of bodies on demand: a skinned ring of 1.1M triangles whose bones wave, and a ball of 20,480 that comes, touches
// and goes. The question is whether they touch; one thread. Once the body has its deformer; once all of its vertices
// are evaluated into an array, which the body is given. Frame by frame the two take turns, so that each finds the caches
// full of other things.

#include <math.h>
#include <mote/world.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bars/bars.h"
#include "core/transform.h"
#include "scenes/motion.h"
#include "scenes/scenes.h"
#include "scenes/trig.h"

enum { BONES = 24, INFLUENCES = 4, FRAMES = 120 };

static const double tube_radius = 0.3, ball_radius = 0.25;

typedef struct body_mesh {
    mote_model model;
    mote_mesh *mesh;
} body_mesh;

// One way to ask, with a world of its own.
typedef struct asker {
    mote_world *world;
    mote_body_id ring, ball;
    double seconds; // of all frames
    uint32_t touching, frames;
} asker;

typedef struct show {
    body_mesh ring, ball;
    mote_nodes *nodes;
    mote_deformer *skin;
    mote_vec3 *positions;
    asker lazy, full;
    double skin_seconds, evaluated, bounded; // of all frames
    double vertex_count;
} show;

// ---------------------------------------------------------------------------------------------
// Bodies

static mote_result make_mesh(const char *name, body_mesh *out)
{
    mote_result result = mote_model_make(name, &out->model);
    if (result) return result;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions =
        (mote_positions){.data = out->model.positions, .count = out->model.vertex_count};
    def.indices = out->model.triangles;
    def.index_count = 3 * (size_t)out->model.triangle_count;
    def.flags = MOTE_MESH_CLUSTERS;
    return mote_mesh_create(&def, &out->mesh);
}

// The four bones that stand nearest along the ring, with weights that fade out smoothly.
static void weigh(mote_vec3 p, uint16_t *bones, float *weights)
{
    double place = atan2((double)p.y, (double)p.x) / 6.283185307179586 * BONES + BONES;
    double first = floor(place) - 1.0;
    for (int k = 0; k < INFLUENCES; k++) {
        double near = fmax(0.0, 1.0 - fabs(place - first - k) / 2.0);
        bones[k] = (uint16_t)(((int)first + k) % BONES);
        weights[k] = (float)(near * near * (3.0 - 2.0 * near));
    }
}

static mote_result make_skin(show *s)
{
    size_t count = (size_t)INFLUENCES * s->ring.model.vertex_count;
    uint16_t *bones = calloc(count, sizeof *bones);
    float *weights = calloc(count, sizeof *weights);
    mote_result result = MOTE_ERROR_MEMORY;
    if (bones && weights) {
        for (uint32_t v = 0; v < s->ring.model.vertex_count; v++)
            weigh(s->ring.model.positions[v], bones + INFLUENCES * (size_t)v,
                  weights + INFLUENCES * (size_t)v);
        mote_skin_def def = mote_default_skin_def();
        def.mesh = s->ring.mesh;
        def.nodes = s->nodes;
        def.bone_count = BONES;
        def.influences_per_vertex = INFLUENCES;
        def.bones = bones;
        def.weights = weights;
        def.influence_count = count;
        result = mote_skin_create(&def, &s->skin);
    }
    free(bones);
    free(weights);
    return result;
}

static mote_result make_asker(const show *s, asker *out)
{
    mote_world_def def = mote_default_world_def();
    def.detect = MOTE_DETECT_FIRST;
    def.contacts = false;
    mote_result result = mote_world_create(&def, &out->world);
    mote_body_def body = mote_default_body_def();
    body.mesh = s->ring.mesh;
    if (!result) result = mote_body_create(out->world, &body, &out->ring);
    body.mesh = s->ball.mesh;
    if (!result) result = mote_body_create(out->world, &body, &out->ball);
    return result;
}

static mote_result make_show(show *s)
{
    mote_result result = make_mesh("torus-1100000", &s->ring);
    if (!result) result = make_mesh("icosphere-5", &s->ball);
    mote_nodes_def nodes = mote_default_nodes_def();
    nodes.mesh = s->ring.mesh;
    if (!result) result = mote_nodes_create(&nodes, &s->nodes);
    if (!result) result = make_skin(s);
    if (!result) result = make_asker(s, &s->lazy);
    if (!result) result = make_asker(s, &s->full);
    s->vertex_count = s->ring.model.vertex_count;
    s->positions = result ? NULL : malloc(s->ring.model.vertex_count * sizeof *s->positions);
    return result || s->positions ? result : MOTE_ERROR_MEMORY;
}

static void release_show(show *s)
{
    free(s->positions);
    mote_world_destroy(s->lazy.world);
    mote_world_destroy(s->full.world);
    mote_deformer_destroy(s->skin);
    mote_nodes_destroy(s->nodes);
    mote_mesh_destroy(s->ring.mesh);
    mote_mesh_destroy(s->ball.mesh);
    mote_model_release(&s->ring.model);
    mote_model_release(&s->ball.model);
}

// ---------------------------------------------------------------------------------------------
// Motion

// Turned about a point.
static mote_transform turn_about(mote_dvec3 axis, double turns, mote_dvec3 point, mote_dvec3 shift)
{
    mote_transform m = mote_pose(mote_quaternion_about(axis, turns), (mote_dvec3){0, 0, 0});
    mote_vec3 p = mote_transform_point(&m, mote_dvec_narrow(point));
    m.t = mote_dvec_narrow(mote_dvec_add(mote_dvec_sub(point, mote_vec_widen(p)), shift));
    return m;
}

// Waves run along the ring: bones rise and fall, lean and twist.
static void pose_bones(uint32_t frame, mote_transform bones[BONES])
{
    for (uint32_t b = 0; b < BONES; b++) {
        double turn = (double)b / BONES, time = (double)frame / FRAMES;
        mote_dvec3 out = {mote_cos_turns(turn), mote_sin_turns(turn), 0};
        double wave = mote_sin_turns(3 * turn + 2 * time);
        bones[b] = turn_about((mote_dvec3){-out.y, out.x, 0.3}, 0.05 * wave, out,
                              (mote_dvec3){0, 0, 0.1 * mote_sin_turns(2 * turn - time)});
    }
}

// Rides along the tube of the bone it is at, coming and going six times.
static mote_transform place_ball(uint32_t frame, const mote_transform bones[BONES])
{
    double time = (double)frame / FRAMES, turn = 0.1 + 0.3 * time;
    double away = 1 + tube_radius + ball_radius + 0.005 + 0.03 * mote_cos_turns(6 * time);
    mote_dvec3 place = {away * mote_cos_turns(turn), away * mote_sin_turns(turn), 0.05};
    const mote_transform *bone = &bones[(uint32_t)(turn * BONES + 0.5) % BONES];
    float r = (float)ball_radius;
    return (mote_transform){
        {r, 0, 0}, {0, r, 0}, {0, 0, r}, mote_transform_point(bone, mote_dvec_narrow(place))};
}

// ---------------------------------------------------------------------------------------------
// Asking

static mote_result detect(asker *a, const mote_transform *ball, mote_report *report)
{
    mote_result result = mote_body_set_transform(a->world, a->ball, ball);
    if (!result) result = mote_world_detect(a->world);
    if (!result) result = mote_world_report(a->world, report);
    if (!result) a->touching += report->face_pair_count > 0;
    a->frames++;
    return result;
}

static mote_result ask_lazily(show *s, mote_clock clock, const mote_transform *ball)
{
    mote_report report = {0};
    double start = mote_clock_now(clock);
    mote_result result = mote_body_set_deformer(s->lazy.world, s->lazy.ring, s->skin);
    if (!result) result = detect(&s->lazy, ball, &report);
    s->lazy.seconds += mote_clock_now(clock) - start;
    s->evaluated += (double)report.stats.evaluated_vertices;
    s->bounded += (double)report.stats.bounded_nodes;
    return result;
}

static mote_result ask_fully(show *s, mote_clock clock, const mote_transform *ball)
{
    mote_report report;
    mote_positions positions = {.data = s->positions, .count = s->ring.model.vertex_count};
    double start = mote_clock_now(clock);
    mote_result result = mote_deformer_evaluate_all(s->skin, NULL, s->positions);
    s->skin_seconds += mote_clock_now(clock) - start;
    if (!result) result = mote_body_set_positions(s->full.world, s->full.ring, &positions);
    if (!result) result = detect(&s->full, ball, &report);
    s->full.seconds += mote_clock_now(clock) - start;
    return result;
}

static mote_result play(show *s, mote_bars *bars)
{
    mote_result result = MOTE_OK;
    uint32_t step = bars->quick ? 3 : 1;
    for (uint32_t frame = 0; frame < FRAMES && !result; frame += step) {
        mote_transform bones[BONES];
        pose_bones(frame, bones);
        mote_transform ball = place_ball(frame, bones);
        result = mote_skin_set_bones(s->skin, bones, BONES);
        if (!result) result = ask_fully(s, bars->clock, &ball);
        if (!result) result = ask_lazily(s, bars->clock, &ball);
        if (frame == 0) { // the first frame warms up
            s->lazy.seconds = s->full.seconds = s->skin_seconds = s->evaluated = s->bounded = 0;
            s->lazy.frames = s->full.frames = s->lazy.touching = s->full.touching = 0;
        }
    }
    if (!result && s->lazy.touching != s->full.touching) {
        fprintf(stderr, "on demand: touching in %u frames, and in %u\n", s->lazy.touching,
                s->full.touching);
        return MOTE_ERROR_STATE;
    }
    return result;
}

// Measured once for all bars of this file.
static const show *played(mote_bars *bars)
{
    static show s;
    static mote_result result = MOTE_ERROR_STATE;
    if (s.lazy.frames) return result ? NULL : &s;
    result = make_show(&s);
    if (!result) result = play(&s, bars);
    if (result) fprintf(stderr, "on demand: %s\n", mote_last_message());
    if (!result)
        printf("    %u frames, %u touch; a frame: %.0f us on demand, %.0f nodes bounded; %.0f us "
               "to skin all, "
               "%.0f us in all\n",
               s.lazy.frames, s.lazy.touching, 1e6 * s.lazy.seconds / s.lazy.frames,
               s.bounded / s.lazy.frames, 1e6 * s.skin_seconds / s.full.frames,
               1e6 * s.full.seconds / s.full.frames);
    s.lazy.frames += !s.lazy.frames; // not again, also where it failed
    release_show(&s);
    return result ? NULL : &s;
}

mote_bar_outcome mote_bar_evaluated_share(mote_bars *bars, const mote_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return MOTE_BAR_FAILED;
    *out = 100.0 * s->evaluated / s->lazy.frames / s->vertex_count;
    return MOTE_BAR_MEASURED;
}

mote_bar_outcome mote_bar_on_demand(mote_bars *bars, const mote_bar *bar, double *out)
{
    (void)bar;
    const show *s = played(bars);
    if (!s) return MOTE_BAR_FAILED;
    *out = s->full.seconds / s->lazy.seconds;
    return MOTE_BAR_MEASURED;
}
