// What a sweep runs through: "particles=3,5,12" is an axis.

#ifndef MOTE_RECALL_SWEEP_H
#define MOTE_RECALL_SWEEP_H

#include <mote/base.h>

typedef enum mote_axis_kind {
    MOTE_AXIS_PARTICLES, // of the method; descents of `paired`
    MOTE_AXIS_SPEED,     // radii of the smallest body a frame
    MOTE_AXIS_DETAIL,    // triangles of each body
    MOTE_AXIS_COUNT
} mote_axis_kind;

enum { MOTE_MOST_VALUES = 24 };

typedef struct mote_axis {
    mote_axis_kind kind;
    double values[MOTE_MOST_VALUES]; // ascending
    uint32_t count;
} mote_axis;

const char *mote_axis_name(mote_axis_kind kind);
const char *mote_axis_title(mote_axis_kind kind); // with its unit

// Fails with a message that names the item that is wrong.
mote_result mote_axis_parse(const char *text, mote_axis *out);

// The list behind the '='. `what` stands for it in messages.
mote_result mote_axis_parse_values(const char *what, const char *list, mote_axis_kind kind,
                                   mote_axis *out);

#endif
