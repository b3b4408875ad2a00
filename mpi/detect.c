// A detect stage by stage, and the report.

#include "core/result.h"
#include "core/timer.h"
#include "mpi/world.h"

// All ranks run all stages, even after a failure: a failed rank reports the failure at the next
// agreement.
static mote_result run_stages(mote_mpi_world *world)
{
    mote_result result = mpi_gather(world);
    result = mpi_find_tasks(world, result);
    result = mpi_share(world, result);
    result = mpi_send_orders(world, result);
    mpi_exchange_clear(world, &world->results_exchange);
    result = mpi_travel_begin(world, result);
    bool is_travelling = !result;
    double start = mote_seconds();
    if (!result) result = mpi_local_detect(world); // while clusters travel
    world->stats.tested_seconds = mote_seconds() - start;
    mote_result came = is_travelling ? mpi_travel_end(world) : MOTE_OK;
    if (!result) result = came;
    start = mote_seconds();
    if (!result) result = mpi_visits_detect(world);
    world->stats.tested_seconds += mote_seconds() - start;
    return mpi_join_results(world, result);
}

static void count_links(mote_mpi_world *world)
{
    for (size_t i = 0; i < world->tasks.tasks.count; i++) {
        if (world->tasks.tasks.data[i].is_local)
            world->stats.cluster_pairs += world->tasks.tasks.data[i].link_count;
    }
    for (size_t i = 0; i < world->tasks.parts.count; i++) {
        const mpi_part *part = &world->tasks.parts.data[i];
        if (part->executor == world->rank) world->stats.cluster_pairs += part->link_count;
    }
}

mote_result mote_mpi_world_detect(mote_mpi_world *world)
{
    if (!world) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_world_detect: world is null");
    double start = mote_seconds();
    world->stats = (mote_mpi_stats){0};
    world->wait_seconds = 0;
    mote_result result = mpi_agree_on_call(world->comm, MPI_CALL_DETECT, 0, MOTE_OK);
    if (result) return result;
    result = run_stages(world);
    if (result) {
        mpi_forget(world);
        return result;
    }
    count_links(world);
    world->stats.seconds = mote_seconds() - start;
    world->stats.work_seconds = world->stats.seconds - world->wait_seconds;
    world->report_stats = world->stats;
    return MOTE_OK;
}

mote_result mote_mpi_world_report(const mote_mpi_world *world, mote_mpi_report *out)
{
    if (!world || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_mpi_world_report: %s is null",
                         world ? "out" : "world");
    if (!world->has_report)
        return mote_fail(MOTE_ERROR_STATE,
                         "mote_mpi_world_report: called before the first mote_mpi_world_detect");
    const mpi_results *results = &world->results;
    *out = (mote_mpi_report){.frame = world->frame,
                             .pairs = results->pairs.data,
                             .pair_count = results->pairs.count,
                             .face_pairs = results->face_pairs.data,
                             .face_pair_count = results->face_pairs.count,
                             .invalid = results->invalid.data,
                             .invalid_count = results->invalid.count,
                             .is_whole = world->is_whole,
                             .hash = world->hash,
                             .stats = world->report_stats};
    return MOTE_OK;
}
