// Agreement and exchange: the communication of ranks. Before anything is sent, all ranks agree that
// none has failed, so no rank waits for a message that is never sent.

#ifndef MPI_EXCHANGE_H
#define MPI_EXCHANGE_H

#include <mote/mpi.h>

#include "core/array.h"

typedef MOTE_ARRAY(unsigned char) mpi_bytes;

typedef struct mpi_exchange {
    mpi_bytes *out;     // for each rank
    mpi_bytes in;       // from all ranks in order, each at a multiple of 8
    uint64_t *in_first; // rank count + 1
    uint64_t *counts;   // bytes to each rank, then from each
    MOTE_ARRAY(MPI_Request) requests;
    int request_count;
    int *gather_counts; // bytes of each rank, then their offsets
} mpi_exchange;

// False for no memory.
bool mpi_exchange_create(mote_mpi_world *world, mpi_exchange *exchange);
void mpi_exchange_release(mote_mpi_world *world, mpi_exchange *exchange);

// Empties `out`.
void mpi_exchange_clear(mote_mpi_world *world, mpi_exchange *exchange);

// Collective. Agrees on `status` and, if it is MOTE_OK on all ranks, begins to send. All messages
// are received when mpi_exchange_end returns; `out` must not change before. Adds the bytes sent to
// other ranks to `*sent_bytes`.
mote_result mpi_exchange_begin(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                               uint64_t *sent_bytes);
mote_result mpi_exchange_end(mote_mpi_world *world, mpi_exchange *exchange);

// Begins and ends an exchange.
mote_result mpi_exchange_run(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                             uint64_t *sent_bytes);

// Collective: gathers the out[own rank] of all ranks into `in`, in the order of ranks.
mote_result mpi_exchange_gather(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                                uint64_t *sent_bytes);

// The collective calls, which all ranks must make in the same order.
typedef enum mpi_call {
    MPI_CALL_CREATE = 1,
    MPI_CALL_DESTROY,
    MPI_CALL_DETECT,
    MPI_CALL_DISTANCE
} mpi_call;

// Collective: checks that all ranks make the same call with the same arguments and that none has
// failed.
mote_result mpi_agree_on_call(MPI_Comm comm, mpi_call call, uint64_t arguments, mote_result status);

// Collective: returns the same result on all ranks, the worst result; among equally bad ranks the
// lowest gives the message. Sets `*shared`, unless null, to its maximum over all ranks.
mote_result mpi_agree(MPI_Comm comm, mote_result status, uint64_t *shared);

// Returns MOTE_ERROR_IO unless the code of an MPI function is MPI_SUCCESS.
mote_result mpi_check(int code, const char *function);

// Appends bytes, or zeros if `data` is null. False for no memory.
bool mpi_bytes_push(mpi_bytes *bytes, const mote_allocator *allocator, const void *data,
                    size_t size);

#define mpi_bytes_push_value(bytes, allocator, value)                                              \
    mpi_bytes_push((bytes), (allocator), &(value), sizeof(value))

#endif
