// Mote's own threads, behind the hook that callers may implement themselves. All pools of a process share them.

#ifndef MOTE_CORE_POOL_H
#define MOTE_CORE_POOL_H

#include "core/memory.h"

typedef struct mote_pool mote_pool;

// `worker_count` counts the calling thread: 1 starts no thread at all. 0 means one per processor.
// Where threads are missing, cannot be started or work for another pool, work runs on the caller. Null for no
// memory. The environment variable MOTE_EAGER_THREADS=1 wakes threads for the shortest work too, for tests.
mote_pool *mote_pool_create(const mote_allocator *allocator, uint32_t worker_count);
void mote_pool_destroy(mote_pool *pool, const mote_allocator *allocator);

// The hook that runs blocks on the pool. From any thread; a block may start a run of its own.
mote_tasks mote_pool_tasks(mote_pool *pool);

// Around all runs of a frame. While as many callers are between the two as there are processors, each works alone. `pool` may be
// null.
void mote_pool_enter(const mote_pool *pool);
void mote_pool_leave(const mote_pool *pool);

// Wakes sleeping workers ahead of a run that is worth it, so that they are there when it begins.
void mote_pool_rouse(const mote_pool *pool);

// The hook that runs every block on the calling thread.
mote_tasks mote_inline_tasks(void);

#endif
