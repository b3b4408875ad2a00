// The format of recordings, as docs/recording.md describes it: little-endian numbers in chunks.

#ifndef MOTE_WORLD_RECORDING_FORMAT_H
#define MOTE_WORLD_RECORDING_FORMAT_H

#include <mote/base.h>
#include <string.h>

#include "core/array.h"
#include "core/hash.h"

#define MOTE_RECORDING_MAGIC "moterec\n"

// Versions 1 to 3 can still be read. Version 1 has no turns, and its candidate budgets left out
// other pairs. Versions 1 and 2 have no steps. Versions before 4 have no new meshes of bodies and
// no new origins.
enum { MOTE_RECORDING_FIRST_VERSION = 1, MOTE_RECORDING_VERSION = 4 };

// A file is the magic, the version, and chunks. A chunk is a kind, a length, that many bytes, and a
// checksum of all of these.
enum { MOTE_FILE_HEADER = 12, MOTE_CHUNK_HEADER = 12, MOTE_CHUNK_CHECKSUM = 8 };

#define MOTE_FOUR_LETTERS(a, b, c, d) ((a) | (b) << 8 | (c) << 16 | (d) << 24)

typedef enum mote_chunk_kind {
    MOTE_CHUNK_WORLD = MOTE_FOUR_LETTERS('w', 'r', 'l', 'd'),   // first, once
    MOTE_CHUNK_OPTIONS = MOTE_FOUR_LETTERS('o', 'p', 't', 's'), // second; optional
    // Before the first frame, if the world has a budget.
    MOTE_CHUNK_TURNS = MOTE_FOUR_LETTERS('t', 'u', 'r', 'n'),
    MOTE_CHUNK_MESH = MOTE_FOUR_LETTERS('m', 'e', 's', 'h'),   // numbered from 0
    MOTE_CHUNK_REMESH = MOTE_FOUR_LETTERS('t', 'e', 'a', 'r'), // a body has a new mesh
    MOTE_CHUNK_ORIGIN = MOTE_FOUR_LETTERS('o', 'r', 'i', 'g'), // the world has a new origin
    MOTE_CHUNK_FRAME = MOTE_FOUR_LETTERS('f', 'r', 'a', 'm'),  // the input of a detect
    MOTE_CHUNK_STEP = MOTE_FOUR_LETTERS('s', 't', 'e', 'p'),   // the input of a sweep
    MOTE_CHUNK_DONE = MOTE_FOUR_LETTERS('d', 'o', 'n', 'e'),   // the result of either
    MOTE_CHUNK_END = MOTE_FOUR_LETTERS('e', 'n', 'd', 's')     // last
} mote_chunk_kind;

typedef MOTE_ARRAY(unsigned char) mote_byte_array;

enum { MOTE_RECORD_CONTACTS = 1, MOTE_RECORD_CONTAINMENT = 2 };

// Some options are older than the chunk of options. The chunk of the world still has two words for
// them: the value of the option with the first of these tags, and bits for the options with the
// five tags that follow. The chunk of options repeats their values and takes precedence.
enum { MOTE_RECORD_EARLY_TAG = 0x400, MOTE_RECORD_EARLY_BITS = 5 };

// Data of a body in a frame. The data of each bit follow in this order.
enum {
    MOTE_RECORD_CREATED = 1, // needs POSITIONS
    MOTE_RECORD_POSITIONS = 2,
    MOTE_RECORD_TRANSFORM = 4,
    MOTE_RECORD_NO_TRANSFORM = 8, // the transform was removed
    MOTE_RECORD_BOUNDS = 16,
    MOTE_RECORD_NO_BOUNDS = 32, // the bounds were withdrawn
    MOTE_RECORD_ALL_BITS = 63
};

enum {
    MOTE_RECORD_SELF = 1,
    MOTE_RECORD_SHARED_VERTEX = 2,
    MOTE_RECORD_MESH_ORDER = 4,
    MOTE_RECORD_SHARED_EDGE = 8,
    MOTE_RECORD_ALL_BODY_FLAGS = 15
};

enum { MOTE_RECORD_CUT_SHORT = 1 };

static inline void mote_store_u32(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static inline void mote_store_u64(unsigned char *to, uint64_t value)
{
    mote_store_u32(to, (uint32_t)value);
    mote_store_u32(to + 4, (uint32_t)(value >> 32));
}

static inline uint32_t mote_load_u32(const unsigned char *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t mote_load_u64(const unsigned char *from)
{
    return mote_load_u32(from) | (uint64_t)mote_load_u32(from + 4) << 32;
}

// Checksum of a chunk's header and data.
static inline uint64_t mote_chunk_checksum(const unsigned char *chunk, size_t size)
{
    return mote_hash_bytes(MOTE_HASH_START, chunk, size);
}

#endif
