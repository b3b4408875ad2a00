// Deformers of random parameters over a torus, and what must hold for every one of them.

#ifndef MOTE_TEST_DEFORM_CASES_H
#define MOTE_TEST_DEFORM_CASES_H

#include <mote/deform.h>

#include "support/meshes.h"

typedef struct deform_case {
    test_mesh model;
    mote_mesh *mesh;
    mote_nodes *nodes;
} deform_case;

// A torus of radii 1 and 0.4, its vertices and triangles numbered at random.
deform_case deform_case_create(uint32_t rings, uint32_t sides, mote_random *random);
void deform_case_release(deform_case *c);

// A rotation by at most `angle` about a random axis through `center`, and then a shift of at most
// `shift` along each axis.
mote_transform random_motion(mote_random *random, mote_vec3 center, float angle, float shift);

enum { CASE_BONES = 12, CASE_TARGETS = 7, CASE_CONTROLS = 14 };

// Bones stand along the torus, with weights that fall off smoothly.
mote_deformer *smooth_skin(const deform_case *c, mote_skin_blend blend, uint32_t influences);
// Bones and weights have nothing to do with places.
mote_deformer *wild_skin(const deform_case *c, mote_skin_blend blend, uint32_t influences,
                         mote_random *random);
// Rigid motions of at most `angle` about each bone of smooth_skin.
void pose_skin(mote_deformer *skin, mote_random *random, float angle);
// Any affine maps.
void pose_skin_wildly(mote_deformer *skin, mote_random *random);

mote_deformer *smooth_morph(const deform_case *c, mote_random *random);
mote_deformer *wild_morph(const deform_case *c, mote_random *random);
void pose_morph(mote_deformer *morph, mote_random *random, float most);

// Controls at random on the torus, moved by at most `shift` along each axis.
mote_deformer *random_csrbf(const deform_case *c, mote_random *random, mote_wendland wendland,
                            uint32_t controls, float radius, float shift);

// Evaluating lists of any length and order gives the bits of evaluating all.
void check_listed_equals_all(const mote_deformer *deformer, mote_random *random);

// Every vertex of every node is in the node's box, in the present pose. Returns how many were
// looked at; for each leaf appends to `ratios`, unless null, the box's diagonal by that of its
// vertices.
size_t check_bounds(const deform_case *c, const mote_deformer *deformer, double *ratios);

double median_of(double *values, size_t count);

#endif
