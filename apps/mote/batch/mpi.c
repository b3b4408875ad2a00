#include "apps/mote/batch/mpi.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/machine.h"
#include "core/result.h"

bool cmd_batch_is_under_mpi(void)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const char *size = getenv(sizes[i]);
        if (size && strtol(size, NULL, 10) > 1) return true;
    }
    return false;
}

mote_result cmd_batch_load_mpi(const cmd_batch_mpi **out)
{
    char path[4096];
    if (!bench_path_beside_program("libmote_mpi_batch.so", path, sizeof path))
        return mote_fail(MOTE_ERROR_IO, "the directory of this program is unknown");
    if (access(path, R_OK))
        return mote_fail(MOTE_ERROR_IO,
                         "%s does not exist; it is built with -DMOTE_MPI=ON where MPI is installed",
                         path);
    // The plugins of MPI look for its symbols among the global ones. MPI cannot be unloaded again.
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) return mote_fail(MOTE_ERROR_IO, "%s: %s", path, dlerror());
    *out = dlsym(handle, CMD_BATCH_MPI_NAME);
    if (!*out || (*out)->version != CMD_BATCH_MPI_VERSION)
        return mote_fail(MOTE_ERROR_DATA, "%s: not a module of this version", path);
    return MOTE_OK;
}
