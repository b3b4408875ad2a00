// File names in messages.

#ifndef MOTE_IO_NAME_H
#define MOTE_IO_NAME_H

#include <mote/base.h>

enum { IO_SHORT_NAME = 200 };

// The name, or "..." and its end where it is so long that it would push the rest out of the
// message.
const char *io_short_name(const char *name, char room[IO_SHORT_NAME]);

// After a failure: puts the file's name before the message, unless it is in it.
mote_result io_name_file(mote_result result, const char *name);

#endif
