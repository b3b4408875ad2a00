// The parts of paired. Side 0 of anything is body a of a candidate, side 1 body b.

#ifndef MOTE_METHOD_PAIRED_PAIRED_H
#define MOTE_METHOD_PAIRED_PAIRED_H

#include "core/simd.h"
#include "geometry/tri_distance.h"
#include "mesh/seeds.h"
#include "method/method.h"

// ---------------------------------------------------------------------------------------------
// Options (options.c)

typedef struct mote_paired_options {
    uint32_t starts; // 0: the default
    bool flood;
} mote_paired_options;

extern const mote_option_table mote_paired_option_table;

static inline const mote_paired_options *mote_paired_options_of(const mote_settings *settings)
{
    return settings->options;
}

// Descents per pair of bodies.
uint32_t mote_paired_starts(const mote_settings *settings);

// ---------------------------------------------------------------------------------------------
// A set of pairs of numbers that is cheap to clear (seen_pairs.c)

typedef struct mote_seen_pair {
    uint32_t a, b;
    uint32_t epoch;
} mote_seen_pair;

// All zero is an empty set. Entries of an earlier epoch count as free.
typedef struct mote_seen_pairs {
    mote_seen_pair *entries;
    size_t capacity; // a power of two, or 0
    size_t count;
    uint32_t epoch;
} mote_seen_pairs;

void mote_seen_pairs_release(mote_seen_pairs *set, const mote_allocator *allocator);

// Empties the set and keeps its memory.
void mote_seen_pairs_clear(mote_seen_pairs *set);

typedef enum mote_seen_before { MOTE_SEEN_NOT, MOTE_SEEN, MOTE_SEEN_NO_MEMORY } mote_seen_before;

// Adds a pair. Returns whether the set already had the pair.
mote_seen_before mote_seen_pairs_add(mote_seen_pairs *set, const mote_allocator *allocator,
                                     uint32_t a, uint32_t b);
bool mote_seen_pairs_has(const mote_seen_pairs *set, uint32_t a, uint32_t b);

// ---------------------------------------------------------------------------------------------
// Descents (descent.c): a descent starts at one face of each body and steps to neighboring faces that are closer,
// until the faces meet or their distance is a local minimum

// Two faces and their distance.
typedef struct mote_approach {
    uint32_t face[2];
    mote_vec3 corner[2][3];
    // If `squared` is 0, the faces meet and the points are not set. Infinity means that a corner is
    // not finite.
    mote_tri_distance distance;
} mote_approach;

static inline bool mote_approach_meets(const mote_approach *approach)
{
    return approach->distance.squared == 0;
}

// The state that the descents of one pair of bodies share.
typedef struct mote_descent {
    mote_frame *frame;
    mote_sink *sink;
    const mote_shape *shape[2];
    mote_seen_pairs *seen; // face pairs that a descent has visited: later descents end there
    bool stopped;          // the budget ran out
    bool failed;           // no memory
} mote_descent;

// Takes up to `pairs` face pairs from the budget. Returns how many were available.
uint32_t mote_descent_take(mote_descent *descent, uint32_t pairs);

// Measures the two faces of a start. False if a descent has visited them, or the budget or memory
// runs out.
bool mote_approach_faces(mote_descent *descent, const uint32_t faces[2], mote_approach *out);

// Measures the closest pair of faces around two vertices. Fails as mote_approach_faces does.
bool mote_approach_vertices(mote_descent *descent, const uint32_t vertices[2], mote_approach *out);

// Moves `at` downhill. Returns false if the descent reached a pair that an earlier descent has
// visited. If the budget or memory runs out, `at` is the last pair reached.
bool mote_descend_paired(mote_descent *descent, mote_approach *at);

typedef MOTE_ARRAY(mote_face_pair) mote_face_pair_array;

// The walk over the region of face pairs around two faces that meet.
typedef struct mote_region_walk {
    mote_descent *descent;
    mote_face_pair_array *found; // the pairs of the region found so far
    uint32_t max_pairs;          // stop after this many
    bool report;                 // add the pairs to the sink
    uint32_t candidate;          // candidate number for the sink
} mote_region_walk;

// Visits all face pairs of the contact region of a pair that meets, joined as in world/regions.h,
// or max_pairs of them. The visited pairs and the pairs around them are marked as seen, so later
// descents that enter the region end there.
void mote_region_follow(mote_region_walk *walk, const uint32_t first[2]);

// ---------------------------------------------------------------------------------------------
// Nearest seeds (starts.c, nearest_seeds_simd.c)

