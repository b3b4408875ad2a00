// Motion that detections drive, as in the paper: bodies move on straight for a cycle, the method
// detects, and the bodies that it reports change their motion, or the run ends.

#ifndef MOTE_PAPER_SMITH_MOTION_H
#define MOTE_PAPER_SMITH_MOTION_H

#include <mote/dynamics.h>

#include "bench/method_contender.h"
#include "scenes/tracks.h"

enum { PAPER_MAX_MOVERS = 48 };

typedef struct paper_mover {
    mote_rigid rigid; // center and rotation are those of the frame of the model; time is in cycles
    double parameter; // for the tracks: how far a hand is closed
    bool is_held;     // moved by `steer` alone
} paper_mover;

// A cycle after its detection.
typedef struct paper_motion_cycle {
    uint32_t cycle; // from 0
    paper_mover *movers;
    const mote_report *report;
} paper_motion_cycle;

typedef struct paper_motion_def {
    const char *scene;                   // whose bodies move; its own motion is not used
    const bench_method_settings *driver; // whose detections count
    mote_response response;
    double half;         // of the cube that holds all centers; 0: no walls
    uint32_t max_cycles; // at least 2
    // Ends with the first cycle from min_cycles on in which the method reports a contact, and did
    // not in the cycle before. Bodies that touch before that change their motion.
    bool until_contact;
    uint32_t min_cycles;
    // One per body of the scene; changed by the run.
    paper_mover *movers;
    // Called after each detection and response, before the bodies move on. Null for none.
    void (*steer)(void *context, const paper_motion_cycle *cycle);
    void *context;
} paper_motion_def;

typedef struct paper_motion {
    scene_tracks tracks;
    uint32_t cycles; // in all
    uint32_t contact_cycles;
    uint32_t overlap_cycle; // the first in which boxes overlap; `cycles` if there is none
    bool ended_in_contact;
    uint32_t body_a, body_b; // that were in contact in the last cycle with one
} paper_motion;

// Fails where the scene, the world or memory do; `out` is then empty.
mote_result paper_motion_run(const paper_motion_def *def, paper_motion *out);
void paper_motion_release(paper_motion *motion);

// The motion of two bodies alone. Release the tracks.
mote_result paper_motion_of_two(const paper_motion *motion, uint32_t a, uint32_t b,
                                scene_tracks *out);

#endif
