// The result of a check of a batch: the data for the report of the batch.

#ifndef CMD_BATCH_RESULT_H
#define CMD_BATCH_RESULT_H

#include "apps/mote/batch/plan.h"

typedef struct cmd_batch_episode {
    mote_check_episode of;      // indices of parts, clip and bones refer to the check; not stored
    int64_t first, last, worst; // frames as numbered in the reports of the check
    double time;                // seconds, of the worst frame
    char *input, *clip, *part_a, *part_b, *region; // input and clip may be null
} cmd_batch_episode;

// Zero-initialized means unknown.
typedef struct cmd_batch_result {
    bool known;
    char *failure; // why the check could not start or ended early; null if it completed
    mote_check_verdict verdict;
    bool complete;
    mote_check_total total;
    uint32_t formats;           // bits 1 << mote_check_format of the reports in clips/
    mote_check_remark *remarks; // owns the texts
    uint32_t remark_count;
    cmd_batch_episode *episodes; // worst first
    uint32_t episode_count;
} cmd_batch_result;

void cmd_batch_result_release(cmd_batch_result *result);

// Makes the result of a finished check.
mote_result cmd_batch_result_of(const mote_check *check, const mote_check_def *def,
                                uint32_t formats, cmd_batch_result *out);

// Makes the result of a check that failed with this message.
mote_result cmd_batch_result_failed(const char *message, cmd_batch_result *out);

// Writes or reads the file of the result of check `number` with this key. MOTE_ERROR_DATA if the
// file has another key or is damaged.
mote_result cmd_batch_write_result(const char *folder, uint32_t number, uint64_t key,
                                   const cmd_batch_result *result);
mote_result cmd_batch_read_result(const char *folder, uint32_t number, uint64_t key,
                                  cmd_batch_result *out);

// Removes the file, if it exists.
mote_result cmd_batch_remove_result(const char *folder, uint32_t number);

#endif
