#include "bench/paper/smith/motion.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/model.h"
#include "scenes/scenes.h"

// A world with the bodies of a scene, which show the keys of one cycle.
typedef struct stage {
    scene_instance *scene;
    mote_world *world;
    mote_mesh *meshes[PAPER_MAX_MOVERS];
    mote_body_id bodies[PAPER_MAX_MOVERS];
    mote_vec3 *positions; // of all bodies
    uint32_t body_count;
} stage;

static void close_stage(stage *s)
{
    mote_world_destroy(s->world);
    for (uint32_t i = 0; i < s->body_count; i++) {
        if (i == 0 || s->meshes[i] != s->meshes[i - 1]) mote_mesh_destroy(s->meshes[i]);
    }
    free(s->positions);
    scene_close(s->scene);
}

static mote_result add_body(stage *s, uint32_t body)
{
    const io_model *model = scene_model(s->scene, body);
    bool shared = body && scene_model(s->scene, body - 1) == model;
    uint32_t flags = mote_default_mesh_def().flags;
    mote_result result = MOTE_OK;
    if (shared)
        s->meshes[body] = s->meshes[body - 1];
    else
        result = io_model_make_mesh(model, flags, &s->meshes[body]);
    if (result) return result;
    s->body_count++;
    mote_body_def def = mote_default_body_def();
    def.mesh = s->meshes[body];
    return mote_body_create(s->world, &def, &s->bodies[body]);
}

static mote_result open_scene(const paper_motion_def *def, const scene_tracks *tracks, stage *s)
{
    *s = (stage){0};
    scene_def scene = scene_default_def();
    scene.name = def->scene;
    scene.tracks = tracks;
    mote_result result = scene_open(&scene, &s->scene);
    if (result) return result;
    uint32_t count = scene_body_count(s->scene);
    size_t total = 0;
    if (count > PAPER_MAX_MOVERS)
        return mote_fail(MOTE_ERROR_LIMIT, "scene %s: more bodies than a motion moves", def->scene);
    for (uint32_t i = 0; i < count; i++) total += scene_model(s->scene, i)->vertex_count;
    s->positions = malloc(total * sizeof *s->positions);
    return s->positions ? MOTE_OK : mote_fail_memory(total * sizeof *s->positions, "positions");
}

static mote_result fill_world(const paper_motion_def *def, stage *s)
{
    mote_world_def world = def->driver->world;
    world.contacts = true;
    mote_result result = mote_world_create(&world, &s->world);
    for (uint32_t i = 0; i < scene_body_count(s->scene) && !result; i++) result = add_body(s, i);
    return result;
}

static void note_keys(const paper_motion_def *def, uint32_t cycle, const scene_tracks *tracks)
{
    for (uint32_t i = 0; i < tracks->body_count; i++) {
        const paper_mover *mover = &def->movers[i];
        *scene_tracks_key(tracks, i, cycle) =
            (scene_track_key){mover->rigid.center, mover->rigid.rotation, mover->parameter};
    }
}

static mote_result show(stage *s, uint32_t cycle, mote_report *report)
{
    mote_vec3 *positions = s->positions;
    for (uint32_t i = 0; i < s->body_count; i++) {
        mote_positions at = {.data = positions, .count = scene_model(s->scene, i)->vertex_count};
        scene_positions(s->scene, i, cycle, positions);
        mote_result result = mote_body_set_positions(s->world, s->bodies[i], &at);
        if (result) return result;
        positions += at.count;
    }
    mote_result result = mote_world_detect(s->world);
    return result ? result : mote_world_report(s->world, report);
}

// ---------------------------------------------------------------------------------------------
// Response

static mote_rigid rigid_of(const paper_mover *mover)
{
    mote_rigid rigid = mover->rigid;
    if (mover->is_held) rigid.mass.mass = (double)INFINITY;
    return rigid;
}

// The normals of all contacts of a pair, out of a into b, together; the line of the centers where
// they cancel out.
static mote_dvec3 normal_of(const mote_report *report, size_t pair, const mote_impact *impact)
{
    mote_dvec3 sum = {0, 0, 0};
    for (size_t i = 0; i < report->contact_count; i++) {
        const mote_contact *contact = &report->contacts[i];
        if (contact->pair != pair) continue;
        mote_dvec3 normal = mote_vec_widen(contact->normal);
        sum = mote_dvec_add(sum, mote_dvec_scale(normal, contact->face_pair_count));
    }
    return mote_dvec_length(sum) > 1e-6 ? sum : mote_dvec_sub(impact->b.center, impact->a.center);
}

static mote_dvec3 point_of(const mote_report *report, size_t pair)
{
    for (size_t i = 0; i < report->contact_count; i++) {
        if (report->contacts[i].pair == pair) return mote_vec_widen(report->contacts[i].point);
    }
    return (mote_dvec3){0, 0, 0};
}

