// Threads, mutexes and conditions on the atomics of WebAssembly, and what of wasi-libc, which was
// compiled without threads, must be guarded: malloc and its family. Of the rest of libc, workers
// use only functions without a state.

#include "bindings/js/module/threads/threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/result.h"

enum { STACK_SIZE = 1 << 20, STACK_ALIGNMENT = 64 };

// How long the owner sleeps before it looks whether a thread has failed, and how often.
static const int64_t nap_nanoseconds = 100000000;
enum { MAX_NAPS = 600 };

// IDLE: without work. ASSIGNED: the worker may begin. RUNNING: it has begun. LOST: it will get no
// more work.
enum { IDLE, ASSIGNED, RUNNING, LOST };

typedef struct worker {
    _Atomic uint32_t state;
    void *(*start)(void *);
    void *argument;
    char *block; // the stack, and after it the thread-local variables
} worker;

static worker workers[MOTE_MAX_WORKERS];
static uint32_t worker_count, processor_count = 1;
static bool is_eager;
static _Atomic uint32_t has_failed;
static _Thread_local bool is_worker;

// ---------------------------------------------------------------------------------------------
// Waiting

static void wake(_Atomic uint32_t *word, uint32_t count)
{
    __builtin_wasm_memory_atomic_notify((int *)(void *)word, count);
}

// Sleeps while the word has a value; may end early. `naps` counts those of the owner, which traps
// rather than sleep for ever.
static void sleep_while(_Atomic uint32_t *word, uint32_t value, uint32_t *naps)
{
    int64_t timeout = is_worker ? -1 : nap_nanoseconds;
    __builtin_wasm_memory_atomic_wait32((int *)(void *)word, (int)value, timeout);
    if (is_worker || atomic_load(word) != value) return;
    if (atomic_load(&has_failed) || ++*naps > MAX_NAPS) __builtin_trap();
}

// 0: free, 1: locked, 2: locked, and others may be waiting.
int js_mutex_lock(js_mutex *mutex)
{
    uint32_t state = 0, naps = 0;
    if (atomic_compare_exchange_strong(&mutex->state, &state, 1)) return 0;
    while (atomic_exchange(&mutex->state, 2) != 0) sleep_while(&mutex->state, 2, &naps);
    return 0;
}

int js_mutex_unlock(js_mutex *mutex)
{
    if (atomic_exchange(&mutex->state, 0) == 2) wake(&mutex->state, 1);
    return 0;
}

int js_condition_wait(js_condition *condition, js_mutex *mutex)
{
    uint32_t seen = atomic_load(&condition->wake_count), naps = 0;
    js_mutex_unlock(mutex);
    while (atomic_load(&condition->wake_count) == seen)
        sleep_while(&condition->wake_count, seen, &naps);
    return js_mutex_lock(mutex);
}

int js_condition_signal(js_condition *condition)
{
    atomic_fetch_add(&condition->wake_count, 1);
    wake(&condition->wake_count, 1);
    return 0;
}

int js_condition_broadcast(js_condition *condition)
{
    atomic_fetch_add(&condition->wake_count, 1);
    wake(&condition->wake_count, UINT32_MAX);
    return 0;
}

int js_mutex_init(js_mutex *mutex, const void *attributes)
{
    (void)attributes;
    *mutex = (js_mutex){0};
    return 0;
}

int js_mutex_destroy(js_mutex *mutex)
{
    (void)mutex;
    return 0;
}

int js_condition_init(js_condition *condition, const void *attributes)
{
    (void)attributes;
    *condition = (js_condition){0};
    return 0;
}

