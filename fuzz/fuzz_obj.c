#include <stdlib.h>

#include "io/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    io_model model;
    mote_result result = io_read_memory(data, size, IO_OBJ, "fuzz", &model);
    if (result == MOTE_OK && io_model_check(&model) != MOTE_OK) abort();
    io_model_release(&model);
    return 0;
}
