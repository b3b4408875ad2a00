// Movement of particles: where they start, to which site they move, and when the system is relaxed.
//
// Senin et al. 2003, sections 3.3 to 3.5. Decisions where the paper is silent:
// - Each pair of bodies has its own particles, unless the option one_set is on (one_set.c).
// - Particles start at different vertices.
// - Particles move one after the other, those of the first body first, and each sees where the others have moved. If all
//   moved at once, two particles that attract each other could swap places forever.
// - A particle leaves its site only for one of strictly lower potential; of equal ones it takes the first.
// - N_min and the number that it is compared with count the particles of both bodies.

#include <math.h>

#include "papers/senin/senin.h"

// ---------------------------------------------------------------------------------------------
// Particles

static bool is_taken(const mote_senin_particles *particles, uint32_t vertex)
{
    for (uint32_t i = 0; i < particles->count; i++)
        if (particles->sites[i].corners[0] == vertex) return true;
    return false;
}

void mote_senin_scatter(mote_senin_particles *particles, uint32_t count, const mote_shape *shape,
                        mote_random *random)
{
    const mote_clusters *clusters = shape->clusters;
    particles->count = 0;
    while (particles->count < count) {
        uint32_t i = mote_random_below(random, clusters->vertex_count);
        while (is_taken(particles, clusters->vertex_of[i]))
            i = i + 1 < clusters->vertex_count ? i + 1 : 0;
        particles->sites[particles->count++] = mote_site_of_vertex(clusters->vertex_of[i]);
    }
}

void mote_senin_locate(mote_senin_particles *particles, const mote_senin_surface *surface)
{
    for (uint32_t i = 0; i < particles->count; i++)
        particles->at[i] = surface->locate(surface, particles->sites[i]);
}

// ---------------------------------------------------------------------------------------------
// The closest pair of each particle: section 3.5, "this pair can also be efficiently tracked during interaction"

// Compares the new position of a particle with all particles of the other body.
static void track(mote_interaction *in, int body, uint32_t particle)
{
    if (!in->nearest[body]) return;
    const mote_senin_particles *own = &in->particles[body];
    const mote_senin_particles *other = &in->particles[1 - body];
    mote_site_pair *mine = &in->nearest[body][particle];
    for (uint32_t i = 0; i < other->count; i++) {
        mote_site_pair *its = &in->nearest[1 - body][i];
        double squared = mote_squared_distance(own->at[particle], other->at[i]);
        if (!(squared < mine->squared || squared < its->squared)) continue;
        mote_site_pair pair;
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
        for (uint32_t i = 0; i < in->particles[body].count; i++)
            in->nearest[body][i].squared = HUGE_VAL;
    for (uint32_t i = 0; i < in->particles[0].count; i++) track(in, 0, i);
}

// ---------------------------------------------------------------------------------------------
// A step

// The choice of a site for a particle.
typedef struct choice {
    mote_interaction *interaction;
    int body;
    uint32_t particle;
    mote_force_points points;
    mote_site sites[MOTE_FORCE_POINTS];
    uint32_t count;
    mote_site best;
    mote_vec3 best_at;
    float lowest; // potential
} choice;

// Evaluates the waiting sites and keeps the best.
static void evaluate(choice *c)
{
    float potentials[MOTE_FORCE_POINTS];
    if (c->count == 0) return;
    mote_senin_potentials(c->interaction, c->body, c->particle, &c->points, c->count, potentials);
    for (uint32_t k = 0; k < c->count; k++) {
        if (!(potentials[k] < c->lowest)) continue;
        c->lowest = potentials[k];
        c->best = c->sites[k];
        c->best_at = mote_force_points_get(&c->points, k);
    }
    c->count = 0;
}

static void consider(void *context, mote_site site, mote_vec3 at)
{
    choice *c = context;
    mote_force_points_set(&c->points, c->count, at);
    c->sites[c->count++] = site;
    if (c->count == MOTE_FORCE_POINTS) evaluate(c);
}

bool mote_senin_move(mote_interaction *in, int body, uint32_t particle)
{
    mote_senin_particles *particles = &in->particles[body];
    mote_site here = particles->sites[particle];
    choice c = {.interaction = in, .body = body, .particle = particle, .best = here};
    for (uint32_t k = 0; k < MOTE_FORCE_POINTS; k++)
        mote_force_points_set(&c.points, k, particles->at[particle]); // unused lanes are read too
    c.lowest = INFINITY;
    c.best_at = particles->at[particle];
    consider(&c, here, particles->at[particle]);
    const mote_senin_surface *surface = in->surfaces[body];
    surface->neighbors(surface, here, &(mote_site_visitor){consider, &c});
    evaluate(&c);
    if (mote_sites_equal(c.best, here)) return false;
    particles->sites[particle] = c.best;
    particles->at[particle] = c.best_at;
    in->hops++;
    if (in->cache) mote_influence_cache_follow(in, body, particle);
    track(in, body, particle);
    return true;
}

static uint32_t step(mote_interaction *in)
{
    uint32_t moved = 0;
    if (in->cache && in->cache->age >= in->options->cache_steps) mote_influence_cache_fill(in);
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < in->particles[body].count; i++)
            moved += mote_senin_move(in, body, i);
    if (in->cache) in->cache->age++;
    return moved;
}

// ---------------------------------------------------------------------------------------------
// Relaxation

bool mote_senin_is_relaxed(const mote_senin_limits *limits, uint32_t moved, uint32_t count)
{
    if (limits->min_moving) return moved < limits->min_moving;
    return 10 * (uint64_t)moved < count;
}

static bool is_stopped(const mote_senin_limits *limits)
{
    return limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed);
}

void mote_senin_relax(mote_interaction *interaction, const mote_senin_limits *limits)
{
    if (interaction->cache) mote_influence_cache_fill(interaction);
    begin_tracking(interaction);
    uint32_t count = interaction->particles[0].count + interaction->particles[1].count;
    for (uint32_t i = 0; i < limits->max_steps && !is_stopped(limits); i++)
        if (mote_senin_is_relaxed(limits, step(interaction), count)) return;
}
