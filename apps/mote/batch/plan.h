// The plan of a batch: the measured data of each check, and the shards of the work. The folder of a
// batch has
//
//     index.html batch.json ...    the report
//     clips/00001.html ...         the reports of each check
//     commands                     with --plan: one command per shard
//     work/checks.txt              the checks (checks.h)
//     work/measures/00001.txt      the measured data of a check
//     work/plan.txt                the measured data of all checks, and the number of shards
//     work/shards/00001.txt        the pieces of a shard
//     work/shards/00001.found      their results (shard.h)
//     work/results/00001           the result of a check (result.h)
//
// Checks and shards are numbered from 1 in names and texts, and from 0 in the program.

#ifndef CMD_BATCH_PLAN_H
#define CMD_BATCH_PLAN_H

#include "apps/mote/batch/checks.h"
#include "apps/mote/batch/file.h"

// A range of frames of a check (check/pieces.h).
typedef struct cmd_batch_piece {
    uint32_t check, first, count;
} cmd_batch_piece;

typedef struct cmd_batch_shard {
    cmd_batch_piece *pieces;
    uint32_t count;
    uint64_t cost;
    char *failure; // why the last run failed; null if it did not
} cmd_batch_shard;

// Zero-initialized means empty.
typedef struct cmd_batch_plan {
    cmd_batch_checks checks;
    cmd_batch_shard *shards;
    uint32_t shard_count;
} cmd_batch_plan;

void cmd_batch_plan_release(cmd_batch_plan *plan);

mote_result cmd_batch_make_folders(const char *folder);

// Reads and writes the measured data of one check.
mote_result cmd_batch_write_measure(const char *folder, uint32_t number,
                                    const cmd_batch_check *check);
mote_result cmd_batch_read_measure(const char *folder, uint32_t number, cmd_batch_check *check);

// Splits the checks into at most `wanted` shards of similar cost. Checks that cost more than a
// shard may be split; long checks already if they cost more than a fourth of one.
mote_result cmd_batch_cut(cmd_batch_plan *plan, uint32_t wanted);

// The recommended number of shards: several per process, so that all processes end at about the
// same time, but each with enough frames to make the cost of opening its checks negligible.
uint32_t cmd_batch_shards_for(const cmd_batch_checks *checks, uint32_t processes);

mote_result cmd_batch_write_plan(const cmd_batch_plan *plan, const char *folder);

// Reads the checks with their measured data, and all shards (MOTE_NONE) or the given one.
mote_result cmd_batch_read_plan(const char *folder, uint32_t shard, cmd_batch_plan *out);

#endif
