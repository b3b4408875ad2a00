// What libassimp says while it reads. It goes on where others fail, and leaves out what it does not understand.

#ifndef MOTE_CHECK_ASSIMP_LOG_H
#define MOTE_CHECK_ASSIMP_LOG_H

#include "check/import/assimp_library.h"

enum { CHECK_ASSIMP_MESSAGE_SIZE = 256 };

// Messages by which something that has a shape or moves may be missing: not those about looks.
typedef struct check_assimp_log {
    uint32_t count;
    char first[CHECK_ASSIMP_MESSAGE_SIZE]; // without the level, the thread and the line end
} check_assimp_log;

// Fills `log`, which must not move, as long as the process lives.
void check_assimp_log_open(check_assimp_log *log, const check_assimp_library *library);

#endif
