// Methods by name.

#ifndef MOTE_COMMAND_METHODS_H
#define MOTE_COMMAND_METHODS_H

#include <mote/world.h>

// The method of that name; fails with a message that names the nearest one.
mote_result cmd_method_by_name(const char *name, const mote_method_info **out);

#endif
