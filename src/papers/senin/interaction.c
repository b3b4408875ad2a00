#include "papers/senin/interaction.h"

#include <math.h>

#include "papers/senin/influence.h"

// A particle that looks around.
typedef struct choice {
    mote_interaction *interaction;
    int body;
    uint32_t particle;
    mote_force_points places;
    mote_site sites[MOTE_FORCE_POINTS];
    uint32_t count;
    mote_site best;
    mote_vec3 best_at;
    float least;
} choice;

// Evaluates the places that wait and keeps the best.
static void decide(choice *c)
{
    float potentials[MOTE_FORCE_POINTS];
    if (c->count == 0) return;
    mote_potentials_at(c->interaction, c->body, c->particle, &c->places, c->count, potentials);
    for (uint32_t k = 0; k < c->count; k++) {
        if (!(potentials[k] < c->least)) continue;
        c->least = potentials[k];
        c->best = c->sites[k];
        c->best_at = (mote_vec3){c->places.x[k], c->places.y[k], c->places.z[k]};
    }
    c->count = 0;
}

static void consider(void *context, mote_site site, mote_vec3 at)
{
    choice *c = context;
    mote_force_points_set(&c->places, c->count, at);
    c->sites[c->count++] = site;
    if (c->count == MOTE_FORCE_POINTS) decide(c);
}

// The new place of a particle, seen from all of the other body: section 3.5, "this pair can also be efficiently tracked
// during interaction".
static void track(mote_interaction *in, int body, uint32_t particle)
{
    if (!in->nearest[body]) return;
    const mote_crowd *own = &in->crowds[body], *other = &in->crowds[1 - body];
    mote_close_pair *mine = &in->nearest[body][particle];
    for (uint32_t i = 0; i < other->count; i++) {
        mote_close_pair *its = &in->nearest[1 - body][i];
        double squared = mote_squared_distance(own->at[particle], other->at[i]);
        if (!(squared < mine->squared || squared < its->squared)) continue;
        mote_close_pair pair;
        pair.sites[body] = own->sites[particle];
        pair.at[body] = own->at[particle];
        pair.sites[1 - body] = other->sites[i];
        pair.at[1 - body] = other->at[i];
        pair.squared = squared;
        if (squared < mine->squared) *mine = pair;
        if (squared < its->squared) *its = pair;
    }
}

static void begin_tracking(mote_interaction *in)
{
    if (!in->nearest[0]) return;
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < in->crowds[body].count; i++)
            in->nearest[body][i].squared = HUGE_VAL;
    for (uint32_t i = 0; i < in->crowds[0].count; i++) track(in, 0, i);
}

// To the neighbor of least potential, if that is lower than here.
static bool move(mote_interaction *in, int body, uint32_t particle)
{
    mote_crowd *crowd = &in->crowds[body];
    mote_site here = crowd->sites[particle];
    choice c = {.interaction = in, .body = body, .particle = particle, .best = here};
    for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++)
        mote_force_points_set(&c.places, k, crowd->at[particle]); // lanes out of use are read too
    c.least = INFINITY;
    c.best_at = crowd->at[particle];
    consider(&c, here, crowd->at[particle]);
    const mote_terrain *terrain = in->terrains[body];
    terrain->neighbors(terrain, here, &(mote_site_visitor){consider, &c});
    decide(&c);
    if (mote_sites_equal(c.best, here)) return false;
    crowd->sites[particle] = c.best;
    crowd->at[particle] = c.best_at;
    in->hops++;
    if (in->cache) mote_far_cache_follow(in, body, particle);
    track(in, body, particle);
    return true;
}

static uint32_t step(mote_interaction *in)
{
    uint32_t moved = 0;
    if (in->cache && in->cache->age >= in->options->cache_steps) mote_far_cache_fill(in);
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < in->crowds[body].count; i++) moved += move(in, body, i);
    if (in->cache) in->cache->age++;
    return moved;
}

static bool is_relaxed(const mote_interaction *in, const mote_patience *patience, uint32_t moved)
{
    if (patience->least_moving) return moved < patience->least_moving;
    return 10 * (uint64_t)moved < (uint64_t)in->crowds[0].count + in->crowds[1].count;
}

static bool is_stopped(const mote_patience *patience)
{
    return patience->stop && atomic_load_explicit(patience->stop, memory_order_relaxed);
}

void mote_relax(mote_interaction *interaction, const mote_patience *patience)
{
    if (interaction->cache) mote_far_cache_fill(interaction);
    begin_tracking(interaction);
    for (uint32_t i = 0; i < patience->most_steps && !is_stopped(patience); i++)
        if (is_relaxed(interaction, patience, step(interaction))) return;
}
