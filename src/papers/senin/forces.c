// Forces on particles: attraction by the particles of the other body, repulsion by those of the
// same body.
//
// Senin et al. 2003, section 3.3. The force is f(r) times the vector r, which is not a unit vector,
// so that the potential of f = 1 / r^2 is ln r. Here it is ln(r / R_eff), so that the potential of
// the attraction is 0 where it ends.
//
// Section 3.5: "the influence of distant particles remains almost constant" and can be cached. The
// paper does not say how. A constant potential would have no effect, because a particle compares
// neighboring sites. So the force is cached: the potential of all distant particles is linear
// around the position at which it was evaluated, by central differences. Near particles are
// evaluated each time.

#include <math.h>
#include <string.h>

#include "papers/senin/senin.h"

// ---------------------------------------------------------------------------------------------
// Laws of force

typedef struct sources {
    const mote_vec3 *at;
    uint32_t count;
} sources;

typedef struct evaluation {
    mote_interaction *interaction;
    int body;
    const mote_force_points *points;
    uint32_t count;
} evaluation;

static void add_by_law(const evaluation *e, const mote_particle_law *law, sources from,
                       float sums[MOTE_FORCE_POINTS])
{
    for (uint32_t k = 0; k < e->count; k++) {
        mote_vec3 point = mote_force_points_get(e->points, k);
        for (uint32_t i = 0; i < from.count; i++) {
            float distance = (float)sqrt(mote_squared_distance(point, from.at[i]));
            sums[k] += law->potential(law->context, distance, e->interaction->reach);
        }
    }
}

static mote_force_kernel *log_potentials(const mote_interaction *in)
{
    return in->options->scalar_kernels ? mote_log_potentials_scalar : mote_pick_log_potentials();
}

static void add_attraction(const evaluation *e, sources from, float sums[MOTE_FORCE_POINTS])
{
    mote_interaction *in = e->interaction;
    const mote_particle_law *law = &in->options->attraction[e->body];
    in->force_evaluations += (uint64_t)from.count * e->count;
    if (law->potential) {
        add_by_law(e, law, from, sums);
        return;
    }
    const mote_force_sources within = {from.at, from.count, in->inverse_reach, false};
    log_potentials(in)(&within, e->points, sums);
}

static void add_repulsion(const evaluation *e, sources from, float sums[MOTE_FORCE_POINTS])
{
    mote_interaction *in = e->interaction;
    const mote_particle_law *law = &in->options->repulsion[e->body];
    in->force_evaluations += (uint64_t)from.count * e->count;
    if (law->potential) {
        add_by_law(e, law, from, sums);
        return;
    }
    const mote_force_sources unlimited = {from.at, from.count, in->inverse_reach, true};
    float logs[MOTE_FORCE_POINTS] = {0};
    log_potentials(in)(&unlimited, e->points, logs);
    for (uint32_t k = 0; k < e->count; k++) sums[k] -= logs[k];
}

// ---------------------------------------------------------------------------------------------
// The cache of distant particles

bool mote_influence_cache_reserve(mote_influence_cache *cache, const mote_allocator *allocator,
                                  uint32_t capacity)
{
    if (cache->influences && cache->capacity >= capacity) return true;
    mote_influence_cache larger = {.capacity = capacity};
    larger.influences = mote_allocate(allocator, capacity, sizeof *larger.influences);
    larger.near = mote_allocate(allocator, (size_t)capacity * capacity, sizeof *larger.near);
    larger.gathered = mote_allocate(allocator, capacity, sizeof *larger.gathered);
    bool complete = larger.influences && larger.near && larger.gathered;
    mote_influence_cache_release(complete ? cache : &larger, allocator);
    if (complete) *cache = larger;
    return complete;
}

void mote_influence_cache_release(mote_influence_cache *cache, const mote_allocator *allocator)
{
    size_t capacity = cache->capacity;
    mote_release(allocator, cache->influences, capacity, sizeof *cache->influences);
    mote_release(allocator, cache->near, capacity * capacity, sizeof *cache->near);
    mote_release(allocator, cache->gathered, capacity, sizeof *cache->gathered);
    *cache = (mote_influence_cache){0};
}

