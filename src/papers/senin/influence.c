#include "papers/senin/influence.h"

#include <math.h>

#include "core/vec.h"

// ---------------------------------------------------------------------------------------------
// Laws

typedef struct sources {
    const mote_vec3 *at;
    uint32_t count;
} sources;

typedef struct feeler {
    mote_interaction *interaction;
    int body;
    const mote_force_points *places;
    uint32_t count;
} feeler;

static void add_by_law(const feeler *f, const mote_particle_law *law, sources from,
                       float sums[MOTE_FORCE_POINTS])
{
    for (uint32_t k = 0; k < f->count; k++) {
        mote_vec3 place = {f->places->x[k], f->places->y[k], f->places->z[k]};
        for (uint32_t i = 0; i < from.count; i++) {
            float distance = (float)sqrt(mote_squared_distance(place, from.at[i]));
            sums[k] += law->potential(law->context, distance, f->interaction->reach);
        }
    }
}

static void feel_attraction(const feeler *f, sources from, float sums[MOTE_FORCE_POINTS])
{
    mote_interaction *in = f->interaction;
    const mote_particle_law *law = &in->options->attraction[f->body];
    in->force_evaluations += (uint64_t)from.count * f->count;
    if (law->potential) {
        add_by_law(f, law, from, sums);
        return;
    }
    const mote_force_sources within = {from.at, from.count, in->inverse_reach, false};
    mote_pick_log_potentials()(&within, f->places, sums);
}

static void feel_repulsion(const feeler *f, sources from, float sums[MOTE_FORCE_POINTS])
{
    mote_interaction *in = f->interaction;
    const mote_particle_law *law = &in->options->repulsion[f->body];
    in->force_evaluations += (uint64_t)from.count * f->count;
    if (law->potential) {
        add_by_law(f, law, from, sums);
        return;
    }
    const mote_force_sources unlimited = {from.at, from.count, in->inverse_reach, true};
    float logs[MOTE_FORCE_POINTS] = {0};
    mote_pick_log_potentials()(&unlimited, f->places, logs);
    for (uint32_t k = 0; k < f->count; k++) sums[k] -= logs[k];
}

// ---------------------------------------------------------------------------------------------
// The cache

static uint32_t number_of(const mote_interaction *in, int body, uint32_t particle)
{
    return body == 0 ? particle : in->crowds[0].count + particle;
}

// The cached ones are linear; those that are near have moved.
static void feel_by_cache(const feeler *f, uint32_t particle, float sums[MOTE_FORCE_POINTS])
{
    const mote_interaction *in = f->interaction;
    const mote_far_cache *cache = in->cache;
    uint32_t number = number_of(in, f->body, particle);
    const mote_far_influence *far = &cache->influences[number];
    const uint16_t *near = cache->near + (size_t)number * cache->most;
    const mote_vec3 *others = in->crowds[1 - f->body].at, *own = in->crowds[f->body].at;
    for (uint32_t i = 0; i < far->near_count[0]; i++) cache->gathered[i] = others[*near++];
    feel_attraction(f, (sources){cache->gathered, far->near_count[0]}, sums);
    for (uint32_t i = 0; i < far->near_count[1]; i++) cache->gathered[i] = own[*near++];
    feel_repulsion(f, (sources){cache->gathered, far->near_count[1]}, sums);
    for (uint32_t k = 0; k < f->count; k++) {
        mote_vec3 place = {f->places->x[k], f->places->y[k], f->places->z[k]};
        sums[k] += far->potential + mote_vec_dot(far->slope, mote_vec_sub(place, far->at));
    }
}

// Notes which particles of a crowd are near and gathers those that are not; returns how many.
static uint32_t part_near_from_far(const mote_interaction *in, const mote_crowd *crowd,
                                   uint32_t skip, mote_vec3 at, uint16_t *near,
                                   uint32_t *near_count)
{
    float distant = in->options->cache_distance * in->options->cache_distance;
    uint32_t far_count = 0;
    *near_count = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        if (i == skip) continue;
        mote_vec3 off = mote_vec_scale(mote_vec_sub(crowd->at[i], at), in->inverse_reach);
        float squared = mote_vec_dot(off, off);
        if (squared > distant && squared < INFINITY)
            in->cache->gathered[far_count++] = crowd->at[i];
        else
            near[(*near_count)++] = (uint16_t)i;
    }
    return far_count;
}

