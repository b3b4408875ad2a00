// Builds the report from the hits of the workers, which arrive in any order. They are sorted by
// bodies and faces: the report does not depend on the number of workers.

#include <string.h>

#include "core/hash.h"
#include "core/result.h"
#include "core/sort.h"
#include "shape/on_demand.h"
#include "world/world.h"

void mote_report_clear(mote_report_data *report)
{
    report->pairs.count = report->face_pairs.count = report->contact_of.count = 0;
    report->contacts.count = report->segments.count = report->invalid.count = 0;
    report->estimates.count = report->unexamined.count = report->unsearched.count = 0;
    report->cut_short = false;
    report->hash = 0;
    report->stats = (mote_stats){0};
}

void mote_report_release(mote_report_data *report, const mote_allocator *allocator)
{
    mote_array_release(&report->pairs, allocator);
    mote_array_release(&report->face_pairs, allocator);
    mote_array_release(&report->contact_of, allocator);
    mote_array_release(&report->contacts, allocator);
    mote_array_release(&report->segments, allocator);
    mote_array_release(&report->estimates, allocator);
    mote_array_release(&report->invalid, allocator);
    mote_array_release(&report->unexamined, allocator);
    mote_array_release(&report->unsearched, allocator);
    mote_array_release(&report->keys, allocator);
    mote_array_release(&report->scratch, allocator);
    mote_array_release(&report->before, allocator);
    mote_array_release(&report->now, allocator);
    mote_array_release(&report->merged, allocator);
}

static mote_result no_memory(void)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for the report of this frame");
}

// ---------------------------------------------------------------------------------------------
// Face pairs

// Makes one pair report for each candidate, with the number of its face pairs and whether some
// touch.
static bool count_hits(mote_world *world)
{
    mote_report_data *report = &world->report;
    const uint64_t *keys = world->pair_keys.data;
    const mote_candidate *candidates = world->candidates.data;
    size_t count = world->candidates.count;
    mote_pair_report *pairs = mote_array_room(&report->pairs, &world->allocator, count);
    if (!pairs) return false;
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (mote_pair_report){.a = mote_world_id_of(world, (uint32_t)(keys[i] >> 32)),
                                      .b = mote_world_id_of(world, (uint32_t)keys[i]),
                                      .cut_short = !candidates[i].complete};
    }
    report->pairs.count = count;
    const mote_sink *sinks = world->sinks.data;
    for (uint32_t s = 0; s < world->sinks.count; s++) {
        const mote_hit *hits = sinks[s].hits.data;
        if (sinks[s].failed) return false;
        for (size_t i = 0; i < sinks[s].hits.count; i++) {
            mote_pair_report *pair = &pairs[hits[i].candidate];
            if (!mote_hit_is_without_faces(&hits[i]))
                pair->face_pair_count += sinks[s].counting ? hits[i].face_a : 1;
            if (hits[i].touches) pair->relation = MOTE_RELATION_TOUCH;
            if (pair->relation == MOTE_RELATION_APART) pair->relation = MOTE_RELATION_NEAR;
        }
        report->stats.cluster_pairs += sinks[s].cluster_pairs;
        report->stats.candidates += sinks[s].candidates;
        report->stats.exact_calls += sinks[s].exact_calls;
        report->stats.force_evaluations += sinks[s].force_evaluations;
        report->stats.hops += sinks[s].hops;
        report->stats.repartitions += sinks[s].repartitions;
    }
    return true;
}

static void scatter_hits(mote_world *world, uint64_t *keys)
{
    mote_pair_report *pairs = world->report.pairs.data;
    const mote_sink *sinks = world->sinks.data;
    for (uint32_t s = 0; s < world->sinks.count; s++) {
        const mote_hit *hits = sinks[s].hits.data;
        for (size_t i = 0; i < sinks[s].hits.count; i++) {
            mote_pair_report *pair = &pairs[hits[i].candidate];
            if (mote_hit_is_without_faces(&hits[i])) continue;
            keys[pair->first_face_pair++] = (uint64_t)hits[i].face_a << 32 | hits[i].face_b;
        }
    }
}

