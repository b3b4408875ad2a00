// The files that libassimp reads: the input from memory, and others from the parent process, which decides about them.

#ifndef MOTE_CHECK_ASSIMP_FILES_H
#define MOTE_CHECK_ASSIMP_FILES_H

#include <assimp/cfileio.h>

#include "check/import/import.h"

enum { CHECK_ASSIMP_MESSAGE = 512 };

// Must not move while libassimp uses it.
typedef struct check_assimp_files {
    struct aiFileIO io;
    const check_input *input;
    const char *name;    // of the input, as libassimp knows it: without its folder
    mote_result refused; // the first failure but that a file does not exist, and its message
    char message[CHECK_ASSIMP_MESSAGE];
} check_assimp_files;

void check_assimp_files_open(check_assimp_files *files, const check_input *input);

// MOTE_OK, or the failure that libassimp did not pass on: the file wants another one that may not be read.
mote_result check_assimp_files_status(const check_assimp_files *files);

#endif
