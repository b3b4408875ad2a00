// Morton codes: positions along a space-filling curve.

#ifndef MOTE_CORE_MORTON_H
#define MOTE_CORE_MORTON_H

#include "core/box.h"

// The position of a coordinate between low and high, in ten bits.
static inline uint32_t mote_place_bits(float x, float low, float high)
{
    float span = high - low;
    float t = span > 0 ? (x - low) / span * 1024.0f : 0.0f;
    return t >= 1023.0f ? 1023u : t > 0 ? (uint32_t)t : 0u;
}

// Inserts two zero bits after each of the lowest ten bits.
static inline uint32_t mote_spread_bits(uint32_t x)
{
    x = (x | x << 16) & 0x030000ffu;
    x = (x | x << 8) & 0x0300f00fu;
    x = (x | x << 4) & 0x030c30c3u;
    return (x | x << 2) & 0x09249249u;
}

// The 30-bit code of the center of `box` within `all`. Boxes with close codes are usually close in
// space.
static inline uint32_t mote_morton_code(const mote_box *box, const mote_box *all)
{
    float x = 0.5f * box->min.x + 0.5f * box->max.x, y = 0.5f * box->min.y + 0.5f * box->max.y;
    float z = 0.5f * box->min.z + 0.5f * box->max.z;
    return mote_spread_bits(mote_place_bits(x, all->min.x, all->max.x)) |
           mote_spread_bits(mote_place_bits(y, all->min.y, all->max.y)) << 1 |
           mote_spread_bits(mote_place_bits(z, all->min.z, all->max.z)) << 2;
}

#endif
