#include "papers/senin/far_cache.h"

bool mote_far_cache_reserve(mote_far_cache *cache, const mote_allocator *allocator, uint32_t most)
{
    if (cache->influences && cache->most >= most) return true;
    mote_far_cache larger = {.most = most};
    larger.influences = mote_allocate(allocator, most, sizeof *larger.influences);
    larger.near = mote_allocate(allocator, (size_t)most * most, sizeof *larger.near);
    larger.gathered = mote_allocate(allocator, most, sizeof *larger.gathered);
    bool complete = larger.influences && larger.near && larger.gathered;
    mote_far_cache_release(complete ? cache : &larger, allocator);
    if (complete) *cache = larger;
    return complete;
}

void mote_far_cache_release(mote_far_cache *cache, const mote_allocator *allocator)
{
    size_t most = cache->most;
    mote_release(allocator, cache->influences, most, sizeof *cache->influences);
    mote_release(allocator, cache->near, most * most, sizeof *cache->near);
    mote_release(allocator, cache->gathered, most, sizeof *cache->gathered);
    *cache = (mote_far_cache){0};
}
