#include "mpi/exchange.h"

#include <string.h>

#include "core/result.h"
#include "core/timer.h"
#include "mpi/world.h"

enum { TAG = 1 };

// The maximum message size; more bytes are sent in several messages.
static const uint64_t MAX_MESSAGE = (uint64_t)1 << 30;

mote_result mpi_check(int code, const char *function)
{
    if (code == MPI_SUCCESS) return MOTE_OK;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    return mote_fail(MOTE_ERROR_IO, "%s: %s", function, text);
}

bool mpi_bytes_push(mpi_bytes *bytes, const mote_allocator *allocator, const void *data,
                    size_t size)
{
    unsigned char *to = mote_array_room(bytes, allocator, size);
    if (!to) return false;
    if (data)
        memcpy(to, data, size);
    else
        memset(to, 0, size);
    bytes->count += size;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Agreement

// Packs a failure into one number: worse results are greater, and among equal results the lowest
// rank is greatest.
static uint64_t pack_status(mote_result status, int rank)
{
    return status ? (uint64_t)status << 32 | (UINT32_MAX - (uint32_t)rank) : 0;
}

static mote_result unpack_status(uint64_t packed, mote_result own)
{
    mote_result worst = (mote_result)(packed >> 32);
    if (worst == MOTE_OK || own == worst) return worst; // the message is already set
    return mote_fail(worst, "rank %u failed: %s", UINT32_MAX - (uint32_t)packed,
                     mote_result_name(worst));
}

mote_result mpi_agree(MPI_Comm comm, mote_result status, uint64_t *shared)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    uint64_t mine[2] = {pack_status(status, rank), shared ? *shared : 0}, all[2];
    mote_result sent =
        mpi_check(MPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_MAX, comm), "MPI_Allreduce");
    if (sent) return sent;
    if (shared) *shared = all[1];
    return unpack_status(all[0], status);
}

mote_result mpi_agree_on_call(MPI_Comm comm, mpi_call call, uint64_t arguments, mote_result status)
{
    int rank;
    MPI_Comm_rank(comm, &rank);
    uint64_t mine[5] = {call, ~(uint64_t)call, arguments, ~arguments, pack_status(status, rank)};
    uint64_t all[5];
    mote_result sent =
        mpi_check(MPI_Allreduce(mine, all, 5, MPI_UINT64_T, MPI_MAX, comm), "MPI_Allreduce");
    if (sent) return sent;
    if (all[0] != ~all[1])
        return mote_fail(MOTE_ERROR_STATE,
                         "libmote_mpi: the ranks make different collective calls");
    if (all[4]) return unpack_status(all[4], status);
    if (all[2] != ~all[3])
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "libmote_mpi: the ranks give a collective call different arguments");
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Exchange

bool mpi_exchange_create(mote_mpi_world *world, mpi_exchange *exchange)
{
    size_t n = (size_t)world->rank_count;
    const mote_allocator *allocator = &world->allocator;
    exchange->out = mote_allocate_zeroed(allocator, n, sizeof *exchange->out);
    exchange->in_first = mote_allocate_zeroed(allocator, n + 1, sizeof *exchange->in_first);
    exchange->counts = mote_allocate_zeroed(allocator, 2 * n, sizeof *exchange->counts);
    exchange->gather_counts = mote_allocate_zeroed(allocator, 2 * n, sizeof(int));
    return exchange->out && exchange->in_first && exchange->counts && exchange->gather_counts;
}

void mpi_exchange_release(mote_mpi_world *world, mpi_exchange *exchange)
{
    size_t n = (size_t)world->rank_count;
    const mote_allocator *allocator = &world->allocator;
    for (size_t i = 0; exchange->out && i < n; i++)
        mote_array_release(&exchange->out[i], allocator);
    mote_release(allocator, exchange->out, n, sizeof *exchange->out);
    mote_release(allocator, exchange->in_first, n + 1, sizeof *exchange->in_first);
    mote_release(allocator, exchange->counts, 2 * n, sizeof *exchange->counts);
    mote_release(allocator, exchange->gather_counts, 2 * n, sizeof(int));
    mote_array_release(&exchange->in, allocator);
    mote_array_release(&exchange->requests, allocator);
}

void mpi_exchange_clear(mote_mpi_world *world, mpi_exchange *exchange)
{
    for (int i = 0; i < world->rank_count; i++) exchange->out[i].count = 0;
}

static uint64_t message_count(uint64_t bytes)
{
    return (bytes + MAX_MESSAGE - 1) / MAX_MESSAGE;
}

// Allocates memory for all received bytes and for the requests.
static mote_result make_room(mote_mpi_world *world, mpi_exchange *exchange)
{
    size_t n = (size_t)world->rank_count;
    uint64_t total = 0, messages = 0;
    for (size_t i = 0; i < n; i++) {
        exchange->in_first[i] = total;
        total += (exchange->counts[n + i] + 7) / 8 * 8;
        messages += message_count(exchange->counts[i]) + message_count(exchange->counts[n + i]);
    }
    exchange->in_first[n] = total;
    exchange->in.count = exchange->requests.count = 0;
    bool has_room = messages < INT32_MAX &&
                    mote_array_reserve(&exchange->in, &world->allocator, total + 1) && // never null
                    mote_array_reserve(&exchange->requests, &world->allocator, (size_t)messages);
    return has_room ? MOTE_OK : mpi_no_memory("messages of other ranks");
}

