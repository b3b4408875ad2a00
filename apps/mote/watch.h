// --watch: does something again whenever a file that it has read changes. Each time it runs in a child process, so that it always
// starts from the same state and cannot end the watch, whatever happens to it.
//
// Files are looked at by stat, five times a second. That works on every file system, also those of a network, where the kernel's
// notifications do not tell what other machines write; and it notices a file that is replaced by another, as editors save.

#ifndef MOTE_COMMAND_WATCH_H
#define MOTE_COMMAND_WATCH_H

#include <mote/base.h>
#include <stdio.h>

typedef struct cmd_watch_def {
    const char *verb; // for messages
    FILE *to;         // for what is told; if it is a terminal, it is cleared before each run
    const char *const
        *outputs; // files that each run writes, which are not watched; null entries are allowed
    int output_count;
} cmd_watch_def;

// Returns true in a child process, which is to do the work and then to exit as if there were no watch. Returns false in the parent
// once SIGINT, SIGTERM or SIGHUP has ended the watch: `*exit_code` is that of the last run. A signal while a run is under way is
// passed on to it, and the parent ends as it does.
bool cmd_watch(const cmd_watch_def *def, int *exit_code);

// In the child: these paths are watched. For a folder, or a pattern of numbered files such as walk_%04d.obj, the names of the meshes
// in the folder are. A path that does not exist is watched for its appearance. Does nothing without a watch.
void cmd_watch_file(const char *path);

// In the child: what is told beside the next run, such as "3 episodes". Copied.
void cmd_watch_outcome(const char *text);

#endif
