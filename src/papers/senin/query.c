// The collision query: one pair of bodies in one frame. Senin et al. 2003, section 3.5.
//
// Decisions where the paper is silent:
// - R_eff, "approximately equal to the linear dimensions of the model": the longest side of the present box, times
//   `reach_part`. Of two bodies the larger one counts, because the particles of the smaller one must reach its middle.
// - The tolerance distance is the sum of the radii of the two neighborhoods.
// - N_max of two bodies is the larger one.

#include <math.h>

#include "core/box.h"
#include "papers/particle/neighborhood.h"
#include "papers/senin/senin.h"

// ---------------------------------------------------------------------------------------------
// The memory of a worker

static size_t starts_of(uint32_t closest_pairs)
{
    return MOTE_SENIN_STARTS * (size_t)closest_pairs;
}

static size_t ends_of(uint32_t closest_pairs)
{
    return (MOTE_SENIN_STARTS + 1) * (size_t)closest_pairs;
}

static void release_pairs(mote_senin_worker *worker, const mote_allocator *allocator)
{
    size_t capacity = worker->capacity, closest = worker->closest_pairs;
    mote_release(allocator, worker->at, 2 * capacity, sizeof *worker->at);
    mote_release(allocator, worker->nearest, 2 * capacity, sizeof *worker->nearest);
    mote_release(allocator, worker->starts, starts_of(closest), sizeof *worker->starts);
    mote_release(allocator, worker->ends, ends_of(closest), sizeof *worker->ends);
}

static bool reserve_pairs(mote_senin_worker *worker, const mote_allocator *allocator,
                          const mote_senin_options *options)
{
    if (worker->at) return true;
    size_t capacity = mote_senin_capacity(options), closest = options->closest_pairs;
    mote_senin_worker made = *worker;
    made.capacity = (uint32_t)capacity;
    made.closest_pairs = (uint32_t)closest;
    made.at = mote_allocate(allocator, 2 * capacity, sizeof *made.at);
    made.nearest = mote_allocate(allocator, 2 * capacity, sizeof *made.nearest);
    made.starts = mote_allocate(allocator, starts_of(closest), sizeof *made.starts);
    made.ends = mote_allocate(allocator, ends_of(closest), sizeof *made.ends);
    if (made.at && made.nearest && made.starts && made.ends) {
        *worker = made;
        return true;
    }
    release_pairs(&made, allocator);
    return false;
}

bool mote_senin_worker_reserve(mote_senin_worker *worker, const mote_allocator *allocator,
                               const mote_senin_options *options)
{
    uint32_t particles = 2 * mote_senin_capacity(options);
    return mote_precise_check_reserve(&worker->check, allocator, options->faces) &&
           (!options->cache_steps ||
            mote_influence_cache_reserve(&worker->cache, allocator, particles)) &&
           reserve_pairs(worker, allocator, options);
}

void mote_senin_worker_release(mote_senin_worker *worker, const mote_allocator *allocator)
{
    mote_precise_check_release(&worker->check, allocator);
    mote_influence_cache_release(&worker->cache, allocator);
    release_pairs(worker, allocator);
}

// ---------------------------------------------------------------------------------------------
// Beginning

static bool is_sound(const mote_shape *shape)
{
    return !mote_shape_is_fresh(shape) || !mote_shape_is_broken(shape);
}

bool mote_senin_can_query(const mote_candidate *candidate)
{
    return is_sound(candidate->a) && is_sound(candidate->b);
}

static float longest_side(const mote_shape *shape)
{
    const mote_box *box = mote_shape_bounds(shape);
    return fmaxf(box->max.x - box->min.x, fmaxf(box->max.y - box->min.y, box->max.z - box->min.z));
}

float mote_senin_reach(const mote_senin_options *options, const mote_candidate *candidate)
{
    if (options->reach > 0) return options->reach;
    return options->reach_part * fmaxf(longest_side(candidate->a), longest_side(candidate->b));
}

// The particles of one body of the candidate: those of the pair, or with one_set those of the body.
static mote_senin_particles particles_of(const mote_senin_worker *worker,
                                         const mote_senin_options *options,
                                         const mote_candidate *candidate, int body)
{
    const mote_senin_body *state = body ? candidate->state_b : candidate->state_a;
    mote_senin_pair *pair = candidate->pair_state;
    mote_vec3 *at = worker->at + (body ? worker->capacity : 0);
    if (options->one_set) return (mote_senin_particles){state->particles, state->sites, at};
    mote_site *sites = mote_senin_pair_sites(pair, worker->capacity, body);
    return (mote_senin_particles){pair->counts[body], sites, at};
}

mote_interaction mote_senin_interaction(const mote_senin_worker *worker,
                                        const mote_senin_options *options,
                                        const mote_candidate *candidate, mote_senin_shape shapes[2])
{
    mote_senin_pair *pair = candidate->pair_state;
    shapes[0] = mote_senin_shape_of(candidate->a, options->movement);
    shapes[1] = mote_senin_shape_of(candidate->b, options->movement);
    mote_interaction interaction = {
        .options = options, .reach = pair->reach, .inverse_reach = mote_inverse_reach(pair->reach)};
    for (int body = 0; body < 2; body++) {
        interaction.surfaces[body] = &shapes[body].surface;
        interaction.particles[body] = particles_of(worker, options, candidate, body);
    }
    return interaction;
}

