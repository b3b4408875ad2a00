#include "method/method.h"

#include "core/timer.h"
#include "method/methods.h"

// ---------------------------------------------------------------------------------------------
// The list of methods

#define METHOD_ADDRESS(name) &mote_method_##name,

static const mote_method_api *const methods[] = {MOTE_METHODS(METHOD_ADDRESS)};

enum { METHOD_COUNT = sizeof methods / sizeof *methods };

const mote_method_api *mote_method_find(mote_method method)
{
    for (size_t i = 0; i < METHOD_COUNT; i++) {
        if (methods[i]->info.method == method) return methods[i];
    }
    return NULL;
}

const mote_method_api *mote_method_api_at(size_t index)
{
    return index < METHOD_COUNT ? methods[index] : NULL;
}

const mote_method_info *mote_method_at(size_t index)
{
    return index < METHOD_COUNT ? &methods[index]->info : NULL;
}

// ---------------------------------------------------------------------------------------------
// Budget

static bool is_late(const mote_budget *budget, const mote_sink *sink)
{
    if (budget->deadline == 0) return false;
    double hits = (double)sink->hits.count * budget->worker_count;
    return mote_seconds() + hits * budget->seconds_per_hit >= budget->deadline;
}

static bool is_exhausted(const mote_budget *budget)
{
    return atomic_load_explicit(&budget->exhausted, memory_order_relaxed);
}

static void exhaust(mote_budget *budget)
{
    atomic_store_explicit(&budget->exhausted, true, memory_order_relaxed);
}

// Candidates are counted only if one worker does all the work, so a load and a store are enough.
static uint64_t take_candidates(mote_budget *budget, uint64_t wanted)
{
    int64_t left = atomic_load_explicit(&budget->candidates_left, memory_order_relaxed);
    uint64_t granted = (uint64_t)left < wanted ? (uint64_t)left : wanted;
    atomic_store_explicit(&budget->candidates_left, left - (int64_t)granted, memory_order_relaxed);
    return granted;
}

uint64_t mote_budget_take_limited(mote_budget *budget, const mote_sink *sink, uint64_t wanted)
{
    if (is_exhausted(budget)) return 0;
    uint64_t granted = wanted;
    if (is_late(budget, sink)) {
        granted = 0;
    } else if (budget->counts_candidates) {
        granted = take_candidates(budget, wanted);
    }
    if (granted < wanted) exhaust(budget);
    return granted;
}

bool mote_budget_is_over(mote_budget *budget, const mote_sink *sink)
{
    if (!budget->is_limited) return false;
    if (!is_exhausted(budget) && is_late(budget, sink)) exhaust(budget);
    return is_exhausted(budget);
}

// ---------------------------------------------------------------------------------------------
// Sinks

void mote_sink_add(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate,
                   uint32_t face_a, uint32_t face_b, bool touches)
{
    candidate += sink->first_candidate;
    if (sink->counting && sink->hits.count > 0) {
        mote_hit *last = &sink->hits.data[sink->hits.count - 1];
        if (last->candidate == candidate && last->face_a < UINT32_MAX) {
            last->face_a++;
            last->touches |= touches;
            return;
        }
    }
    mote_hit hit = {candidate, sink->counting ? 1 : face_a, sink->counting ? 0 : face_b, touches};
    if (!mote_array_push(&sink->hits, allocator, hit)) sink->failed = true;
}

void mote_sink_add_touch(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate)
{
    mote_hit hit = {candidate + sink->first_candidate, MOTE_NONE, MOTE_NONE, true};
    if (!mote_array_push(&sink->hits, allocator, hit)) sink->failed = true;
}
