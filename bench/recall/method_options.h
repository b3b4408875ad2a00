// Options of the methods by name, such as "smith.level".

#ifndef MOTE_RECALL_METHOD_OPTIONS_H
#define MOTE_RECALL_METHOD_OPTIONS_H

#include <mote/world.h>

// Sets the options of "name=value,name=value,...". The message of a failure names the option, its
// value and its range; for an unknown name it lists the options.
mote_result recall_method_options_set(const char *text, mote_world_def *def);

#endif
