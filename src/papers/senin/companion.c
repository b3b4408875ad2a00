#define _POSIX_C_SOURCE 200809L
#include "papers/senin/companion.h"

#ifdef MOTE_THREADS

#include <pthread.h>

struct mote_companion {
    bool has_thread;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    _Atomic bool stop; // for the job
    // Under the mutex.
    mote_companion_job *job; // null: nothing to do
    void *argument;
    bool running; // the thread has begun it
    bool leaving;
};

static void *accompany(void *argument)
{
    mote_companion *c = argument;
    pthread_mutex_lock(&c->mutex);
    while (!c->leaving) {
        if (!c->job) {
            pthread_cond_wait(&c->changed, &c->mutex);
            continue;
        }
        c->running = true;
        pthread_mutex_unlock(&c->mutex);
        c->job(c->argument, &c->stop); // neither changes while it runs
        pthread_mutex_lock(&c->mutex);
        c->running = false;
        c->job = NULL;
        pthread_cond_broadcast(&c->changed);
    }
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

mote_companion *mote_companion_create(const mote_allocator *allocator)
{
    mote_companion *c = mote_allocate_zeroed(allocator, 1, sizeof *c);
    if (!c) return NULL;
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->changed, NULL);
    c->has_thread = pthread_create(&c->thread, NULL, accompany, c) == 0;
    return c;
}

void mote_companion_destroy(mote_companion *companion, const mote_allocator *allocator)
{
    if (!companion) return;
    mote_companion_stop(companion);
    pthread_mutex_lock(&companion->mutex);
    companion->leaving = true;
    pthread_cond_broadcast(&companion->changed);
    pthread_mutex_unlock(&companion->mutex);
    if (companion->has_thread) pthread_join(companion->thread, NULL);
    pthread_cond_destroy(&companion->changed);
    pthread_mutex_destroy(&companion->mutex);
    mote_release(allocator, companion, 1, sizeof *companion);
}

void mote_companion_start(mote_companion *companion, mote_companion_job *job, void *argument)
{
    mote_companion_stop(companion);
    atomic_store(&companion->stop, false);
    if (!companion->has_thread) {
        job(argument, &companion->stop);
        return;
    }
    pthread_mutex_lock(&companion->mutex);
    companion->argument = argument;
    companion->job = job;
    pthread_cond_broadcast(&companion->changed);
    pthread_mutex_unlock(&companion->mutex);
}

void mote_companion_stop(mote_companion *companion)
{
    atomic_store(&companion->stop, true);
    pthread_mutex_lock(&companion->mutex);
    if (!companion->running) companion->job = NULL; // the thread has not woken up yet
    while (companion->job) pthread_cond_wait(&companion->changed, &companion->mutex);
    pthread_mutex_unlock(&companion->mutex);
}

#else

struct mote_companion {
    _Atomic bool stop; // never
};

mote_companion *mote_companion_create(const mote_allocator *allocator)
{
    return mote_allocate_zeroed(allocator, 1, sizeof(mote_companion));
}

void mote_companion_destroy(mote_companion *companion, const mote_allocator *allocator)
{
    mote_release(allocator, companion, 1, sizeof *companion);
}

void mote_companion_start(mote_companion *companion, mote_companion_job *job, void *argument)
{
    job(argument, &companion->stop);
}

void mote_companion_stop(mote_companion *companion)
{
    (void)companion;
}

#endif
