// Writing GLB files: what the example and the tests of 'mote check' are made with. Arrays go into the
// binary chunk; everything else is JSON that the caller writes.

#ifndef MOTE_EXAMPLES_GLB_H
#define MOTE_EXAMPLES_GLB_H

#include "core/array.h"

typedef enum mote_glb_list {
    MOTE_GLB_ACCESSORS = 0,
    MOTE_GLB_ANIMATIONS,
    MOTE_GLB_BUFFER_VIEWS,
    MOTE_GLB_MATERIALS,
    MOTE_GLB_MESHES,
    MOTE_GLB_NODES,
    MOTE_GLB_SKINS,
    MOTE_GLB_LISTS
} mote_glb_list;

typedef struct mote_glb {
    mote_array lists[MOTE_GLB_LISTS]; // char
    uint32_t counts[MOTE_GLB_LISTS];
    mote_array binary; // char
    bool failed;       // for want of memory, at any time
} mote_glb;

mote_glb mote_glb_create(void);
void mote_glb_release(mote_glb *glb);

// Appends an object to a list, as printf would write it; returns its number.
__attribute__((format(printf, 3, 4))) uint32_t mote_glb_item(mote_glb *glb, mote_glb_list list,
                                                             const char *format, ...);

// Appends an array of `count` elements of `width` numbers (1 to 4, or 16 for matrices); returns the
// number of its accessor.
uint32_t mote_glb_floats(mote_glb *glb, const float *numbers, uint32_t count, uint32_t width);
uint32_t mote_glb_shorts(mote_glb *glb, const uint16_t *numbers, uint32_t count, uint32_t width);
uint32_t mote_glb_words(mote_glb *glb, const uint32_t *numbers, uint32_t count, uint32_t width);

// The bytes of the file, from malloc; `roots` is a JSON list of nodes, such as "[0,2]".
mote_result mote_glb_finish(mote_glb *glb, const char *roots, unsigned char **out, size_t *size);

// The same to a file.
mote_result mote_glb_write(mote_glb *glb, const char *roots, const char *path);

#endif
