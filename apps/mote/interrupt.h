// SIGINT, SIGTERM and SIGHUP: the first one asks a verb to end and to keep what it has, the second ends the process at once.

#ifndef MOTE_COMMAND_INTERRUPT_H
#define MOTE_COMMAND_INTERRUPT_H

#include <stdbool.h>

// From here on these signals are caught, except those that the process ignores.
void cmd_interrupt_catch(void);

// The name of the signal that was caught; null for none.
const char *cmd_interrupt_name(void);

// Its number; 0 for none.
int cmd_interrupt_number(void);

// Ends the process by the signal that was caught, so that its caller sees it: the shell shows 130 for SIGINT, 143 for SIGTERM.
// Returns if none was.
void cmd_interrupt_end(void);

#endif
