// The fields of a world's def that came after the first recordings: those with a tag in the table of options.h are
// written, read and compared.

#ifndef MOTE_WORLD_RECORDED_OPTIONS_H
#define MOTE_WORLD_RECORDED_OPTIONS_H

#include <mote/world.h>

// How many there are.
uint32_t mote_recorded_option_count(void);

// The number that names a field in recordings, for ever, and what it holds, as bits.
uint32_t mote_recorded_option_tag(uint32_t index);
uint64_t mote_recorded_option_get(const mote_world_def *def, uint32_t index);

// Sets the field that a recording names; one that is not known, from a later version, is passed over.
void mote_recorded_option_set(mote_world_def *def, uint32_t tag, uint64_t bits);

// Whether all of these fields are the same.
bool mote_recorded_options_equal(const mote_world_def *a, const mote_world_def *b);

#endif
