// Conversion between decimal numbers and floats, independent of the locale.

#ifndef MOTE_IO_NUMBER_H
#define MOTE_IO_NUMBER_H

#include <stddef.h>

// Reads [+-] digits [. digits] [e [+-] digits] from `at`, with a digit on at least one side of the
// point. Rounds to the nearest float, ties to even; infinity for a number above the largest float.
// Returns the end of the number, or null if no number starts at `at`.
const char *io_number_read(const char *at, const char *end, float *out);

enum { IO_NUMBER_SIZE = 16 };

// Writes the fewest digits that read back as the same bits.
// `number` must be finite. Returns the count of characters; no zero follows them.
size_t io_number_write(float number, char out[IO_NUMBER_SIZE]);

#endif
