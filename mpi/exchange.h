// Agreement and exchange: how ranks talk. Nobody waits for a message that does not come: before anything is sent, all
// ranks agree that all are well.

#ifndef MPI_EXCHANGE_H
#define MPI_EXCHANGE_H

#include <mote/mpi.h>

#include "core/array.h"

typedef MOTE_ARRAY(unsigned char) mpi_bytes;

typedef struct mpi_exchange {
    mpi_bytes *out;     // for each rank
    mpi_bytes in;       // of all ranks, one after the other, each at a multiple of 8
    uint64_t *in_first; // rank count + 1
    uint64_t *counts;   // bytes to each rank, then from each
    MOTE_ARRAY(MPI_Request) requests;
    int request_count;
    int *gather_counts; // bytes of each rank, then where they begin
} mpi_exchange;

// False for no memory.
bool mpi_exchange_create(mote_mpi_world *world, mpi_exchange *exchange);
void mpi_exchange_release(mote_mpi_world *world, mpi_exchange *exchange);

// Empties what is to be sent.
void mpi_exchange_clear(mote_mpi_world *world, mpi_exchange *exchange);

// Collective. Agrees on `status` and, if it is MOTE_OK on all ranks, begins to send. The messages have come when
// mpi_exchange_end returns; until then `out` must not change. Adds what goes to other ranks to `*sent_bytes`.
mote_result mpi_exchange_begin(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                               uint64_t *sent_bytes);
mote_result mpi_exchange_end(mote_mpi_world *world, mpi_exchange *exchange);

// Both, one after the other.
mote_result mpi_exchange_run(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                             uint64_t *sent_bytes);

// Collective: `in` becomes what all ranks have in out[own rank], one after the other.
mote_result mpi_exchange_gather(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                                uint64_t *sent_bytes);

// The collective calls, which all ranks must make alike.
typedef enum mpi_call {
    MPI_CALL_CREATE = 1,
    MPI_CALL_DESTROY,
    MPI_CALL_DETECT,
    MPI_CALL_DISTANCE
} mpi_call;

// Collective: all ranks make the same call with the same arguments, and all are well.
mote_result mpi_agree_on_call(MPI_Comm comm, mpi_call call, uint64_t arguments, mote_result status);

// Collective: the same result on all ranks, that of the lowest rank among those that failed worst. `*shared`, unless null,
// becomes the greatest of all ranks.
mote_result mpi_agree(MPI_Comm comm, mote_result status, uint64_t *shared);

// MOTE_ERROR_IO unless the code of an MPI function is MPI_SUCCESS.
mote_result mpi_check(int code, const char *function);

// Appends bytes; false for no memory. Null data makes room that is zero.
bool mpi_bytes_push(mpi_bytes *bytes, const mote_allocator *allocator, const void *data,
                    size_t size);

#define mpi_bytes_push_value(bytes, allocator, value)                                              \
    mpi_bytes_push((bytes), (allocator), &(value), sizeof(value))

#endif
