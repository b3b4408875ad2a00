// The files that libassimp reads: the input from memory, and other files from the parent process,
// which decides whether they may be read.

#ifndef MOTE_CHECK_ASSIMP_FILES_H
#define MOTE_CHECK_ASSIMP_FILES_H

#include <assimp/cfileio.h>

#include "check/import/import.h"

enum { CHECK_ASSIMP_MESSAGE = 512 };

// Must not move while libassimp uses it.
typedef struct check_assimp_files {
    struct aiFileIO io;
    const check_input *input;
    const char *name;    // of the input without its folder, as passed to libassimp
    mote_result refused; // the first failure other than a missing file, and its message
    char message[CHECK_ASSIMP_MESSAGE];
} check_assimp_files;

void check_assimp_files_open(check_assimp_files *files, const check_input *input);

// Returns MOTE_OK, or the failure that libassimp did not pass on: the input names a file that must
// not be read.
mote_result check_assimp_files_status(const check_assimp_files *files);

#endif
