// All pools of a process share one set of threads, because the threads of several worlds would
// compete for the processors. A caller works alone if the threads are busy with another run, or if
// there are as many callers as processors.
//
// The blocks of a run are cut into one range per worker. A worker takes blocks from the front of
// its own range, and then from the back of the other ranges. Repeated runs over the same data
// therefore find most of it in the cache of the same worker.
//
// A frame has several runs within a millisecond, and waking a sleeping thread takes tens of microseconds. Therefore:
// - workers spin before they sleep, if there is a processor for each worker and fewer callers than processors;
// - a run does not wait for workers that wake after its last block was taken;
// - if all workers sleep, the caller begins alone, so that a short run wakes no worker.

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
#include <stdlib.h>
#include <unistd.h>

#include "core/timer.h"

// Spins between two reads of the clock, and spins of a caller before it blocks until the workers
// finish.
enum { SPINS_PER_LOOK = 32, SPINS_AT_THE_END = 3000 };

// Sleeping workers are woken when a run has taken this many seconds and is not done. Waking takes
// several times as long, mostly on another processor.
static const double patience = 10e-6;

struct mote_pool {
    uint32_t worker_count; // the caller included
    bool is_eager;         // wakes workers at once, for tests
};

// Blocks that no worker has taken yet: the first in the low half, the end in the high half. Each
// range has its own cache line.
typedef struct range {
    _Alignas(64) _Atomic uint64_t blocks;
} range;

// The threads shared by all pools. Threads exist while there are pools.
static struct {
    pthread_mutex_t life; // held during start and end of threads
    uint32_t pool_count;
    uint32_t thread_count;
    pthread_t threads[MOTE_MAX_WORKERS];

    pthread_mutex_t mutex;
    pthread_cond_t work_ready, work_done;
    _Atomic uint32_t processors;
    _Atomic uint32_t callers;  // between mote_pool_enter and mote_pool_leave
    _Atomic bool is_taken;     // a caller owns the threads for a run
    _Atomic bool may_spin;     // there is a processor for each worker
    _Atomic uint32_t spinning; // workers
    // Written under the mutex; the atomics are also read without it.
    _Atomic uint64_t run;    // number of the present run
    uint64_t calls;          // count of wakeups
    _Atomic uint32_t inside; // workers that have joined the run and not left
    _Atomic bool is_stopping;
    bool is_open;              // the run may still be joined
    uint32_t joined, may_join; // workers

    // The present run; does not change while workers are inside.
    mote_task *task;
    void *argument;
    uint32_t range_count; // one for each worker that may join, and one for the caller
    range ranges[MOTE_MAX_WORKERS];
} shared = {.life = PTHREAD_MUTEX_INITIALIZER,
            .mutex = PTHREAD_MUTEX_INITIALIZER,
            .work_ready = PTHREAD_COND_INITIALIZER,
            .work_done = PTHREAD_COND_INITIALIZER};

// ---------------------------------------------------------------------------------------------
// Workers

static uint64_t blocks_between(uint32_t first, uint32_t end)
{
    return (uint64_t)end << 32 | first;
}

// Returns false if the range is empty.
static bool take_block(range *from, bool front, uint32_t *block)
{
    uint64_t before = atomic_load_explicit(&from->blocks, memory_order_relaxed), after;
    do {
        uint32_t first = (uint32_t)before, end = (uint32_t)(before >> 32);
        if (first == end) return false;
        *block = front ? first : end - 1;
        after = front ? blocks_between(first + 1, end) : blocks_between(first, end - 1);
    } while (!atomic_compare_exchange_weak_explicit(&from->blocks, &before, after,
                                                    memory_order_relaxed, memory_order_relaxed));
    return true;
}

static void take_blocks(uint32_t worker)
{
    for (uint32_t i = 0, block; i < shared.range_count; i++) {
        range *from = &shared.ranges[(worker + i) % shared.range_count];
        while (take_block(from, i == 0, &block)) shared.task(shared.argument, block, worker);
    }
}

static void relax(void)
{
#if defined(__SSE2__)
    __builtin_ia32_pause();
#endif
}

