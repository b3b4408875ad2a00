// The module that 'mote batch' loads under MPI (apps/mote/batch/mpi.h).

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

#include "apps/mote/batch/mpi.h"

// Where MPI keeps messages that were sent and not received yet.
static void *buffer;

// Rank 0 sends to all others, and they send to rank 0 only.
static int attach_buffer(int rank, int size)
{
    enum { RANK_BYTES = CMD_BATCH_MPI_MESSAGES * (CMD_BATCH_MPI_MESSAGE + MPI_BSEND_OVERHEAD) };
    int ranks = rank > 0 ? 1 : size;
    if (ranks > INT_MAX / RANK_BYTES) return MPI_ERR_BUFFER;
    buffer = malloc((size_t)ranks * RANK_BYTES);
    return buffer ? MPI_Buffer_attach(buffer, ranks * RANK_BYTES) : MPI_ERR_NO_MEM;
}

static int begin(int *rank, int *size)
{
    int code = MPI_Init(NULL, NULL);
    if (!code) code = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (!code) code = MPI_Comm_rank(MPI_COMM_WORLD, rank);
    if (!code) code = MPI_Comm_size(MPI_COMM_WORLD, size);
    return code ? code : attach_buffer(*rank, *size);
}

static int send(int to, const void *bytes, int size)
{
    return MPI_Bsend(bytes, size, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static int receive(int *from, void *bytes, int room)
{
    int there = 0;
    MPI_Status status;
    *from = -1;
    int code = MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
    if (code || !there) return code;
    code = MPI_Recv(bytes, room, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, &status);
    if (!code) *from = status.MPI_SOURCE;
    return code;
}

static void end(void)
{
    int size;
    void *detached;
    MPI_Buffer_detach(&detached, &size); // when the last message has left it
    free(buffer);
    MPI_Finalize();
}

extern const cmd_batch_mpi cmd_batch_mpi_module;
__attribute__((visibility("default"))) const cmd_batch_mpi cmd_batch_mpi_module = {
    .version = CMD_BATCH_MPI_VERSION, .begin = begin, .send = send, .receive = receive, .end = end};
