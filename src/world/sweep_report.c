// Builds the report of a sweep from the results of the workers, which arrive in any order. They are
// sorted by bodies, times and primitives: the report does not depend on the number of workers.

#include <string.h>

#include "core/hash.h"
#include "core/result.h"
#include "core/sort.h"
#include "world/sweep.h"

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the report of a sweep");
}

static const mote_impact_time never = {1, 1};

// ---------------------------------------------------------------------------------------------
// Impacts

// Makes one pair for each candidate, with the time of its first impact and the number of its
// impacts.
static bool count_impacts(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    size_t count = sweeper->candidates.count;
    mote_swept_pair *pairs = mote_array_room(&sweeper->pairs, &world->allocator, count);
    if (!pairs) return false;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = sweeper->pair_keys.data[i];
        pairs[i] =
            (mote_swept_pair){.a = mote_world_id_of(world, (uint32_t)(key >> 32)),
                              .b = mote_world_id_of(world, (uint32_t)key),
                              .first = never,
                              .cut_short = !atomic_load(&sweeper->candidates.data[i].complete)};
    }
    sweeper->pairs.count = count;
    for (size_t s = 0; s < sweeper->sinks.count; s++) {
        const mote_sweep_sink *sink = &sweeper->sinks.data[s];
        for (size_t i = 0; i < sink->impacts.count; i++) {
            mote_swept_pair *pair = &pairs[sink->impacts.data[i].pair];
            pair->impact_count++;
            mote_take_first(&pair->first, sink->impacts.data[i].time);
        }
    }
    return true;
}

static mote_result number_impacts(mote_sweeper *sweeper, uint64_t *total)
{
    *total = 0;
    for (size_t i = 0; i < sweeper->pairs.count; i++) {
        sweeper->pairs.data[i].first_impact = (uint32_t)*total;
        *total += sweeper->pairs.data[i].impact_count;
    }
    if (*total <= UINT32_MAX) return MOTE_OK;
    return mote_fail(MOTE_ERROR_LIMIT,
                     "mote_world_sweep: %llu impacts in one step, but a report can number 2^32 - 1",
                     (unsigned long long)*total);
}

static bool impact_precedes(const void *x, const void *y)
{
    const mote_swept_impact *a = x, *b = y;
    if (a->time.low != b->time.low) return a->time.low < b->time.low;
    if (a->time.high != b->time.high) return a->time.high < b->time.high;
    if (a->kind != b->kind) return a->kind < b->kind;
    return memcmp(a->vertices, b->vertices, sizeof a->vertices) < 0;
}

static mote_result list_impacts(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    uint64_t total;
    mote_result result = number_impacts(sweeper, &total);
    if (result != MOTE_OK) return result;
    sweeper->impact_scratch.count = 0;
    mote_swept_impact *impacts = mote_array_room(&sweeper->impacts, &world->allocator, total);
    mote_swept_impact *scratch =
        mote_array_room(&sweeper->impact_scratch, &world->allocator, total);
    if (!impacts || !scratch) return no_memory();
    mote_swept_pair *pairs = sweeper->pairs.data;
    for (size_t s = 0; s < sweeper->sinks.count; s++) {
        const mote_sweep_sink *sink = &sweeper->sinks.data[s];
        for (size_t i = 0; i < sink->impacts.count; i++)
            impacts[pairs[sink->impacts.data[i].pair].first_impact++] = sink->impacts.data[i];
    }
    for (size_t i = 0; i < sweeper->pairs.count; i++) {
        pairs[i].first_impact -= pairs[i].impact_count;
        mote_sort_elements(impacts + pairs[i].first_impact, pairs[i].impact_count, sizeof *impacts,
                           scratch, impact_precedes);
    }
    sweeper->impacts.count = total;
    return MOTE_OK;
}

// Returns the index of the pair with the first impact of all, or the number of pairs if there is
// none.
static size_t earliest_pair(const mote_sweeper *sweeper)
{
    size_t best = sweeper->pairs.count;
    for (size_t i = 0; i < sweeper->pairs.count; i++) {
        const mote_swept_pair *pair = &sweeper->pairs.data[i];
        if (pair->impact_count &&
            (best == sweeper->pairs.count || pair->first.low < sweeper->pairs.data[best].first.low))
            best = i;
    }
    return best;
}

// Drops impacts that are not the first: keeps one impact per pair, or one in all.
static void keep_first(mote_sweeper *sweeper)
{
    bool one = sweeper->def.find == MOTE_SWEEP_EARLIEST;
    size_t only = one ? earliest_pair(sweeper) : 0;
    mote_swept_impact *impacts = sweeper->impacts.data;
    uint32_t kept = 0;
    for (size_t i = 0; i < sweeper->pairs.count; i++) {
        mote_swept_pair *pair = &sweeper->pairs.data[i];
        bool keeps = pair->impact_count > 0 && (!one || i == only);
        if (one && i != only && only < sweeper->pairs.count)
            mote_take_first(&sweeper->pairs.data[only].first, pair->first);
        if (keeps) impacts[kept] = impacts[pair->first_impact];
        if (!keeps) pair->first = never;
        pair->first_impact = kept;
        pair->impact_count = keeps;
        kept += keeps;
    }
    sweeper->impacts.count = kept;
}

