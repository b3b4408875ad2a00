// What turns the rest shape of a mesh into the present one, as a shape sees it. Deformers stand above
// shapes and come in through these functions.

#ifndef MOTE_SHAPE_DEFORMATION_H
#define MOTE_SHAPE_DEFORMATION_H

#include "core/box.h"

// Vertices that are evaluated by one call at most.
enum { MOTE_DEFORMATION_BLOCK = 1024 };

typedef struct mote_deformation {
    const void *context; // null: nothing deforms the shape
    // out[i] = where the caller's vertex vertices[i] goes, before the body's transform. From any
    // thread; the same bits for any grouping.
    void (*evaluate)(const void *context, const uint32_t *vertices, uint32_t count, mote_vec3 *out);
    // Boxes around the present vertices of nodes first .. first + count - 1, at most eight, after the
    // transform unless that is null. Other lanes are empty; a node that cannot be bounded gets a box
    // that holds everything. Nodes are those of mote/deform.h. Null where no node can be bounded.
    void (*bound)(const void *context, uint32_t first, uint32_t count,
                  const mote_transform *transform, mote_box8 *out);
} mote_deformation;

#endif
