// Recognizes the files that libassimp reads as Collada, by name and content.

#ifndef MOTE_CHECK_ASSIMP_COLLADA_FILE_H
#define MOTE_CHECK_ASSIMP_COLLADA_FILE_H

#include <mote/base.h>

// Fails if libassimp may read this file as Collada and silently leave out faces (assimp_collada.h).
// Also fails for zipped Collada, which is not examined. Other files pass.
mote_result check_collada_file(const char *name, const unsigned char *bytes, size_t size);

#endif
