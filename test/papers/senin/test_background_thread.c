// LABELS threads

#include "papers/senin/senin.h"
#include "support/run.h"

static const mote_allocator *libc_allocator(void)
{
    static mote_allocator allocator;
    allocator = mote_allocator_or_default((mote_allocator){0});
    return &allocator;
}

typedef struct count_up {
    uint64_t count, until; // 0: until stopped, where there are threads
    bool was_stopped;
} count_up;

static void count(void *argument, const _Atomic bool *stop)
{
    count_up *c = argument;
#ifndef MOTE_THREADS
    if (!c->until) c->until = 1;
#endif
    while (!(c->was_stopped = atomic_load(stop)) && (!c->until || c->count < c->until)) c->count++;
}

static void finish(void *argument, const _Atomic bool *stop)
{
    (void)stop;
    _Atomic uint64_t *done = argument;
    atomic_store(done, 1);
    atomic_store(done, 2);
}

static void a_job_runs_until_it_is_stopped(void **state)
{
    (void)state;
    mote_background_thread *thread = mote_background_thread_create(libc_allocator());
    assert_non_null(thread);
    for (int i = 0; i < 200; i++) {
        count_up forever = {0};
        mote_background_thread_start(thread, count, &forever);
        mote_background_thread_stop(thread);
        uint64_t seen = forever.count;
        assert_true(forever.was_stopped || forever.until || seen == 0); // or never begun
        mote_background_thread_stop(thread);
        assert_true(forever.count == seen);
    }
    mote_background_thread_destroy(thread, libc_allocator());
}

static void a_new_job_follows_the_old_one(void **state)
{
    (void)state;
    mote_background_thread *thread = mote_background_thread_create(libc_allocator());
    count_up jobs[50] = {{0}};
    for (int i = 0; i < 50; i++) {
        jobs[i].until = i % 2 ? 0 : 10;
        mote_background_thread_start(thread, count, &jobs[i]);
    }
    mote_background_thread_destroy(thread, libc_allocator()); // stops the last
    for (int i = 0; i < 50; i += 2)
        assert_true(jobs[i].count == 10 || jobs[i].count == 0 || jobs[i].was_stopped);
    mote_background_thread_destroy(NULL, libc_allocator());
}

static void a_job_that_ends_on_its_own_is_waited_for(void **state)
{
    (void)state;
    mote_background_thread *thread = mote_background_thread_create(libc_allocator());
    for (int i = 0; i < 20; i++) {
        _Atomic uint64_t done = 0;
        mote_background_thread_start(thread, finish, &done);
        while (atomic_load(&done) == 0) {
        } // whether a thread or the caller does it
        mote_background_thread_stop(thread);
        assert_true(atomic_load(&done) == 2);
    }
    mote_background_thread_destroy(thread, libc_allocator());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_runs_until_it_is_stopped),
        cmocka_unit_test(a_job_that_ends_on_its_own_is_waited_for),
        cmocka_unit_test(a_new_job_follows_the_old_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