// ---------------------------------------------------------------------------------------------
// Safe steps

static double least(double a, double b)
{
    return a < b ? a : b;
}

static bool list_body_steps(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    mote_body_step *steps =
        mote_array_room(&sweeper->body_steps, &world->allocator, world->bodies.count);
    mote_u32_array *places = &world->found; // index of each body in the list
    places->count = 0;
    uint32_t *place = mote_array_room(places, &world->allocator, world->bodies.count);
    if (!steps || !place) return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        place[i] = count;
        if (!mote_world_body_at(world, i)->generation) continue;
        steps[count++] = (mote_body_step){mote_world_id_of(world, i), sweeper->cut_short ? 0 : 1};
    }
    sweeper->body_steps.count = count;
    for (size_t i = 0; i < sweeper->pairs.count; i++) {
        const mote_swept_pair *pair = &sweeper->pairs.data[i];
        mote_body_step *a = &steps[place[pair->a.index]], *b = &steps[place[pair->b.index]];
        a->safe_step = least(a->safe_step, pair->first.low);
        b->safe_step = least(b->safe_step, pair->first.low);
    }
    return true;
}

static bool begin_vertex_steps(mote_world *world)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_body *body = mote_world_body_at(world, i);
        if (!body->generation) continue;
        mote_body_sweep *sweep = body->sweep;
        uint32_t count = body->shape.clusters->vertex_count;
        if (!sweep->vertex_steps)
            sweep->vertex_steps = mote_allocate(&world->allocator, count, sizeof(double));
        if (!sweep->vertex_steps) return false;
        for (uint32_t v = 0; v < count; v++)
            sweep->vertex_steps[v] = world->sweeper->cut_short ? 0 : 1;
        sweep->has_vertex_steps = true;
    }
    return true;
}

static bool fill_vertex_steps(mote_world *world)
{
    const mote_sweeper *sweeper = world->sweeper;
    if (!begin_vertex_steps(world)) return false;
    for (size_t i = 0; i < sweeper->impacts.count; i++) {
        const mote_swept_impact *impact = &sweeper->impacts.data[i];
        uint64_t key = sweeper->pair_keys.data[impact->pair];
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t index =
                (uint32_t)(mote_swept_impact_vertex_is_of_a(impact, k) ? key >> 32 : key);
            double *steps = mote_world_body_at(world, index)->sweep->vertex_steps;
            steps[impact->vertices[k]] = least(steps[impact->vertices[k]], impact->time.low);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// The whole report

static bool has_start_hits(const mote_sweeper *sweeper)
{
    for (size_t s = 0; s < sweeper->sinks.count; s++) {
        if (sweeper->sinks.data[s].base.hits.count) return true;
    }
    return false;
}

// Converts impacts to the caller's indices and drops pairs without any result.
static void tell_pairs(mote_sweeper *sweeper)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < sweeper->pairs.count; i++) {
        mote_swept_pair pair = sweeper->pairs.data[i];
        for (uint32_t k = pair.first_impact; k < pair.first_impact + pair.impact_count; k++) {
            mote_swept_impact_tell(&sweeper->candidates.data[i], &sweeper->impacts.data[k]);
            sweeper->impacts.data[k].pair = kept;
        }
        if (pair.impact_count || pair.face_pair_count || pair.cut_short)
            sweeper->pairs.data[kept++] = pair;
    }
    sweeper->pairs.count = kept;
}

static uint64_t hash_time(uint64_t hash, mote_impact_time time)
{
    return mote_hash_bytes(mote_hash_bytes(hash, &time.low, sizeof time.low), &time.high,
                           sizeof time.high);
}

static uint64_t hash_report(const mote_sweeper *sweeper)
{
    uint64_t hash = MOTE_HASH_START;
    for (size_t i = 0; i < sweeper->pairs.count; i++) {
        const mote_swept_pair *pair = &sweeper->pairs.data[i];
        hash = mote_hash_u64(hash, mote_pair_key(pair->a.index, pair->b.index));
        hash = mote_hash_u64(hash, (uint64_t)pair->impact_count << 32 | pair->face_pair_count);
        hash = hash_time(hash, pair->first);
    }
    for (size_t i = 0; i < sweeper->impacts.count; i++) {
        const mote_swept_impact *impact = &sweeper->impacts.data[i];
        hash = mote_hash_u64(hash, (uint64_t)impact->kind << 32 | impact->pair);
        hash = mote_hash_bytes(hash, impact->vertices, sizeof impact->vertices);
        hash = mote_hash_u64(hash, (uint64_t)impact->face_a << 32 | impact->face_b);
        hash = hash_time(hash, impact->time);
    }
    for (size_t i = 0; i < sweeper->face_pairs.count; i++) {
        const mote_swept_faces *faces = &sweeper->face_pairs.data[i];
        hash = mote_hash_u64(hash, (uint64_t)faces->face_a << 32 | faces->face_b);
        hash = hash_time(mote_hash_u64(hash, faces->at_start), faces->time);
    }
    return hash;
}

