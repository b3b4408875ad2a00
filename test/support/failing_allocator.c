#include "support/failing_allocator.h"

#include <stdlib.h>

#include "core/memory.h"

static void *allocate(void *context, size_t size, size_t alignment)
{
    failing_allocator *state = context;
    if (++state->calls == state->fail_at) return NULL;
    void *pointer = mote_libc_allocator.allocate(NULL, size, alignment);
    if (!pointer) return NULL;
    state->live++;
    size_t bytes = atomic_fetch_add(&state->bytes, size) + size;
    size_t most = state->most;
    while (most < bytes && !atomic_compare_exchange_weak(&state->most, &most, bytes)) continue;
    return pointer;
}

static void release(void *context, void *pointer, size_t size)
{
    failing_allocator *state = context;
    if (!pointer || state->live == 0 || state->bytes < size) abort();
    state->live--;
    state->bytes -= size;
    mote_libc_allocator.release(NULL, pointer, size);
}

mote_allocator failing_allocator_hook(failing_allocator *state)
{
    return (mote_allocator){.allocate = allocate, .release = release, .context = state};
}
