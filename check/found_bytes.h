// What is found in a frame as bytes, so that another process can add it up (check/tally.h): little-endian, field by field, so that it
// does not depend on the compiler. Floats keep their bits.

#ifndef MOTE_CHECK_FOUND_BYTES_H
#define MOTE_CHECK_FOUND_BYTES_H

#include "check/animation/animation.h"
#include "check/found.h"
#include "core/array.h"

// Is increased with every change of the bytes.
enum { CHECK_FOUND_VERSION = 1 };

typedef MOTE_ARRAY(unsigned char) check_bytes;

// Appends. MOTE_ERROR_MEMORY is the only failure.
mote_result check_found_pack(const check_found *found, check_bytes *out);

// The arrays of a frame that was unpacked. All zero is empty.
typedef struct check_found_room {
    MOTE_ARRAY(void *) blocks; // from malloc
} check_found_room;

void check_found_room_release(check_found_room *room);

// Reads what check_found_pack has written, all of the bytes, for parts and faces that the animation has. `out` points into the room, and
// is valid until the next call. MOTE_ERROR_DATA for anything else.
mote_result check_found_unpack(const unsigned char *bytes, size_t size,
                               const check_animation *animation, check_found_room *room,
                               check_found *out);

#endif
