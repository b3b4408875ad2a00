// Any bytes are calls of public functions with extreme numbers (fuzz/extremes/extremes.h).

#include "fuzz/extremes/extremes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    extremes_run(data, size, NULL);
    return 0;
}
