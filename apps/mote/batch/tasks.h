// Tasks of a batch, run by processes of this machine and, under MPI, by those of other ranks. A process runs one task and ends, so that
// what happens to it costs that task only. Rank 0 hands out the tasks, in order, to whoever is free; it works too.

#ifndef CMD_BATCH_TASKS_H
#define CMD_BATCH_TASKS_H

#include "apps/mote/batch/mpi.h"

typedef enum cmd_batch_task_kind {
    CMD_BATCH_TASK_MEASURE,
    CMD_BATCH_TASK_SHARD,
    CMD_BATCH_TASK_FINISH
} cmd_batch_task_kind;

enum { CMD_BATCH_MESSAGE = 512 };

typedef struct cmd_batch_task {
    cmd_batch_task_kind kind;
    uint32_t number;                 // of the check or shard, from 0
    uint64_t cost;                   // for the progress
    bool done;                       // without a failure
    bool killed;                     // the process was ended by somebody else
    bool crashed;                    // the process was ended by what it did
    char message[CMD_BATCH_MESSAGE]; // why it failed
} cmd_batch_task;

// Who runs tasks.
typedef struct cmd_batch_team {
    char folder[4096];        // of the batch; absolute
    uint32_t jobs;            // processes of this machine
    const cmd_batch_mpi *mpi; // null: none
    int rank, size;
    int gone; // on rank 0: other ranks that have ended
} cmd_batch_team;

// Starts MPI if there are several ranks.
mote_result cmd_batch_team_begin(cmd_batch_team *team);

// On rank 0: runs the tasks. Failures of tasks are in them; those of the team itself are returned.
mote_result cmd_batch_team_run(cmd_batch_team *team, const char *what, cmd_batch_task *tasks,
                               uint32_t count);

// On other ranks: runs what rank 0 sends, until that sends them home. A rank that is interrupted tells rank 0, which then ends.
mote_result cmd_batch_team_serve(cmd_batch_team *team);

// On all ranks; rank 0 sends the others home, which stop what they do, and waits for them. Nothing happens to a team that did not
// begin.
void cmd_batch_team_end(cmd_batch_team *team);

#endif
