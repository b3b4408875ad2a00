// Certified answers: particles first, the exact engine only where they could not decide.

#ifndef MOTE_WORLD_CERTIFY_H
#define MOTE_WORLD_CERTIFY_H

#include "method/method.h"

typedef MOTE_ARRAY(mote_candidate) mote_candidate_array;

struct mote_world;
struct mote_body;

// The exact engine beside a world's own method; all zero in worlds that do not certify.
typedef struct mote_certifier {
    const mote_method_api *engine; // null: none
    void *engine_state;
    mote_candidate_array candidates; // those that were left undecided
    mote_u32_array numbers;          // which they are among the world's
    MOTE_ARRAY(size_t) hits_before;  // a sink
} mote_certifier;

// False for no memory.
bool mote_certifier_create(struct mote_world *world);
void mote_certifier_destroy(struct mote_world *world);

// Ready to serve this body too.
mote_result mote_certifier_admit(struct mote_world *world, struct mote_body *body);
void mote_certifier_drop(struct mote_world *world, struct mote_body *body);

// Asks the engine for one face pair of each candidate that the method left undecided, adds them to the sinks
// and completes the estimates. What the budget does not reach stays undecided. The bodies of these candidates have
// the readiness of mote_world_exact_level.
mote_result mote_certify(struct mote_world *world, const mote_frame *frame);

#endif
