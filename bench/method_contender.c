#include "bench/method_contender.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static const mote_method_info *info_of(mote_method method)
{
    for (size_t i = 0; mote_method_at(i); i++) {
        if (mote_method_at(i)->method == method) return mote_method_at(i);
    }
    return NULL;
}

bool bench_method_settings_make(const char *method, uint32_t threads, bench_method_settings *out)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        if (strcmp(info->name, method) != 0) continue;
        *out = (bench_method_settings){.world = mote_default_world_def()};
        out->world.method = info->method;
        out->world.contacts = false;
        out->world.worker_count = threads;
        snprintf(out->name, sizeof out->name, threads == 1 ? "%s" : "%s x%u", method, threads);
        return true;
    }
    return false;
}

typedef struct player {
    const bench_method_settings *settings;
    bench_question question;
    mote_world *world;
    mote_body_id *bodies;
    float distance;
} player;

static mote_result create_world(player *p, const bench_stage *stage)
{
    mote_result result = mote_world_create(&p->settings->world, &p->world);
    for (uint32_t i = 0; i < stage->body_count && !result; i++) {
        mote_body_def def = mote_default_body_def();
        def.mesh = stage->bodies[i].mesh;
        def.positions_in_mesh_order = stage->order == BENCH_ORDER_MESH;
        def.self_collision = stage->bodies[i].self_collides && p->question == BENCH_ASK_PAIRS;
        result = mote_body_create(p->world, &def, &p->bodies[i]);
    }
    return result;
}

static void close_player(void *state)
{
    player *p = state;
    if (!p) return;
    mote_world_destroy(p->world);
    free(p->bodies);
    free(p);
}

static mote_result open_player(const void *settings, const bench_stage *stage,
                               bench_question question, void **state)
{
    player *p = calloc(1, sizeof *p);
    mote_body_id *bodies = calloc(stage->body_count, sizeof *bodies);
    if (!p || !bodies) {
        free(p);
        free(bodies);
        return mote_fail_memory(stage->body_count * sizeof *bodies, "the bodies of a contender");
    }
    *p = (player){.settings = settings, .question = question, .bodies = bodies};
    mote_result result = create_world(p, stage);
    if (result)
        close_player(p);
    else
        *state = p;
    return result;
}

static mote_result prepare_frame(void *state, const bench_stage *stage)
{
    player *p = state;
    if (!p->settings->cold) return MOTE_OK;
    mote_world_destroy(p->world);
    p->world = NULL;
    return create_world(p, stage);
}

// Bodies of methods that know only rigid ones.
static mote_result place_rigid_body(const player *p, const bench_stage *stage, uint32_t i)
{
    if (!stage->shown)
        return mote_fail(MOTE_ERROR_REFUSED,
                         "%s: needs transforms, but these positions are not those of a frame of "
                         "the scene",
                         p->settings->name);
    if (!scene_is_rigid(stage->scene, i))
        return mote_fail(MOTE_ERROR_REFUSED, "%s: body %u of the scene is not rigid",
                         p->settings->name, i);
    mote_transform transform = scene_transform(stage->scene, i, stage->first_frame + *stage->shown);
    return mote_body_set_transform(p->world, p->bodies[i], &transform);
}

static bool is_for_rigid_bodies(const bench_method_settings *settings)
{
    return !(info_of(settings->world.method)->abilities & MOTE_ABILITY_DEFORMING);
}

static mote_result place_body(const player *p, const bench_stage *stage, uint32_t i)
{
    if (is_for_rigid_bodies(p->settings)) return place_rigid_body(p, stage, i);
    const bench_stage_body *body = &stage->bodies[i];
    mote_positions positions = {.data = stage->positions + body->first, .count = body->count};
    mote_result result = mote_body_set_positions(p->world, p->bodies[i], &positions);
    if (!result && stage->bounds)
        result = mote_body_set_bounds(p->world, p->bodies[i], &stage->bounds[i]);
    return result;
}

static mote_result play_frame(void *state, const bench_stage *stage)
{
    player *p = state;
    for (uint32_t i = 0; i < stage->body_count; i++) {
        mote_result result = place_body(p, stage, i);
        if (result) return result;
    }
    if (p->question == BENCH_ASK_PAIRS) return mote_world_detect(p->world);
    mote_distance found;
    mote_result result =
        mote_world_distance(p->world, p->bodies[0], p->bodies[1], INFINITY, &found);
    if (!result) p->distance = found.distance;
    return result;
}

static mote_result read_frame(void *state, bench_pair_set *pairs, bench_frame_facts *facts)
{
    const player *p = state;
    *facts = (bench_frame_facts){.distance = p->distance};
    if (p->question == BENCH_ASK_DISTANCE) return MOTE_OK;
    mote_report report;
    mote_result result = mote_world_report(p->world, &report);
    if (result) return result;
    facts->candidates = report.stats.candidates;
    facts->exact_calls = report.stats.exact_calls;
    facts->bytes = report.stats.bytes;
    for (size_t i = 0; i < report.pair_count && pairs; i++) {
        const mote_pair_report *pair = &report.pairs[i];
        bool names_no_faces = pair->relation == MOTE_RELATION_TOUCH && !pair->face_pair_count;
        bench_found_pair bodies = {pair->a.index, pair->b.index, 0, 0};
        if (names_no_faces && !bench_pair_set_add(pairs, bodies))
            return mote_fail_memory(sizeof bodies, "pairs of bodies of a frame");
        for (uint32_t k = 0; k < pair->face_pair_count; k++) {
            mote_face_pair faces = report.face_pairs[pair->first_face_pair + k];
            bench_found_pair found = {pair->a.index, pair->b.index, faces.face_a, faces.face_b};
            if (!bench_pair_set_add(pairs, found))
                return mote_fail_memory(pairs->count * sizeof found, "face pairs of a frame");
        }
    }
    return MOTE_OK;
}

static mote_result report_frame(void *state, mote_report *out)
{
    const player *p = state;
    return mote_world_report(p->world, out);
}

bench_contender bench_method_contender(const bench_method_settings *settings)
{
    return (bench_contender){
        .name = settings->name,
        .settings = settings,
        .bodies_only = !(info_of(settings->world.method)->abilities & MOTE_ABILITY_FACE_PAIRS),
        .open = open_player,
        .prepare = prepare_frame,
        .frame = play_frame,
        .read = read_frame,
        .close = close_player,
        .report = report_frame};
}
