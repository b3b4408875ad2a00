#include "papers/lbg/relax.h"

#include <math.h>
#include <string.h>

#include "core/vec.h"
#include "papers/particle/forces.h"

typedef struct relax_job {
    mote_frame *frame;
    const mote_lbg_play *play;
    mote_force_kernel *forces;
} relax_job;

// ---------------------------------------------------------------------------------------------
// Forces

static float reach_of(const mote_lbg_body *a, const mote_lbg_body *b)
{
    return a->reach > b->reach ? a->reach : b->reach;
}

// Forces are measured in units of the longest reach that the body has to do with.
static float longest_reach(const mote_lbg_body *body, mote_lbg_others others)
{
    float longest = body->reach;
    for (uint32_t i = 0; i < others.count; i++)
        if (others.bodies[i]->reach > longest) longest = others.bodies[i]->reach;
    return longest;
}

// The force on eight places of a body.
static void sum_forces(const relax_job *job, const mote_lbg_body *body, mote_lbg_others others,
                       const mote_places8 *places, float sums[MOTE_PLACES])
{
    float unit = longest_reach(body, others);
    for (int k = 0; k < MOTE_PLACES; k++) sums[k] = 0;
    for (uint32_t i = 0; i < others.count; i++) {
        const mote_lbg_body *other = others.bodies[i];
        float reach = reach_of(body, other), weight = unit / reach;
        mote_sources sources = {
            .at = other->at, .count = other->count, .per_reach = mote_per_reach(reach)};
        float part[MOTE_PLACES] = {0};
        job->forces(&sources, places, part);
        for (int k = 0; k < MOTE_PLACES; k++) sums[k] += weight * weight * part[k];
    }
}

static uint32_t count_sources(mote_lbg_others others)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < others.count; i++) count += others.bodies[i]->count;
    return count;
}

// ---------------------------------------------------------------------------------------------
// One step

typedef struct choice {
    uint32_t vertex;
    mote_vec3 at;
    float force;
    uint64_t places; // looked at
} choice;

// Places wait for their forces, eight at a time.
typedef struct waiting {
    mote_places8 places;
    uint32_t vertices[MOTE_PLACES];
    mote_vec3 at[MOTE_PLACES];
    uint32_t count;
} waiting;

static void judge(const relax_job *job, const mote_lbg_body *body, mote_lbg_others others,
                  waiting *w, choice *best)
{
    float sums[MOTE_PLACES];
    sum_forces(job, body, others, &w->places, sums);
    for (uint32_t k = 0; k < w->count; k++) {
        if (best->places + k > 0 && !(sums[k] > best->force)) continue;
        best->vertex = w->vertices[k];
        best->at = w->at[k];
        best->force = sums[k];
    }
    best->places += w->count;
    w->count = 0;
}

static void add_place(waiting *w, uint32_t vertex, mote_vec3 at)
{
    mote_places8_set(&w->places, w->count, at);
    w->vertices[w->count] = vertex;
    w->at[w->count++] = at;
}

// The particle's own place comes first, and wins where nothing is better.
static choice choose(const relax_job *job, const mote_lbg_body *body, mote_lbg_others others,
                     uint32_t particle)
{
    const mote_lists *neighbors = &body->shape->mesh->vertex_neighbors;
    uint32_t vertex = body->particles[particle].vertex, area = body->particles[particle].area;
    choice best = {0};
    waiting w = {0};
    add_place(&w, vertex, body->at[particle]);
    for (uint32_t i = neighbors->first[vertex]; i < neighbors->first[vertex + 1]; i++) {
        uint32_t next = neighbors->items[i];
        if (body->view.area_of[next] != area) continue;
        if (w.count == MOTE_PLACES) judge(job, body, others, &w, &best);
        add_place(&w, next, mote_shape_point(body->shape, next));
    }
    judge(job, body, others, &w, &best);
    return best;
}

