// Workers take blocks from one atomic counter. A frame has several runs within a millisecond, and waking a sleeping thread
// takes tens of microseconds. Therefore workers spin for a moment before they sleep, if there is a
// processor for each, and a run does not wait for workers that wake up after its last block was taken.

#define _POSIX_C_SOURCE 200809L
#include "core/pool.h"

static void run_inline(void *context, mote_task *task, void *argument, uint32_t block_count)
{
    (void)context;
    for (uint32_t block = 0; block < block_count; block++) task(argument, block, 0);
}

mote_tasks mote_inline_tasks(void)
{
    return (mote_tasks){.run = run_inline, .worker_count = 1};
}

#ifdef MOTE_THREADS

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

// This many spins take about 20 us.
enum { MAX_SPINS = 1000 };

typedef struct worker {
    mote_pool *pool;
    uint32_t number; // 1 and up; the caller is worker 0
    pthread_t thread;
} worker;

struct mote_pool {
    uint32_t worker_count; // the caller included
    worker workers[MOTE_MAX_WORKERS];
    pthread_mutex_t mutex;
    pthread_cond_t work_ready, work_done;
    uint32_t spins; // reads of an atomic before sleeping
    // Written under the mutex; the atomics are also read without it.
    _Atomic uint64_t run;    // number of the present run
    _Atomic uint32_t inside; // workers that have joined it
    _Atomic bool stopping;
    bool open; // the run may still be joined
    // The present run; does not change while workers are inside.
    mote_task *task;
    void *argument;
    uint32_t block_count;
    _Atomic uint32_t next_block;
};

static void take_blocks(mote_pool *pool, uint32_t number)
{
    for (;;) {
        uint32_t block = atomic_fetch_add_explicit(&pool->next_block, 1, memory_order_relaxed);
        if (block >= pool->block_count) return;
        pool->task(pool->argument, block, number);
    }
}

static void relax(void)
{
#if defined(__SSE2__)
    __builtin_ia32_pause();
#endif
}

// Waits for a run after `seen` and joins it; false if the pool is ending.
static bool join_run(mote_pool *pool, uint64_t *seen)
{
    for (uint32_t i = 0; i < pool->spins && pool->run == *seen && !pool->stopping; i++) relax();
    pthread_mutex_lock(&pool->mutex);
    while (!pool->stopping && (pool->run == *seen || !pool->open)) {
        *seen = pool->run; // one that closed before this worker woke is over
        pthread_cond_wait(&pool->work_ready, &pool->mutex);
    }
    *seen = pool->run;
    bool joined = !pool->stopping;
    if (joined) pool->inside++;
    pthread_mutex_unlock(&pool->mutex);
    return joined;
}

static void *work(void *argument)
{
    worker *me = argument;
    mote_pool *pool = me->pool;
    uint64_t seen = 0;
    while (join_run(pool, &seen)) {
        take_blocks(pool, me->number);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->inside == 0) pthread_cond_signal(&pool->work_done);
        pthread_mutex_unlock(&pool->mutex);
    }
    return NULL;
}

static void open_run(mote_pool *pool, mote_task *task, void *argument, uint32_t block_count)
{
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->argument = argument;
    pool->block_count = block_count;
    pool->next_block = 0;
    pool->open = true;
    pool->run++;
    pthread_cond_broadcast(&pool->work_ready);
    pthread_mutex_unlock(&pool->mutex);
}

// Workers that have not joined by now are not waited for.
static void close_run(mote_pool *pool)
{
    for (uint32_t i = 0; i < pool->spins && pool->inside; i++) relax();
    pthread_mutex_lock(&pool->mutex);
    pool->open = false;
    while (pool->inside) pthread_cond_wait(&pool->work_done, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

static void run_on_pool(void *context, mote_task *task, void *argument, uint32_t block_count)
{
    mote_pool *pool = context;
    if (block_count <= 1 || pool->worker_count == 1) {
        run_inline(NULL, task, argument, block_count);
        return;
    }
    open_run(pool, task, argument, block_count);
    take_blocks(pool, 0);
    close_run(pool);
}

static uint32_t processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? (uint32_t)count : 1;
}

mote_pool *mote_pool_create(const mote_allocator *allocator, uint32_t worker_count)
{
    mote_pool *pool = mote_allocate_zeroed(allocator, 1, sizeof *pool);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work_ready, NULL);
    pthread_cond_init(&pool->work_done, NULL);
    pool->worker_count = 1;
    uint32_t processors = processor_count(), wanted = worker_count ? worker_count : processors;
    if (wanted > MOTE_MAX_WORKERS) wanted = MOTE_MAX_WORKERS;
    pool->spins = wanted <= processors ? MAX_SPINS : 0;
    while (pool->worker_count < wanted) {
        worker *w = &pool->workers[pool->worker_count];
        *w = (worker){.pool = pool, .number = pool->worker_count};
        if (pthread_create(&w->thread, NULL, work, w)) break;
        pool->worker_count++;
    }
    return pool;
}

void mote_pool_destroy(mote_pool *pool, const mote_allocator *allocator)
{
    if (!pool) return;
    pthread_mutex_lock(&pool->mutex);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work_ready);
    pthread_mutex_unlock(&pool->mutex);
    for (uint32_t i = 1; i < pool->worker_count; i++) pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->work_done);
    pthread_cond_destroy(&pool->work_ready);
    pthread_mutex_destroy(&pool->mutex);
    mote_release(allocator, pool, 1, sizeof *pool);
}

mote_tasks mote_pool_tasks(mote_pool *pool)
{
    return (mote_tasks){.run = run_on_pool, .worker_count = pool->worker_count, .context = pool};
}

#else

struct mote_pool {
    char unused;
};

mote_pool *mote_pool_create(const mote_allocator *allocator, uint32_t worker_count)
{
    (void)worker_count;
    return mote_allocate_zeroed(allocator, 1, sizeof(mote_pool));
}

void mote_pool_destroy(mote_pool *pool, const mote_allocator *allocator)
{
    mote_release(allocator, pool, 1, sizeof *pool);
}

mote_tasks mote_pool_tasks(mote_pool *pool)
{
    (void)pool;
    return mote_inline_tasks();
}

#endif
