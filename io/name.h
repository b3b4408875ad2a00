// File names in messages.

#ifndef MOTE_IO_NAME_H
#define MOTE_IO_NAME_H

enum { MOTE_SHORT_NAME = 200 };

// The name, or "..." and its end where it is so long that it would push the rest out of the
// message.
const char *mote_short_name(const char *name, char room[MOTE_SHORT_NAME]);

#endif