static void step_body(void *argument, uint32_t block, uint32_t worker)
{
    const relax_job *job = argument;
    mote_lbg_body *body = mote_lbg_play_body(job->play, block);
    if (!body->active) return;
    mote_lbg_others others = mote_lbg_play_others(job->play, block);
    uint64_t places = 0;
    body->moved = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        choice best = choose(job, body, others, i);
        body->next_vertex[i] = best.vertex;
        body->next_at[i] = best.at;
        body->moved += best.vertex != body->particles[i].vertex;
        places += best.places;
    }
    job->frame->sinks[worker].hops += body->moved;
    job->frame->sinks[worker].force_evaluations += places * count_sources(others);
}

// ---------------------------------------------------------------------------------------------
// Steps until all are relaxed

static void go(mote_lbg_body *body)
{
    mote_vec3 *before = body->at;
    body->at = body->next_at;
    body->next_at = before;
    for (uint32_t i = 0; i < body->count; i++) body->particles[i].vertex = body->next_vertex[i];
}

// R_min is a tenth of the particles; where that is less than one, none may move.
static bool is_relaxed(const mote_lbg_body *body)
{
    return body->moved == 0 || 10 * (uint64_t)body->moved < body->count;
}

static bool has_work(const mote_lbg_play *play, uint32_t place)
{
    mote_lbg_others others = mote_lbg_play_others(play, place);
    bool relaxed = is_relaxed(mote_lbg_play_body(play, place));
    for (uint32_t i = 0; i < others.count && relaxed; i++) relaxed = is_relaxed(others.bodies[i]);
    return !relaxed;
}

// Ends a step; true if another one is needed.
static bool end_step(const mote_lbg_play *play, uint32_t steps)
{
    bool more = false;
    uint32_t count = (uint32_t)play->bodies.count;
    for (uint32_t i = 0; i < count; i++) {
        mote_lbg_body *body = mote_lbg_play_body(play, i);
        if (body->active) {
            go(body);
        } else {
            body->moved = 0;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        mote_lbg_body *body = mote_lbg_play_body(play, i);
        body->active = steps < body->most_steps && has_work(play, i);
        more |= body->active;
    }
    return more;
}

void mote_lbg_relax(mote_frame *frame, const mote_lbg_play *play)
{
    relax_job job = {frame, play, mote_pick_inverse_squares()};
    uint32_t count = (uint32_t)play->bodies.count, steps = 0;
    for (uint32_t i = 0; i < count; i++) mote_lbg_play_body(play, i)->active = true;
    do {
        frame->tasks.run(frame->tasks.context, step_body, &job, count);
    } while (end_step(play, ++steps));
}

// ---------------------------------------------------------------------------------------------
// Forces to look at

mote_vec3 mote_lbg_force_at(const mote_lbg_play *play, const mote_lbg_body *body, mote_vec3 at)
{
    mote_lbg_others others = mote_lbg_play_others(play, body->place);
    double unit = (double)longest_reach(body, others), force = 0;
    mote_dvec3 slope = {0, 0, 0};
    for (uint32_t i = 0; i < others.count; i++) {
        double reach = (double)reach_of(body, others.bodies[i]);
        for (uint32_t k = 0; k < others.bodies[i]->count; k++) {
            mote_vec3 source = others.bodies[i]->at[k];
            mote_dvec3 way = mote_dvec_sub(mote_vec_widen(source), mote_vec_widen(at));
            double distance = fmax(mote_dvec_length(way), (double)MOTE_LEAST_SEPARATION * reach);
            if (!(distance < reach)) continue;
            double part = unit * unit / (distance * distance);
            force += part;
            slope = mote_dvec_add(slope, mote_dvec_scale(way, part / (distance * distance)));
        }
    }
    double length = mote_dvec_length(slope);
    return mote_dvec_narrow(mote_dvec_scale(slope, length > 0 ? force / length : 0));
}
