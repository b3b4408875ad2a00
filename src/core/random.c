#include "core/random.h"

#include <math.h>

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

mote_random mote_random_stream(uint64_t seed, uint64_t a, uint64_t b)
{
    return (mote_random){.key = mix(mix(mix(seed) ^ a) ^ b) | 1};
}

static uint64_t swap_halves(uint64_t x)
{
    return (x >> 32) | (x << 32);
}

uint32_t mote_random_at(uint64_t key, uint64_t counter)
{
    uint64_t y = counter * key;
    uint64_t z = y + key;
    uint64_t x = swap_halves(y * y + y);
    x = swap_halves(x * x + z);
    x = swap_halves(x * x + y);
    return (uint32_t)((x * x + z) >> 32);
}

uint32_t mote_random_u32(mote_random *random)
{
    return mote_random_at(random->key, random->counter++);
}

uint64_t mote_random_u64(mote_random *random)
{
    uint64_t high = mote_random_u32(random);
    return high << 32 | mote_random_u32(random);
}

uint32_t mote_random_below(mote_random *random, uint32_t bound)
{
    return (uint32_t)((uint64_t)mote_random_u32(random) * bound >> 32);
}

float mote_random_unit(mote_random *random)
{
    return (float)(mote_random_u32(random) >> 8) * 0x1p-24f;
}

float mote_random_between(mote_random *random, float low, float high)
{
    return low + (high - low) * mote_random_unit(random);
}

mote_vec3 mote_random_direction(mote_random *random)
{
    float z = mote_random_between(random, -1.0f, 1.0f);
    float angle = mote_random_between(random, 0.0f, 6.2831853f);
    float r = sqrtf(fmaxf(0.0f, 1.0f - z * z));
    return (mote_vec3){r * cosf(angle), r * sinf(angle), z};
}