// True if there are at least as many callers as processors. A single caller is never crowded.
static bool is_crowded(void)
{
    uint32_t callers = shared.callers;
    return callers > 1 && callers >= shared.processors;
}

// The time that workers spin before they sleep. In WebAssembly spins are counted instead, because
// the clock is a call to JavaScript.
#if defined(__wasm__)
enum { MAX_LOOKS = 100 };

static double spin_start(void)
{
    return 0;
}

static bool has_spun_enough(uint32_t looks, double start)
{
    (void)start;
    return looks > MAX_LOOKS;
}
#else
static const double SPIN_SECONDS = 300e-6;

static double spin_start(void)
{
    return mote_seconds();
}

static bool has_spun_enough(uint32_t looks, double start)
{
    (void)looks;
    return mote_seconds() - start > SPIN_SECONDS;
}
#endif

static void spin_for_run(uint64_t seen)
{
    if (!shared.may_spin) return;
    double start = spin_start();
    uint32_t looks = 0;
    shared.spinning++;
    do {
        for (int i = 0; i < SPINS_PER_LOOK && shared.run == seen; i++) relax();
    } while (shared.run == seen && !shared.is_stopping && !is_crowded() &&
             !has_spun_enough(++looks, start));
    shared.spinning--;
}

// The caller holds the mutex. Spins after a wakeup, because a run is expected.
static void sleep_once(uint64_t seen)
{
    uint64_t calls = shared.calls;
    pthread_cond_wait(&shared.work_ready, &shared.mutex);
    if (shared.calls == calls || shared.run != seen) return;
    pthread_mutex_unlock(&shared.mutex);
    spin_for_run(seen);
    pthread_mutex_lock(&shared.mutex);
}

// Waits for a run after `seen` and joins it. Returns the worker's number in the run, or 0 if the
// threads end.
static uint32_t join_run(uint64_t *seen)
{
    spin_for_run(*seen);
    pthread_mutex_lock(&shared.mutex);
    while (!shared.is_stopping &&
           (shared.run == *seen || !shared.is_open || shared.joined == shared.may_join)) {
        *seen = shared.run; // skip a run that was closed or full before this worker woke
        sleep_once(*seen);
    }
    *seen = shared.run;
    uint32_t number = shared.is_stopping ? 0 : ++shared.joined;
    if (number) shared.inside++;
    pthread_mutex_unlock(&shared.mutex);
    return number;
}

static void leave_run(void)
{
    pthread_mutex_lock(&shared.mutex);
    if (--shared.inside == 0) pthread_cond_signal(&shared.work_done);
    pthread_mutex_unlock(&shared.mutex);
}

