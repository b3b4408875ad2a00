// What reading the inputs of a verb has left out or noticed, for people.

#ifndef MOTE_COMMAND_REMARKS_H
#define MOTE_COMMAND_REMARKS_H

#include "check/animation/remarks.h"

// Prints to standard output, below rows with a head of 12 characters. Remarks about the choice of
// clips are left out: they are about checks of all frames.
void cmd_print_remarks(const check_remarks *remarks);

#endif
