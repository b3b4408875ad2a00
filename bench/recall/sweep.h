// What a sweep runs through: "particles=3,5,12" is an axis.

#ifndef MOTE_RECALL_SWEEP_H
#define MOTE_RECALL_SWEEP_H

#include <mote/base.h>

typedef enum recall_axis_kind {
    RECALL_AXIS_PARTICLES, // of the method; descents of `paired`
    RECALL_AXIS_SPEED,     // radii of the smallest body per frame
    RECALL_AXIS_DETAIL,    // triangles of each body
    RECALL_AXIS_COUNT
} recall_axis_kind;

enum { RECALL_MAX_VALUES = 24 };

typedef struct recall_axis {
    recall_axis_kind kind;
    double values[RECALL_MAX_VALUES]; // ascending
    uint32_t count;
} recall_axis;

const char *recall_axis_name(recall_axis_kind kind);
const char *recall_axis_title(recall_axis_kind kind); // with its unit

// Fails with a message that names the item that is wrong.
mote_result recall_axis_parse(const char *text, recall_axis *out);

// The list behind the '='. `what` stands for it in messages.
mote_result recall_axis_parse_values(const char *what, const char *list, recall_axis_kind kind,
                                     recall_axis *out);

#endif
