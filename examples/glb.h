// Writing GLB files: what the example and the tests of 'mote check' are made with. Arrays go into the
// binary chunk; everything else is JSON that the caller writes.

#ifndef MOTE_EXAMPLES_GLB_H
#define MOTE_EXAMPLES_GLB_H

#include "core/array.h"

typedef enum example_glb_list {
    EXAMPLE_GLB_ACCESSORS = 0,
    EXAMPLE_GLB_ANIMATIONS,
    EXAMPLE_GLB_BUFFER_VIEWS,
    EXAMPLE_GLB_MATERIALS,
    EXAMPLE_GLB_MESHES,
    EXAMPLE_GLB_NODES,
    EXAMPLE_GLB_SKINS,
    EXAMPLE_GLB_LISTS
} example_glb_list;

typedef MOTE_ARRAY(char) example_bytes;

// All zero is an empty file.
typedef struct example_glb {
    example_bytes lists[EXAMPLE_GLB_LISTS];
    uint32_t counts[EXAMPLE_GLB_LISTS];
    example_bytes binary;
    bool failed; // memory ran out at some time
} example_glb;

example_glb example_glb_create(void);
void example_glb_release(example_glb *glb);

// Appends an object to a list, as printf would write it; returns its number.
__attribute__((format(printf, 3, 4))) uint32_t
example_glb_item(example_glb *glb, example_glb_list list, const char *format, ...);

// Appends an array of `count` elements of `width` numbers (1 to 4, or 16 for matrices); returns the
// number of its accessor.
uint32_t example_glb_floats(example_glb *glb, const float *numbers, uint32_t count, uint32_t width);
uint32_t example_glb_shorts(example_glb *glb, const uint16_t *numbers, uint32_t count,
                            uint32_t width);
uint32_t example_glb_words(example_glb *glb, const uint32_t *numbers, uint32_t count,
                           uint32_t width);

// The bytes of the file, from malloc; `roots` is a JSON list of nodes, such as "[0,2]".
mote_result example_glb_finish(example_glb *glb, const char *roots, unsigned char **out,
                               size_t *size);

// The same to a file.
mote_result example_glb_write(example_glb *glb, const char *roots, const char *path);

#endif
