// Handles SIGINT, SIGTERM and SIGHUP: the first signal asks the verb to end and keep its results,
// the second ends the process immediately.

#ifndef MOTE_COMMAND_INTERRUPT_H
#define MOTE_COMMAND_INTERRUPT_H

#include <stdbool.h>

// Starts catching these signals, except those that the process ignores.
void cmd_interrupt_catch(void);

// The name of the caught signal, or null.
const char *cmd_interrupt_name(void);

// The number of the caught signal, or 0.
int cmd_interrupt_number(void);

// Ends the process with the caught signal, so that its parent sees it: a shell reports 130 for
// SIGINT, 143 for SIGTERM. Returns if no signal was caught.
void cmd_interrupt_end(void);

#endif
