// The manual page, from the same texts as --help.

#ifndef MOTE_COMMAND_MAN_H
#define MOTE_COMMAND_MAN_H

#include "apps/mote/verb.h"

// As man reads it: troff with the macros of man(7).
void cmd_print_man(FILE *to, const cmd_verb *const *verbs, int count);

#endif
