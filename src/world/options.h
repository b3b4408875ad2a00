// The options of a world's def: options of the world itself and of the methods.

#ifndef MOTE_WORLD_OPTIONS_H
#define MOTE_WORLD_OPTIONS_H

#include "method/method.h"
#include "method/options.h"

// An option and the offset of its struct in mote_world_def.
typedef struct mote_world_option_slot {
    const mote_option_row *row;
    const mote_option_table *table; // null for an option of the world itself
    size_t offset;
} mote_world_option_slot;

// Returns false, with a null row, for an index past the last.
bool mote_world_option_slot_at(size_t index, mote_world_option_slot *out);

// Sets all options to their defaults.
void mote_world_options_default(mote_world_def *def);

// Fails for the first option that is out of range.
mote_result mote_world_options_check(const mote_world_def *def);

// Effects of the options of the def's method on results: MOTE_OPTION_IS_INEXACT and so on.
uint32_t mote_world_options_effects(const mote_world_def *def);

// Copies the options of the def's method to the struct that the method reads. Does nothing for a
// method without options.
void mote_world_options_read(const mote_world_def *def, void *out);

// ---------------------------------------------------------------------------------------------
// Recordings

// Enumerates the options with a tag. Returns false for an index past the last.
bool mote_recorded_option_at(const mote_world_def *def, size_t index, uint32_t *tag,
                             uint64_t *bits);

// Returns 0 for an unknown tag.
uint64_t mote_recorded_option_get(const mote_world_def *def, uint32_t tag);

// Ignores an unknown tag, from a later version.
void mote_recorded_option_set(mote_world_def *def, uint32_t tag, uint64_t bits);

// Are the recorded options that `method` reads equal?
bool mote_recorded_options_equal(const mote_world_def *a, const mote_world_def *b,
                                 mote_method method);

#endif