// A place and those a step `h` to both sides along each axis.
static mote_force_points cross_around(mote_vec3 at, float h)
{
    mote_force_points cross;
    for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++) mote_force_points_set(&cross, k, at);
    cross.x[1] -= h;
    cross.x[2] += h;
    cross.y[3] -= h;
    cross.y[4] += h;
    cross.z[5] -= h;
    cross.z[6] += h;
    return cross;
}

enum { CROSS_PLACES = 7, CROSS_PART = 8 };

// Of the differences, and how far a particle may go before what it feels is evaluated anew: a small part of what is
// distant.
static float cross_step(const mote_interaction *in)
{
    return in->options->cache_distance * in->reach / CROSS_PART;
}

static void fill_influence(mote_interaction *in, int body, uint32_t particle)
{
    mote_far_cache *cache = in->cache;
    uint32_t number = number_of(in, body, particle);
    mote_far_influence *far = &cache->influences[number];
    uint16_t *near = cache->near + (size_t)number * cache->most;
    mote_vec3 at = in->crowds[body].at[particle];
    float h = cross_step(in);
    mote_force_points cross = cross_around(at, h);
    feeler f = {in, body, &cross, CROSS_PLACES};
    float sums[MOTE_FORCE_POINTS] = {0};
    *far = (mote_far_influence){.at = at};
    uint32_t count =
        part_near_from_far(in, &in->crowds[1 - body], MOTE_NONE, at, near, &far->near_count[0]);
    feel_attraction(&f, (sources){cache->gathered, count}, sums);
    count = part_near_from_far(in, &in->crowds[body], particle, at, near + far->near_count[0],
                               &far->near_count[1]);
    feel_repulsion(&f, (sources){cache->gathered, count}, sums);
    if (!mote_vec_finite(at)) return;
    far->potential = sums[0];
    far->slope = mote_vec_scale(
        (mote_vec3){sums[2] - sums[1], sums[4] - sums[3], sums[6] - sums[5]}, 0.5f / h);
}

void mote_far_cache_follow(mote_interaction *interaction, int body, uint32_t particle)
{
    uint32_t number = number_of(interaction, body, particle);
    double gone = mote_squared_distance(interaction->cache->influences[number].at,
                                        interaction->crowds[body].at[particle]);
    double step = (double)cross_step(interaction);
    if (!(gone <= step * step)) fill_influence(interaction, body, particle);
}

void mote_far_cache_fill(mote_interaction *interaction)
{
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < interaction->crowds[body].count; i++)
            fill_influence(interaction, body, i);
    interaction->cache->age = 0;
}

// ---------------------------------------------------------------------------------------------

void mote_potentials_at(mote_interaction *interaction, int body, uint32_t particle,
                        const mote_force_points *places, uint32_t count,
                        float out[MOTE_FORCE_POINTS])
{
    feeler f = {interaction, body, places, count};
    const mote_crowd *own = &interaction->crowds[body], *other = &interaction->crowds[1 - body];
    memset(out, 0, MOTE_FORCE_POINTS * sizeof *out);
    if (interaction->cache) {
        feel_by_cache(&f, particle, out);
    } else {
        feel_attraction(&f, (sources){other->at, other->count}, out);
        feel_repulsion(&f, (sources){own->at, particle}, out);
        feel_repulsion(&f, (sources){own->at + particle + 1, own->count - particle - 1}, out);
    }
    for (uint32_t k = 0; k < count; k++) {
        mote_vec3 place = {places->x[k], places->y[k], places->z[k]};
        if (!mote_vec_finite(place)) out[k] = INFINITY;
    }
}