static mote_result respond(const paper_motion_def *def, const mote_report *report, size_t pair)
{
    paper_mover *a = &def->movers[report->pairs[pair].a.index];
    paper_mover *b = &def->movers[report->pairs[pair].b.index];
    if (a->is_held && b->is_held) return MOTE_OK;
    mote_impact impact = mote_default_impact();
    mote_rebound rebound;
    impact.a = rigid_of(a);
    impact.b = rigid_of(b);
    impact.point = point_of(report, pair);
    impact.normal = normal_of(report, pair, &impact);
    mote_result result = mote_respond(def->response, &impact, &rebound);
    if (result) return result;
    if (!a->is_held) a->rigid.velocity = rebound.velocity_a;
    if (!b->is_held) b->rigid.velocity = rebound.velocity_b;
    return MOTE_OK;
}

// The velocity along an axis, turned round if the next cycle would leave the cube.
static double kept_in(double at, double velocity, double half)
{
    bool leaves = (at + velocity < -half && velocity < 0) || (at + velocity > half && velocity > 0);
    return leaves ? -velocity : velocity;
}

static mote_result move_on(const paper_motion_def *def, uint32_t body)
{
    paper_mover *mover = &def->movers[body];
    if (mover->is_held) return MOTE_OK;
    mote_dvec3 c = mover->rigid.center, *v = &mover->rigid.velocity;
    if (def->half > 0) {
        v->x = kept_in(c.x, v->x, def->half);
        v->y = kept_in(c.y, v->y, def->half);
        v->z = kept_in(c.z, v->z, def->half);
    }
    return mote_rigid_advance(&mover->rigid, (mote_dvec3){0, 0, 0}, 1);
}

// ---------------------------------------------------------------------------------------------
// Cycles

static bool is_touch(const mote_pair_report *pair)
{
    return pair->relation == MOTE_RELATION_TOUCH;
}

static mote_result react(const paper_motion_def *def, const mote_report *report, paper_motion *out)
{
    bool touch = false;
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < report->pair_count && !result; i++) {
        const mote_pair_report *pair = &report->pairs[i];
        if (!is_touch(pair)) continue;
        touch = true;
        out->body_a = pair->a.index;
        out->body_b = pair->b.index;
        result = respond(def, report, i);
    }
    out->contact_cycles += touch;
    out->ended_in_contact = touch;
    return result;
}

static mote_result play(const paper_motion_def *def, stage *s, paper_motion *out)
{
    mote_result result = MOTE_OK;
    for (uint32_t cycle = 0; !result; cycle++) {
        mote_report report;
        bool touched = out->ended_in_contact;
        note_keys(def, cycle, &out->tracks);
        result = show(s, cycle, &report);
        if (!result) result = react(def, &report, out);
        if (result) return result;
        if (!report.stats.body_pairs && out->overlap_cycle == cycle) out->overlap_cycle++;
        out->cycles = cycle + 1;
        bool is_new = out->ended_in_contact && !touched && cycle + 1 >= def->min_cycles;
        bool ends = (def->until_contact && is_new) || cycle + 1 >= def->max_cycles;
        if (cycle > 0 && ends) return MOTE_OK; // tracks have two keys
        paper_motion_cycle at = {cycle, def->movers, &report};
        if (def->steer) def->steer(def->context, &at);
        for (uint32_t i = 0; i < s->body_count && !result; i++) result = move_on(def, i);
    }
    return result;
}

mote_result paper_motion_run(const paper_motion_def *def, paper_motion *out)
{
    *out = (paper_motion){0};
    stage s;
    mote_result result = open_scene(def, &out->tracks, &s);
    if (!result)
        result = scene_tracks_create(scene_body_count(s.scene), def->max_cycles, &out->tracks);
    if (!result) result = fill_world(def, &s);
    if (!result) result = play(def, &s, out);
    close_stage(&s);
    if (result)
        paper_motion_release(out);
    else
        out->tracks.last = out->cycles - 1;
    return result;
}

void paper_motion_release(paper_motion *motion)
{
    scene_tracks_release(&motion->tracks);
}

mote_result paper_motion_of_two(const paper_motion *motion, uint32_t a, uint32_t b,
                                scene_tracks *out)
{
    mote_result result = scene_tracks_create(2, motion->tracks.last, out);
    for (uint32_t i = 0; i <= motion->tracks.last && !result; i++) {
        *scene_tracks_key(out, 0, i) = *scene_tracks_key(&motion->tracks, a, i);
        *scene_tracks_key(out, 1, i) = *scene_tracks_key(&motion->tracks, b, i);
    }
    return result;
}
