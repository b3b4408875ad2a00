// Serializes the results of a frame, so that another process can add them up (check/tally.h). The
// format is little-endian and written field by field, independent of the compiler. Floats keep
// their bits.

#ifndef MOTE_CHECK_FOUND_BYTES_H
#define MOTE_CHECK_FOUND_BYTES_H

#include "check/animation/animation.h"
#include "check/found.h"
#include "core/array.h"

// Increase it with every change of the format.
enum { CHECK_FOUND_VERSION = 1 };

typedef MOTE_ARRAY(unsigned char) check_bytes;

// Appends the bytes to `out`. MOTE_ERROR_MEMORY is the only failure.
mote_result check_found_pack(const check_found *found, check_bytes *out);

// The memory of an unpacked frame. Zero-initialized means empty.
typedef struct check_found_room {
    MOTE_ARRAY(void *) blocks; // from malloc
} check_found_room;

void check_found_room_release(check_found_room *room);

// Reads all bytes of a result of check_found_pack, and verifies that the animation has its parts
// and faces. `out` points into the room and is valid until the next call. MOTE_ERROR_DATA for any
// other input.
mote_result check_found_unpack(const unsigned char *bytes, size_t size,
                               const check_animation *animation, check_found_room *room,
                               check_found *out);

#endif
