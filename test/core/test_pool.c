// LABELS threads

#define _POSIX_C_SOURCE 200809L

#include "core/pool.h"
#include "support/run.h"

enum { BLOCKS = 1000 };

typedef struct tally {
    uint8_t seen[BLOCKS];
    uint32_t workers;
    uint32_t bad_workers[64];
} tally;

static void note_block(void *argument, uint32_t block, uint32_t worker)
{
    tally *t = argument;
    t->seen[block]++;
    if (worker >= t->workers) t->bad_workers[worker % 64]++;
}

static void every_block_runs_once(void **state)
{
    (void)state;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    const uint32_t counts[] = {1, 2, 3, 8};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        mote_pool *pool = mote_pool_create(&allocator, counts[i]);
        mote_tasks tasks = mote_pool_tasks(pool);
        for (size_t repeat = 0; repeat < test_count(20, 500, 5000); repeat++) {
            tally t = {.workers = tasks.worker_count};
            uint32_t blocks = (uint32_t)(repeat % BLOCKS) + 1;
            tasks.run(tasks.context, note_block, &t, blocks);
            for (uint32_t b = 0; b < BLOCKS; b++) assert_int_equal(t.seen[b], b < blocks);
            for (uint32_t w = 0; w < 64; w++) assert_int_equal(t.bad_workers[w], 0);
        }
        mote_pool_destroy(pool, &allocator);
    }
}

static void no_blocks_is_no_work(void **state)
{
    (void)state;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    mote_pool *pool = mote_pool_create(&allocator, 0);
    mote_tasks tasks = mote_pool_tasks(pool);
    tally t = {.workers = tasks.worker_count};
    tasks.run(tasks.context, note_block, &t, 0);
    for (uint32_t b = 0; b < BLOCKS; b++) assert_int_equal(t.seen[b], 0);
    mote_pool_destroy(pool, &allocator);
    mote_pool_destroy(NULL, &allocator);
}

// ---------------------------------------------------------------------------------------------
// Several pools share their threads

static void run_and_check(const mote_tasks *tasks, uint32_t blocks)
{
    tally t = {.workers = tasks->worker_count};
    tasks->run(tasks->context, note_block, &t, blocks);
    for (uint32_t b = 0; b < BLOCKS; b++) assert_int_equal(t.seen[b], b < blocks);
    for (uint32_t w = 0; w < 64; w++) assert_int_equal(t.bad_workers[w], 0);
}

static void run_within_a_run(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    run_and_check(argument, 1 + block % 7);
}

static void a_block_may_start_a_run(void **state)
{
    (void)state;
    mote_pool *pool = mote_pool_create(&mote_libc_allocator, 3);
    mote_tasks tasks = mote_pool_tasks(pool);
    tasks.run(tasks.context, run_within_a_run, &tasks, 50);
    mote_pool_destroy(pool, &mote_libc_allocator);
}

static void a_pool_uses_no_more_threads_than_it_asked_for(void **state)
{
    (void)state;
    mote_pool *many = mote_pool_create(&mote_libc_allocator, 8);
    mote_pool *two = mote_pool_create(&mote_libc_allocator, 2);
    mote_tasks tasks = mote_pool_tasks(two);
    assert_true(tasks.worker_count <= 2);
    for (uint32_t i = 0; i < test_count(50, 500, 5000); i++) run_and_check(&tasks, 1 + i % BLOCKS);
    mote_pool_destroy(many, &mote_libc_allocator);
    run_and_check(&tasks, BLOCKS);
    mote_pool_destroy(two, &mote_libc_allocator);
}

#ifdef MOTE_THREADS
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

// With a caller for each processor, threads would only take the processors from the callers.
static void many_callers_work_alone(void **state)
{
    (void)state;
    long callers = sysconf(_SC_NPROCESSORS_ONLN) + 1;
    assert_int_equal(setenv("MOTE_EAGER_THREADS", "0", 1), 0);
    mote_pool *pool = mote_pool_create(&mote_libc_allocator, 2);
    assert_int_equal(setenv("MOTE_EAGER_THREADS", "1", 1), 0);
    mote_tasks tasks = mote_pool_tasks(pool);
    for (long i = 0; i < callers; i++) mote_pool_enter(pool);
    for (uint32_t i = 0; i < test_count(50, 200, 2000); i++) {
        tally t = {.workers = 1}; // the caller
        mote_pool_rouse(pool);
        tasks.run(tasks.context, note_block, &t, BLOCKS);
        for (uint32_t b = 0; b < BLOCKS; b++) assert_int_equal(t.seen[b], 1);
        for (uint32_t w = 0; w < 64; w++) assert_int_equal(t.bad_workers[w], 0);
    }
    for (long i = 0; i < callers; i++) mote_pool_leave(pool);
    run_and_check(&tasks, BLOCKS);
    mote_pool_enter(NULL);
    mote_pool_leave(NULL);
    mote_pool_destroy(pool, &mote_libc_allocator);
}

static void *create_run_destroy(void *argument)
{
    uint32_t workers = *(uint32_t *)argument;
    for (uint32_t i = 0; i < test_count(20, 200, 2000); i++) {
        mote_pool *pool = mote_pool_create(&mote_libc_allocator, workers);
        mote_tasks tasks = mote_pool_tasks(pool);
        for (uint32_t k = 0; k < 10; k++) run_and_check(&tasks, 1 + (i + 37 * k) % BLOCKS);
        mote_pool_destroy(pool, &mote_libc_allocator);
    }
    return NULL;
}

static void pools_of_several_threads_come_and_go(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    uint32_t workers[THREADS] = {2, 4, 3};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, create_run_destroy, &workers[i]), 0);
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_runs_once),
        cmocka_unit_test(no_blocks_is_no_work),
        cmocka_unit_test(a_block_may_start_a_run),
        cmocka_unit_test(a_pool_uses_no_more_threads_than_it_asked_for),
#ifdef MOTE_THREADS
        cmocka_unit_test(pools_of_several_threads_come_and_go),
        cmocka_unit_test(many_callers_work_alone),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
