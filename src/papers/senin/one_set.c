// One set of particles per body, which the particles of all neighboring bodies attract together.
//
// Senin et al. 2003 have two bodies only; section 6 leaves "generalization of this technique for
// several bodies" to the future. This is the generalization that needs no more particles than two
// bodies do, and the one that Saenghaengtham and Kanongchaiyos 2006 compare with: forces pull
// particles to a compromise between several bodies, and the nearest body takes the particles that
// another one needs. The default gives each pair of bodies its own particles instead.
//
// Decisions:
// - Bodies move their particles one after the other, in the order of the candidates, and each sees where the others have
//   moved, as within a pair.
// - All bodies make steps until on each of them fewer than N_min particles move; N_min is a tenth of that body's particles.
//   N_max is the largest of all bodies.
// - R_eff of a body is the largest of the pairs that it is in.
// - The closest pairs of two bodies are measured when the particles have come to rest.

#include <math.h>
#include <string.h>

#include "papers/senin/senin.h"

// ---------------------------------------------------------------------------------------------
// The bodies of a frame and their neighbors

bool mote_senin_sets_have(const mote_senin_sets *sets, const mote_senin_body *body)
{
    return body->set < sets->sets.count && sets->sets.data[body->set].body == body;
}

static bool add_set(mote_senin_sets *sets, const mote_frame *frame, mote_senin_body *body,
                    const mote_shape *shape, uint32_t index)
{
    if (mote_senin_sets_have(sets, body)) return true;
    uint32_t first_at = 0;
    if (sets->sets.count) {
        const mote_senin_set *last = &sets->sets.data[sets->sets.count - 1];
        first_at = last->first_at + last->body->particles;
    }
    mote_senin_movement movement = mote_senin_options_of(frame->settings)->movement;
    body->set = (uint32_t)sets->sets.count;
    mote_senin_set set = {.body = body,
                          .shape = mote_senin_shape_of(shape, movement),
                          .index = index,
                          .first_at = first_at};
    return mote_array_push(&sets->sets, frame->allocator, set);
}

static bool add_sets(mote_senin_sets *sets, const mote_frame *frame,
                     const mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const mote_candidate *c = &candidates[i];
        if (mote_senin_can_query(c) && (!add_set(sets, frame, c->state_a, c->a, c->index_a) ||
                                        !add_set(sets, frame, c->state_b, c->b, c->index_b)))
            return false;
    }
    return true;
}

static uint32_t set_of(const void *state)
{
    return ((const mote_senin_body *)state)->set;
}

// Counts the neighbors, sums the counts, then fills the lists from their ends: afterwards `first`
// is where each begins.
static void link_sets(mote_senin_sets *sets, const mote_candidate *candidates, uint32_t count)
{
    uint32_t *first = sets->first.data, *neighbors = sets->neighbors.data;
    memset(first, 0, (sets->sets.count + 1) * sizeof *first);
    for (uint32_t i = 0; i < count; i++) {
        if (!mote_senin_can_query(&candidates[i])) continue;
        first[set_of(candidates[i].state_a)]++;
        first[set_of(candidates[i].state_b)]++;
    }
    for (size_t i = 0; i < sets->sets.count; i++) first[i + 1] += first[i];
    for (uint32_t i = count; i-- > 0;) {
        if (!mote_senin_can_query(&candidates[i])) continue;
        uint32_t a = set_of(candidates[i].state_a), b = set_of(candidates[i].state_b);
        neighbors[--first[a]] = b;
        neighbors[--first[b]] = a;
    }
}

static void choose_reach(mote_senin_sets *sets, const mote_senin_options *options,
                         const mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const mote_candidate *c = &candidates[i];
        if (!mote_senin_can_query(c)) continue;
        float reach = mote_senin_reach(options, c);
        mote_senin_set *a = &sets->sets.data[set_of(c->state_a)];
        mote_senin_set *b = &sets->sets.data[set_of(c->state_b)];
        a->reach = fmaxf(a->reach, reach);
        b->reach = fmaxf(b->reach, reach);
    }
}

static bool build(mote_senin_sets *sets, const mote_frame *frame, const mote_candidate *candidates,
                  uint32_t count)
{
    sets->sets.count = 0;
    if (!add_sets(sets, frame, candidates, count)) return false;
    size_t particles = 0;
    for (size_t i = 0; i < sets->sets.count; i++) particles += sets->sets.data[i].body->particles;
    if (!mote_array_reserve(&sets->first, frame->allocator, sets->sets.count + 1) ||
        !mote_array_reserve(&sets->neighbors, frame->allocator, 2 * (size_t)count) ||
        !mote_array_reserve(&sets->at, frame->allocator, particles) ||
        !mote_array_reserve(&sets->sources, frame->allocator, particles))
        return false;
    link_sets(sets, candidates, count);
    choose_reach(sets, mote_senin_options_of(frame->settings), candidates, count);
    return true;
}

