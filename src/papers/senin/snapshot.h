// Particles that go on in a thread of their own while the caller moves the bodies.
//
// Senin et al. 2003, section 4: "the particles interactions and bodies' movements can be implemented either in a single
// thread or in two separate threads". The caller's positions may change as soon as the last query of a frame is done, and
// a mesh may be destroyed; so at the end of a detect the surface around each particle is copied, with its adjacency, and
// the thread works on nothing else. The next detect stops it and takes over where the particles have gone.

#ifndef MOTE_PAPERS_SENIN_SNAPSHOT_H
#define MOTE_PAPERS_SENIN_SNAPSHOT_H

#include "core/arena.h"
#include "papers/senin/companion.h"
#include "papers/senin/interaction.h"

// Sites around the particles of one body. Site number n of a patch is called {n, MOTE_NONE, MOTE_NONE}.
typedef struct mote_patch {
    mote_terrain terrain; // first
    mote_site *sites;     // on the body
    mote_vec3 *at;
    uint32_t count;
    uint32_t expanded;    // the first so many have lists of neighbors
    uint32_t *first_near; // `expanded` + 1, in `near`
    uint32_t *near;
} mote_patch;

typedef struct mote_snapshot_pair {
    mote_patch patches[2];
    mote_interaction interaction;
    mote_patience patience;
} mote_snapshot_pair;

typedef struct mote_snapshot {
    mote_companion *companion;
    mote_arena arena;
    uint64_t frame; // in which it was taken; 0 for never
    mote_snapshot_pair *pairs;
    uint32_t count;
} mote_snapshot;

// Stops the thread, so that the pairs can be read. The first time it makes one; false for no memory.
bool mote_snapshot_stop(mote_snapshot *snapshot, const mote_allocator *allocator);

// Forgets the pairs, and has room for `most` new ones; false for no memory.
bool mote_snapshot_begin(mote_snapshot *snapshot, uint64_t frame, uint32_t most);

// Copies what the particles of two bodies need, and returns the number of the copy; MOTE_NONE for no memory. The
// interaction is that of the present frame.
uint32_t mote_snapshot_add(mote_snapshot *snapshot, const mote_interaction *interaction,
                           const mote_patience *patience);

// Lets the particles go on.
void mote_snapshot_start(mote_snapshot *snapshot);

// Where particles of a copy have gone, after a stop.
void mote_snapshot_read(const mote_snapshot *snapshot, uint32_t copy, int body, mote_site *out);

void mote_snapshot_release(mote_snapshot *snapshot, const mote_allocator *allocator);

#endif
