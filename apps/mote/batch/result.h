// What a check of a batch amounts to: what the report of the batch says of it.

#ifndef CMD_BATCH_RESULT_H
#define CMD_BATCH_RESULT_H

#include "apps/mote/batch/plan.h"

typedef struct cmd_batch_episode {
    mote_check_episode of;      // parts, clip and bones are numbers of the check, and not kept
    int64_t first, last, worst; // frames as the check's reports number them
    double time;                // of the worst frame, in seconds
    char *input, *clip, *part_a, *part_b, *region; // input and clip may be null
} cmd_batch_episode;

// All zero is empty: nothing is known of the check.
typedef struct cmd_batch_result {
    bool known;
    char *failure; // why it could not be checked, or not to its end; null if it was
    mote_check_verdict verdict;
    bool complete;
    mote_check_total total;
    uint32_t formats;           // bits 1 << mote_check_format: the reports in the folder clips/
    mote_check_remark *remarks; // with texts of their own
    uint32_t remark_count;
    cmd_batch_episode *episodes; // worst first
    uint32_t episode_count;
} cmd_batch_result;

void cmd_batch_result_release(cmd_batch_result *result);

// From a check that is finished.
mote_result cmd_batch_result_of(const mote_check *check, const mote_check_def *def,
                                uint32_t formats, cmd_batch_result *out);

// From why it could not be checked.
mote_result cmd_batch_result_failed(const char *message, cmd_batch_result *out);

// The file of a result: of check `number`, which has the key. MOTE_ERROR_DATA where that is another one, or the file is damaged.
mote_result cmd_batch_write_result(const char *folder, uint32_t number, uint64_t key,
                                   const cmd_batch_result *result);
mote_result cmd_batch_read_result(const char *folder, uint32_t number, uint64_t key,
                                  cmd_batch_result *out);

// Removes the file, if it exists.
mote_result cmd_batch_remove_result(const char *folder, uint32_t number);

#endif
