// An asset: what an importer takes from a file. Flat lists without pointers, so that it can be sent
// through a pipe as it is and be checked before anything is made of it.

#ifndef MOTE_ASSET_H
#define MOTE_ASSET_H

#include <mote/mesh.h>
#include <string.h>

#include "core/array.h"

// A part of one of the lists below.
typedef struct asset_span {
    uint64_t first, count;
} asset_span;

// The local transform is either the matrix or translation * rotation * scale.
typedef struct asset_node {
    uint32_t name;       // first character in `text`
    uint32_t parent;     // comes before it in the list; MOTE_NONE for a root
    uint32_t has_matrix; // 0 or not: what comes through a pipe may be no bool
    mote_transform matrix;
    mote_vec3 translation;
    float rotation[4]; // x, y, z, w
    mote_vec3 scale;
    asset_span weights; // of the morph targets of its surfaces, in `numbers`
} asset_node;

// A vertex goes where node * inverse_bind takes it, by its weight.
typedef struct asset_bone {
    uint32_t node;
    mote_transform inverse_bind;
} asset_bone;

// Triangles of one mesh and one material on one node. Several may share their lists.
typedef struct asset_surface {
    uint32_t node;
    uint32_t mesh, material; // numbers of the file; MOTE_NONE for no material
    uint32_t mesh_name, material_name;
    asset_span positions; // vertices
    asset_span triangles; // in `corners`, three each, numbered within `positions`
    asset_span bones;     // of its skin; none if it hangs on the node
    uint32_t influences;  // a vertex, at most MOTE_SKIN_MAX_INFLUENCES; 0 without skin
    // In `influence_bones` and `influence_weights`, numbered within `bones`.
    asset_span influence_bones;
    uint32_t targets;  // morph targets
    asset_span deltas; // one per vertex, target after target
} asset_surface;

typedef enum asset_interpolation {
    ASSET_INTERPOLATION_LINEAR = 0,
    ASSET_INTERPOLATION_STEP,
    ASSET_INTERPOLATION_CUBIC // each key is an incoming tangent, a value, an outgoing tangent
} asset_interpolation;

typedef enum asset_track_path {
    ASSET_PATH_TRANSLATION = 0,
    ASSET_PATH_ROTATION,
    ASSET_PATH_SCALE,
    ASSET_PATH_WEIGHTS
} asset_track_path;

// One property of one node over time.
typedef struct asset_track {
    uint32_t node;
    uint32_t path;          // asset_track_path
    uint32_t interpolation; // asset_interpolation
    uint32_t width;         // numbers per value: 3, 4, or as many as the node has weights
    asset_span times;       // seconds, never falling
    uint64_t
        first_value; // in `numbers`; one value per time, or three for ASSET_INTERPOLATION_CUBIC
} asset_track;

typedef struct asset_clip {
    uint32_t name;
    asset_span tracks;
    double start, end; // seconds; equal for a clip without keys
} asset_clip;

// The lists of an asset: element type and name. `text` holds the names, each with its final zero.
#define ASSET_LISTS(X)                                                                             \
    X(asset_node, nodes)                                                                           \
    X(asset_bone, bones)                                                                           \
    X(asset_surface, surfaces)                                                                     \
    X(asset_clip, clips)                                                                           \
    X(asset_track, tracks)                                                                         \
    X(mote_vec3, positions)                                                                        \
    X(mote_vec3, deltas)                                                                           \
    X(uint32_t, corners)                                                                           \
    X(uint16_t, influence_bones)                                                                   \
    X(float, influence_weights)                                                                    \
    X(double, times)                                                                               \
    X(float, numbers)                                                                              \
    X(char, text)

typedef MOTE_ARRAY(asset_surface) asset_surface_array;

// All zero is an empty asset.
typedef struct asset_file {
    MOTE_ARRAY(asset_node) nodes;
    MOTE_ARRAY(asset_bone) bones;
    asset_surface_array surfaces;
    MOTE_ARRAY(asset_clip) clips;
    MOTE_ARRAY(asset_track) tracks;
    mote_vec3_array positions, deltas;
    mote_u32_array corners;
    MOTE_ARRAY(uint16_t) influence_bones;
    MOTE_ARRAY(float) influence_weights;
    MOTE_ARRAY(double) times;
    MOTE_ARRAY(float) numbers;
    MOTE_ARRAY(char) text;
} asset_file;

void asset_release(asset_file *asset);

// Appends `n` elements to one of the lists and says where they are; false for no memory. The comparison
// makes the compiler check their type. Arguments are evaluated more than once.
#define asset_add(list, elements, n, out)                                                          \
    ((void)sizeof((list)->data == (elements)), *(out) = (asset_span){(list)->count, (n)},          \
     (n) == 0 || (mote_array_room((list), &mote_libc_allocator, (n)) &&                            \
                  (memcpy((list)->data + (list)->count, (elements), (n) * sizeof *(list)->data),   \
                   (list)->count += (n), true)))

// The elements from `first` on; null in a list that holds nothing.
#define asset_from(list, first) ((list)->data ? (list)->data + (first) : NULL)

// Appends a name and sets where it is. What cannot be shown is escaped (mote_escape_text).
mote_result asset_add_name(asset_file *asset, const char *name, size_t length, uint32_t *out);

const char *asset_text(const asset_file *asset, uint32_t name);

// Start and end of a clip from its tracks.
void asset_time_clip(const asset_file *asset, asset_clip *clip);

// Whatever an importer may have made of a broken file, after MOTE_OK every span lies in its list, every
// number names something, times never fall, and every coordinate, weight and key is finite. `path` is
// for messages.
mote_result asset_check(const asset_file *asset, const char *path);

#endif