static mote_result fill_details(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    const mote_sweep_def *def = &sweeper->def;
    mote_result result = MOTE_OK;
    if (def->face_pairs) result = mote_sweep_list_faces(world);
    if (result == MOTE_OK && def->contacts) result = mote_sweep_fill_contacts(world);
    if (result != MOTE_OK) return result;
    if (def->vertex_steps && !fill_vertex_steps(world)) return no_memory();
    if (def->find != MOTE_SWEEP_EARLIEST && !list_body_steps(world)) return no_memory();
    return MOTE_OK;
}

mote_result mote_sweep_report_build(mote_world *world)
{
    mote_sweeper *sweeper = world->sweeper;
    if (!count_impacts(world)) return no_memory();
    mote_result result = list_impacts(world);
    if (result != MOTE_OK) return result;
    if (sweeper->def.find != MOTE_SWEEP_ALL) keep_first(sweeper);
    result = fill_details(world);
    if (result != MOTE_OK) return result;
    sweeper->safe_step = sweeper->cut_short ? 0 : 1;
    for (size_t i = 0; i < sweeper->pairs.count; i++)
        sweeper->safe_step = least(sweeper->safe_step, sweeper->pairs.data[i].first.low);
    sweeper->start_is_free = sweeper->def.verify && !sweeper->cut_short && !has_start_hits(sweeper);
    tell_pairs(sweeper);
    sweeper->hash = hash_report(sweeper);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Reading

mote_result mote_sweep_expect_report(const mote_world *world, const char *function)
{
    mote_result readable = mote_world_expect_readable(world, function);
    if (readable != MOTE_OK) return readable;
    if (world->sweeper && world->sweeper->has_report) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STATE, "%s: there is no mote_world_sweep that has succeeded",
                     function);
}

mote_result mote_world_sweep_report(const mote_world *world, mote_sweep_report *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_sweep_report: out is null");
    mote_result result = mote_sweep_expect_report(world, __func__);
    if (result != MOTE_OK) return result;
    const mote_sweeper *sweeper = world->sweeper;
    bool has_contacts = sweeper->def.contacts;
    bool has_body_steps = sweeper->def.find != MOTE_SWEEP_EARLIEST;
    *out = (mote_sweep_report){.sweep = sweeper->number,
                               .pairs = sweeper->pairs.data,
                               .pair_count = sweeper->pairs.count,
                               .impacts = sweeper->impacts.data,
                               .impact_count = sweeper->impacts.count,
                               .contacts = has_contacts ? sweeper->contacts.data : NULL,
                               .face_pairs = sweeper->face_pairs.data,
                               .face_pair_count = sweeper->face_pairs.count,
                               .safe_step = sweeper->safe_step,
                               .body_steps = has_body_steps ? sweeper->body_steps.data : NULL,
                               .body_step_count = sweeper->body_steps.count,
                               .verified_step = sweeper->verified_step,
                               .start_is_free = sweeper->start_is_free,
                               .invalid = sweeper->invalid.data,
                               .invalid_count = sweeper->invalid.count,
                               .cut_short = sweeper->cut_short,
                               .hash = sweeper->hash,
                               .stats = sweeper->stats};
    out->stats.bytes = mote_memory_bytes(&world->memory);
    return MOTE_OK;
}

mote_result mote_body_get_safe_steps(const mote_world *world, mote_body_id id, double *out,
                                     size_t capacity)
{
    mote_body *body;
    mote_result result = mote_world_find(world, __func__, id, &body);
    if (result == MOTE_OK) result = mote_sweep_expect_report(world, __func__);
    if (result != MOTE_OK) return result;
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_body_get_safe_steps: out is null");
    if (!body->sweep || !body->sweep->has_vertex_steps)
        return mote_fail(MOTE_ERROR_STATE,
                         "mote_body_get_safe_steps: the last mote_world_sweep had no vertex_steps, "
                         "or no body %u",
                         id.index);
    const mote_clusters *clusters = body->shape.clusters;
    if (capacity < clusters->caller_vertex_count)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_body_get_safe_steps: capacity is %zu, but body %u has %u vertices",
                         capacity, id.index, clusters->caller_vertex_count);
    for (uint32_t v = 0; v < clusters->caller_vertex_count; v++) out[v] = 1;
    for (uint32_t v = 0; v < clusters->vertex_count; v++)
        out[clusters->vertex_of[v]] = body->sweep->vertex_steps[v];
    return MOTE_OK;
}
