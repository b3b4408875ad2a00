// A GLB file in two forms that mean exactly the same: compressed, and plain with the numbers that
// the compressed one decodes to.

#ifndef MOTE_TEST_PACKED_GLB_H
#define MOTE_TEST_PACKED_GLB_H

#include <stdbool.h>
#include <stddef.h>

typedef enum packing {
    // Every buffer view: positions by the exponential filter, rotations by that of quaternions,
    // indices as triangles or as a sequence, other numbers as they are.
    PACKING_MESHOPT = 0,
    PACKING_DRACO,            // sequential: the order of vertices stays, as morph targets need it
    PACKING_DRACO_EDGEBREAKER // for meshes without morph targets
} packing;

// Has this build the library?
bool packing_is_available(packing kind);

typedef struct packed_glb {
    unsigned char *packed, *plain; // from malloc
    size_t packed_size, plain_size;
} packed_glb;

// Of a file as samples/glb.h writes it. Aborts for any other, and without the library.
packed_glb pack_glb(const unsigned char *glb, size_t size, packing kind);
void packed_glb_release(packed_glb *glb);

#endif
