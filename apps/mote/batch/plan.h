// The plan of a batch: what measuring found out of each check, and how the work is cut into shards. The folder of a batch has
//
//     index.html batch.json ...    the report
//     clips/00001.html ...         the reports of each check
//     commands                     with --plan: one command per shard
//     work/checks.txt              the checks (checks.h)
//     work/measures/00001.txt      what measuring found out of a check
//     work/plan.txt                the same of all checks, and how many shards there are
//     work/shards/00001.txt        the pieces of a shard
//     work/shards/00001.found      what was found in them (shard.h)
//     work/results/00001           what a check amounts to (result.h)
//
// Numbers of checks and shards are from 1 in names and texts, and from 0 in the program.

#ifndef CMD_BATCH_PLAN_H
#define CMD_BATCH_PLAN_H

#include "apps/mote/batch/checks.h"
#include "apps/mote/batch/file.h"

// Some of the frames of a check (check/pieces.h).
typedef struct cmd_batch_piece {
    uint32_t check, first, count;
} cmd_batch_piece;

typedef struct cmd_batch_shard {
    cmd_batch_piece *pieces;
    uint32_t count;
    uint64_t cost;
    char *failure; // why it could not be run just now; null if it was, or was not tried
} cmd_batch_shard;

// All zero is empty.
typedef struct cmd_batch_plan {
    cmd_batch_checks checks;
    cmd_batch_shard *shards;
    uint32_t shard_count;
} cmd_batch_plan;

void cmd_batch_plan_release(cmd_batch_plan *plan);

// Creates the folders of a batch.
mote_result cmd_batch_make_folders(const char *folder);

// What measuring found out of one check.
mote_result cmd_batch_write_measure(const char *folder, uint32_t number,
                                    const cmd_batch_check *check);
mote_result cmd_batch_read_measure(const char *folder, uint32_t number, cmd_batch_check *check);

// Cuts the checks into at most `wanted` shards of about the same cost. Checks that cost more than a shard may be cut, and long ones that
// cost more than a fourth of it.
mote_result cmd_batch_cut(cmd_batch_plan *plan, uint32_t wanted);

// How many shards are good for so many processes: several per process, so that all end at about the same time, but each of at least so
// many frames that opening its checks does not count.
uint32_t cmd_batch_shards_for(const cmd_batch_checks *checks, uint32_t processes);

mote_result cmd_batch_write_plan(const cmd_batch_plan *plan, const char *folder);

// The checks with their measures, and all shards or the one of that number (MOTE_NONE: all).
mote_result cmd_batch_read_plan(const char *folder, uint32_t shard, cmd_batch_plan *out);

#endif
