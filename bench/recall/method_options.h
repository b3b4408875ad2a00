// Options of the methods by name, such as "smith.level".

#ifndef MOTE_RECALL_METHOD_OPTIONS_H
#define MOTE_RECALL_METHOD_OPTIONS_H

#include <mote/world.h>

// Sets what "name=value,name=value,..." says. Fails with a message that names the item that is wrong
// and, where it is the name, lists all.
mote_result recall_method_options_set(const char *text, mote_world_def *def);

#endif