static mote_result list_face_pairs(mote_world *world)
{
    mote_report_data *report = &world->report;
    mote_pair_report *pairs = report->pairs.data;
    uint64_t total = 0;
    for (size_t i = 0; i < report->pairs.count; i++) {
        pairs[i].first_face_pair = (uint32_t)total;
        total += pairs[i].face_pair_count;
    }
    if (total > UINT32_MAX)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_world_detect: %llu face pairs in one frame, but a report can number "
                         "2^32 - 1",
                         (unsigned long long)total);
    report->keys.count = report->scratch.count = 0;
    uint64_t *keys = mote_array_room(&report->keys, &world->allocator, total);
    uint64_t *scratch = mote_array_room(&report->scratch, &world->allocator, total);
    mote_face_pair *out = mote_array_room(&report->face_pairs, &world->allocator, total);
    if (!keys || !scratch || !out) return no_memory();
    scatter_hits(world, keys);
    for (size_t i = 0; i < report->pairs.count; i++) {
        pairs[i].first_face_pair -= pairs[i].face_pair_count;
        mote_sort_keys(keys + pairs[i].first_face_pair, pairs[i].face_pair_count, scratch);
    }
    for (uint64_t i = 0; i < total; i++)
        out[i] = (mote_face_pair){(uint32_t)(keys[i] >> 32), (uint32_t)keys[i]};
    report->face_pairs.count = total;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Beginning, persisting, ending

static bool same_bodies(const mote_body_pair *t, const mote_pair_report *pair)
{
    return t->a.index == pair->a.index && t->a.generation == pair->a.generation &&
           t->b.index == pair->b.index && t->b.generation == pair->b.generation;
}

static bool push_now(mote_world *world, const mote_pair_report *pair)
{
    mote_body_pair together = {pair->a, pair->b};
    return mote_array_push(&world->report.now, &world->allocator, together);
}

static bool push_ended(mote_world *world, mote_pair_report_array *pairs, const mote_body_pair *t)
{
    mote_pair_report ended = {.a = t->a, .b = t->b, .state = MOTE_PAIR_END};
    return mote_array_push(pairs, &world->allocator, ended);
}

