// Making folders.

#ifndef MOTE_COMMAND_FOLDER_H
#define MOTE_COMMAND_FOLDER_H

#include <mote/base.h>

// Makes a folder and those above it, as far as they are not there yet.
mote_result cmd_make_folder(const char *path);

#endif
