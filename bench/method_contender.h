// The methods of mote as contenders.

#ifndef MOTE_BENCH_METHOD_CONTENDER_H
#define MOTE_BENCH_METHOD_CONTENDER_H

#include <mote/world.h>

#include "bench/protocol.h"

typedef struct bench_method_settings {
    char name[32]; // as shown: "hybrid", "hybrid x2" with two threads
    mote_world_def world;
    bool cold; // a new world for every frame: what a first question costs, worlds not timed
} bench_method_settings;

// The named method without contacts. False if this build has no method of that name.
bool bench_method_settings_make(const char *method, uint32_t threads, bench_method_settings *out);

// The settings must outlive the contender.
bench_contender bench_method_contender(const bench_method_settings *settings);

#endif
