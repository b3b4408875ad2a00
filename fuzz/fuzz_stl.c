#include <stdlib.h>

#include "io/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mote_model model;
    mote_result result = mote_io_read_memory(data, size, MOTE_IO_STL, "fuzz", &model);
    if (result == MOTE_OK && mote_model_check(&model) != MOTE_OK) abort();
    mote_model_release(&model);
    return 0;
}
