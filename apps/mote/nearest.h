// What was probably meant.

#ifndef MOTE_COMMAND_NEAREST_H
#define MOTE_COMMAND_NEAREST_H

#include <stddef.h>

// The name with the least edit distance to `given`, the first of equals; `count` is at least 1.
const char *cmd_nearest(const char *given, const char *const *names, size_t count);

#endif
