// The part of POSIX threads that mote uses, for the WebAssembly module with threads: wasi-libc of
// Debian has no threads. It is found in the place of <pthread.h>; threads.c implements it.

#ifndef MOTE_JS_PTHREAD_H
#define MOTE_JS_PTHREAD_H

#include <stdint.h>

typedef uint32_t js_thread; // its index

typedef struct js_mutex {
    _Atomic uint32_t state;
} js_mutex;

typedef struct js_condition {
    _Atomic uint32_t wake_count;
} js_condition;

// A thread runs as soon as its worker has started, which may take long or never happen. Returns 0,
// or EAGAIN if all workers have work.
int js_thread_create(js_thread *out, const void *attributes, void *(*start)(void *),
                     void *argument);
// Does not wait for a thread that has not started: its worker will never begin it.
int js_thread_join(js_thread thread, void **result);

int js_mutex_init(js_mutex *mutex, const void *attributes);
int js_mutex_destroy(js_mutex *mutex);
int js_mutex_lock(js_mutex *mutex);
int js_mutex_unlock(js_mutex *mutex);

int js_condition_init(js_condition *condition, const void *attributes);
int js_condition_destroy(js_condition *condition);
int js_condition_wait(js_condition *condition, js_mutex *mutex);
int js_condition_signal(js_condition *condition);
int js_condition_broadcast(js_condition *condition);

#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    {                                                                                              \
        0                                                                                          \
    }
#define PTHREAD_COND_INITIALIZER                                                                   \
    {                                                                                              \
        0                                                                                          \
    }
#define pthread_t js_thread
#define pthread_mutex_t js_mutex
#define pthread_cond_t js_condition
#define pthread_create js_thread_create
#define pthread_join js_thread_join
#define pthread_mutex_init js_mutex_init
#define pthread_mutex_destroy js_mutex_destroy
#define pthread_mutex_lock js_mutex_lock
#define pthread_mutex_unlock js_mutex_unlock
#define pthread_cond_init js_condition_init
#define pthread_cond_destroy js_condition_destroy
#define pthread_cond_wait js_condition_wait
#define pthread_cond_signal js_condition_signal
#define pthread_cond_broadcast js_condition_broadcast

#endif
