// The module behind 'mote bench --mpi': a library of its own, loaded by the command, so that only
// those who ask for it need MPI.

#ifndef BENCH_MPI_MPI_BENCH_H
#define BENCH_MPI_MPI_BENCH_H

#include <mote/base.h>

typedef struct bench_mpi_def {
    char *const *scenes; // "crowd", "crowd-N", "cloth", "cloth-N" or the name of a built-in scene
    int scene_count;
    uint32_t detail;  // triangles per body; 0 for the scene's own number
    uint32_t threads; // of each rank
    uint32_t first_frame, frame_count;
    uint64_t seed;
    bool share_work;
} bench_mpi_def;

// Initializes MPI, measures, prints on rank 0 and finalizes MPI. The message of a failure goes to
// `message`.
typedef mote_result bench_mpi_run(const bench_mpi_def *def, char *message, size_t room);

#define BENCH_MPI_ENTRY "bench_mpi_run_scenes"
MOTE_EXPORT mote_result bench_mpi_run_scenes(const bench_mpi_def *def, char *message, size_t room);

#endif
