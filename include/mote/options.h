/// @file options.h
/// The options of a world by name, as numbers: for command lines, scripts, and pages that make their
/// controls from them. The method, the hooks, the workers and the laws of particles have no names here.

#ifndef MOTE_OPTIONS_H
#define MOTE_OPTIONS_H

#include <mote/world.h>

typedef enum mote_world_option_kind {
    MOTE_WORLD_OPTION_BOOLEAN = 0, ///< 0 or 1
    MOTE_WORLD_OPTION_INTEGER,
    MOTE_WORLD_OPTION_NUMBER,
    MOTE_WORLD_OPTION_CHOICE ///< an enumerator
} mote_world_option_kind;

typedef struct mote_world_option {
    const char *name; ///< of the field in mote_world_def, such as "tolerance" or "smith.level"
    mote_world_option_kind kind;
    double least, most; ///< what worlds are created with; infinite where there is no limit, and
                        ///< 2^32 - 1 or 2^53 - 1 where there is only that of the field
    const char *const
        *choices; ///< of MOTE_WORLD_OPTION_CHOICE: `most` + 1 names, by their numbers; else null
} mote_world_option;

/// The options one by one, general ones first; null for an index past the last.
MOTE_API const mote_world_option *mote_world_option_at(size_t index);

/// The option of a name; null if there is none.
MOTE_API const mote_world_option *mote_world_option_find(const char *name);

/// Whether the option makes a difference in worlds of the method.
MOTE_API bool mote_world_option_concerns(const mote_world_option *option, mote_method method);

/// What the option is in a def. MOTE_ERROR_ARGUMENT for a name that there is not, here and below.
MOTE_API mote_result mote_world_option_get(const mote_world_def *def, const char *name,
                                           double *out);

/// Changes an option in a def. Refuses a value that the field cannot hold, with the def as it was; what
/// is out of range otherwise, mote_world_create refuses.
MOTE_API mote_result mote_world_option_set(mote_world_def *def, const char *name, double value);

#endif
