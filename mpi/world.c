// Worlds: creation, destruction, and clearing caches after a failure.

#include "mpi/world.h"

#include <string.h>

#include "core/hash.h"
#include "core/result.h"

#define WORLD_COOKIE 0x6d6d7077u

mote_mpi_world_def mote_mpi_default_world_def(void)
{
    return (mote_mpi_world_def){.cookie = WORLD_COOKIE, .share_work = true, .worker_count = 1};
}

mote_result mpi_no_memory(const char *what)
{
    return mote_fail(MOTE_ERROR_MEMORY, "libmote_mpi: no memory for %s", what);
}

mote_world_def mpi_inner_world_def(const mote_mpi_world *world)
{
    mote_world_def def = mote_default_world_def();
    def.method = world->def.method;
    def.tolerance = world->def.tolerance;
    def.contacts = false;
    def.worker_count = world->def.worker_count;
    def.allocator = world->allocator;
    return def;
}

// ---------------------------------------------------------------------------------------------
// Creation

static bool serves_any_mesh(mote_method method)
{
    const uint32_t needed = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING |
                            MOTE_ABILITY_CONCAVE | MOTE_ABILITY_SELF | MOTE_ABILITY_TOLERANCE |
                            MOTE_ABILITY_EXACT;
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        if (info->method == method) return (info->abilities & needed) == needed;
    }
    return false;
}

static mote_result check_def(const mote_mpi_world_def *def, mote_mpi_world *const *out)
{
    if (!def || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_world_create: %s is null",
                         def ? "out" : "def");
    if (def->cookie != WORLD_COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mpi_world_create: def is not from mote_mpi_default_world_def");
    if (!serves_any_mesh(def->method))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mpi_world_create: def.method is not an exact method for any mesh");
    if (!(def->tolerance >= 0) || def->tolerance > 3e38f)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mpi_world_create: def.tolerance is %g, expected 0 or more",
                         (double)def->tolerance);
    if ((uint32_t)def->report_to > MOTE_MPI_REPORT_ALL)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_world_create: def.report_to is unknown");
    if (def->worker_count > MOTE_MAX_WORKERS)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_mpi_world_create: def.worker_count is %u, expected at most %d",
                         def->worker_count, MOTE_MAX_WORKERS);
    return mote_allocator_check(&def->allocator, "mote_mpi_world_create");
}

static uint64_t hash_def(const mote_mpi_world_def *def)
{
    uint32_t tolerance;
    memcpy(&tolerance, &def->tolerance, sizeof tolerance);
    uint64_t hash = mote_hash_u64(MOTE_HASH_START, (uint64_t)def->method);
    hash = mote_hash_u64(hash, tolerance);
    hash = mote_hash_u64(hash, (uint64_t)def->report_to);
    return mote_hash_u64(hash, def->share_work);
}

static void release_world(mote_mpi_world *world)
{
    mote_allocator allocator = world->allocator;
    mpi_visits_release(&world->visits, &allocator);
    for (size_t i = 0; i < world->pieces.count; i++) {
        mpi_piece_release(world, world->pieces.data[i]);
        mote_release(&allocator, world->pieces.data[i], 1, sizeof(mpi_piece));
    }
    mote_array_release(&world->pieces, &allocator);
    mote_world_destroy(world->local);
    mpi_visitors_release(&world->visitors, &allocator);
    mpi_table_release(&world->table, &allocator);
    mpi_tasks_release(&world->tasks, &allocator);
    mpi_results_release(&world->results, &allocator);
    mpi_exchange_release(world, &world->exchange);
    mpi_exchange_release(world, &world->results_exchange);
    mote_array_release(&world->sides, &allocator);
    mote_array_release(&world->ignored, &allocator);
    mote_array_release(&world->to_ignore, &allocator);
    mote_array_release(&world->piece_of, &allocator);
    mote_release(&allocator, world, 1, sizeof *world);
}

// Creates what this rank needs before it can communicate in the world.
static mote_result prepare(MPI_Comm comm, const mote_mpi_world_def *def, mote_mpi_world **out)
{
    mote_allocator allocator = mote_allocator_or_default(def->allocator);
    mote_mpi_world *world = mote_allocate_zeroed(&allocator, 1, sizeof *world);
    if (!world) return mpi_no_memory("a world");
    world->allocator = allocator;
    world->def = *def;
    world->comm = MPI_COMM_NULL;
    world->are_pieces_changed = true;
    MPI_Comm_rank(comm, &world->rank);
    MPI_Comm_size(comm, &world->rank_count);
    mote_world_def inner = mpi_inner_world_def(world);
    mote_result result = mote_world_create(&inner, &world->local);
    if (!result && !(mpi_exchange_create(world, &world->exchange) &&
                     mpi_exchange_create(world, &world->results_exchange)))
        result = mpi_no_memory("a world");
    if (result)
        release_world(world);
    else
        *out = world;
    return result;
}

mote_result mote_mpi_world_create(MPI_Comm comm, const mote_mpi_world_def *def,
                                  mote_mpi_world **out)
{
    if (out) *out = NULL;
    int is_initialized = 0;
    MPI_Initialized(&is_initialized);
    if (!is_initialized)
        return mote_fail(MOTE_ERROR_STATE, "mote_mpi_world_create: MPI is not initialized");
    if (comm == MPI_COMM_NULL)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_world_create: comm is MPI_COMM_NULL");
    mote_mpi_world *world = NULL;
    mote_result result = check_def(def, out);
    uint64_t arguments = result ? 0 : hash_def(def);
    if (!result) result = prepare(comm, def, &world);
    result = mpi_agree_on_call(comm, MPI_CALL_CREATE, arguments, result);
    if (!result && world) result = mpi_check(MPI_Comm_dup(comm, &world->comm), "MPI_Comm_dup");
    if (!result && world) {
        MPI_Comm_set_errhandler(world->comm, MPI_ERRORS_RETURN);
        *out = world;
    } else if (world) {
        release_world(world);
    }
    return result;
}

mote_result mote_mpi_world_destroy(mote_mpi_world *world)
{
    if (!world) return MOTE_OK;
    mote_result result = mpi_agree_on_call(world->comm, MPI_CALL_DESTROY, 0, MOTE_OK);
    if (result == MOTE_ERROR_STATE) return result;
    // If MPI is broken, the communicator cannot be freed, but the memory can.
    if (!result) result = mpi_check(MPI_Comm_free(&world->comm), "MPI_Comm_free");
    release_world(world);
    return result;
}

// ---------------------------------------------------------------------------------------------

void mpi_forget_entries(mote_mpi_world *world)
{
    mpi_visits_release(&world->visits, &world->allocator);
    mpi_visitors_release(&world->visitors, &world->allocator);
    for (size_t i = 0; i < world->pieces.count; i++) {
        mpi_piece *piece = world->pieces.data[i];
        for (size_t k = 0; k < piece->sent.count; k++)
            memset(piece->sent.data[k].frames, 0, piece->clusters.count * sizeof(uint32_t));
    }
}

void mpi_forget(mote_mpi_world *world)
{
    mpi_forget_entries(world);
    world->are_pieces_changed = true;
}
