#include "mesh/seeds.h"

#include <math.h>

#include "core/memory.h"
#include "core/result.h"
#include "core/vec.h"

// The finest parts have eight triangles, because the order of slots within eight triangles has no
// meaning.
enum { FINEST_SHIFT = 3, SHIFT_PER_LEVEL = 3 };

_Static_assert(1 << SHIFT_PER_LEVEL == MOTE_SEED_CHILDREN,
               "each level has this many times the parts of the one above");

static uint32_t part_count(uint32_t triangle_count, uint32_t shift)
{
    return triangle_count == 0 ? 0 : ((triangle_count - 1) >> shift) + 1;
}

static void add_level(mote_seeds *seeds, uint32_t shift)
{
    mote_seed_level *level = &seeds->levels[seeds->level_count++];
    *level = (mote_seed_level){.first = seeds->seed_count,
                               .count = part_count(seeds->triangle_count, shift),
                               .shift = shift};
    seeds->seed_count += level->count;
}

// The coarsest level is as fine as MOTE_SEED_ROOTS allows; the others end at FINEST_SHIFT.
static void choose_levels(mote_seeds *seeds)
{
    uint32_t shift = 0;
    while (part_count(seeds->triangle_count, shift) > MOTE_SEED_ROOTS) shift++;
    add_level(seeds, shift);
    while (shift > FINEST_SHIFT) {
        shift -= (shift - FINEST_SHIFT - 1) % SHIFT_PER_LEVEL + 1;
        add_level(seeds, shift);
    }
}

typedef struct corner_run {
    const uint32_t *vertices; // in mesh order
    size_t count;
} corner_run;

static corner_run corners_of(const mote_clusters *clusters, uint32_t shift, uint32_t part)
{
    size_t first = (size_t)part << shift, end = (size_t)(part + 1) << shift;
    if (end > clusters->triangle_count) end = clusters->triangle_count;
    return (corner_run){clusters->corners + 3 * first, 3 * (end - first)};
}

static mote_dvec3 mean_of(const mote_vec3 *positions, const mote_clusters *clusters,
                          corner_run corners)
{
    mote_dvec3 sum = {0, 0, 0};
    for (size_t i = 0; i < corners.count; i++)
        sum =
            mote_dvec_add(sum, mote_vec_widen(positions[clusters->vertex_of[corners.vertices[i]]]));
    return mote_dvec_scale(sum, 1.0 / (double)corners.count);
}

static double squared_distance(mote_dvec3 from, mote_vec3 to)
{
    mote_dvec3 d = mote_dvec_sub(from, mote_vec_widen(to));
    return mote_dvec_dot(d, d);
}

static uint32_t nearest_to(mote_dvec3 place, const mote_vec3 *positions,
                           const mote_clusters *clusters, corner_run corners)
{
    uint32_t nearest = clusters->vertex_of[corners.vertices[0]];
    double least = squared_distance(place, positions[nearest]);
    for (size_t i = 1; i < corners.count; i++) {
        uint32_t vertex = clusters->vertex_of[corners.vertices[i]];
        double squared = squared_distance(place, positions[vertex]);
        if (!(squared < least)) continue;
        least = squared;
        nearest = vertex;
    }
    return nearest;
}

static float reach_from(uint32_t seed, const mote_vec3 *positions, const mote_clusters *clusters,
                        corner_run corners)
{
    double most = 0;
    for (size_t i = 0; i < corners.count; i++) {
        mote_vec3 p = positions[clusters->vertex_of[corners.vertices[i]]];
        double squared = squared_distance(mote_vec_widen(positions[seed]), p);
        most = squared > most ? squared : most;
    }
    return (float)sqrt(most);
}

static void fill_level(mote_seeds *seeds, const mote_seed_level *level, const mote_vec3 *positions,
                       const mote_clusters *clusters)
{
    for (uint32_t part = 0; part < level->count; part++) {
        corner_run corners = corners_of(clusters, level->shift, part);
        mote_dvec3 mean = mean_of(positions, clusters, corners);
        uint32_t seed = nearest_to(mean, positions, clusters, corners);
        seeds->vertices[level->first + part] = seed;
        seeds->radii[level->first + part] = reach_from(seed, positions, clusters, corners);
    }
}

float mote_seeds_spread(const mote_vec3 *points, uint32_t count)
{
    mote_dvec3 mean = {0, 0, 0};
    double sum = 0;
    uint32_t finite = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!mote_vec_finite(points[i])) continue;
        mean = mote_dvec_add(mean, mote_vec_widen(points[i]));
        finite++;
    }
    if (finite == 0) return 0;
    mean = mote_dvec_scale(mean, 1.0 / finite);
    for (uint32_t i = 0; i < count; i++)
        if (mote_vec_finite(points[i])) sum += squared_distance(mean, points[i]);
    return (float)sqrt(sum / finite);
}

static void measure_spread(mote_seeds *seeds, const mote_vec3 *positions)
{
    mote_vec3 roots[MOTE_SEED_ROOTS];
    uint32_t count = seeds->levels[0].count;
    for (uint32_t i = 0; i < count; i++) roots[i] = positions[seeds->vertices[i]];
    seeds->spread = mote_seeds_spread(roots, count);
}

static bool allocate_arrays(mote_seeds *seeds, const mote_allocator *allocator)
{
    return (seeds->vertices = mote_allocate(allocator, seeds->seed_count, sizeof(uint32_t))) &&
           (seeds->radii = mote_allocate(allocator, seeds->seed_count, sizeof(float))) &&
           (seeds->slot_of = mote_allocate(allocator, seeds->triangle_count, sizeof(uint32_t)));
}

mote_result mote_seeds_build(const mote_vec3 *positions, const mote_clusters *clusters,
                             const mote_allocator *allocator, mote_seeds **out)
{
    *out = NULL;
    mote_seeds *seeds = mote_allocate_zeroed(allocator, 1, sizeof *seeds);
    if (!seeds) return mote_fail_memory(sizeof *seeds, "seeds");
    seeds->triangle_count = clusters->triangle_count;
    choose_levels(seeds);
    if (!allocate_arrays(seeds, allocator)) {
        mote_seeds_destroy(seeds, allocator);
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for the seeds of %u triangles",
                         clusters->triangle_count);
    }
    for (uint32_t i = 0; i < seeds->level_count; i++)
        fill_level(seeds, &seeds->levels[i], positions, clusters);
    for (uint32_t slot = 0; slot < clusters->triangle_count; slot++)
        seeds->slot_of[clusters->triangle_of[slot]] = slot;
    measure_spread(seeds, positions);
    *out = seeds;
    return MOTE_OK;
}

void mote_seeds_destroy(mote_seeds *seeds, const mote_allocator *allocator)
{
    if (!seeds) return;
    mote_release(allocator, seeds->vertices, seeds->seed_count, sizeof(uint32_t));
    mote_release(allocator, seeds->radii, seeds->seed_count, sizeof(float));
    mote_release(allocator, seeds->slot_of, seeds->triangle_count, sizeof(uint32_t));
    mote_release(allocator, seeds, 1, sizeof *seeds);
}
