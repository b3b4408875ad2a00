// Mote's own thread pool, behind the hook that callers may implement themselves.

#ifndef MOTE_CORE_POOL_H
#define MOTE_CORE_POOL_H

#include "core/memory.h"

typedef struct mote_pool mote_pool;

// `worker_count` counts the calling thread: 1 starts no thread at all. 0 means one per processor.
// Where threads are missing or cannot be started, work runs on the caller. Null for no memory.
mote_pool *mote_pool_create(const mote_allocator *allocator, uint32_t worker_count);
void mote_pool_destroy(mote_pool *pool, const mote_allocator *allocator);

// The hook that runs blocks on the pool. One run at a time.
mote_tasks mote_pool_tasks(mote_pool *pool);

// The hook that runs every block on the calling thread.
mote_tasks mote_inline_tasks(void);

#endif
