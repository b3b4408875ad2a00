#include "support/failing_malloc.h"

#include <stdbool.h>

failing_malloc failing;

// The linker's --wrap calls the first of each pair for the plain name, and the plain one for the
// second.
void *__wrap_malloc(size_t size);
void *__real_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *block);
void __real_free(void *block);

static bool fails(void)
{
    return ++failing.calls == failing.fail_at;
}

static void *counted(void *block)
{
    failing.live += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (fails()) return NULL;
    return block ? __real_realloc(block, size) : counted(__real_realloc(NULL, size));
}

void __wrap_free(void *block)
{
    failing.live -= block != NULL;
    __real_free(block);
}
