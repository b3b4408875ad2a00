#include "apps/mote/bench_mpi.h"

#include <dlfcn.h>
#include <unistd.h>

#include "bench/machine.h"
#include "core/result.h"

mote_result cmd_bench_mpi(const bench_mpi_def *def)
{
    char path[4096];
    if (!bench_path_beside_program("libmote_mpi_bench.so", path, sizeof path))
        return mote_fail(MOTE_ERROR_IO, "the directory of this program is unknown");
    if (access(path, R_OK))
        return mote_fail(MOTE_ERROR_IO,
                         "%s does not exist; it is built with -DMOTE_MPI=ON where MPI is installed",
                         path);
    // The plugins of MPI look for its symbols among the global ones. MPI cannot be unloaded again.
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) return mote_fail(MOTE_ERROR_IO, "%s: %s", path, dlerror());
    bench_mpi_run *run = NULL;
    *(void **)&run = dlsym(handle, BENCH_MPI_ENTRY);
    if (!run) return mote_fail(MOTE_ERROR_DATA, "%s: not a module of this version", path);
    char message[512] = "";
    mote_result result = run(def, message, sizeof message);
    return result ? mote_fail(result, "%s", message) : MOTE_OK;
}
