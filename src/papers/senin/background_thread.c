// A thread that runs one job at a time beside the caller.

#define _POSIX_C_SOURCE 200809L
#include "papers/senin/senin.h"

#ifdef MOTE_THREADS

#include <pthread.h>

struct mote_background_thread {
    bool has_thread;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    _Atomic bool stop; // read by the job
    // Guarded by the mutex.
    mote_background_job *job; // null for none
    void *argument;
    bool running; // the thread has started the job
    bool leaving;
};

static void *run_jobs(void *argument)
{
    mote_background_thread *t = argument;
    pthread_mutex_lock(&t->mutex);
    while (!t->leaving) {
        if (!t->job) {
            pthread_cond_wait(&t->changed, &t->mutex);
            continue;
        }
        t->running = true;
        pthread_mutex_unlock(&t->mutex);
        t->job(t->argument, &t->stop); // job and argument do not change while it runs
        pthread_mutex_lock(&t->mutex);
        t->running = false;
        t->job = NULL;
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->mutex);
    return NULL;
}

mote_background_thread *mote_background_thread_create(const mote_allocator *allocator)
{
    mote_background_thread *t = mote_allocate_zeroed(allocator, 1, sizeof *t);
    if (!t) return NULL;
    pthread_mutex_init(&t->mutex, NULL);
    pthread_cond_init(&t->changed, NULL);
    t->has_thread = pthread_create(&t->thread, NULL, run_jobs, t) == 0;
    return t;
}

void mote_background_thread_destroy(mote_background_thread *thread, const mote_allocator *allocator)
{
    if (!thread) return;
    mote_background_thread_stop(thread);
    pthread_mutex_lock(&thread->mutex);
    thread->leaving = true;
    pthread_cond_broadcast(&thread->changed);
    pthread_mutex_unlock(&thread->mutex);
    if (thread->has_thread) pthread_join(thread->thread, NULL);
    pthread_cond_destroy(&thread->changed);
    pthread_mutex_destroy(&thread->mutex);
    mote_release(allocator, thread, 1, sizeof *thread);
}

void mote_background_thread_start(mote_background_thread *thread, mote_background_job *job,
                                  void *argument)
{
    mote_background_thread_stop(thread);
    atomic_store(&thread->stop, false);
    if (!thread->has_thread) {
        job(argument, &thread->stop);
        return;
    }
    pthread_mutex_lock(&thread->mutex);
    thread->argument = argument;
    thread->job = job;
    pthread_cond_broadcast(&thread->changed);
    pthread_mutex_unlock(&thread->mutex);
}

void mote_background_thread_stop(mote_background_thread *thread)
{
    atomic_store(&thread->stop, true);
    pthread_mutex_lock(&thread->mutex);
    if (!thread->running) thread->job = NULL; // the thread has not woken up yet
    while (thread->job) pthread_cond_wait(&thread->changed, &thread->mutex);
    pthread_mutex_unlock(&thread->mutex);
}

#else

struct mote_background_thread {
    _Atomic bool stop; // never set
};

mote_background_thread *mote_background_thread_create(const mote_allocator *allocator)
{
    return mote_allocate_zeroed(allocator, 1, sizeof(mote_background_thread));
}

void mote_background_thread_destroy(mote_background_thread *thread, const mote_allocator *allocator)
{
    mote_release(allocator, thread, 1, sizeof *thread);
}

void mote_background_thread_start(mote_background_thread *thread, mote_background_job *job,
                                  void *argument)
{
    job(argument, &thread->stop);
}

void mote_background_thread_stop(mote_background_thread *thread)
{
    (void)thread;
}

#endif