int js_condition_destroy(js_condition *condition)
{
    (void)condition;
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Threads

// Only the owner creates and joins threads.
int js_thread_create(js_thread *out, const void *attributes, void *(*start)(void *), void *argument)
{
    (void)attributes;
    for (uint32_t i = 0; i < worker_count; i++) {
        worker *w = &workers[i];
        if (atomic_load(&w->state) != IDLE) continue;
        w->start = start;
        w->argument = argument;
        atomic_store(&w->state, ASSIGNED);
        wake(&w->state, 1);
        *out = i;
        return 0;
    }
    return EAGAIN;
}

int js_thread_join(js_thread thread, void **result)
{
    (void)result;
    worker *w = &workers[thread];
    uint32_t state = ASSIGNED;
    if (atomic_compare_exchange_strong(&w->state, &state, IDLE)) return 0;
    // A worker that was terminated from outside would be waited for in vain.
    for (uint32_t naps = 0; state == RUNNING && naps < 10; naps++) {
        __builtin_wasm_memory_atomic_wait32((int *)(void *)&w->state, RUNNING, nap_nanoseconds);
        state = atomic_load(&w->state);
    }
    if (state == RUNNING) atomic_compare_exchange_strong(&w->state, &state, LOST);
    return 0;
}

mote_result js_threads_create(uint32_t thread_count, uint32_t processors, bool eager)
{
    if (worker_count || thread_count == 0 || thread_count > MOTE_MAX_WORKERS)
        return mote_fail(MOTE_ERROR_ARGUMENT, "threads_create: thread_count is %u", thread_count);
    size_t locals = (__builtin_wasm_tls_size() + STACK_ALIGNMENT - 1) / STACK_ALIGNMENT;
    size_t size = STACK_SIZE + STACK_ALIGNMENT * (locals + 1);
    processor_count = processors;
    is_eager = eager;
    while (worker_count < thread_count - 1) {
        char *block = aligned_alloc(STACK_ALIGNMENT, size);
        if (!block) return mote_fail_memory(size, "the stack of a thread");
        workers[worker_count++].block = block;
    }
    return MOTE_OK;
}

void *js_thread_stack(uint32_t index)
{
    return workers[index].block + STACK_SIZE;
}

void *js_thread_locals(uint32_t index)
{
    return workers[index].block + STACK_SIZE;
}

_Noreturn void js_thread_work(uint32_t index)
{
    is_worker = true;
    worker *w = &workers[index];
    for (;;) {
        uint32_t state = ASSIGNED;
        if (!atomic_compare_exchange_strong(&w->state, &state, RUNNING)) {
            __builtin_wasm_memory_atomic_wait32((int *)(void *)&w->state, (int)state, -1);
            continue;
        }
        w->start(w->argument);
        state = RUNNING;
        atomic_compare_exchange_strong(&w->state, &state, IDLE);
        wake(&w->state, 1);
    }
}

void js_thread_failed(uint32_t index)
{
    atomic_store(&workers[index].state, LOST);
    atomic_store(&has_failed, 1);
}

// ---------------------------------------------------------------------------------------------
// In the place of functions of libc

// wasi-libc always answers 1. Only core/pool.c asks, for the number of processors.
__attribute__((used)) long js_sysconf(int name) __asm__("__wrap_sysconf");
long js_sysconf(int name)
{
    return name == _SC_NPROCESSORS_ONLN ? (long)processor_count : -1;
}

// There is no environment; only core/pool.c asks, whether threads are eager.
__attribute__((used)) char *js_getenv(const char *name) __asm__("__wrap_getenv");
char *js_getenv(const char *name)
{
    static char yes[] = "1";
    return is_eager && strcmp(name, "MOTE_EAGER_THREADS") == 0 ? yes : NULL;
}

static js_mutex heap;

void *real_malloc(size_t size) __asm__("__real_malloc");
void *real_calloc(size_t count, size_t size) __asm__("__real_calloc");
void *real_realloc(void *block, size_t size) __asm__("__real_realloc");
void *real_aligned_alloc(size_t alignment, size_t size) __asm__("__real_aligned_alloc");
void real_free(void *block) __asm__("__real_free");

__attribute__((used)) void *js_malloc(size_t size) __asm__("__wrap_malloc");
void *js_malloc(size_t size)
{
    js_mutex_lock(&heap);
    void *block = real_malloc(size);
    js_mutex_unlock(&heap);
    return block;
}

__attribute__((used)) void *js_calloc(size_t count, size_t size) __asm__("__wrap_calloc");
void *js_calloc(size_t count, size_t size)
{
    js_mutex_lock(&heap);
    void *block = real_calloc(count, size);
    js_mutex_unlock(&heap);
    return block;
}

__attribute__((used)) void *js_realloc(void *block, size_t size) __asm__("__wrap_realloc");
void *js_realloc(void *block, size_t size)
{
    js_mutex_lock(&heap);
    void *moved = real_realloc(block, size);
    js_mutex_unlock(&heap);
    return moved;
}

__attribute__((used)) void *js_aligned_alloc(size_t alignment,
                                             size_t size) __asm__("__wrap_aligned_alloc");
void *js_aligned_alloc(size_t alignment, size_t size)
{
    js_mutex_lock(&heap);
    void *block = real_aligned_alloc(alignment, size);
    js_mutex_unlock(&heap);
    return block;
}

__attribute__((used)) void js_free(void *block) __asm__("__wrap_free");
void js_free(void *block)
{
    js_mutex_lock(&heap);
    real_free(block);
    js_mutex_unlock(&heap);
}
