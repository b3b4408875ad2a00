// mote bench --against: two builds of the library, interleaved.

#ifndef MOTE_COMMAND_BENCH_AGAINST_H
#define MOTE_COMMAND_BENCH_AGAINST_H

#include "apps/mote/verb.h"
#include "bench/method_contender.h"
#include "bench/times.h"

typedef struct cmd_against {
    const char *build; // to compare with: a build directory or a module
    bool bars;         // the scenes of the bars; with scenes given, only those of them
    bool deformers, contacts, distance;
    const bench_method_settings *settings; // methods and threads
    uint32_t setting_count;
    bench_stage_def stage; // without the scene's name
    uint32_t rounds;
    bench_clock clock;
    const char *json; // null for none
} cmd_against;

// Prints a table; the exit code is CMD_EXIT_FOUND when the builds' reports differ.
mote_result cmd_bench_against(const cmd_against *against, cmd_arguments scenes, int *exit_code);

#endif
