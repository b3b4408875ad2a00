// Decoders of compressed glTF, from libraries that are no part of mote: meshoptimizer (EXT_meshopt_compression) and Draco
// (KHR_draco_mesh_compression). They are in a module (decoders/), which only the process that reads a file loads.

#ifndef MOTE_ASSETS_DECODERS_H
#define MOTE_ASSETS_DECODERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The numbers are those that the reader and the module agree on; asset_decoders.version changes with them.
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

// A buffer view. For attributes the stride is a multiple of 4 and at most 256, for triangles and indices it is 2 or 4, and for
// filters what they ask for: 4 or 8 (octahedral), 8 (quaternion). A list of triangles has a multiple of 3 indices.
typedef struct asset_meshopt_view {
    const unsigned char *bytes; // compressed
    size_t size;
    size_t count, stride; // of the elements
    asset_meshopt_mode mode;
    asset_meshopt_filter filter;
} asset_meshopt_view;

// A decoded primitive; the decoder owns it.
typedef struct asset_draco_mesh asset_draco_mesh;

enum { ASSET_DRACO_MESSAGE = 128 };

typedef struct asset_decoders {
    uint32_t version; // ASSET_DECODERS_VERSION

    // Writes count * stride bytes. False for damaged data. Null in a module without meshoptimizer.
    bool (*read_meshopt)(const asset_meshopt_view *view, void *out);

    // All that follow are null in a module without Draco. Null with a message for damaged data, and if memory runs out.
    asset_draco_mesh *(*open_draco)(const void *bytes, size_t size, uint32_t *vertex_count,
                                    uint32_t *triangle_count, char message[ASSET_DRACO_MESSAGE]);
    // Three vertices per triangle. False if one does not exist.
    bool (*read_draco_triangles)(const asset_draco_mesh *mesh, uint32_t *out);
    // `width` numbers of the component type (glTF's number of it) per vertex. False if the mesh has no such attribute, or one of
    // another width.
    bool (*read_draco_attribute)(const asset_draco_mesh *mesh, uint32_t id, uint32_t component_type,
                                 uint32_t width, void *out);
    void (*close_draco)(asset_draco_mesh *mesh); // null is allowed
} asset_decoders;

// The only function that the module exports, by this name.
#define ASSET_DECODERS_SYMBOL "mote_decoders"
typedef const asset_decoders *asset_decoders_getter(void);

#endif
