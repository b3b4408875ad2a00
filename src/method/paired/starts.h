// Where descents start: pairs of vertices, one of each body, spread over all places where the bodies
// come near each other.
//
// The coarsest seeds are compared all with all. What may meet is looked at more closely, level by
// level: a pair of parts gives way to the pairs of their children of which one is the nearest to the
// other. Of each pair the best child is kept as long as it may still meet; places that become free are
// given to the nearest of the others. So starts neither crowd in one place nor stick to one that turns
// out to be far.

#ifndef MOTE_METHOD_PAIRED_STARTS_H
#define MOTE_METHOD_PAIRED_STARTS_H

#include "method/method.h"
#include "method/paired/nearest_seeds.h"
#include "method/paired/seen_pairs.h"

// The coarsest seeds of a body where they are now.
typedef struct mote_paired_body {
    mote_vec3 roots[MOTE_SEED_ROOTS];
    float stretch;     // how much larger the body is than at rest
    float least_reach; // of any part: for bodies whose rest shape says nothing about it
} mote_paired_body;

// Reads the coarsest seeds.
void mote_paired_read_roots(mote_paired_body *body, const mote_shape *shape);

// A pair of parts, one of each body.
typedef struct mote_start {
    uint32_t level[2], part[2];
    float nearness; // squared distance of the seeds in units of what both parts reach
} mote_start;

enum { MOTE_MOST_STARTS = 128, MOTE_MOST_KEPT = 129 }; // the hint is kept too

// The nearest first.
typedef struct mote_start_list {
    uint32_t count;
    mote_start starts[MOTE_MOST_STARTS + MOTE_MOST_KEPT];
} mote_start_list;

// The search for the starts of one pair of bodies.
typedef struct mote_start_search {
    const mote_candidate *candidate;
    mote_sink *sink;
    mote_dvec3 origin; // of the units in which distances are taken: about the middle of the region,
    double scale;      // which then has about the size 1
    mote_start_list now, firsts, others;
    mote_seen_pairs known; // parts of the two coarsest levels in which a contact was found
    bool skips_known;      // look no closer there
} mote_start_search;

void mote_starts_begin(mote_start_search *search, const mote_candidate *candidate, mote_sink *sink);

// Notes that a contact was found at two faces. MOTE_SEEN where there was one before in the same parts of the
// second level: so small that it counts as the same contact.
mote_seen_before mote_starts_note_contact(mote_start_search *search,
                                          const mote_allocator *allocator, const uint32_t faces[2]);

// Is a contact known in the parts of the second level that hold these?
bool mote_starts_knows(const mote_start_search *search, const mote_start *start);

// Are two faces so close that steps from face to face lead to where they meet, if they do?
bool mote_starts_are_near(const mote_candidate *candidate, const uint32_t faces[2], double squared);

// Adds the pair of parts that hold two faces, on the finest level on which they may meet, if there is
// one. `squared` is the distance of the faces.
void mote_starts_add_faces(mote_start_search *search, const uint32_t faces[2], double squared);

// Adds up to `most` pairs of the coarsest parts that may meet, those without a known contact first; or
// the nearest pair if nothing else is there. `turn` is the number of the frame.
void mote_starts_add_roots(mote_start_search *search, uint32_t most, uint64_t turn);

// Looks closer at what was added, at most `most` of it, down to the finest level; where fewer were added
// the others are their children.
void mote_starts_refine(mote_start_search *search, uint32_t most);

// The seeds of a start.
void mote_start_vertices(const mote_candidate *candidate, const mote_start *start,
                         uint32_t vertices[2]);

#endif
