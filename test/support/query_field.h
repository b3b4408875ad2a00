// Bodies that points, rays, balls and boxes are asked about, with all their faces to answer the
// same question one by one.

#ifndef MOTE_TEST_QUERY_FIELD_H
#define MOTE_TEST_QUERY_FIELD_H

#include "core/random.h"
#include "support/failing_allocator.h"
#include "support/meshes.h"
#include "support/present_faces.h"
#include "support/random_frames.h"

// Random bodies, each of a category of its own: bit i for body i.
typedef struct query_field {
    random_frames frames;
    mote_random random;
    mote_world *world;
    uint32_t count;
    mote_body_id ids[RANDOM_BODIES];
    present_faces faces[RANDOM_BODIES];
} query_field;

// Asks twelve times in each of three frames of `fields` fields.
typedef void query_check(query_field *f);
void query_field_check(size_t fields, query_check *check);

mote_vec3 query_field_corner(query_field *f); // of some face: exactly on a surface
mote_vec3 query_field_point(query_field *f);  // on a corner, near one, or some way off
float query_field_length(query_field *f);     // from 0 to half the size of all
uint64_t query_field_mask(query_field *f);

// One torus of radii 1 and 0.4 around the z axis.
typedef struct query_torus {
    test_mesh rest;
    mote_mesh *mesh;
    mote_world *world;
    mote_body_id id;
} query_torus;

query_torus query_torus_create(failing_allocator *memory); // null for the world's own
void query_torus_release(query_torus *t);

// Shows the torus with a NaN among its positions, and as it was.
void query_torus_break(query_torus *t);
void query_torus_mend(query_torus *t);

// The code, and a message that holds the words.
void query_assert_refused(mote_result result, mote_result code, const char *words);

// A query that is all right allocates nothing after the first time, and reports each failed
// allocation and recovers from it.
typedef mote_result query_ask(const query_torus *t);
void query_check_memory(query_ask *ask);

#endif