void mote_senin_sets_release(mote_senin_sets *sets, const mote_allocator *allocator)
{
    mote_array_release(&sets->sets, allocator);
    mote_array_release(&sets->first, allocator);
    mote_array_release(&sets->neighbors, allocator);
    mote_array_release(&sets->at, allocator);
    mote_array_release(&sets->sources, allocator);
}

// ---------------------------------------------------------------------------------------------
// Interaction

static mote_senin_particles particles_of(const mote_senin_sets *sets, uint32_t set)
{
    const mote_senin_set *s = &sets->sets.data[set];
    return (mote_senin_particles){s->body->particles, s->body->sites, sets->at.data + s->first_at};
}

static mote_interaction interaction_of(const mote_senin_sets *sets,
                                       const mote_senin_options *options, uint32_t set)
{
    const mote_senin_set *s = &sets->sets.data[set];
    const uint32_t *first = sets->first.data;
    mote_senin_particles others = {.at = sets->sources.data};
    for (uint32_t i = first[set]; i < first[set + 1]; i++) {
        mote_senin_particles neighbor = particles_of(sets, sets->neighbors.data[i]);
        memcpy(others.at + others.count, neighbor.at, neighbor.count * sizeof *others.at);
        others.count += neighbor.count;
    }
    return (mote_interaction){.options = options,
                              .surfaces = {&s->shape.surface, NULL},
                              .particles = {particles_of(sets, set), others},
                              .reach = s->reach,
                              .inverse_reach = mote_inverse_reach(s->reach)};
}

static void locate(const mote_senin_sets *sets, uint32_t set)
{
    mote_senin_particles particles = particles_of(sets, set);
    mote_senin_locate(&particles, &sets->sets.data[set].shape.surface);
}

mote_interaction mote_senin_sets_interaction(const mote_senin_sets *sets,
                                             const mote_senin_options *options, uint32_t set)
{
    const uint32_t *first = sets->first.data;
    locate(sets, set);
    for (uint32_t i = first[set]; i < first[set + 1]; i++) locate(sets, sets->neighbors.data[i]);
    return interaction_of(sets, options, set);
}

// ---------------------------------------------------------------------------------------------
// Relaxation

static void place(const mote_senin_sets *sets, const mote_frame *frame, uint32_t set)
{
    const mote_senin_set *s = &sets->sets.data[set];
    if (!s->body->is_placed || mote_senin_options_of(frame->settings)->cold_start) {
        mote_random random = mote_random_stream(frame->settings->seed, s->index, frame->number);
        mote_senin_particles particles = particles_of(sets, set);
        mote_senin_scatter(&particles, s->body->particles, s->shape.shape, &random);
        s->body->is_placed = true;
    }
    locate(sets, set);
}

// Moves the particles of one body once. True if it is relaxed.
static bool step(const mote_senin_sets *sets, const mote_frame *frame, uint32_t set,
                 const mote_senin_limits *limits)
{
    mote_interaction in = interaction_of(sets, mote_senin_options_of(frame->settings), set);
    uint32_t moved = 0, count = in.particles[0].count;
    for (uint32_t i = 0; i < count; i++) moved += mote_senin_move(&in, 0, i);
    frame->sinks[0].force_evaluations += in.force_evaluations;
    frame->sinks[0].hops += in.hops;
    return mote_senin_is_relaxed(limits, moved, count);
}

static bool step_all(const mote_senin_sets *sets, const mote_frame *frame,
                     const mote_senin_limits *limits)
{
    bool relaxed = true;
    for (uint32_t i = 0; i < sets->sets.count; i++) relaxed &= step(sets, frame, i, limits);
    return relaxed;
}

bool mote_senin_sets_relax(mote_senin_sets *sets, mote_frame *frame,
                           const mote_candidate *candidates, uint32_t count)
{
    if (!build(sets, frame, candidates, count)) return false;
    const mote_senin_options *options = mote_senin_options_of(frame->settings);
    mote_senin_limits limits = {.min_moving = options->min_moving};
    for (uint32_t i = 0; i < sets->sets.count; i++) {
        place(sets, frame, i);
        uint32_t route = sets->sets.data[i].body->longest_route;
        limits.max_steps = limits.max_steps > route ? limits.max_steps : route;
    }
    if (options->max_steps) limits.max_steps = options->max_steps;
    for (uint32_t i = 0; i < limits.max_steps; i++)
        if (step_all(sets, frame, &limits)) break;
    return true;
}
