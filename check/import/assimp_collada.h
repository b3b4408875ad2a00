// Counts in Collada files. libassimp takes a count that is missing, negative or no number for 0, and then leaves out the triangles
// or polygons that follow without a word.

#ifndef MOTE_CHECK_ASSIMP_COLLADA_H
#define MOTE_CHECK_ASSIMP_COLLADA_H

#include <mote/base.h>

// Fails for a count of elements or numbers that is not a number of 0 or more, and for faces or lines without a count or with a count
// of 0 that have indices. The message names the file, the line, the element and the count. Fails also where libassimp's reader of XML
// may find elements in other places than XML has them.
mote_result check_collada_counts(const char *text, size_t size, const char *path);

#endif
