#include "apps/mote/batch/mpi.h"

#include <stdlib.h>

#include "apps/mote/mpi_module.h"
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
    void *module;
    mote_result result = cmd_load_mpi_module("libmote_mpi_batch.so", CMD_BATCH_MPI_NAME, &module);
    if (result) return result;
    *out = module;
    if ((*out)->version != CMD_BATCH_MPI_VERSION)
        return mote_fail(MOTE_ERROR_DATA, "libmote_mpi_batch.so: not a module of this version");
    return MOTE_OK;
}
