// An open check of a batch, with a hash of its input files.

#ifndef CMD_BATCH_OPENED_H
#define CMD_BATCH_OPENED_H

#include "apps/mote/batch/plan.h"

typedef struct cmd_batch_opened {
    mote_check *check; // null if it could not be opened
    cmd_check_request request;
    char **words;
    cmd_arguments arguments;
    uint64_t content;
} cmd_batch_opened;

// The current folder must be that of the checks. Fails if the check cannot be opened. Must be
// closed even after a failure.
mote_result cmd_batch_open(const cmd_batch_check *check, cmd_batch_opened *out);
void cmd_batch_close(cmd_batch_opened *opened);

#endif
