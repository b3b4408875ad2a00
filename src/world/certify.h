// Certified answers: particles first, the exact engine only where they could not decide.

#ifndef MOTE_WORLD_CERTIFY_H
#define MOTE_WORLD_CERTIFY_H

#include "method/method.h"

struct mote_world;
struct mote_body;

// The exact engine beside a world's own method; all zero in worlds that do not certify.
typedef struct mote_certifier {
    const mote_method_api *engine; // null: none
    void *engine_state;
    mote_untyped candidates;  // mote_candidate: those that were left undecided
    mote_untyped numbers;     // uint32_t: which they are among the world's
    mote_untyped hits_before; // size_t a sink
} mote_certifier;

// False for no memory.
bool mote_certifier_create(struct mote_world *world);
void mote_certifier_destroy(struct mote_world *world);

// Ready to serve this body too.
mote_result mote_certifier_admit(struct mote_world *world, struct mote_body *body);
void mote_certifier_drop(struct mote_world *world, struct mote_body *body);

// Asks the engine for one face pair of each candidate that the method left undecided, into the sinks,
// and completes the estimates. What the budget does not reach stays undecided.
mote_result mote_certify(struct mote_world *world, const mote_frame *frame);

#endif
