// A large asset to measure with: one closed skinned mesh, a tube of three bones whose two ends fold
// against its middle. In every frame it meets itself in the crease of each of the two joints.

#ifndef MOTE_SAMPLES_BODY_H
#define MOTE_SAMPLES_BODY_H

#include <mote/base.h>

// About `triangles` triangles, at least 200. The clip has `frames` frames at 30 per second, at
// least 2, with keys of its own for each tenth of them.
mote_result sample_write_body(const char *path, uint32_t triangles, uint32_t frames);

#endif
