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
    uint32_t joint;     // 1 + its number in `joints`, which then decides where it is; 0 for none
} asset_node;

typedef enum asset_rotation_order { // which axis an angle turns about first, second and last
    ASSET_ORDER_XYZ = 0,
    ASSET_ORDER_XZY,
    ASSET_ORDER_YZX,
    ASSET_ORDER_YXZ,
    ASSET_ORDER_ZXY,
    ASSET_ORDER_ZYX
} asset_rotation_order;

// How the rotation r and the scale s of a node follow those of its parent, R and S.
typedef enum asset_inheritance {
    ASSET_INHERIT_RRSS = 0, // R r S s
    ASSET_INHERIT_RSRS,     // R S r s: as matrices are multiplied
    ASSET_INHERIT_RRS       // R r s: without the scaling of the parent itself
} asset_inheritance;

// A transform by the rule of FBX (assets/joint.h). Angles are in degrees.
typedef struct asset_joint {
    double translation[3], rotation[3], scaling[3]; // without animation
    double rotation_offset[3], rotation_pivot[3], scaling_offset[3], scaling_pivot[3];
    double pre_rotation[3], post_rotation[3]; // about x, y, z, in this order
    uint32_t order;                           // asset_rotation_order, of `rotation`
    uint32_t inherits;                        // asset_inheritance
} asset_joint;

// A blend shape as FBX has it: a percentage that sets the weights of one or several morph targets of a node. Each target has
// its full effect at its own percentage; between two of them there is some of both.
typedef struct asset_channel {
    uint32_t node;
    uint32_t first;     // among the weights of the node
    asset_span percent; // of each target, increasing, in `numbers`
} asset_channel;

// A vertex goes where node * inverse_bind takes it, by its weight.
typedef struct asset_bone {
    uint32_t node;
    mote_transform inverse_bind;
} asset_bone;

// A number per vertex that an artist has painted, under a name of its own.
typedef struct asset_attribute {
    uint32_t name, unused;
    asset_span values; // in `numbers`
} asset_attribute;

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
    asset_span attributes;
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

typedef enum asset_key_kind { // of the curve from a key to the next
    ASSET_KEY_CONSTANT = 0,   // the value of this key
    ASSET_KEY_CONSTANT_NEXT,  // the value of the next
    ASSET_KEY_LINEAR,
    ASSET_KEY_CUBIC
} asset_key_kind;

typedef struct asset_key {
    double time, value;
    // Of a cubic curve: its slopes per second after this key and before the next, and how far the control points of the
    // Bezier curve are from the keys, as a part of the time between them; 1/3 is a curve that is cubic in time.
    double leaving, arriving;
    float leaving_reach, arriving_reach;
    uint32_t kind; // asset_key_kind
    uint32_t unused;
} asset_key;

typedef enum asset_extrapolation { // what a curve does before its first key or after its last
    ASSET_EXTRAPOLATE_CONSTANT = 0,
    ASSET_EXTRAPOLATE_REPEAT,
    ASSET_EXTRAPOLATE_MIRROR, // every second time backwards
    ASSET_EXTRAPOLATE_OFFSET, // each time starting where the last ended
    ASSET_EXTRAPOLATE_SLOPE   // straight on
} asset_extrapolation;

typedef enum asset_curve_target {
    ASSET_CURVE_TRANSLATION = 0, // components 0 to 2 of a node with a joint
    ASSET_CURVE_ROTATION,        // degrees
    ASSET_CURVE_SCALING,
    ASSET_CURVE_PERCENT // of a channel
} asset_curve_target;

// One number over time (assets/curve.h).
typedef struct asset_curve {
    uint32_t target; // asset_curve_target
    uint32_t number; // of the node or the channel
    uint32_t component;
    uint32_t before, after; // asset_extrapolation
    uint32_t unused;
    asset_span keys; // at least one
} asset_curve;

typedef struct asset_clip {
    uint32_t name;
    asset_span tracks, curves;
    double start, end; // seconds; equal for a clip without keys
} asset_clip;

typedef enum asset_remark_kind {
    ASSET_REMARK_OMISSION = 0, // something that may move or hold triangles was not read
    ASSET_REMARK_NOTE,         // something without triangles was not read
    ASSET_REMARK_EXTENSION,    // the file uses it; the text is its name
    ASSET_REMARK_INSTANCES,    // `count` of them were made of the node that the text names
    ASSET_REMARK_UNFILTERED // the file was read without a filter of system calls; no reader says so
} asset_remark_kind;

// What there is to say of a file beside its contents.
typedef struct asset_remark {
    uint32_t kind; // asset_remark_kind
    uint32_t text; // a sentence without its period, in `text`
    uint64_t count;
} asset_remark;

// The lists of an asset: element type and name. `text` holds the names, each with its final zero.
#define ASSET_LISTS(X)                                                                             \
    X(asset_node, nodes)                                                                           \
    X(asset_bone, bones)                                                                           \
    X(asset_surface, surfaces)                                                                     \
    X(asset_attribute, attributes)                                                                 \
    X(asset_clip, clips)                                                                           \
    X(asset_track, tracks)                                                                         \
    X(asset_joint, joints)                                                                         \
    X(asset_channel, channels)                                                                     \
    X(asset_curve, curves)                                                                         \
    X(asset_key, keys)                                                                             \
    X(mote_vec3, positions)                                                                        \
    X(mote_vec3, deltas)                                                                           \
    X(uint32_t, corners)                                                                           \
    X(uint16_t, influence_bones)                                                                   \
    X(float, influence_weights)                                                                    \
    X(double, times)                                                                               \
    X(float, numbers)                                                                              \
    X(asset_remark, remarks)                                                                       \
    X(char, text)

typedef MOTE_ARRAY(asset_surface) asset_surface_array;

// All zero is an empty asset.
typedef struct asset_file {
    MOTE_ARRAY(asset_node) nodes;
    MOTE_ARRAY(asset_bone) bones;
    asset_surface_array surfaces;
    MOTE_ARRAY(asset_attribute) attributes;
    MOTE_ARRAY(asset_clip) clips;
    MOTE_ARRAY(asset_track) tracks;
    MOTE_ARRAY(asset_joint) joints;
    MOTE_ARRAY(asset_channel) channels;
    MOTE_ARRAY(asset_curve) curves;
    MOTE_ARRAY(asset_key) keys;
    mote_vec3_array positions, deltas;
    mote_u32_array corners;
    MOTE_ARRAY(uint16_t) influence_bones;
    MOTE_ARRAY(float) influence_weights;
    MOTE_ARRAY(double) times;
    MOTE_ARRAY(float) numbers;
    MOTE_ARRAY(asset_remark) remarks;
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

// Appends a remark. Nothing is added if `count` is 0.
__attribute__((format(printf, 4, 5))) mote_result asset_add_remark(asset_file *asset,
                                                                   asset_remark_kind kind,
                                                                   uint64_t count,
                                                                   const char *format, ...);

// Start and end of a clip from its tracks and curves.
void asset_time_clip(const asset_file *asset, asset_clip *clip);

// Whatever an importer may have made of a broken file, after MOTE_OK every span lies in its list, every
// number names something, times never fall, and every coordinate, weight and key is finite. `path` is
// for messages.
mote_result asset_check(const asset_file *asset, const char *path);

#endif