static uint32_t index_of(const mote_interaction *in, int body, uint32_t particle)
{
    return body == 0 ? particle : in->particles[0].count + particle;
}

// The linear potential of the distant particles, and the near particles where they are now.
static void add_by_cache(const evaluation *e, uint32_t particle, float sums[MOTE_FORCE_POINTS])
{
    const mote_interaction *in = e->interaction;
    const mote_influence_cache *cache = in->cache;
    uint32_t index = index_of(in, e->body, particle);
    const mote_distant_influence *distant = &cache->influences[index];
    const uint16_t *near = cache->near + (size_t)index * cache->capacity;
    const mote_vec3 *others = in->particles[1 - e->body].at, *own = in->particles[e->body].at;
    for (uint32_t i = 0; i < distant->near_count[0]; i++) cache->gathered[i] = others[*near++];
    add_attraction(e, (sources){cache->gathered, distant->near_count[0]}, sums);
    for (uint32_t i = 0; i < distant->near_count[1]; i++) cache->gathered[i] = own[*near++];
    add_repulsion(e, (sources){cache->gathered, distant->near_count[1]}, sums);
    for (uint32_t k = 0; k < e->count; k++) {
        mote_vec3 point = mote_force_points_get(e->points, k);
        sums[k] +=
            distant->potential + mote_vec_dot(distant->slope, mote_vec_sub(point, distant->at));
    }
}

// Stores which particles are near, and gathers the positions of the distant ones. Returns the
// number of distant ones.
static uint32_t separate_near_from_distant(const mote_interaction *in,
                                           const mote_senin_particles *particles, uint32_t skip,
                                           mote_vec3 at, uint16_t *near, uint32_t *near_count)
{
    float limit = in->options->cache_distance * in->options->cache_distance;
    uint32_t distant_count = 0;
    *near_count = 0;
    for (uint32_t i = 0; i < particles->count; i++) {
        if (i == skip) continue;
        mote_vec3 off = mote_vec_scale(mote_vec_sub(particles->at[i], at), in->inverse_reach);
        float squared = mote_vec_dot(off, off);
        if (squared > limit && squared < INFINITY)
            in->cache->gathered[distant_count++] = particles->at[i];
        else
            near[(*near_count)++] = (uint16_t)i;
    }
    return distant_count;
}

// A point, and the points at distance `h` to both sides along each axis.
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

enum { CROSS_POINTS = 7, CROSS_PART = 8 };

// The step of the central differences, which is also how far a particle may move before its
// influence is evaluated again: a small part of the distance from which particles are distant.
static float cross_step(const mote_interaction *in)
{
    return in->options->cache_distance * in->reach / CROSS_PART;
}

static void fill_influence(mote_interaction *in, int body, uint32_t particle)
{
    mote_influence_cache *cache = in->cache;
    uint32_t index = index_of(in, body, particle);
    mote_distant_influence *distant = &cache->influences[index];
    uint16_t *near = cache->near + (size_t)index * cache->capacity;
    mote_vec3 at = in->particles[body].at[particle];
    float h = cross_step(in);
    mote_force_points cross = cross_around(at, h);
    evaluation e = {in, body, &cross, CROSS_POINTS};
    float sums[MOTE_FORCE_POINTS] = {0};
    *distant = (mote_distant_influence){.at = at};
    uint32_t count = separate_near_from_distant(in, &in->particles[1 - body], MOTE_NONE, at, near,
                                                &distant->near_count[0]);
    add_attraction(&e, (sources){cache->gathered, count}, sums);
    count = separate_near_from_distant(in, &in->particles[body], particle, at,
                                       near + distant->near_count[0], &distant->near_count[1]);
    add_repulsion(&e, (sources){cache->gathered, count}, sums);
    if (!mote_vec_finite(at)) return;
    distant->potential = sums[0];
    distant->slope = mote_vec_scale(
        (mote_vec3){sums[2] - sums[1], sums[4] - sums[3], sums[6] - sums[5]}, 0.5f / h);
}

