#include "papers/senin/worker.h"

static size_t ends_of(uint32_t closest_pairs)
{
    return (MOTE_SENIN_STARTS + 1) * (size_t)closest_pairs;
}

static void release_pairs(mote_senin_worker *worker, const mote_allocator *allocator)
{
    size_t capacity = worker->capacity, starts = MOTE_SENIN_STARTS * (size_t)worker->closest_pairs;
    mote_release(allocator, worker->at, 2 * capacity, sizeof *worker->at);
    mote_release(allocator, worker->nearest, 2 * capacity, sizeof *worker->nearest);
    mote_release(allocator, worker->starts, starts, sizeof *worker->starts);
    mote_release(allocator, worker->ends, ends_of(worker->closest_pairs), sizeof *worker->ends);
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
    made.starts = mote_allocate(allocator, MOTE_SENIN_STARTS * closest, sizeof *made.starts);
    made.ends = mote_allocate(allocator, ends_of(made.closest_pairs), sizeof *made.ends);
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
            mote_far_cache_reserve(&worker->cache, allocator, particles)) &&
           reserve_pairs(worker, allocator, options);
}

void mote_senin_worker_release(mote_senin_worker *worker, const mote_allocator *allocator)
{
    mote_precise_check_release(&worker->check, allocator);
    mote_far_cache_release(&worker->cache, allocator);
    release_pairs(worker, allocator);
}
