#include "apps/mote/mpi_module.h"

#include <dlfcn.h>
#include <unistd.h>

#include "bench/machine.h"
#include "core/result.h"

mote_result cmd_load_mpi_module(const char *name, const char *symbol, void **out)
{
    char path[4096];
    if (!bench_path_beside_program(name, path, sizeof path))
        return mote_fail(MOTE_ERROR_IO, "the directory of this program is unknown");
    if (access(path, R_OK))
        return mote_fail(MOTE_ERROR_IO,
                         "%s does not exist; it is built with -DMOTE_MPI=ON where MPI is installed "
                         "(Debian: libopenmpi-dev)",
                         path);
    // The plugins of MPI look for its symbols in the global scope. MPI cannot be unloaded.
    void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) return mote_fail(MOTE_ERROR_IO, "%s: %s", path, dlerror());
    *out = dlsym(handle, symbol);
    if (!*out) return mote_fail(MOTE_ERROR_DATA, "%s: not a module of this version", path);
    return MOTE_OK;
}
