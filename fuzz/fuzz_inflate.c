// A zlib stream: the first byte says how many bytes are expected, the rest is the stream.

#include <stdlib.h>

#include "io/inflate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    size_t wanted = (size_t)data[0] * 16;
    unsigned char *out = malloc(wanted + 1);
    if (!out) return 0;
    io_inflate(data + 1, size - 1, out, wanted);
    free(out);
    return 0;
}
