// Files and folders written by verbs.

#ifndef MOTE_COMMAND_OUTPUT_H
#define MOTE_COMMAND_OUTPUT_H

#include <mote/base.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct cmd_output {
    const char *path; // "-" is standard output; null: no output
    FILE *file;       // null until opened
    char *beside;     // temporary name; null if the file is written in place
    int reason;       // errno of the first failed write
} cmd_output;

// Creates a temporary file beside the file. Closing renames it, so the file always has its complete
// old or new contents. Devices, FIFOs and files in folders without write permission are written in
// place. Does nothing if there is no path or the output is open.
mote_result cmd_output_open(cmd_output *output);

// Writes and flushes. Returns false on failure.
bool cmd_output_write(cmd_output *output, const char *bytes, size_t size);

// Closes the output at the end of a verb. Returns `result` if it is a failure, else whether all
// writes succeeded. An existing file stays unchanged if a write failed or nothing was written. main
// reports errors of standard output. Does nothing if the output is not open.
mote_result cmd_output_close(cmd_output *output, mote_result result);

// Removes the temporary files. May be called by a signal handler that ends the process.
void cmd_output_remove_unfinished(void);

// Creates a folder and its missing parents.
mote_result cmd_make_folder(const char *path);

#endif
