// Runs the tasks of a batch in processes on this machine and, under MPI, on other ranks. Each
// process runs one task, so a crash costs only that task. Rank 0 assigns the tasks in order to idle
// processes and also runs tasks itself.

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
    uint32_t number;                 // index of the check or shard
    uint64_t cost;                   // weight in the progress
    bool done;                       // completed without failure
    bool killed;                     // the process was ended from outside
    bool crashed;                    // the process crashed
    char message[CMD_BATCH_MESSAGE]; // the reason of a failure
} cmd_batch_task;

// The processes that run tasks.
typedef struct cmd_batch_team {
    char folder[4096];        // of the batch; absolute path
    uint32_t jobs;            // number of processes on this machine
    const cmd_batch_mpi *mpi; // null: no MPI
    int rank, size;
    int gone; // on rank 0: number of other ranks that have ended
} cmd_batch_team;

// Initializes MPI if there are several ranks.
mote_result cmd_batch_team_begin(cmd_batch_team *team);

// On rank 0: runs the tasks. Failures of tasks are stored in them; failures of the team are
// returned.
mote_result cmd_batch_team_run(cmd_batch_team *team, const char *what, cmd_batch_task *tasks,
                               uint32_t count);

// On other ranks: runs tasks from rank 0 until it ends the service. An interrupted rank informs
// rank 0, which then ends.
mote_result cmd_batch_team_serve(cmd_batch_team *team);

// On all ranks. Rank 0 makes the other ranks stop and waits for them. Does nothing if the team did
// not begin.
void cmd_batch_team_end(cmd_batch_team *team);

#endif
