// Names with a number: "sphere-N" stands for "sphere" and for "sphere-528".

#ifndef MOTE_SCENES_NAMES_H
#define MOTE_SCENES_NAMES_H

#include <mote/base.h>

// Whether `name` matches `pattern`. If so, sets `number` to the number in the name; if the name has
// none, `number` keeps its value. Patterns without "-N" match only themselves.
bool scene_name_fits(const char *name, const char *pattern, uint32_t *number);

// Fails with a message that lists the known names of a kind ("scene"). The names are `stride` bytes
// apart, from `first` on.
mote_result scene_name_unknown(const char *kind, const char *name, const char *const *first,
                               size_t stride, size_t count);

#endif
