// Which files libassimp reads as Collada: by their names, and by what they hold.

#ifndef MOTE_CHECK_ASSIMP_COLLADA_FILE_H
#define MOTE_CHECK_ASSIMP_COLLADA_FILE_H

#include <mote/base.h>

// Fails if libassimp may read this file as Collada and leave something out without a word (assimp_collada.h), and for zipped Collada,
// in which that is not known. Other files pass.
mote_result check_collada_file(const char *name, const unsigned char *bytes, size_t size);

#endif
