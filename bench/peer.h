// Peers: programs that measure another library beside mote's default method and print the bench's
// JSON (bench/peers/). Both ends: the main function of such a program, and functions that run the
// peers in the directory of the calling program.

#ifndef MOTE_BENCH_PEER_H
#define MOTE_BENCH_PEER_H

#include "bench/protocol.h"
#include "io/json.h"

// ---------------------------------------------------------------------------------------------
// The program

// Arguments: SCENE [DETAIL [FIRST_FRAME [FRAMES [REPEATS [pairs|distance [wall|cpu]]]]]], numbers,
// 0 for the default. `answers_distance`: whether the peer knows that question. Positions come in
// the caller's order. Returns the exit code: 0, or 2 with a message on standard error.
int bench_peer_main(int argc, char **argv, const bench_contender *peer, bool answers_distance);

// For a peer's functions: mote_fail with a text.
mote_result bench_peer_fail(const char *message);

// ---------------------------------------------------------------------------------------------
// Running it

// The peers' names one by one; null for an index past the last.
const char *bench_peer_name(size_t index);

// Whether it was built.
bool bench_peer_is_built(const char *name);

bool bench_peer_answers_distance(const char *name);

// Owns its text.
typedef struct bench_peer_report {
    char *text;
    size_t size;
    io_json json;
    const io_json_node *run;         // the one measurement in it
    const io_json_node *mote, *peer; // the two contenders
} bench_peer_report;

// Runs a peer on the scene. If the peer fails, the message is what it printed.
mote_result bench_peer_run(const char *name, const bench_stage_def *def,
                           const bench_protocol *protocol, bench_peer_report *out);
void bench_peer_report_release(bench_peer_report *report);

// Of one of the two contenders or of "floor" in the run; CONTACT and COUNT of the enum stand for
// several classes.
bench_summary bench_peer_summary(const bench_peer_report *report, const io_json_node *of,
                                 bench_contact_class which);

#endif
