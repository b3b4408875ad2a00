// Decoders for compressed glTF from libraries outside of mote: meshoptimizer
// (EXT_meshopt_compression) and Draco (KHR_draco_mesh_compression). They are in a module
// (decoders/) that only the process that reads a file loads.

#ifndef MOTE_ASSETS_DECODERS_H
#define MOTE_ASSETS_DECODERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of the interface between reader and module. It changes with the values below.
enum { ASSET_DECODERS_VERSION = 1 };

typedef enum asset_meshopt_mode {
    ASSET_MESHOPT_ATTRIBUTES = 0,
    ASSET_MESHOPT_TRIANGLES,
    ASSET_MESHOPT_INDICES
} asset_meshopt_mode;

typedef enum asset_meshopt_filter {
    ASSET_MESHOPT_NONE = 0,
    ASSET_MESHOPT_OCTAHEDRAL,
    ASSET_MESHOPT_QUATERNION,
    ASSET_MESHOPT_EXPONENTIAL
} asset_meshopt_filter;

// A buffer view. The stride is a multiple of 4 up to 256 for attributes, 2 or 4 for triangles and
// indices, and for filters 4 or 8 (octahedral) or 8 (quaternion). A list of triangles has a
// multiple of 3 indices.
typedef struct asset_meshopt_view {
    const unsigned char *bytes; // compressed data
    size_t size;
    size_t count, stride; // number and size of the elements
    asset_meshopt_mode mode;
    asset_meshopt_filter filter;
} asset_meshopt_view;

// A decoded primitive, owned by the decoder.
typedef struct asset_draco_mesh asset_draco_mesh;

enum { ASSET_DRACO_MESSAGE = 128 };

typedef struct asset_decoders {
    uint32_t version; // ASSET_DECODERS_VERSION

    // Writes count * stride bytes. Returns false for damaged data. Null in a module without
    // meshoptimizer.
    bool (*read_meshopt)(const asset_meshopt_view *view, void *out);

    // The following functions are null in a module without Draco. Returns null and a message for
    // damaged data or if memory runs out.
    asset_draco_mesh *(*open_draco)(const void *bytes, size_t size, uint32_t *vertex_count,
                                    uint32_t *triangle_count, char message[ASSET_DRACO_MESSAGE]);
    // Writes three vertices per triangle. Returns false if an index is out of range.
    bool (*read_draco_triangles)(const asset_draco_mesh *mesh, uint32_t *out);
    // Writes `width` numbers of a glTF component type per vertex. Returns false if the mesh has no
    // such attribute of this width.
    bool (*read_draco_attribute)(const asset_draco_mesh *mesh, uint32_t id, uint32_t component_type,
                                 uint32_t width, void *out);
    void (*close_draco)(asset_draco_mesh *mesh); // null is allowed
} asset_decoders;

// The name of the only function that the module exports.
#define ASSET_DECODERS_SYMBOL "mote_decoders"
typedef const asset_decoders *asset_decoders_getter(void);

#endif
