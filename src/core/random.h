// Counter-based random numbers: the n-th number of a key is a pure function of both, so that
// results do not depend on threads or on the order of the calls.
//
// Widynski, "Squares: A Fast Counter-Based RNG", 2020 (four rounds, 64-bit key), with the key
// spread by the finalizer of SplitMix64 (Steele, Lea, Flood 2014) because Squares needs keys with
// mixed digits.

#ifndef MOTE_CORE_RANDOM_H
#define MOTE_CORE_RANDOM_H

#include <mote/base.h>

typedef struct mote_random {
    uint64_t key;
    uint64_t counter;
} mote_random;

// An independent stream for each (seed, a, b), such as (seed, body, frame).
mote_random mote_random_stream(uint64_t seed, uint64_t a, uint64_t b);

uint32_t mote_random_at(uint64_t key, uint64_t counter);
uint32_t mote_random_u32(mote_random *random);
uint64_t mote_random_u64(mote_random *random);
uint32_t mote_random_below(mote_random *random, uint32_t bound); // 0 for bound 0
float mote_random_unit(mote_random *random);                     // [0, 1), 24 bits
float mote_random_between(mote_random *random, float low, float high);
mote_vec3 mote_random_direction(mote_random *random); // uniform on the unit sphere

#endif