// Current positions of seeds, in units in which squares neither overflow nor underflow.
typedef struct mote_seed_points {
    uint32_t count;
    uint32_t part[MOTE_SEED_ROOTS]; // the part of each seed
    float x[MOTE_SEED_ROOTS], y[MOTE_SEED_ROOTS], z[MOTE_SEED_ROOTS];
    float reach[MOTE_SEED_ROOTS]; // how far the part may extend from its seed, above 0
} mote_seed_points;

// For each seed of one body, the nearest seed of the other. Nearness is the squared distance in
// units of the sum of both reaches, so parts that may meet have a nearness of at most 1.
typedef struct mote_nearest_seed {
    float nearness[MOTE_SEED_ROOTS]; // infinity if there is none
    uint32_t other[MOTE_SEED_ROOTS]; // index among the other body's points
} mote_nearest_seed;

// Finds the nearest seeds for both bodies; among equally near seeds the lowest index wins. The
// points of `b` must be NaN from its count up to the next multiple of eight.
MOTE_DECLARE_KERNEL(void, mote_nearest_seeds,
                    (const mote_seed_points *a, const mote_seed_points *b, mote_nearest_seed *of_a,
                     mote_nearest_seed *of_b));

// The scalar twin.
void mote_nearest_seeds_scalar(const mote_seed_points *a, const mote_seed_points *b,
                               mote_nearest_seed *of_a, mote_nearest_seed *of_b);

static inline void mote_nearest_seeds(const mote_seed_points *a, const mote_seed_points *b,
                                      mote_nearest_seed *of_a, mote_nearest_seed *of_b)
{
#ifdef MOTE_SCALAR
    mote_nearest_seeds_scalar(a, b, of_a, of_b);
#else
    MOTE_PICK_KERNEL(mote_nearest_seeds)(a, b, of_a, of_b);
#endif
}

// ---------------------------------------------------------------------------------------------
// Starts of descents (starts.c)

// The state of a body.
typedef struct mote_paired_body {
    mote_vec3 roots[MOTE_SEED_ROOTS]; // current positions of the coarsest seeds
    float stretch;                    // current size of the body / its size at rest
    float min_reach; // of any part: for bodies whose rest shape does not tell their size
} mote_paired_body;

// Reads the coarsest seeds.
void mote_paired_read_roots(mote_paired_body *body, const mote_shape *shape);

// A pair of parts, one of each body.
typedef struct mote_start {
    uint32_t level[2], part[2];
    float nearness; // as in mote_nearest_seed
} mote_start;

enum { MOTE_MAX_STARTS = 128, MOTE_MAX_KEPT = 129 }; // the hint is kept too

// Sorted, the nearest first.
typedef struct mote_start_list {
    uint32_t count;
    mote_start starts[MOTE_MAX_STARTS + MOTE_MAX_KEPT];
} mote_start_list;

// The search for the starts of one pair of bodies.
typedef struct mote_start_search {
    const mote_candidate *candidate;
    mote_sink *sink;
    // Positions are relative to the region's center, in units in which the region has about size 1.
    mote_dvec3 origin;
    double scale;
    mote_start_list now, firsts, others;
    mote_seen_pairs known; // parts of the two coarsest levels in which a contact was found
    bool skips_known;      // do not refine parts with a known contact
} mote_start_search;

void mote_starts_begin(mote_start_search *search, const mote_candidate *candidate, mote_sink *sink);

// Records that two faces meet. Returns MOTE_SEEN if a contact is known in the same parts of the
// second level. These parts are so small that both count as one contact.
mote_seen_before mote_starts_note_contact(mote_start_search *search,
                                          const mote_allocator *allocator, const uint32_t faces[2]);

// Whether a contact is known in the parts of the second level that contain this start.
bool mote_starts_knows(const mote_start_search *search, const mote_start *start);

// Whether two faces are so close that a descent from them finds a contact near them if there is
// one.
bool mote_starts_are_near(const mote_candidate *candidate, const uint32_t faces[2], double squared);

// Adds the pair of parts that contain two faces, on the finest level on which the parts may meet;
// adds nothing if there is no such level. `squared` is the squared distance of the faces.
void mote_starts_add_faces(mote_start_search *search, const uint32_t faces[2], double squared);

// Adds up to `max` pairs of the coarsest parts that may meet, pairs without a known contact first.
// If nothing has been added, adds the nearest pair. `turn` is the frame number.
void mote_starts_add_roots(mote_start_search *search, uint32_t max, uint64_t turn);

// Replaces the pairs of parts by at most `max` pairs of their children, level by level, down to the
// finest level.
void mote_starts_refine(mote_start_search *search, uint32_t max);

// Gets the seeds of the two parts of a start.
void mote_start_vertices(const mote_candidate *candidate, const mote_start *start,
                         uint32_t vertices[2]);

#endif
