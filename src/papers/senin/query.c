#include "papers/senin/query.h"

#include <math.h>

#include "papers/senin/body.h"
#include "papers/senin/pursuit.h"

typedef struct query {
    mote_senin_worker *worker;
    mote_frame *frame;
    mote_sink *sink;
    mote_candidate *candidate;
    const mote_senin_options *options;
    mote_senin_memory *memory;
    mote_shape_terrain terrains[2];
    mote_interaction interaction;
    mote_close_pairs starts, ends;
    uint32_t most_steps; // N_max
} query;

// ---------------------------------------------------------------------------------------------
// Beginning

static float longest_side(const mote_shape *shape)
{
    const mote_box *box = mote_shape_bounds(shape);
    return fmaxf(box->max.x - box->min.x, fmaxf(box->max.y - box->min.y, box->max.z - box->min.z));
}

// R_eff goes by the "linear dimensions of the model" as it is now; of two models by those of the larger one, for the
// particles of the smaller one must reach its middle.
static float reach_of(const mote_senin_options *o, const mote_candidate *c)
{
    if (o->reach > 0) return o->reach;
    return o->reach_part * fmaxf(longest_side(c->a), longest_side(c->b));
}

mote_interaction mote_senin_interaction(const mote_senin_worker *worker,
                                        const mote_senin_options *options,
                                        const mote_candidate *candidate,
                                        mote_shape_terrain terrains[2])
{
    mote_senin_memory *memory = candidate->pair_state;
    terrains[0] = mote_terrain_of_shape(candidate->a, options->movement);
    terrains[1] = mote_terrain_of_shape(candidate->b, options->movement);
    return (mote_interaction){
        .options = options,
        .terrains = {&terrains[0].terrain, &terrains[1].terrain},
        .crowds = {{.sites = mote_senin_sites(memory, worker->capacity, 0), .at = worker->at},
                   {.sites = mote_senin_sites(memory, worker->capacity, 1),
                    .at = worker->at + worker->capacity}},
        .reach = memory->reach,
        .inverse_reach = mote_inverse_reach(memory->reach)};
}

static void place_particles(query *q)
{
    const mote_candidate *c = q->candidate;
    const mote_senin_body *bodies[2] = {c->state_a, c->state_b};
    bool is_new = q->memory->counts[0] == 0 || q->options->cold_start;
    mote_random random = mote_random_stream(
        q->frame->settings->seed, (uint64_t)c->index_a << 32 | c->index_b, q->frame->number);
    if (is_new) q->memory->kept = 0;
    for (int body = 0; body < 2; body++) {
        mote_crowd *crowd = &q->interaction.crowds[body];
        if (is_new)
            mote_crowd_scatter(crowd, bodies[body]->particles, q->terrains[body].shape, &random);
        else
            crowd->count = q->memory->counts[body];
        mote_crowd_locate(crowd, &q->terrains[body].terrain);
        q->memory->counts[body] = crowd->count;
    }
}

static void begin(query *q)
{
    mote_senin_worker *worker = q->worker;
    const mote_candidate *c = q->candidate;
    const mote_senin_body *a = c->state_a, *b = c->state_b;
    uint32_t most_starts = MOTE_SENIN_STARTS * q->options->closest_pairs;
    q->starts = (mote_close_pairs){worker->starts, most_starts, 0};
    q->ends = (mote_close_pairs){worker->ends, most_starts + q->options->closest_pairs, 0};
    q->most_steps = a->longest_way > b->longest_way ? a->longest_way : b->longest_way;
    if (q->options->most_steps) q->most_steps = q->options->most_steps;
    q->memory->reach = reach_of(q->options, c);
    q->interaction = mote_senin_interaction(worker, q->options, c, q->terrains);
    if (q->options->cache_steps) q->interaction.cache = &worker->cache;
    q->interaction.nearest[0] = worker->nearest;
    q->interaction.nearest[1] = worker->nearest + worker->capacity;
}

