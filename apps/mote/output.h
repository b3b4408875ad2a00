// Files and folders that verbs write.

#ifndef MOTE_COMMAND_OUTPUT_H
#define MOTE_COMMAND_OUTPUT_H

#include <mote/base.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct cmd_output {
    const char *path; // "-" is standard output; null: nothing is written
    FILE *file;       // null until it is opened
    char *beside;     // the name under which it is written; null: its own
    int reason;       // errno of the first write that failed
} cmd_output;

// Writes to a new file beside the one of that name, which closing replaces: at any time it holds the old text or all of the
// new one. Devices, FIFOs and files in folders that cannot be written to are written in place. Does nothing without a
// path, or if it is open already.
mote_result cmd_output_open(cmd_output *output);

// Writes and hands over to the system; false if that fails.
bool cmd_output_write(cmd_output *output, const char *bytes, size_t size);

// Ends a verb's writing: `result` if that is a failure, and otherwise whether everything was written. After a write that
// failed, and if nothing was written, an old file stays as it is. Errors of standard output are reported by main. Nothing
// happens to one that is not open.
mote_result cmd_output_close(cmd_output *output, mote_result result);

// Removes the files that are being written. May be called by a signal handler that ends the process.
void cmd_output_remove_unfinished(void);

// Creates a folder and its parents, as far as they do not exist.
mote_result cmd_make_folder(const char *path);

#endif
