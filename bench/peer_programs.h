// Running the peers that were built (bench/peers/), which lie beside the program that asks.

#ifndef MOTE_BENCH_PEER_PROGRAMS_H
#define MOTE_BENCH_PEER_PROGRAMS_H

#include "bench/protocol.h"
#include "io/json.h"

// The peers' names one by one; null for an index past the last.
const char *mote_peer_name(size_t index);

// Was it built?
bool mote_peer_is_built(const char *name);

bool mote_peer_answers_distance(const char *name);

// Owns its text.
typedef struct mote_peer_report {
    char *text;
    size_t size;
    mote_json json;
    const mote_json_node *run;         // the one measurement in it
    const mote_json_node *mote, *peer; // the two contenders
} mote_peer_report;

// Runs a peer on the scene; fails with what it printed when it could not serve it.
mote_result mote_peer_run(const char *name, const mote_stage_def *def,
                          const mote_protocol *protocol, mote_peer_report *out);
void mote_peer_report_release(mote_peer_report *report);

// Of one of the two contenders or of "floor" in the run; MOTE_CLASS_COUNT stands for all frames.
mote_summary mote_peer_summary(const mote_peer_report *report, const mote_json_node *of,
                               mote_contact_class which);

#endif