// ---------------------------------------------------------------------------------------------
// The closest pairs

static void pursue(query *q, mote_close_pair pair)
{
    // Twice the longest way, for there are two of them.
    q->sink->hops += mote_pursue(q->interaction.terrains, &pair, 2 * q->most_steps);
    mote_close_pairs_offer(&q->ends, &pair);
}

static void pursue_kept(query *q)
{
    const mote_site *kept = mote_senin_kept(q->memory, q->worker->capacity);
    for (uint32_t i = 0; i < q->memory->kept; i++) {
        mote_close_pair pair = {.sites = {kept[2 * (size_t)i], kept[2 * (size_t)i + 1]}};
        for (int body = 0; body < 2; body++)
            pair.at[body] =
                q->terrains[body].terrain.locate(&q->terrains[body].terrain, pair.sites[body]);
        pair.squared = mote_squared_distance(pair.at[0], pair.at[1]);
        pursue(q, pair);
    }
}

static void keep(query *q)
{
    mote_site *kept = mote_senin_kept(q->memory, q->worker->capacity);
    q->memory->kept = q->ends.count;
    for (uint32_t i = 0; i < q->ends.count; i++) {
        *kept++ = q->ends.items[i].sites[0];
        *kept++ = q->ends.items[i].sites[1];
    }
}

static void find_starts(query *q)
{
    for (int body = 0; body < 2; body++)
        for (uint32_t i = 0; i < q->interaction.crowds[body].count; i++)
            mote_close_pairs_offer(&q->starts, &q->interaction.nearest[body][i]);
}

// Section 3.4: the size of a neighborhood depends on the faces at the particle.
static void measure(const query *q, mote_close_pair *pair)
{
    for (int body = 0; body < 2; body++)
        pair->radius[body] = q->options->neighborhood *
                             mote_face_size(q->terrains[body].shape, pair->sites[body].corners[0]);
}

// Two pairs whose sites are so close to each other have most of their neighborhoods in common.
static bool is_beside(const mote_close_pair *a, const mote_close_pair *b)
{
    for (int body = 0; body < 2; body++) {
        double near = 0.5 * (double)a->radius[body];
        if (!(mote_squared_distance(a->at[body], b->at[body]) < near * near)) return false;
    }
    return true;
}

static bool is_beside_a_closer_one(const mote_close_pair *pair, const mote_close_pair *closer,
                                   uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (is_beside(pair, &closer[i])) return true;
    return false;
}

// Leaves those that are worth a test of their own.
static void thin_out(query *q)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->ends.count && kept < q->options->closest_pairs; i++) {
        mote_close_pair *pair = &q->ends.items[i];
        measure(q, pair);
        if (!is_beside_a_closer_one(pair, q->ends.items, kept)) q->ends.items[kept++] = *pair;
    }
    q->ends.count = kept;
}

// The pairs that are to be tested come to `ends`.
static void choose_pairs(query *q)
{
    find_starts(q);
    for (uint32_t i = 0; i < q->starts.count; i++) {
        if (q->options->pursue)
            pursue(q, q->starts.items[i]);
        else
            mote_close_pairs_offer(&q->ends, &q->starts.items[i]);
    }
    if (q->options->pursue) pursue_kept(q);
    thin_out(q);
    keep(q);
}

// ---------------------------------------------------------------------------------------------
// What they tell

static uint32_t some_face(const mote_shape *shape, mote_site site)
{
    const mote_lists *faces = &shape->mesh->vertex_faces;
    return faces->items[faces->first[site.corners[0]]];
}

static void say_closest(query *q)
{
    mote_pair_estimate *estimate = &q->candidate->estimate;
    if (q->ends.count == 0) return;
    const mote_close_pair *closest = &q->ends.items[0];
    estimate->distance = (float)sqrt(closest->squared);
    estimate->on_a = closest->at[0];
    estimate->on_b = closest->at[1];
    estimate->face_a = some_face(q->candidate->a, closest->sites[0]);
    estimate->face_b = some_face(q->candidate->b, closest->sites[1]);
}

