// Mote's own threads, behind the hook that callers may implement themselves. All pools of a process
// share them.

#ifndef MOTE_CORE_POOL_H
#define MOTE_CORE_POOL_H

#include "core/memory.h"

typedef struct mote_pool mote_pool;

// `worker_count` includes the calling thread: 1 starts no thread, 0 means one worker per processor.
// If threads are unavailable, cannot be started or are busy with another pool, the work runs on the
// caller. Returns null for no memory. The environment variable MOTE_EAGER_THREADS=1 wakes threads
// even for the shortest work, for tests.
mote_pool *mote_pool_create(const mote_allocator *allocator, uint32_t worker_count);
void mote_pool_destroy(mote_pool *pool, const mote_allocator *allocator);

// The hook that runs blocks on the pool. May be called from any thread; a block may start a nested
// run.
mote_tasks mote_pool_tasks(mote_pool *pool);

// mote_pool_enter and mote_pool_leave enclose all runs of a frame. While there are as many such
// callers as processors, each caller works alone. `pool` may be null.
void mote_pool_enter(const mote_pool *pool);
void mote_pool_leave(const mote_pool *pool);

// Wakes sleeping workers ahead of a large run, so that they are ready when it begins.
void mote_pool_rouse(const mote_pool *pool);

// The hook that runs every block on the calling thread.
mote_tasks mote_inline_tasks(void);

#endif