// Sends or receives `bytes` bytes, in several messages if necessary.
static mote_result post(mote_mpi_world *world, mpi_exchange *exchange, bool is_sent, int rank,
                        unsigned char *data, uint64_t bytes)
{
    mote_result result = MOTE_OK;
    for (uint64_t at = 0; at < bytes && !result; at += MAX_MESSAGE) {
        int count = (int)(bytes - at < MAX_MESSAGE ? bytes - at : MAX_MESSAGE);
        MPI_Request *request = &exchange->requests.data[exchange->request_count];
        int code = is_sent ? MPI_Isend(data + at, count, MPI_BYTE, rank, TAG, world->comm, request)
                           : MPI_Irecv(data + at, count, MPI_BYTE, rank, TAG, world->comm, request);
        result = mpi_check(code, is_sent ? "MPI_Isend" : "MPI_Irecv");
        if (!result) exchange->request_count++;
    }
    return result;
}

static mote_result post_all(mote_mpi_world *world, mpi_exchange *exchange)
{
    int n = world->rank_count;
    mote_result result = MOTE_OK;
    for (int i = 0; i < n && !result; i++) {
        if (i == world->rank || exchange->counts[n + i] == 0) continue;
        result = post(world, exchange, false, i, exchange->in.data + exchange->in_first[i],
                      exchange->counts[n + i]);
    }
    // Each rank begins with the next rank, so that not all send to the same rank.
    for (int i = 1; i < n && !result; i++) {
        int to = (world->rank + i) % n;
        result = post(world, exchange, true, to, exchange->out[to].data, exchange->counts[to]);
    }
    const mpi_bytes *own = &exchange->out[world->rank];
    if (own->count)
        memcpy(exchange->in.data + exchange->in_first[world->rank], own->data, own->count);
    exchange->in.count = exchange->in_first[n];
    return result;
}

static mote_result begin(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                         uint64_t *sent_bytes)
{
    int n = world->rank_count;
    exchange->request_count = 0;
    for (int i = 0; i < n; i++) exchange->counts[i] = status ? 0 : exchange->out[i].count;
    mote_result sent = mpi_check(MPI_Alltoall(exchange->counts, 1, MPI_UINT64_T,
                                              exchange->counts + n, 1, MPI_UINT64_T, world->comm),
                                 "MPI_Alltoall");
    if (sent) return sent;
    if (!status) status = make_room(world, exchange);
    status = mpi_agree(world->comm, status, NULL);
    if (status) return status;
    for (int i = 0; i < n; i++) {
        if (i != world->rank) *sent_bytes += exchange->counts[i];
    }
    world->stats.control_bytes += 2 * sizeof(uint64_t) * (uint64_t)(n - 1);
    return post_all(world, exchange);
}

mote_result mpi_exchange_begin(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                               uint64_t *sent_bytes)
{
    double start = mote_seconds();
    mote_result result = begin(world, exchange, status, sent_bytes);
    world->wait_seconds += mote_seconds() - start;
    return result;
}

mote_result mpi_exchange_end(mote_mpi_world *world, mpi_exchange *exchange)
{
    double start = mote_seconds();
    mote_result result = mpi_check(
        MPI_Waitall(exchange->request_count, exchange->requests.data, MPI_STATUSES_IGNORE),
        "MPI_Waitall");
    exchange->request_count = 0;
    world->wait_seconds += mote_seconds() - start;
    return result;
}

mote_result mpi_exchange_run(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                             uint64_t *sent_bytes)
{
    mote_result result = mpi_exchange_begin(world, exchange, status, sent_bytes);
    return result ? result : mpi_exchange_end(world, exchange);
}

// ---------------------------------------------------------------------------------------------
// Gathering

static mote_result make_gather_room(mote_mpi_world *world, mpi_exchange *exchange)
{
    int n = world->rank_count;
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        exchange->in_first[i] = total;
        total += exchange->counts[n + i];
    }
    exchange->in_first[n] = total;
    exchange->in.count = 0;
    if (total > INT32_MAX)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "libmote_mpi: the table of pieces has %llu bytes, more than 2^31 - 1",
                         (unsigned long long)total);
    if (!mote_array_reserve(&exchange->in, &world->allocator, (size_t)total))
        return mpi_no_memory("the table of pieces");
    for (int i = 0; i < n; i++) {
        exchange->gather_counts[i] = (int)exchange->counts[n + i];
        exchange->gather_counts[n + i] = (int)exchange->in_first[i];
    }
    return MOTE_OK;
}

static mote_result gather(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                          uint64_t *sent_bytes)
{
    int n = world->rank_count;
    mpi_bytes *own = &exchange->out[world->rank];
    uint64_t count = status ? 0 : own->count;
    mote_result sent = mpi_check(
        MPI_Allgather(&count, 1, MPI_UINT64_T, exchange->counts + n, 1, MPI_UINT64_T, world->comm),
        "MPI_Allgather");
    if (sent) return sent;
    if (!status) status = make_gather_room(world, exchange);
    status = mpi_agree(world->comm, status, NULL);
    if (status) return status;
    world->stats.control_bytes += 2 * sizeof(uint64_t) * (uint64_t)(n - 1);
    *sent_bytes += count * (uint64_t)(n - 1);
    exchange->in.count = exchange->in_first[n];
    return mpi_check(MPI_Allgatherv(own->data, (int)count, MPI_BYTE, exchange->in.data,
                                    exchange->gather_counts, exchange->gather_counts + n, MPI_BYTE,
                                    world->comm),
                     "MPI_Allgatherv");
}

mote_result mpi_exchange_gather(mote_mpi_world *world, mpi_exchange *exchange, mote_result status,
                                uint64_t *sent_bytes)
{
    double start = mote_seconds();
    mote_result result = gather(world, exchange, status, sent_bytes);
    world->wait_seconds += mote_seconds() - start;
    return result;
}