void mote_influence_cache_follow(mote_interaction *interaction, int body, uint32_t particle)
{
    uint32_t index = index_of(interaction, body, particle);
    double moved = mote_squared_distance(interaction->cache->influences[index].at,
                                         interaction->particles[body].at[particle]);
    double step = (double)cross_step(interaction);
    if (!(moved <= step * step)) fill_influence(interaction, body, particle);
}

void mote_influence_cache_fill(mote_interaction *interaction)
{
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < interaction->particles[body].count; i++)
            fill_influence(interaction, body, i);
    interaction->cache->age = 0;
}

// ---------------------------------------------------------------------------------------------
// Potentials

void mote_senin_potentials(mote_interaction *interaction, int body, uint32_t particle,
                           const mote_force_points *points, uint32_t count,
                           float out[MOTE_FORCE_POINTS])
{
    evaluation e = {interaction, body, points, count};
    const mote_senin_particles *own = &interaction->particles[body];
    const mote_senin_particles *other = &interaction->particles[1 - body];
    memset(out, 0, MOTE_FORCE_POINTS * sizeof *out);
    if (interaction->cache) {
        add_by_cache(&e, particle, out);
    } else {
        add_attraction(&e, (sources){other->at, other->count}, out);
        add_repulsion(&e, (sources){own->at, particle}, out);
        add_repulsion(&e, (sources){own->at + particle + 1, own->count - particle - 1}, out);
    }
    for (uint32_t k = 0; k < count; k++)
        if (!mote_vec_finite(mote_force_points_get(points, k))) out[k] = INFINITY;
}

// ---------------------------------------------------------------------------------------------
// Forces for drawing: exact, while the movement only compares potentials

typedef struct drawn_law {
    const mote_particle_law *law;
    double reach;    // R_eff
    bool attraction; // otherwise repulsion
} drawn_law;

// The derivative of the potential by the distance: 1 / r within R_eff for the paper's attraction,
// -1 / r for its repulsion, and by differences for a law of the caller.
static double slope_at(const drawn_law *d, double distance)
{
    const mote_particle_law *law = d->law;
    if (!law->potential) {
        double slope = 1 / fmax(distance, (double)MOTE_MIN_SEPARATION * d->reach);
        if (!d->attraction) return -slope;
        return distance < d->reach ? slope : 0;
    }
    float near = (float)(0.999 * distance), far = (float)(1.001 * distance);
    float reach = (float)d->reach;
    double rise = (double)law->potential(law->context, far, reach) -
                  (double)law->potential(law->context, near, reach);
    return far > near ? rise / ((double)far - (double)near) : 0;
}

// The force of all particles but `skip` on a point.
static mote_dvec3 sum_forces(const drawn_law *d, const mote_senin_particles *particles,
                             uint32_t skip, mote_vec3 at)
{
    mote_dvec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < particles->count; i++) {
        mote_dvec3 offset = mote_dvec_sub(mote_vec_widen(particles->at[i]), mote_vec_widen(at));
        double distance = mote_dvec_length(offset);
        if (i == skip || distance == 0) continue; // coinciding particles have no direction
        sum = mote_dvec_add(sum, mote_dvec_scale(offset, slope_at(d, distance) / distance));
    }
    return sum;
}

mote_vec3 mote_senin_force(const mote_interaction *interaction, int body, uint32_t particle)
{
    const mote_senin_particles *own = &interaction->particles[body];
    double reach = (double)interaction->reach;
    drawn_law others = {&interaction->options->attraction[body], reach, true};
    drawn_law own_body = {&interaction->options->repulsion[body], reach, false};
    mote_vec3 at = own->at[particle];
    mote_dvec3 force =
        mote_dvec_add(sum_forces(&others, &interaction->particles[1 - body], MOTE_NONE, at),
                      sum_forces(&own_body, own, particle, at));
    return mote_dvec_narrow(mote_dvec_scale(force, reach));
}
