#ifndef MOTE_CHECK_STANDARD_INPUT_H
#define MOTE_CHECK_STANDARD_INPUT_H

#include "check/animation/source.h"

// "stdin." and the format, as messages and parts name it.
enum { CHECK_STANDARD_INPUT_NAME = 32 };

// Is the input "-"?
bool check_is_standard_input(const char *input);

// Reads standard input, of the format def->input_format. Other files that it names are looked for in the current folder.
mote_result check_open_standard_input(const check_animation_def *def, check_source **out);

#endif
