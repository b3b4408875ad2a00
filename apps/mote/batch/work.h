// The tasks of a batch, each run in its own process: measuring a check, checking the frames of a
// shard, and making the reports of a check whose frames are in several shards. Tasks can be
// repeated at any time; finished work is kept.

#ifndef CMD_BATCH_WORK_H
#define CMD_BATCH_WORK_H

#include "apps/mote/batch/result.h"

// All indices count from 0. Failures are those of the work, such as a full disk; a failing check is
// a result.
mote_result cmd_batch_measure(const char *folder, uint32_t check);
mote_result cmd_batch_run_shard(const char *folder, uint32_t shard);
mote_result cmd_batch_finish(const char *folder, uint32_t check);

// Returns whether the check has a result and the reports that it lists. Reads the result to `out`.
bool cmd_batch_is_finished(const char *folder, const cmd_batch_plan *plan, uint32_t check,
                           cmd_batch_result *out);

// Does this status of waitpid mean that the process crashed, rather than being ended from outside?
bool cmd_batch_is_crash(int status);

#endif
