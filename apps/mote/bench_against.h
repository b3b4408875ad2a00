// mote bench --against: measures two builds of the library, interleaved.

#ifndef MOTE_COMMAND_BENCH_AGAINST_H
#define MOTE_COMMAND_BENCH_AGAINST_H

#include "apps/mote/verb.h"
#include "bench/method_contender.h"
#include "bench/times.h"

typedef struct cmd_against {
    const char *build; // the other build: a build directory or a module
    bool bars;         // use the scenes of the bars; with scenes given, only those among them
    bool deformers, contacts, distance;
    const bench_method_settings *settings; // methods and threads
    uint32_t setting_count;
    bench_stage_def stage; // without the name of the scene
    uint32_t rounds;
    bench_clock clock;
    const char *json; // null for none
} cmd_against;

// Prints a table. Sets the exit code to CMD_EXIT_FOUND if the reports of the builds differ.
mote_result cmd_bench_against(const cmd_against *against, cmd_arguments scenes, int *exit_code);

#endif
