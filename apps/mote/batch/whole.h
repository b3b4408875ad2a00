// A whole batch: from a manifest or a plan to the report.

#ifndef CMD_BATCH_WHOLE_H
#define CMD_BATCH_WHOLE_H

#include "apps/mote/batch/plan.h"
#include "apps/mote/batch/tasks.h"

// Only one process at a time works on the batch of a folder, until it ends.
mote_result cmd_batch_lock(const char *folder);

// Measures the checks and cuts them into `shards` shards; 0 is as many as are good for the team. What a folder holds of the same checks
// stays: the shards that it was cut into, and what was found in them. Takes the checks.
mote_result cmd_batch_make_plan(cmd_batch_team *team, cmd_batch_checks *checks, uint32_t shards,
                                cmd_batch_plan *out);

// Runs the shards that are not done. Their failures are in the plan, and told by cmd_batch_merge.
mote_result cmd_batch_run_shards(cmd_batch_team *team, cmd_batch_plan *plan);

// Makes the report of what was found and prints a summary. Names shards that are missing or damaged on standard error.
mote_result cmd_batch_merge(cmd_batch_team *team, const cmd_batch_plan *plan, int *exit_code);

#endif