static void gather(const query *q, const mote_close_pair *pair, int body, mote_neighborhood *out)
{
    const mote_neighborhood_limits reach = {.max_faces = q->options->faces,
                                            .radius =
                                                (float)sqrt(pair->squared) + pair->radius[body],
                                            .target = pair->at[1 - body],
                                            .region = &q->candidate->region};
    mote_neighborhood_gather(out, q->terrains[body].shape, pair->sites[body].corners[0], &reach);
}

// True if there is nothing more to find.
static bool test_pair(query *q, const mote_close_pair *pair)
{
    float distance = (float)sqrt(pair->squared), tolerance = q->options->tolerance;
    if (tolerance == 0) tolerance = pair->radius[0] + pair->radius[1];
    if (!(distance <= tolerance)) return false;
    q->candidate->estimate.probable = true;
    gather(q, pair, 0, &q->worker->check.a);
    gather(q, pair, 1, &q->worker->check.b);
    return mote_precise_check_run(&q->worker->check);
}

static void test_pairs(query *q, uint32_t number)
{
    mote_precise_check_begin(&q->worker->check, q->frame, q->sink, q->candidate, number);
    for (uint32_t i = 0; i < q->ends.count; i++)
        if (test_pair(q, &q->ends.items[i])) break;
    mote_precise_check_end(&q->worker->check);
}

// What the thread has done is done; a step shows where the bodies have gone since.
static mote_patience patience_of(const query *q, bool relaxed)
{
    return (mote_patience){.least_moving = q->options->least_moving,
                           .most_steps = relaxed ? 1 : q->most_steps};
}

void mote_senin_query(mote_senin_worker *worker, mote_frame *frame, mote_sink *sink,
                      mote_candidate *candidate, uint32_t number)
{
    query q = {.worker = worker,
               .frame = frame,
               .sink = sink,
               .candidate = candidate,
               .options = mote_senin_options_of(frame->settings),
               .memory = candidate->pair_state};
    begin(&q);
    place_particles(&q);
    const mote_patience patience = patience_of(&q, q.memory->relaxed);
    mote_relax(&q.interaction, &patience);
    sink->force_evaluations += q.interaction.force_evaluations;
    sink->hops += q.interaction.hops;
    choose_pairs(&q);
    say_closest(&q);
    test_pairs(&q, number);
}

// ---------------------------------------------------------------------------------------------
// The thread of the particles

bool mote_senin_copy(mote_senin_worker *worker, mote_frame *frame, mote_snapshot *snapshot,
                     mote_candidate *candidate)
{
    query q = {.worker = worker,
               .candidate = candidate,
               .options = mote_senin_options_of(frame->settings),
               .memory = candidate->pair_state};
    begin(&q);
    for (int body = 0; body < 2; body++) {
        q.interaction.crowds[body].count = q.memory->counts[body];
        mote_crowd_locate(&q.interaction.crowds[body], &q.terrains[body].terrain);
    }
    const mote_patience patience = patience_of(&q, false);
    q.memory->copy = mote_snapshot_add(snapshot, &q.interaction, &patience);
    if (q.memory->copy == MOTE_NONE) return false;
    q.memory->copied_in = frame->number;
    return true;
}

void mote_senin_take_back(const mote_snapshot *snapshot, uint32_t capacity,
                          mote_senin_memory *memory, mote_sink *sink)
{
    memory->relaxed = memory->copied_in && memory->copied_in == snapshot->frame;
    if (!memory->relaxed) return;
    for (int body = 0; body < 2; body++)
        mote_snapshot_read(snapshot, memory->copy, body, mote_senin_sites(memory, capacity, body));
    const mote_interaction *done = &snapshot->pairs[memory->copy].interaction;
    sink->force_evaluations += done->force_evaluations;
    sink->hops += done->hops;
}
