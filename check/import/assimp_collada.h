// Validates counts in Collada files. libassimp reads a missing, negative or non-numeric count as 0,
// and then silently leaves out the triangles or polygons.

#ifndef MOTE_CHECK_ASSIMP_COLLADA_H
#define MOTE_CHECK_ASSIMP_COLLADA_H

#include <mote/base.h>

// Fails if a count of elements or numbers is not a number of 0 or more, or if faces or lines have
// indices and a missing or zero count. The message names the file, the line, the element and the
// count. Also fails if libassimp's XML reader may find elements at other positions than an XML
// parser.
mote_result check_collada_counts(const char *text, size_t size, const char *path);

#endif
