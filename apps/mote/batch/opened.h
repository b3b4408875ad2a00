// A check of a batch, opened, with a hash of the files that it is made of.

#ifndef CMD_BATCH_OPENED_H
#define CMD_BATCH_OPENED_H

#include "apps/mote/batch/plan.h"

typedef struct cmd_batch_opened {
    mote_check *check; // null: it could not be opened
    cmd_check_request request;
    char **words;
    cmd_arguments arguments;
    uint64_t content;
} cmd_batch_opened;

// The current folder must be that of the checks. Fails if the check cannot be opened; close it in any case.
mote_result cmd_batch_open(const cmd_batch_check *check, cmd_batch_opened *out);
void cmd_batch_close(cmd_batch_opened *opened);

#endif
