// The sample asset: an arm in a loose sleeve, both skinned, with three planted piercings.
//
// Four seconds, 121 frames at 30 per second. The elbow bends by 55 degrees and back, and nothing
// happens; then by 125 degrees, and the crease of the elbow goes through the sleeve. Before that
// the biceps swells into the sleeve (a morph target of the arm, linear keys), and a dent of the
// sleeve sinks into the forearm (a morph target of the sleeve, step keys: frames 45 to 47).

#ifndef MOTE_SAMPLES_ARM_H
#define MOTE_SAMPLES_ARM_H

#include <mote/base.h>

// `detail` 1 is the sample; larger numbers multiply the triangles by their square.
mote_result sample_write_arm(const char *path, uint32_t detail);

// The bytes of the file, from malloc.
mote_result sample_make_arm(uint32_t detail, unsigned char **out, size_t *size);

#endif
