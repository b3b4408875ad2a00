// File names in messages.

#ifndef MOTE_IO_NAME_H
#define MOTE_IO_NAME_H

#include <mote/base.h>

enum { IO_SHORT_NAME = 200 };

// Returns the name, or "..." and the end of a name that is too long for a message.
const char *io_short_name(const char *name, char room[IO_SHORT_NAME]);

// After a failure: prefixes the message with the file's name, unless the message contains the name.
mote_result io_name_file(mote_result result, const char *name);

#endif
