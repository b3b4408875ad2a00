// An asset: what an importer takes from a file. Flat lists without pointers, so that it can be sent
// through a pipe as it is and be checked before anything is made of it.

#ifndef MOTE_ASSET_H
#define MOTE_ASSET_H

#include <mote/mesh.h>

#include "core/array.h"

// A part of one of the lists below.
typedef struct mote_span {
    uint64_t first, count;
} mote_span;

// The local transform is either the matrix or translation * rotation * scale.
typedef struct mote_asset_node {
    uint32_t name;       // first character in `text`
    uint32_t parent;     // comes before it in the list; MOTE_NONE for a root
    uint32_t has_matrix; // 0 or not: what comes through a pipe may be no bool
    mote_transform matrix;
    mote_vec3 translation;
    float rotation[4]; // x, y, z, w
    mote_vec3 scale;
    mote_span weights; // of the morph targets of its surfaces, in `numbers`
} mote_asset_node;

// A vertex goes where node * inverse_bind takes it, by its weight.
typedef struct mote_asset_bone {
    uint32_t node;
    mote_transform inverse_bind;
} mote_asset_bone;

// Triangles of one mesh and one material on one node. Several may share their lists.
typedef struct mote_asset_surface {
    uint32_t node;
    uint32_t mesh, material; // numbers of the file; MOTE_NONE for no material
    uint32_t mesh_name, material_name;
    mote_span positions; // vertices
    mote_span triangles; // in `corners`, three each, numbered within `positions`
    mote_span bones;     // of its skin; none if it hangs on the node
    uint32_t influences; // a vertex, at most MOTE_SKIN_MAX_INFLUENCES; 0 without skin
    mote_span
        influence_bones; // in `influence_bones` and `influence_weights`, numbered within `bones`
    uint32_t targets;    // morph targets
    mote_span deltas;    // one a vertex, target after target
} mote_asset_surface;

typedef enum mote_interpolation {
    MOTE_INTERPOLATION_LINEAR = 0,
    MOTE_INTERPOLATION_STEP,
    MOTE_INTERPOLATION_CUBIC // each key is an incoming tangent, a value, an outgoing tangent
} mote_interpolation;

typedef enum mote_track_path {
    MOTE_PATH_TRANSLATION = 0,
    MOTE_PATH_ROTATION,
    MOTE_PATH_SCALE,
    MOTE_PATH_WEIGHTS
} mote_track_path;

// One property of one node over time.
typedef struct mote_asset_track {
    uint32_t node;
    uint32_t path;          // mote_track_path
    uint32_t interpolation; // mote_interpolation
    uint32_t width;         // numbers a value: 3, 4, or as many as the node has weights
    mote_span times;        // seconds, never falling
    uint64_t first_value;   // in `numbers`; one value a time, or three for MOTE_INTERPOLATION_CUBIC
} mote_asset_track;

typedef struct mote_asset_clip {
    uint32_t name;
    mote_span tracks;
    double start, end; // seconds; equal for a clip without keys
} mote_asset_clip;

typedef struct mote_asset {
    mote_array nodes;             // mote_asset_node
    mote_array bones;             // mote_asset_bone
    mote_array surfaces;          // mote_asset_surface
    mote_array clips;             // mote_asset_clip
    mote_array tracks;            // mote_asset_track
    mote_array positions, deltas; // mote_vec3
    mote_array corners;           // uint32_t
    mote_array influence_bones;   // uint16_t
    mote_array influence_weights; // float
    mote_array times;             // double
    mote_array numbers;           // float
    mote_array text;              // char: names, each with its final zero
} mote_asset;

enum { MOTE_ASSET_LISTS = 13 };

mote_asset mote_asset_create(void);
void mote_asset_release(mote_asset *asset);

// All lists in the order above.
void mote_asset_lists(mote_asset *asset, mote_array *out[MOTE_ASSET_LISTS]);

// Appends `count` things and tells where they are; false for no memory.
bool mote_asset_add(mote_array *list, const void *things, size_t count, mote_span *out);

// The things from `first` on; null in a list that holds nothing.
static inline const void *mote_asset_from(const mote_array *list, uint64_t first)
{
    return list->data ? (const char *)list->data + first * list->size : NULL;
}

// Appends a name and tells where it is. Control characters become question marks.
mote_result mote_asset_add_name(mote_asset *asset, const char *name, size_t length, uint32_t *out);

const char *mote_asset_text(const mote_asset *asset, uint32_t name);

// Start and end of a clip from its tracks.
void mote_asset_time_clip(const mote_asset *asset, mote_asset_clip *clip);

// Whatever an importer may have made of a broken file, after MOTE_OK every span lies in its list, every
// number names something, times never fall, and every coordinate, weight and key is finite. `path` is
// for messages.
mote_result mote_asset_check(const mote_asset *asset, const char *path);

#endif
