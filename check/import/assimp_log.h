// Collects the warnings of libassimp. libassimp continues after errors and leaves out data that it
// does not understand.

#ifndef MOTE_CHECK_ASSIMP_LOG_H
#define MOTE_CHECK_ASSIMP_LOG_H

#include "check/import/assimp_library.h"

enum { CHECK_ASSIMP_MESSAGE_SIZE = 256 };

// Warnings that shapes or motion may be missing. Warnings about materials are ignored.
typedef struct check_assimp_log {
    uint32_t count;
    char first[CHECK_ASSIMP_MESSAGE_SIZE]; // without the level, the thread and the line end
} check_assimp_log;

// Fills `log` for the rest of the process. `log` must not move.
void check_assimp_log_open(check_assimp_log *log, const check_assimp_library *library);

#endif
