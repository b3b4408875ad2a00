// Seeds: vertices that represent parts of a mesh on several levels, so that a search can start
// with a few of them and refine only the promising parts.
//
// The parts are runs of slots (mesh/clusters.h): 1 << shift triangles that are close together at
// rest. The coarsest level has at most MOTE_SEED_ROOTS parts. Each part is divided into at most
// MOTE_SEED_CHILDREN parts of the next level, down to eight triangles. The seed of a part is the
// vertex nearest to the mean of all corners of the part. Areas by quantization (areas.h) give
// rounder parts, but take seconds instead of a tenth of a second and find no more.

#ifndef MOTE_MESH_SEEDS_H
#define MOTE_MESH_SEEDS_H

#include "mesh/clusters.h"

enum { MOTE_SEED_ROOTS = 64, MOTE_SEED_CHILDREN = 8, MOTE_SEED_MAX_LEVELS = 10 };

typedef struct mote_seed_level {
    uint32_t first; // index of the first seed
    uint32_t count;
    uint32_t shift; // part i has 1 << shift slots, starting at i << shift
} mote_seed_level;

typedef struct mote_seeds {
    uint32_t level_count; // level 0 is the coarsest
    mote_seed_level levels[MOTE_SEED_MAX_LEVELS];
    uint32_t seed_count; // of all levels
    uint32_t triangle_count;
    uint32_t *vertices; // seed_count, in the caller's numbering
    float *radii;       // seed_count: the largest distance of the part from the seed at rest
    uint32_t *slot_of;  // the slot of each triangle of the caller
    float spread;       // root mean square distance of the coarsest seeds from their mean at rest
} mote_seeds;

// Builds the seeds of a mesh from the slots of its clusters. Fails only with MOTE_ERROR_MEMORY.
mote_result mote_seeds_build(const mote_vec3 *positions, const mote_clusters *clusters,
                             const mote_allocator *allocator, mote_seeds **out);
void mote_seeds_destroy(mote_seeds *seeds, const mote_allocator *allocator);

// Root mean square distance of points from their mean; points that are not finite are ignored.
float mote_seeds_spread(const mote_vec3 *points, uint32_t count);

// The children of a part in the next level: first .. end - 1. The level must not be the finest.
typedef struct mote_seed_run {
    uint32_t first, end;
} mote_seed_run;

static inline mote_seed_run mote_seed_children(const mote_seeds *seeds, uint32_t level,
                                               uint32_t part)
{
    const mote_seed_level *next = &seeds->levels[level + 1];
    uint32_t cut = seeds->levels[level].shift - next->shift;
    uint32_t end = (part + 1) << cut;
    return (mote_seed_run){part << cut, end < next->count ? end : next->count};
}

#endif
