// Prints the manual page from the texts of --help.

#ifndef MOTE_COMMAND_MAN_H
#define MOTE_COMMAND_MAN_H

#include "apps/mote/verb.h"

// Writes troff with the macros of man(7).
void cmd_print_man(FILE *to, const cmd_verb *const *verbs, int count);

#endif
