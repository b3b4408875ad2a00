// The encoders of meshoptimizer and Draco, and what their own decoders make of what they have
// encoded. Bytes come from malloc.

#ifndef MOTE_TEST_ENCODERS_H
#define MOTE_TEST_ENCODERS_H

#include "assets/decoders.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct encoded {
    unsigned char *bytes;
    size_t size;
} encoded;

// Encodes view->count elements; `data` are floats for a filter, four per quaternion, else the
// elements themselves. `decoded` has room for count * stride bytes. Uses mode, filter, count and
// stride of the view.
encoded encode_meshopt(const asset_meshopt_view *view, const void *data, void *decoded);

typedef struct draco_attribute {
    bool is_position;
    uint32_t component_type, width; // 5123 or 5126
    const void *data;
    int bits; // to quantize to; 0: none
    uint32_t id;
    void *decoded;
} draco_attribute;

typedef struct draco_primitive {
    draco_attribute attributes[8];
    uint32_t attribute_count;
    const uint32_t *corners;
    uint32_t vertex_count, triangle_count;
    bool edgebreaker; // changes the order of vertices and triangles
    uint32_t *decoded_corners;
    uint32_t decoded_vertices, decoded_triangles;
} draco_primitive;

// Sets what is decoded, and the ids.
encoded encode_draco(draco_primitive *primitive);

#ifdef __cplusplus
}
#endif

#endif
