// The main function of a peer: a program that measures another library beside mote's default method
// and prints the bench's JSON.

#ifndef MOTE_BENCH_PEER_H
#define MOTE_BENCH_PEER_H

#include "bench/contender.h"

// Arguments: SCENE [DETAIL [FIRST_FRAME [FRAMES [REPEATS [pairs|distance [wall|cpu]]]]]], numbers, 0 for the
// default. `answers_distance`: whether the peer knows that question. Positions come in the caller's
// order. Returns the exit code: 0, or 2 with a message on standard error.
int bench_peer_main(int argc, char **argv, const bench_contender *peer, bool answers_distance);

// For a peer's functions: mote_fail with a text.
mote_result bench_peer_fail(const char *message);

#endif
