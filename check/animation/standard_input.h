#ifndef MOTE_CHECK_STANDARD_INPUT_H
#define MOTE_CHECK_STANDARD_INPUT_H

#include "check/animation/source.h"

// Size of the name "stdin." plus the format, used by messages and parts.
enum { CHECK_STANDARD_INPUT_NAME = 32 };

// Is the input "-"?
bool check_is_standard_input(const char *input);

// Reads standard input in the format def->input_format. Files that it names are looked up in the
// current folder.
mote_result check_open_standard_input(const check_animation_def *def, check_source **out);

#endif
