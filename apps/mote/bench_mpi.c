#include "apps/mote/bench_mpi.h"

#include "apps/mote/mpi_module.h"
#include "core/result.h"

mote_result cmd_bench_mpi(const bench_mpi_def *def)
{
    bench_mpi_run *run = NULL;
    mote_result result =
        cmd_load_mpi_module("libmote_mpi_bench.so", BENCH_MPI_ENTRY, (void **)&run);
    if (result) return result;
    char message[512] = "";
    result = run(def, message, sizeof message);
    return result ? mote_fail(result, "%s", message) : MOTE_OK;
}
