// LABELS threads

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_runs_once),
        cmocka_unit_test(no_blocks_is_no_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