// Did a budget leave the pair for another frame?
static bool is_left_out(const mote_report_data *report, const mote_body_pair *t)
{
    const mote_unexamined_pair *listed = report->unexamined.data;
    uint64_t key = mote_body_pair_key(t);
    size_t low = 0, high = report->unexamined.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (mote_pair_key(listed[middle].a.index, listed[middle].b.index) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < report->unexamined.count && listed[low].a.index == t->a.index &&
           listed[low].a.generation == t->a.generation && listed[low].b.index == t->b.index &&
           listed[low].b.generation == t->b.generation;
}

// Adds a pair of the last frame that is not a candidate: it has ended, or is unknown if a budget
// left it out.
static bool push_absent(mote_world *world, mote_pair_report_array *out, const mote_body_pair *t)
{
    mote_report_data *report = &world->report;
    if (report->unexamined.count && is_left_out(report, t))
        return mote_array_push(&report->now, &world->allocator, *t);
    return push_ended(world, out, t);
}

// Merges the sorted candidates with the sorted pairs of the last frame into `out`: present pairs
// and ended pairs.
static bool merge_states(mote_world *world, mote_pair_report_array *out)
{
    mote_report_data *report = &world->report;
    const mote_body_pair *before = report->before.data;
    const mote_pair_report *pairs = report->pairs.data;
    size_t next = 0, end = report->before.count; // into the pairs of the last frame
    for (size_t i = 0; i < report->pairs.count; i++) {
        mote_pair_report pair = pairs[i];
        uint64_t key = mote_pair_key(pair.a.index, pair.b.index);
        for (; next < end && mote_body_pair_key(&before[next]) < key; next++) {
            if (!push_absent(world, out, &before[next])) return false;
        }
        bool same_places = next < end && mote_body_pair_key(&before[next]) == key;
        bool was = same_places && same_bodies(&before[next], &pair);
        bool is = pair.relation != MOTE_RELATION_APART || (was && pair.cut_short);
        if (same_places) {
            if (!(was && is) && !push_ended(world, out, &before[next])) return false;
            next++;
        }
        pair.state = was ? MOTE_PAIR_PERSIST : MOTE_PAIR_BEGIN;
        if (is && !(mote_array_push(out, &world->allocator, pair) && push_now(world, &pair)))
            return false;
    }
    for (; next < end; next++) {
        if (!push_absent(world, out, &before[next])) return false;
    }
    return true;
}

static bool fill_states(mote_world *world)
{
    mote_report_data *report = &world->report;
    report->now.count = 0;
    report->merged.count = 0;
    if (!merge_states(world, &report->merged)) return false;
    mote_pair_report_array swap = report->pairs;
    report->pairs = report->merged;
    report->merged = swap;
    mote_body_pair_array ended = report->before;
    report->before = report->now;
    report->now = ended;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Estimates

static bool list_estimates(mote_world *world)
{
    const mote_candidate *candidates = world->candidates.data;
    for (size_t i = 0; i < world->candidates.count; i++) {
        if (!mote_array_push(&world->report.estimates, &world->allocator, candidates[i].estimate))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------

static uint64_t hash_report(const mote_report_data *report)
{
    uint64_t hash = MOTE_HASH_START;
    const mote_pair_report *pairs = report->pairs.data;
    for (size_t i = 0; i < report->pairs.count; i++) {
        hash = mote_hash_u64(hash, mote_pair_key(pairs[i].a.index, pairs[i].b.index));
        hash = mote_hash_u64(hash, (uint64_t)pairs[i].state << 32 | (uint64_t)pairs[i].relation);
        hash = mote_hash_u64(hash, pairs[i].face_pair_count);
    }
    return mote_hash_bytes(hash, report->face_pairs.data,
                           report->face_pairs.count * sizeof(mote_face_pair));
}

mote_result mote_report_list_pairs(mote_world *world)
{
    if (!count_hits(world)) return no_memory();
    mote_result result = MOTE_OK;
    if (world->def.detect != MOTE_DETECT_COUNT) result = list_face_pairs(world);
    if (result != MOTE_OK) return result;
    if (mote_world_reads_points(world) && !list_estimates(world)) return no_memory();
    return MOTE_OK;
}

mote_result mote_report_compare(mote_world *world)
{
    return fill_states(world) ? MOTE_OK : no_memory();
}

void mote_report_finish(mote_world *world)
{
    mote_report_data *report = &world->report;
    for (size_t i = 0; i < report->pairs.count; i++)
        report->stats.face_pairs += report->pairs.data[i].face_pair_count;
    report->hash = hash_report(report);
}

static bool is_reproducible(const mote_world *world)
{
    const mote_world_def *def = &world->def;
    return !(def->time_budget > 0 && world->report.cut_short) &&
           !(world->settings.effects & MOTE_OPTION_USES_THE_CLOCK);
}

// Counts vertices evaluated and nodes bounded on demand since the frame began, including those of
// queries.
static void count_on_demand(const mote_world *world, mote_stats *stats)
{
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        const mote_on_demand *demand = mote_world_body_at(world, i)->shape.on_demand;
        if (!demand) continue;
        stats->evaluated_vertices += atomic_load(&demand->evaluated);
        stats->bounded_nodes += demand->bounded;
    }
}

mote_result mote_world_report(const mote_world *world, mote_report *out)
{
    if (!world || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_world_report: %s is null",
                         world ? "out" : "world");
    mote_result readable = mote_world_expect_readable(world, __func__);
    if (readable != MOTE_OK) return readable;
    if (!world->has_report)
        return mote_fail(MOTE_ERROR_STATE,
                         "mote_world_report: called before the first mote_world_detect");
    const mote_report_data *report = &world->report;
    *out = (mote_report){.frame = world->frame,
                         .pairs = report->pairs.data,
                         .pair_count = report->pairs.count,
                         .face_pairs = report->face_pairs.data,
                         .face_pair_count = report->face_pairs.count,
                         .contact_of = report->contact_of.count ? report->contact_of.data : NULL,
                         .contacts = report->contacts.data,
                         .contact_count = report->contacts.count,
                         .segments = report->segments.data,
                         .segment_count = report->segments.count,
                         .estimates = report->estimates.data,
                         .estimate_count = report->estimates.count,
                         .invalid = report->invalid.data,
                         .invalid_count = report->invalid.count,
                         .cut_short = report->cut_short,
                         .reproducible = is_reproducible(world),
                         .hash = report->hash,
                         .stats = report->stats,
                         .unexamined = report->unexamined.data,
                         .unexamined_count = report->unexamined.count,
                         .unsearched = report->unsearched.data,
                         .unsearched_count = report->unsearched.count};
    out->stats.bytes = mote_memory_bytes(&world->memory);
    count_on_demand(world, &out->stats);
    return MOTE_OK;
}
