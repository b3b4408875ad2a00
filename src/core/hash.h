// 64-bit hash of bytes: for report hashes and tables, not against an adversary.

#ifndef MOTE_CORE_HASH_H
#define MOTE_CORE_HASH_H

#include <mote/base.h>

#define MOTE_HASH_START 0xcbf29ce484222325u

// Folds `bytes` bytes into `hash`. The result is the same on all targets with little-endian floats
// and integers.
uint64_t mote_hash_bytes(uint64_t hash, const void *data, size_t bytes);
uint64_t mote_hash_u64(uint64_t hash, uint64_t value);

#endif
