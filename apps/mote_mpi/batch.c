// The module that 'mote batch' loads under MPI (apps/mote/batch/mpi.h).

#include <mpi.h>

#include "apps/mote/batch/mpi.h"

static int begin(int *rank, int *size)
{
    int code = MPI_Init(NULL, NULL);
    if (!code) code = MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (!code) code = MPI_Comm_rank(MPI_COMM_WORLD, rank);
    return code ? code : MPI_Comm_size(MPI_COMM_WORLD, size);
}

static int send(int to, const void *bytes, int size)
{
    return MPI_Send(bytes, size, MPI_BYTE, to, 0, MPI_COMM_WORLD);
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
    MPI_Finalize();
}

extern const cmd_batch_mpi cmd_batch_mpi_module;
__attribute__((visibility("default"))) const cmd_batch_mpi cmd_batch_mpi_module = {
    .version = CMD_BATCH_MPI_VERSION, .begin = begin, .send = send, .receive = receive, .end = end};
