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

bool mote_budget_spend(mote_budget *budget, uint64_t candidates)
{
    if (atomic_load_explicit(&budget->exhausted, memory_order_relaxed)) return false;
    bool left = budget->deadline == 0 || mote_seconds() < budget->deadline;
    if (left && budget->counts_candidates) {
        int64_t before = atomic_fetch_sub_explicit(&budget->candidates_left, (int64_t)candidates,
                                                   memory_order_relaxed);
        left = before > 0;
    }
    if (!left) atomic_store_explicit(&budget->exhausted, true, memory_order_relaxed);
    return left;
}

// ---------------------------------------------------------------------------------------------
// Sinks

void mote_sink_add(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate,
                   uint32_t face_a, uint32_t face_b, bool touches)
{
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
    mote_hit hit = {candidate, MOTE_NONE, MOTE_NONE, true};
    if (!mote_array_push(&sink->hits, allocator, hit)) sink->failed = true;
}