static void *work(void *argument)
{
    (void)argument;
    uint64_t seen = 0;
    for (uint32_t number; (number = join_run(&seen)) != 0;) {
        take_blocks(number);
        leave_run();
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------
// Runs

typedef struct blocks {
    mote_task *task;
    void *argument;
    uint32_t next, count;
} blocks;

static void divide(const blocks *b, uint32_t range_count)
{
    uint64_t left = b->count - b->next;
    shared.range_count = range_count;
    for (uint32_t i = 0; i < range_count; i++)
        shared.ranges[i].blocks =
            blocks_between(b->next + (uint32_t)(left * i / range_count),
                           b->next + (uint32_t)(left * (i + 1) / range_count));
}

static void open_run(const blocks *b, uint32_t may_join)
{
    pthread_mutex_lock(&shared.mutex);
    shared.task = b->task;
    shared.argument = b->argument;
    divide(b, may_join + 1);
    shared.joined = 0;
    shared.may_join = may_join;
    shared.is_open = true;
    shared.run++;
    pthread_cond_broadcast(&shared.work_ready);
    pthread_mutex_unlock(&shared.mutex);
}

// Closes the run to workers that have not joined, so that the caller does not wait for them.
static void close_run(void)
{
    for (int i = 0; i < SPINS_AT_THE_END && shared.may_spin && shared.inside; i++) relax();
    pthread_mutex_lock(&shared.mutex);
    shared.is_open = false;
    while (shared.inside) pthread_cond_wait(&shared.work_done, &shared.mutex);
    pthread_mutex_unlock(&shared.mutex);
}

static void run_next(blocks *b)
{
    b->task(b->argument, b->next++, 0);
}

// Starts alone, so that short work wakes nobody.
static void run_patiently(const mote_pool *pool, blocks *b)
{
    if (pool->is_eager || shared.spinning) return;
    double start = mote_seconds();
    do {
        run_next(b);
    } while (b->next < b->count && mote_seconds() - start < patience);
}

static void run_on_pool(void *context, mote_task *task, void *argument, uint32_t block_count)
{
    const mote_pool *pool = context;
    blocks b = {task, argument, 0, block_count};
    if (block_count > 1 && pool->worker_count > 1 && (pool->is_eager || !is_crowded())) {
        run_patiently(pool, &b);
        if (b.next + 1 < b.count && !atomic_exchange(&shared.is_taken, true)) {
            open_run(&b, pool->worker_count - 1);
            take_blocks(0);
            close_run();
            shared.is_taken = false;
            return;
        }
    }
    while (b.next < b.count) run_next(&b);
}

void mote_pool_enter(const mote_pool *pool)
{
    if (pool && pool->worker_count > 1) shared.callers++;
}

void mote_pool_leave(const mote_pool *pool)
{
    if (pool && pool->worker_count > 1) shared.callers--;
}

void mote_pool_rouse(const mote_pool *pool)
{
    if (pool->worker_count < 2 || shared.spinning || !shared.may_spin || shared.is_taken ||
        is_crowded())
        return;
    pthread_mutex_lock(&shared.mutex);
    shared.calls++;
    pthread_cond_broadcast(&shared.work_ready);
    pthread_mutex_unlock(&shared.mutex);
}

// ---------------------------------------------------------------------------------------------
// Life

static uint32_t processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? (uint32_t)count : 1;
}

// Starts threads until there are `wanted`, or as many as can be started.
static void start_threads(uint32_t wanted)
{
    while (shared.thread_count < wanted) {
        if (pthread_create(&shared.threads[shared.thread_count], NULL, work, NULL)) break;
        shared.thread_count++;
    }
    shared.processors = processor_count();
    shared.may_spin = shared.thread_count < shared.processors;
}

static void end_threads(void)
{
    pthread_mutex_lock(&shared.mutex);
    shared.is_stopping = true;
    pthread_cond_broadcast(&shared.work_ready);
    pthread_mutex_unlock(&shared.mutex);
    for (uint32_t i = 0; i < shared.thread_count; i++) pthread_join(shared.threads[i], NULL);
    shared.thread_count = 0;
    shared.is_stopping = false;
}

mote_pool *mote_pool_create(const mote_allocator *allocator, uint32_t worker_count)
{
    mote_pool *pool = mote_allocate_zeroed(allocator, 1, sizeof *pool);
    if (!pool) return NULL;
    uint32_t wanted = worker_count ? worker_count : processor_count();
    if (wanted > MOTE_MAX_WORKERS) wanted = MOTE_MAX_WORKERS;
    const char *eager = getenv("MOTE_EAGER_THREADS");
    pool->is_eager = eager && *eager == '1';
    pthread_mutex_lock(&shared.life);
    shared.pool_count++;
    start_threads(wanted - 1);
    pool->worker_count = wanted <= shared.thread_count ? wanted : shared.thread_count + 1;
    pthread_mutex_unlock(&shared.life);
    return pool;
}

void mote_pool_destroy(mote_pool *pool, const mote_allocator *allocator)
{
    if (!pool) return;
    pthread_mutex_lock(&shared.life);
    if (--shared.pool_count == 0) end_threads();
    pthread_mutex_unlock(&shared.life);
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

void mote_pool_enter(const mote_pool *pool)
{
    (void)pool;
}

void mote_pool_leave(const mote_pool *pool)
{
    (void)pool;
}

void mote_pool_rouse(const mote_pool *pool)
{
    (void)pool;
}

#endif
