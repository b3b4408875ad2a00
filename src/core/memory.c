#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static void *libc_allocate(void *context, size_t size, size_t alignment)
{
    (void)context;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void libc_release(void *context, void *pointer, size_t size)
{
    (void)context;
    (void)size;
    free(pointer);
}

const mote_allocator mote_libc_allocator = {.allocate = libc_allocate, .release = libc_release};

mote_allocator mote_allocator_or_default(mote_allocator given)
{
    return given.allocate && given.release ? given : mote_libc_allocator;
}

mote_result mote_allocator_check(const mote_allocator *given, const char *function)
{
    if (!given->allocate == !given->release) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT,
                     "%s: def.allocator: only one of allocate and release is set", function);
}

static void *counted_allocate(void *context, size_t size, size_t alignment)
{
    mote_memory *memory = context;
    void *block = memory->source.allocate(memory->source.context, size, alignment);
    if (block) atomic_fetch_add_explicit(&memory->bytes, size, memory_order_relaxed);
    return block;
}

static void counted_release(void *context, void *pointer, size_t size)
{
    mote_memory *memory = context;
    memory->source.release(memory->source.context, pointer, size);
    atomic_fetch_sub_explicit(&memory->bytes, size, memory_order_relaxed);
}

mote_allocator mote_memory_begin(mote_memory *memory, mote_allocator source, size_t own_bytes)
{
    memory->source = source;
    atomic_init(&memory->bytes, own_bytes);
    return (mote_allocator){
        .allocate = counted_allocate, .release = counted_release, .context = memory};
}

// The size of `count` elements, at least one byte so that no block is empty; 0 on overflow.
static size_t block_bytes(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - MOTE_ALIGNMENT) return 0;
    return bytes ? bytes : 1;
}

void *mote_allocate(const mote_allocator *allocator, size_t count, size_t size)
{
    size_t bytes = block_bytes(count, size);
    return bytes ? allocator->allocate(allocator->context, bytes, MOTE_ALIGNMENT) : NULL;
}

void *mote_allocate_zeroed(const mote_allocator *allocator, size_t count, size_t size)
{
    void *pointer = mote_allocate(allocator, count, size);
    if (pointer) memset(pointer, 0, block_bytes(count, size));
    return pointer;
}

void mote_release(const mote_allocator *allocator, void *pointer, size_t count, size_t size)
{
    if (pointer) allocator->release(allocator->context, pointer, block_bytes(count, size));
}
