// Reads numbers of binary files, independent of the byte order of the machine.

#ifndef MOTE_IO_BYTES_H
#define MOTE_IO_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t io_u32_of_bytes(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// Compiles to a load, and a swap for big endian, if `size` is a constant.
static inline uint64_t io_bits_of_bytes(const char *bytes, unsigned size, bool big_endian)
{
    uint64_t bits = 0;
    if (big_endian) {
        for (unsigned i = 0; i < size; i++) bits = bits << 8 | (unsigned char)bytes[i];
    } else {
        for (unsigned i = 0; i < size; i++) bits |= (uint64_t)(unsigned char)bytes[i] << 8 * i;
    }
    return bits;
}

static inline float io_float_of_bits(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline double io_double_of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#endif
