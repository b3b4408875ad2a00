// Numbers of binary files, whatever the byte order of the machine.

#ifndef MOTE_IO_BYTES_H
#define MOTE_IO_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint32_t mote_u32_of_bytes(const unsigned char *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t mote_u64_of_bytes(const unsigned char *bytes)
{
    return mote_u32_of_bytes(bytes) | (uint64_t)mote_u32_of_bytes(bytes + 4) << 32;
}

static inline float mote_float_of_bits(uint32_t bits)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static inline double mote_double_of_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#endif
