// Runs a whole batch, from a manifest or a plan to the report.

#ifndef CMD_BATCH_WHOLE_H
#define CMD_BATCH_WHOLE_H

#include "apps/mote/batch/plan.h"
#include "apps/mote/batch/tasks.h"

// Locks the batch of a folder for this process until it ends.
mote_result cmd_batch_lock(const char *folder);

// Measures the checks and splits them into `shards` shards; 0 selects a number that suits the team.
// If the folder has a plan of the same checks, keeps its shards and their results. Takes ownership
// of the checks.
mote_result cmd_batch_make_plan(cmd_batch_team *team, cmd_batch_checks *checks, uint32_t shards,
                                cmd_batch_plan *out);

// Runs the unfinished shards. Their failures are stored in the plan and reported by
// cmd_batch_merge.
mote_result cmd_batch_run_shards(cmd_batch_team *team, cmd_batch_plan *plan);

// Makes the report and prints a summary. Lists missing and damaged shards on standard error.
mote_result cmd_batch_merge(cmd_batch_team *team, const cmd_batch_plan *plan, int *exit_code);

#endif
