// The work of a batch, each in a process of its own: measuring a check, finding what is in the frames of a shard, and making the reports
// of a check whose frames are in several shards. All of it can be done again at any time; what is done already is left alone.

#ifndef CMD_BATCH_WORK_H
#define CMD_BATCH_WORK_H

#include "apps/mote/batch/result.h"

// All numbers are from 0. Failures are those of the work, such as a full disk; a check that fails is a result.
mote_result cmd_batch_measure(const char *folder, uint32_t check);
mote_result cmd_batch_run_shard(const char *folder, uint32_t shard);
mote_result cmd_batch_finish(const char *folder, uint32_t check);

// Is there a result of the check, with the reports that it names? It is read to `out`.
bool cmd_batch_is_finished(const char *folder, const cmd_batch_plan *plan, uint32_t check,
                           cmd_batch_result *out);

// Was a process, whose status waitpid tells, ended by what it did itself?
bool cmd_batch_is_crash(int status);

#endif
