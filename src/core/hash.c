#include "core/hash.h"

#include <string.h>

// Folds the high half down and multiplies, twice, so that every bit of the value affects every bit
// of the hash. Needs no 128-bit arithmetic.
uint64_t mote_hash_u64(uint64_t hash, uint64_t value)
{
    hash ^= value;
    hash = (hash ^ hash >> 32) * 0x9fb21c651e98df25u;
    hash ^= hash >> 29;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 32;
}

uint64_t mote_hash_bytes(uint64_t hash, const void *data, size_t bytes)
{
    const unsigned char *at = data;
    uint64_t word;
    size_t left = bytes;
    for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = mote_hash_u64(hash, word);
    }
    word = 0;
    if (left) memcpy(&word, at, left); // an empty array may be null
    return mote_hash_u64(mote_hash_u64(hash, word), bytes);
}
