// What a scene has on one rank: pieces and where their vertices are in each frame.

#ifndef BENCH_MPI_ACTORS_H
#define BENCH_MPI_ACTORS_H

#include <mote/mpi.h>

#include "bench/mpi/mpi_bench.h"

typedef struct bench_actors bench_actors;

// Fails with a message. `name` is that of the scene.
mote_result bench_actors_open(const char *name, const bench_mpi_def *def, int rank, int rank_count,
                              bench_actors **out);
void bench_actors_close(bench_actors *actors);

mote_result bench_actors_add(bench_actors *actors, mote_mpi_world *world);
mote_result bench_actors_move(bench_actors *actors, mote_mpi_world *world, uint32_t frame);

uint64_t bench_actors_triangles(const bench_actors *actors); // of this rank
uint64_t bench_actors_bodies(const bench_actors *actors);    // of all ranks

#endif
