// mote bench --mpi: loads the module that measures on MPI ranks.

#ifndef CMD_BENCH_MPI_H
#define CMD_BENCH_MPI_H

#include "bench/mpi/mpi_bench.h"

mote_result cmd_bench_mpi(const bench_mpi_def *def);

#endif
