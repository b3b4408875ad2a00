// An asset: what an importer takes from a file. Flat lists without pointers, so that it can be sent
// through a pipe as it is and be checked before anything is made of it.

#ifndef MOTE_ASSET_H
#define MOTE_ASSET_H

#include <mote/mesh.h>

#include "core/untyped.h"

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
    asset_span
        influence_bones; // in `influence_bones` and `influence_weights`, numbered within `bones`
    uint32_t targets;    // morph targets
    asset_span deltas;   // one a vertex, target after target
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
    uint32_t width;         // numbers a value: 3, 4, or as many as the node has weights
    asset_span times;       // seconds, never falling
    uint64_t first_value; // in `numbers`; one value a time, or three for ASSET_INTERPOLATION_CUBIC
} asset_track;

typedef struct asset_clip {
    uint32_t name;
    asset_span tracks;
    double start, end; // seconds; equal for a clip without keys
} asset_clip;

typedef struct asset_file {
    mote_untyped nodes;             // asset_node
    mote_untyped bones;             // asset_bone
    mote_untyped surfaces;          // asset_surface
    mote_untyped clips;             // asset_clip
    mote_untyped tracks;            // asset_track
    mote_untyped positions, deltas; // mote_vec3
    mote_untyped corners;           // uint32_t
    mote_untyped influence_bones;   // uint16_t
    mote_untyped influence_weights; // float
    mote_untyped times;             // double
    mote_untyped numbers;           // float
    mote_untyped text;              // char: names, each with its final zero
} asset_file;

enum { ASSET_LISTS = 13 };

asset_file asset_create(void);
void asset_release(asset_file *asset);

// All lists in the order above.
void asset_lists(asset_file *asset, mote_untyped *out[ASSET_LISTS]);

// Appends `count` things and tells where they are; false for no memory.
bool asset_add(mote_untyped *list, const void *things, size_t count, asset_span *out);

// The things from `first` on; null in a list that holds nothing.
static inline const void *asset_from(const mote_untyped *list, uint64_t first)
{
    return list->data ? (const char *)list->data + first * list->size : NULL;
}

// Appends a name and tells where it is. Control characters become question marks.
mote_result asset_add_name(asset_file *asset, const char *name, size_t length, uint32_t *out);

const char *asset_text(const asset_file *asset, uint32_t name);

// Start and end of a clip from its tracks.
void asset_time_clip(const asset_file *asset, asset_clip *clip);

// Whatever an importer may have made of a broken file, after MOTE_OK every span lies in its list, every
// number names something, times never fall, and every coordinate, weight and key is finite. `path` is
// for messages.
mote_result asset_check(const asset_file *asset, const char *path);

#endif
