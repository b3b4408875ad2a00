// Names of values that several reports use.

#ifndef MOTE_CHECK_NAMES_H
#define MOTE_CHECK_NAMES_H

#include <mote/world.h>

// "meet", "near", "a in b", "b in a" or "apart". Never null.
const char *check_relation_name(mote_relation relation);

#endif
