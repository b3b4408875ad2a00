// --watch: repeats a run whenever a file that it read has changed. Each run is a child process, so it always starts from the
// same state and cannot end the watch.
//
// Polls the files with stat five times a second. This works on all file systems, including network
// file systems, for which the kernel does not report changes by other machines. It also notices
// files that editors replace when saving.

#ifndef MOTE_COMMAND_WATCH_H
#define MOTE_COMMAND_WATCH_H

#include <mote/base.h>
#include <stdio.h>

typedef struct cmd_watch_def {
    const char *verb; // name of the verb, for messages
    FILE *to;         // for messages; if it is a terminal, it is cleared before each run
    const char *const
        *outputs; // files written by each run, which are not watched; entries may be null
    int output_count;
} cmd_watch_def;

// Returns true in a child process, which must do the work and exit as if there were no watch.
// Returns false in the parent after SIGINT, SIGTERM or SIGHUP; `*exit_code` is that of the last
// run. A signal during a run is forwarded to the child, and the parent ends in the same way as the
// child.
bool cmd_watch(const cmd_watch_def *def, int *exit_code);

// In the child: watches a path. For a folder, or a pattern of numbered files such as walk_%04d.obj,
// watches the names of the meshes in the folder. A path that does not exist is watched until it
// appears. Does nothing without a watch.
void cmd_watch_file(const char *path);

// In the child: sets the text to print before the next run, such as "3 episodes". Copies the text.
void cmd_watch_outcome(const char *text);

#endif
