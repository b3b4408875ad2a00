// The options of a world: one table, from which they are listed, read and set by name, and recorded.

#ifndef MOTE_WORLD_OPTIONS_H
#define MOTE_WORLD_OPTIONS_H

#include <mote/options.h>

typedef enum mote_field_type {
    MOTE_FIELD_BOOL,
    MOTE_FIELD_U32, // enumerators too
    MOTE_FIELD_U64,
    MOTE_FIELD_FLOAT,
    MOTE_FIELD_DOUBLE
} mote_field_type;

typedef struct mote_world_option_row {
    mote_world_option option;
    mote_field_type type;
    size_t offset;      // of the field in mote_world_def
    uint32_t methods;   // bits by mote_method that it concerns; 0: all
    uint32_t abilities; // that these must have
    uint32_t tag;       // names it in recordings for ever; 0 for what they hold in fixed places
} mote_world_option_row;

// Null past the last.
const mote_world_option_row *mote_world_option_row_at(size_t index);

#endif
