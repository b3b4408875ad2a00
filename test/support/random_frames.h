// Small worlds with everything that methods find hard, moving from frame to frame: what all exact
// methods must answer alike. A pure function of its numbers.

#ifndef MOTE_TEST_RANDOM_FRAMES_H
#define MOTE_TEST_RANDOM_FRAMES_H

#include <mote/world.h>

#include "core/random.h"

typedef enum random_kind {
    RANDOM_BLOBS,      // closed deforming surfaces that overlap
    RANDOM_GRAZING,    // closed surfaces that just touch, on a coarse grid of coordinates
    RANDOM_STACKS,     // flat sheets in a few common planes
    RANDOM_IDENTICAL,  // the same body several times in one place
    RANDOM_DEGENERATE, // triangles that are segments and points
    RANDOM_FEW_MANY,   // two large triangles against many small ones
    RANDOM_FAR,        // blobs 1e6 away from the origin
    RANDOM_POINTS,     // bodies without size, and one that has one
    RANDOM_SOUPS,      // loose triangles
    RANDOM_INTEGERS,   // loose triangles with corners on a few integers: ties everywhere
    RANDOM_SCALES,     // blobs of size 1e-25 to 1e12
    RANDOM_SINGLES,    // one triangle a body
    RANDOM_KINDS
} random_kind;

enum { RANDOM_BODIES = 6 };

typedef struct random_body {
    mote_mesh *mesh;
    uint32_t vertex_count;
    mote_vec3 *rest;
    mote_vec3 *now;        // in the caller's order
    void *buffer;          // what the world reads: `now` in the layout of the body
    mote_positions layout; // of the buffer
    mote_body_def def;     // flags of its own
    bool moved;            // in the last step
    bool has_transform;
    mote_transform transform; // of the present frame
} random_body;

typedef struct random_frames {
    random_kind kind;
    mote_random random;
    uint32_t step;
    uint32_t body_count;
    random_body bodies[RANDOM_BODIES];
    mote_vec3 origin;
    float scale;
    float tolerance; // one that matters for this world; the caller chooses whether to use it
} random_frames;

// World number `index` of a stream. Bodies differ in how they show their positions (floats,
// doubles, strides, mesh order, transforms) and in self-collision. `faces` is about how many
// triangles a large body has.
void random_frames_begin(random_frames *frames, uint64_t stream, uint64_t index, uint32_t faces);
void random_frames_end(random_frames *frames);

// Moves all bodies, or all but some: what does not move keeps its place and form.
void random_frames_next(random_frames *frames);

// Creates the bodies in a world, in order.
void random_frames_populate(const random_frames *frames, mote_world *world, mote_body_id *ids);

// Shows what has moved in the last step to a world that has seen all steps before.
void random_frames_show(const random_frames *frames, mote_world *world, const mote_body_id *ids);

#endif
