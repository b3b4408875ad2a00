// Names with a number: "sphere-N" stands for "sphere" and for "sphere-528".

#ifndef MOTE_SCENES_NAMES_H
#define MOTE_SCENES_NAMES_H

#include <mote/base.h>

// Whether `name` matches `pattern`. If so, sets `number` to the one in the name, or leaves it where the
// name has none. Patterns without "-N" fit only themselves.
bool scene_name_fits(const char *name, const char *pattern, uint32_t *number);

// Fails with a message that lists the names there are of a kind ("scene"): the first, and the others,
// each `stride` bytes behind the one before.
mote_result scene_name_unknown(const char *kind, const char *name, const char *const *first,
                               size_t stride, size_t count);

#endif
