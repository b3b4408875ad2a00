// Measures scenes on all ranks and prints a table on rank 0.

#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/mpi/actors.h"
#include "core/result.h"

// One frame over all ranks.
typedef struct frame_cost {
    double seconds;   // of the slowest rank
    double processor; // seconds of the busiest rank, waiting included
    double balance;   // mean work of the ranks by that of the busiest
    double sent;      // bytes
    double of_all;    // bytes by those of all positions
    double clusters;  // share that was sent
} frame_cost;

typedef struct run {
    const bench_mpi_def *def;
    int rank, rank_count;
    mote_mpi_world *world;
    bench_actors *actors;
    frame_cost *frames;
    uint64_t hash, face_pairs;
    double processor; // of the present frame
    double parts[5];  // bytes of boxes, positions, topology, results, control, over all frames
} run;

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The median of one field over all frames.
static double median(const run *r, size_t offset)
{
    double *values = malloc(r->def->frame_count * sizeof *values);
    if (!values) return 0;
    for (uint32_t i = 0; i < r->def->frame_count; i++)
        memcpy(&values[i], (const char *)&r->frames[i] + offset, sizeof *values);
    qsort(values, r->def->frame_count, sizeof *values, compare_numbers);
    double middle = values[r->def->frame_count / 2];
    free(values);
    return middle;
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void add_frame(run *r, const mote_mpi_report *report, frame_cost *out)
{
    const mote_mpi_stats *s = &report->stats;
    double sums[9] = {(double)s->box_bytes,    (double)s->position_bytes, (double)s->topology_bytes,
                      (double)s->result_bytes, (double)s->control_bytes,  s->work_seconds,
                      (double)s->vertices,     (double)s->clusters,       (double)s->sent_clusters};
    double most[3] = {s->seconds, s->work_seconds, r->processor};
    MPI_Allreduce(MPI_IN_PLACE, sums, 9, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, most, 3, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    *out = (frame_cost){
        .seconds = most[0], .processor = most[2], .balance = sums[5] / r->rank_count / most[1]};
    for (int i = 0; i < 5; i++) {
        out->sent += sums[i];
        r->parts[i] += sums[i];
    }
    out->of_all = out->sent / (12 * sums[6]);
    out->clusters = sums[8] / sums[7];
    r->hash = report->hash;
    r->face_pairs = report->face_pair_count;
}

static mote_result play(run *r)
{
    mote_result result = bench_actors_add(r->actors, r->world);
    // The first frame makes what later ones keep; it is not counted.
    for (uint32_t i = 0; i <= r->def->frame_count && !result; i++) {
        result = bench_actors_move(r->actors, r->world, r->def->first_frame + (i ? i - 1 : 0));
        MPI_Barrier(MPI_COMM_WORLD);
        double start = processor_seconds();
        if (!result) result = mote_mpi_world_detect(r->world);
        r->processor = processor_seconds() - start;
        mote_mpi_report report;
        if (!result) result = mote_mpi_world_report(r->world, &report);
        if (!result && i) add_frame(r, &report, &r->frames[i - 1]);
    }
    return result;
}

static void print(const run *r, const char *scene, uint64_t triangles)
{
    uint32_t n = r->def->frame_count;
    if (r->rank != 0) return;
    printf("%s: %d ranks, %" PRIu64 " bodies, %" PRIu64 " triangles, %u frames\n", scene,
           r->rank_count, bench_actors_bodies(r->actors), triangles, n);
    printf("  time per frame     %10.3f ms (median; the slowest rank)\n",
           1e3 * median(r, offsetof(frame_cost, seconds)));
    printf("  processor time     %10.3f ms (median; the busiest rank, waiting included)\n",
           1e3 * median(r, offsetof(frame_cost, processor)));
    printf("  balance            %10.3f (mean work of the ranks by that of the busiest)\n",
           median(r, offsetof(frame_cost, balance)));
    printf("  bytes sent         %10.0f (%.2f %% of all positions)\n",
           median(r, offsetof(frame_cost, sent)), 100 * median(r, offsetof(frame_cost, of_all)));
    printf("  clusters sent      %10.2f %%\n", 100 * median(r, offsetof(frame_cost, clusters)));
    printf("  mean bytes: boxes %.0f, positions %.0f, topology %.0f, results %.0f, control %.0f\n",
           r->parts[0] / n, r->parts[1] / n, r->parts[2] / n, r->parts[3] / n, r->parts[4] / n);
    printf("  last frame         %016" PRIx64 ", %" PRIu64 " face pairs\n", r->hash, r->face_pairs);
    fflush(stdout);
}

static mote_result run_scene(run *r, const char *scene)
{
    mote_mpi_world_def def = mote_mpi_default_world_def();
    def.report_to = MOTE_MPI_REPORT_ROOT;
    def.worker_count = r->def->threads;
    def.share_work = r->def->share_work;
    mote_result result = mote_mpi_world_create(MPI_COMM_WORLD, &def, &r->world);
    if (result) return result;
    result = bench_actors_open(scene, r->def, r->rank, r->rank_count, &r->actors);
    int failures = result != MOTE_OK; // a local matter: all go on, or none
    MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (failures && !result) result = mote_fail(MOTE_ERROR_STATE, "another rank failed");
    if (!result) result = play(r);
    uint64_t triangles = r->actors ? bench_actors_triangles(r->actors) : 0;
    MPI_Allreduce(MPI_IN_PLACE, &triangles, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    if (!result) print(r, scene, triangles);
    (void)mote_mpi_world_destroy(r->world);
    bench_actors_close(r->actors);
    r->actors = NULL;
    return result;
}

mote_result bench_mpi_run_scenes(const bench_mpi_def *def, char *message, size_t room)
{
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) {
        snprintf(message, room, "MPI_Init failed");
        return MOTE_ERROR_IO;
    }
    run r = {.def = def};
    MPI_Comm_rank(MPI_COMM_WORLD, &r.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r.rank_count);
    r.frames = calloc(def->frame_count, sizeof *r.frames);
    mote_result result = r.frames ? MOTE_OK : mote_fail(MOTE_ERROR_MEMORY, "no memory for frames");
    for (int i = 0; i < def->scene_count && !result; i++) {
        memset(r.parts, 0, sizeof r.parts);
        result = run_scene(&r, def->scenes[i]);
    }
    if (result) snprintf(message, room, "%s", mote_last_message());
    free(r.frames);
    MPI_Finalize();
    return result;
}