void mote_senin_query_begin(mote_senin_query *query, mote_senin_worker *worker,
                            const mote_settings *settings, mote_sink *sink,
                            mote_candidate *candidate)
{
    const mote_senin_options *options = mote_senin_options_of(settings);
    const mote_senin_body *a = candidate->state_a, *b = candidate->state_b;
    uint32_t starts = MOTE_SENIN_STARTS * options->closest_pairs;
    *query = (mote_senin_query){
        .worker = worker,
        .sink = sink,
        .candidate = candidate,
        .options = options,
        .pair = candidate->pair_state,
        .starts = {worker->starts, starts, 0},
        .ends = {worker->ends, starts + options->closest_pairs, 0},
        .max_steps = a->longest_route > b->longest_route ? a->longest_route : b->longest_route};
    if (options->max_steps) query->max_steps = options->max_steps;
    query->pair->reach = mote_senin_reach(options, candidate);
    query->interaction = mote_senin_interaction(worker, options, candidate, query->shapes);
    if (options->cache_steps) query->interaction.cache = &worker->cache;
    query->interaction.nearest[0] = worker->nearest;
    query->interaction.nearest[1] = worker->nearest + worker->capacity;
}

static void place_particles(mote_senin_query *q, const mote_frame *frame)
{
    const mote_candidate *c = q->candidate;
    const mote_senin_body *bodies[2] = {c->state_a, c->state_b};
    bool is_new = q->pair->counts[0] == 0 || q->options->cold_start;
    bool scatter = is_new && !q->options->one_set;
    mote_random random = mote_random_stream(frame->settings->seed,
                                            (uint64_t)c->index_a << 32 | c->index_b, frame->number);
    if (is_new) q->pair->kept = 0;
    for (int body = 0; body < 2; body++) {
        mote_senin_particles *particles = &q->interaction.particles[body];
        if (scatter)
            mote_senin_scatter(particles, bodies[body]->particles, q->shapes[body].shape, &random);
        mote_senin_locate(particles, q->interaction.surfaces[body]);
        q->pair->counts[body] = particles->count;
    }
}

// ---------------------------------------------------------------------------------------------
// The exact test of the closest pairs

static uint32_t some_face(const mote_shape *shape, mote_site site)
{
    const mote_lists *faces = &shape->mesh->vertex_faces;
    return faces->items[faces->first[site.corners[0]]];
}

static void estimate_distance(mote_senin_query *q)
{
    mote_pair_estimate *estimate = &q->candidate->estimate;
    if (q->ends.count == 0) return;
    const mote_site_pair *closest = &q->ends.items[0];
    estimate->distance = (float)sqrt(closest->squared);
    estimate->on_a = closest->at[0];
    estimate->on_b = closest->at[1];
    estimate->face_a = some_face(q->candidate->a, closest->sites[0]);
    estimate->face_b = some_face(q->candidate->b, closest->sites[1]);
}

static void gather(const mote_senin_query *q, const mote_site_pair *pair, int body,
                   mote_neighborhood *out)
{
    const mote_neighborhood_limits limits = {.max_faces = q->options->faces,
                                             .radius =
                                                 (float)sqrt(pair->squared) + pair->radius[body],
                                             .target = pair->at[1 - body],
                                             .region = &q->candidate->region};
    mote_neighborhood_gather(out, q->shapes[body].shape, pair->sites[body].corners[0], &limits);
}

// True if the candidate needs no further test.
static bool test_pair(mote_senin_query *q, const mote_site_pair *pair)
{
    float distance = (float)sqrt(pair->squared), tolerance = q->options->tolerance;
    if (tolerance == 0) tolerance = pair->radius[0] + pair->radius[1];
    if (!(distance <= tolerance)) return false;
    q->candidate->estimate.probable = true;
    gather(q, pair, 0, &q->worker->check.a);
    gather(q, pair, 1, &q->worker->check.b);
    return mote_precise_check_run(&q->worker->check);
}

static void test_pairs(mote_senin_query *q, mote_frame *frame, uint32_t number)
{
    mote_precise_check_begin(&q->worker->check, frame, q->sink, q->candidate, number);
    for (uint32_t i = 0; i < q->ends.count; i++)
        if (test_pair(q, &q->ends.items[i])) break;
    mote_precise_check_end(&q->worker->check);
}

// Whether their boxes do not overlap, which happens with while_apart.
static bool are_apart(const mote_candidate *candidate)
{
    return !mote_boxes_overlap(&candidate->region, &candidate->region);
}

// If the thread has relaxed the particles, one step follows the bodies to where they have moved
// since. With one_set all bodies have been relaxed together before.
static uint32_t steps_left(const mote_senin_query *q)
{
    if (q->options->one_set) return 0;
    return q->pair->relaxed ? 1 : q->max_steps;
}

void mote_senin_query_run(mote_senin_worker *worker, mote_frame *frame, mote_sink *sink,
                          mote_candidate *candidate, uint32_t number)
{
    mote_senin_query q;
    mote_senin_query_begin(&q, worker, frame->settings, sink, candidate);
    place_particles(&q, frame);
    const mote_senin_limits limits = {.min_moving = q.options->min_moving,
                                      .max_steps = steps_left(&q)};
    mote_senin_relax(&q.interaction, &limits);
    sink->force_evaluations += q.interaction.force_evaluations;
    sink->hops += q.interaction.hops;
    mote_senin_choose_pairs(&q);
    estimate_distance(&q);
    if (are_apart(candidate)) {
        candidate->estimate.verdict = MOTE_VERDICT_APART;
    } else {
        test_pairs(&q, frame, number);
    }
}
