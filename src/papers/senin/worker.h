// What a worker needs while it looks at one pair of bodies, and what a pair of bodies keeps from frame to frame.

#ifndef MOTE_PAPERS_SENIN_WORKER_H
#define MOTE_PAPERS_SENIN_WORKER_H

#include "papers/particle/precise_check.h"
#include "papers/senin/interaction.h"
#include "papers/senin/options.h"

// Kept for a pair of bodies: where the particles were, and the closest pairs.
typedef struct mote_senin_memory {
    uint32_t counts[2]; // particles of each body; 0 before the first frame
    uint32_t kept;      // pairs of sites, the first two a pair and so on
    uint32_t copy;      // the number of the copy in the snapshot of the frame `copied_in`
    uint64_t copied_in;
    float reach;       // R_eff of the last query
    bool relaxed;      // by the thread of the particles, since the last frame
    mote_site sites[]; // capacity of each body, then 2 * closest_pairs
} mote_senin_memory;

static inline mote_site *mote_senin_sites(mote_senin_memory *memory, uint32_t capacity, int body)
{
    return memory->sites + (body ? capacity : 0);
}

static inline mote_site *mote_senin_kept(mote_senin_memory *memory, uint32_t capacity)
{
    return memory->sites + 2 * (size_t)capacity;
}

// Pursuits a pair that is tested.
enum { MOTE_SENIN_STARTS = 4 };

typedef struct mote_senin_worker {
    mote_precise_check check;
    mote_vec3 *at;            // 2 * capacity
    mote_close_pair *nearest; // 2 * capacity
    mote_close_pair *starts;  // MOTE_SENIN_STARTS * closest_pairs
    mote_close_pair *ends;    // as many, and closest_pairs more
    mote_far_cache cache;
    uint32_t capacity, closest_pairs;
} mote_senin_worker;

// False for no memory. Zeroed memory is a worker without room.
bool mote_senin_worker_reserve(mote_senin_worker *worker, const mote_allocator *allocator,
                               const mote_senin_options *options);
void mote_senin_worker_release(mote_senin_worker *worker, const mote_allocator *allocator);

#endif
