// Files and folders that verbs write.

#ifndef MOTE_COMMAND_OUTPUT_H
#define MOTE_COMMAND_OUTPUT_H

#include <mote/base.h>
#include <stdio.h>

typedef struct cmd_output {
    const char *path; // "-" is standard output; null: nothing is written
    FILE *file;       // null until it is opened
} cmd_output;

// Replaces a file that exists. Does nothing without a path, or if it is open already.
mote_result cmd_output_open(cmd_output *output);

// Ends a verb's writing: `result` if that is a failure, and otherwise whether everything was written. Errors of
// standard output are reported by main. Nothing happens to one that is not open.
mote_result cmd_output_close(cmd_output *output, mote_result result);

// Creates a folder and its parents, as far as they do not exist.
mote_result cmd_make_folder(const char *path);

#endif
