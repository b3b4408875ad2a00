// Writing GLB files: what the samples and the tests of 'mote check' are made with. Arrays go into
// the binary chunk; everything else is JSON that the caller writes.

#ifndef MOTE_SAMPLES_GLB_H
#define MOTE_SAMPLES_GLB_H

#include "core/array.h"

typedef enum sample_glb_list {
    SAMPLE_GLB_ACCESSORS = 0,
    SAMPLE_GLB_ANIMATIONS,
    SAMPLE_GLB_BUFFER_VIEWS,
    SAMPLE_GLB_MATERIALS,
    SAMPLE_GLB_MESHES,
    SAMPLE_GLB_NODES,
    SAMPLE_GLB_SKINS,
    SAMPLE_GLB_LISTS
} sample_glb_list;

typedef MOTE_ARRAY(char) sample_bytes;

// All zero is an empty file.
typedef struct sample_glb {
    sample_bytes lists[SAMPLE_GLB_LISTS];
    uint32_t counts[SAMPLE_GLB_LISTS];
    sample_bytes binary;
    bool failed; // memory ran out at some time
} sample_glb;

sample_glb sample_glb_create(void);
void sample_glb_release(sample_glb *glb);

// Appends an object to a list, as printf would write it; returns its number.
__attribute__((format(printf, 3, 4))) uint32_t
sample_glb_item(sample_glb *glb, sample_glb_list list, const char *format, ...);

// Appends an array of `count` elements of `width` numbers (1 to 4, or 16 for matrices); returns the
// number of its accessor.
uint32_t sample_glb_floats(sample_glb *glb, const float *numbers, uint32_t count, uint32_t width);
uint32_t sample_glb_shorts(sample_glb *glb, const uint16_t *numbers, uint32_t count,
                           uint32_t width);
uint32_t sample_glb_words(sample_glb *glb, const uint32_t *numbers, uint32_t count, uint32_t width);

// The bytes of the file, from malloc; `roots` is a JSON list of nodes, such as "[0,2]".
mote_result sample_glb_finish(sample_glb *glb, const char *roots, unsigned char **out,
                              size_t *size);

// The same to a file.
mote_result sample_glb_write(sample_glb *glb, const char *roots, const char *path);

#endif
