// The MPI functions that a batch needs: messages between ranks. They are in a module that is loaded
// when mote runs under MPI (apps/mote_mpi), so the command itself does not depend on MPI.

#ifndef CMD_BATCH_MPI_H
#define CMD_BATCH_MPI_H

#include <mote/base.h>

// The functions of the module. Each returns 0 or an MPI error code.
typedef struct cmd_batch_mpi {
    uint32_t version; // CMD_BATCH_MPI_VERSION
    int (*begin)(int *rank, int *size);
    // Copies the message and does not wait for the receiver, so two ranks may send to each other at
    // the same time.
    int (*send)(int to, const void *bytes, int size);
    // Does not block. Sets `*from` to -1 if there is no message. Messages have at most `room`
    // bytes.
    int (*receive)(int *from, void *bytes, int room);
    void (*end)(void); // call it after all messages were received
} cmd_batch_mpi;

enum {
    CMD_BATCH_MPI_VERSION = 2,
    CMD_BATCH_MPI_MESSAGE = 4352, // maximum size in bytes
    CMD_BATCH_MPI_MESSAGES = 4    // maximum number of unreceived messages between two ranks
};

// The name of the variable that the module exports.
#define CMD_BATCH_MPI_NAME "cmd_batch_mpi_module"

// Is this process one of several started by mpirun or a similar program?
bool cmd_batch_is_under_mpi(void);

// Fails if there is no module. The module stays loaded.
mote_result cmd_batch_load_mpi(const cmd_batch_mpi **out);

#endif
