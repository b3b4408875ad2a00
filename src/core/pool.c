// Workers sleep between runs and take blocks from one atomic counter. Blocks are few and large, so
// a blocking wait costs less than the spinning that would steal the caller's other core.

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

enum { MAX_WORKERS = 64 };

typedef struct worker {
    mote_pool *pool;
    uint32_t number; // 1 and up; the caller is worker 0
    pthread_t thread;
} worker;

struct mote_pool {
    uint32_t worker_count; // the caller included
    worker workers[MAX_WORKERS];
    pthread_mutex_t mutex;
    pthread_cond_t work_ready, work_done;
    // Guarded by the mutex.
    uint64_t run; // number of the present run
    uint32_t busy;
    bool stopping;
    // The present run; written before `run` is raised, read by workers after they have seen it.
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

static void *work(void *argument)
{
    worker *me = argument;
    mote_pool *pool = me->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->run == seen && !pool->stopping)
            pthread_cond_wait(&pool->work_ready, &pool->mutex);
        if (pool->stopping) break;
        seen = pool->run;
        pthread_mutex_unlock(&pool->mutex);
        take_blocks(pool, me->number);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0) pthread_cond_signal(&pool->work_done);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

static void run_on_pool(void *context, mote_task *task, void *argument, uint32_t block_count)
{
    mote_pool *pool = context;
    if (block_count <= 1 || pool->worker_count == 1) {
        run_inline(NULL, task, argument, block_count);
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->argument = argument;
    pool->block_count = block_count;
    atomic_store_explicit(&pool->next_block, 0, memory_order_relaxed);
    pool->busy = pool->worker_count - 1;
    pool->run++;
    pthread_cond_broadcast(&pool->work_ready);
    pthread_mutex_unlock(&pool->mutex);

    take_blocks(pool, 0);

    pthread_mutex_lock(&pool->mutex);
    while (pool->busy) pthread_cond_wait(&pool->work_done, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

static uint32_t choose_worker_count(uint32_t wanted)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted == 0) wanted = processors > 1 ? (uint32_t)processors : 1;
    return wanted < MAX_WORKERS ? wanted : MAX_WORKERS;
}

mote_pool *mote_pool_create(const mote_allocator *allocator, uint32_t worker_count)
{
    mote_pool *pool = mote_allocate_zeroed(allocator, 1, sizeof *pool);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->work_ready, NULL);
    pthread_cond_init(&pool->work_done, NULL);
    pool->worker_count = 1;
    for (uint32_t wanted = choose_worker_count(worker_count); pool->worker_count < wanted;) {
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
