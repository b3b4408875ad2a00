/// @file options.h
/// The options of a world by name, as numbers: those of mote_world_def, and those of single
/// methods, such as "smith.level". For programs, command lines, scripts, and user interfaces that
/// build their controls from the list.
///
/// Not listed, because they are not numbers: the method, the hooks, the laws of particles
/// (mote/papers.h); and worker_count. All functions may be called from any thread.

#ifndef MOTE_OPTIONS_H
#define MOTE_OPTIONS_H

#include <mote/world.h>

/// What the value of an option is.
typedef enum mote_world_option_kind {
    MOTE_WORLD_OPTION_BOOLEAN = 0, ///< 0 or 1
    MOTE_WORLD_OPTION_INTEGER,     ///< a whole number
    MOTE_WORLD_OPTION_NUMBER,      ///< any number
    MOTE_WORLD_OPTION_CHOICE       ///< an index into `choices`
} mote_world_option_kind;

/// One option. Lives as long as the program.
typedef struct mote_world_option {
    const char *name;    ///< such as "tolerance", a field of mote_world_def, or "smith.level"
    const char *summary; ///< one line
    mote_world_option_kind kind; ///< the type of its value
    /// The smallest and the largest value. `max` is infinite where infinity is accepted, and
    /// FLT_MAX where any finite number is. For the 64-bit integers seed and candidate_budget it is
    /// 2^53 - 1, the largest that a double holds exactly; larger ones can be set in the def.
    double min, max;
    double default_value;
    const char *const *choices; ///< for a CHOICE: max + 1 names; otherwise null
} mote_world_option;

/// Lists the options, those that all methods read first. Null for an index past the last.
MOTE_API const mote_world_option *mote_world_option_at(size_t index);

/// The option with this name; null if there is none.
MOTE_API const mote_world_option *mote_world_option_find(const char *name);

/// Whether worlds with this method read the option.
MOTE_API bool mote_world_option_concerns(const mote_world_option *option, mote_method method);

/// Reads an option of a def. MOTE_ERROR_ARGUMENT for a null pointer or an unknown name.
MOTE_API mote_result mote_world_option_get(const mote_world_def *def, const char *name,
                                           double *out);

/// Sets an option of a def. MOTE_ERROR_ARGUMENT, with the def unchanged, for a null pointer, an
/// unknown name, or a value that is out of range or not a whole number where one is expected.
MOTE_API mote_result mote_world_option_set(mote_world_def *def, const char *name, double value);

#endif
