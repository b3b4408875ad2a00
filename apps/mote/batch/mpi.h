// MPI, as far as a batch needs it: messages between ranks. It is in a module that is loaded when mote runs under MPI
// (apps/mote_mpi), so that nobody else needs MPI.

#ifndef CMD_BATCH_MPI_H
#define CMD_BATCH_MPI_H

#include <mote/base.h>

// The functions of the module. Each returns 0, or an error of MPI.
typedef struct cmd_batch_mpi {
    uint32_t version; // CMD_BATCH_MPI_VERSION
    int (*begin)(int *rank, int *size);
    // Copies the message and does not wait for the other rank, so that two ranks may send to each other.
    int (*send)(int to, const void *bytes, int size);
    // Does not wait: `*from` is -1 if there is no message. Messages are at most `room` bytes.
    int (*receive)(int *from, void *bytes, int room);
    void (*end)(void); // after all messages were received
} cmd_batch_mpi;

enum {
    CMD_BATCH_MPI_VERSION = 2,
    CMD_BATCH_MPI_MESSAGE = 4352, // bytes, at most
    CMD_BATCH_MPI_MESSAGES = 4    // at most, from a rank to another that has not received them
};

// The module exports a variable of this name.
#define CMD_BATCH_MPI_NAME "cmd_batch_mpi_module"

// Was this process started by mpirun or the like, as one of several?
bool cmd_batch_is_under_mpi(void);

// Fails if the module does not exist. It stays loaded.
mote_result cmd_batch_load_mpi(const cmd_batch_mpi **out);

#endif
