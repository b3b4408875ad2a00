// A torus with a deformer of any kind, which takes one random pose after the other.

#ifndef MOTE_TEST_DEFORMING_BODY_H
#define MOTE_TEST_DEFORMING_BODY_H

#include "support/deform_cases.h"

typedef enum deformer_choice {
    DEFORM_SKIN,
    DEFORM_WILD_SKIN, // its bounds say little
    DEFORM_MORPH,
    DEFORM_WILD_MORPH,
    DEFORM_CSRBF,    // C0, C2 and C4 by turns
    DEFORM_WAVE,     // callbacks
    DEFORM_CHAIN,    // of a morph, a space mapping, a skin and callbacks, with a transform
    DEFORM_BOUNDING, // the number of choices that can bound nodes
    DEFORM_DUAL_QUATERNION = DEFORM_BOUNDING,
    DEFORM_UNBOUNDED_WAVE,
    DEFORM_CHOICES
} deformer_choice;

// z += height * x^2, exactly where evaluation puts it and nowhere near where it does not.
typedef struct test_wave {
    float height;
    uint32_t broken_vertex; // comes out as NaN; MOTE_NONE for none
} test_wave;

enum { DEFORMING_LINKS = 4 };

typedef struct deforming_body {
    deformer_choice choice;
    deform_case c;
    test_wave wave;
    mote_deformer *links[DEFORMING_LINKS]; // of a chain
    mote_deformer *deformer;
    mote_vec3 *now; // all vertices as they are evaluated
    bool shares_case;
} deforming_body;

// 2 * rings * sides triangles. The wave refers to the body, which must not move.
void deforming_body_create(deforming_body *body, deformer_choice choice, uint32_t rings,
                           uint32_t sides, mote_random *random);
// A deformer of its own for the mesh of another body, which must outlive it.
void deforming_body_create_like(deforming_body *body, const deforming_body *other,
                                mote_random *random);
void deforming_body_pose(deforming_body *body, mote_random *random);
void deforming_body_release(deforming_body *body);

// The present vertices, which are evaluated now.
mote_positions deforming_body_positions(deforming_body *body);

#endif
