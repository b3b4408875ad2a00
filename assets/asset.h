// An asset: the data that an importer reads from a file. It consists of flat lists without
// pointers, so it can be sent through a pipe and validated before use.

#ifndef MOTE_ASSET_H
#define MOTE_ASSET_H

#include <mote/mesh.h>
#include <string.h>

#include "core/array.h"

// A range of one of the lists below.
typedef struct asset_span {
    uint64_t first, count;
} asset_span;

// The local transform is either a matrix or translation * rotation * scale.
typedef struct asset_node {
    uint32_t name;       // index of the first character in `text`
    uint32_t parent;     // precedes the node in the list; MOTE_NONE for a root
    uint32_t has_matrix; // not a bool, because data from a pipe may hold any value
    mote_transform matrix;
    mote_vec3 translation;
    float rotation[4]; // x, y, z, w
    mote_vec3 scale;
    asset_span weights; // of the morph targets of its surfaces, in `numbers`
    uint32_t joint;     // 1 + index in `joints`, which then determines the transform; 0 for none
} asset_node;

typedef enum asset_rotation_order { // the axes of the first, second and third rotation
    ASSET_ORDER_XYZ = 0,
    ASSET_ORDER_XZY,
    ASSET_ORDER_YZX,
    ASSET_ORDER_YXZ,
    ASSET_ORDER_ZXY,
    ASSET_ORDER_ZYX
} asset_rotation_order;

// How the rotation r and the scale s of a node combine with its parent's R and S.
typedef enum asset_inheritance {
    ASSET_INHERIT_RRSS = 0, // R r S s
    ASSET_INHERIT_RSRS,     // R S r s, the matrix product
    ASSET_INHERIT_RRS       // R r s, without the parent's own scale
} asset_inheritance;

// A transform by the rules of FBX (assets/joint.h). Angles are in degrees.
typedef struct asset_joint {
    double translation[3], rotation[3], scaling[3]; // values without animation
    double rotation_offset[3], rotation_pivot[3], scaling_offset[3], scaling_pivot[3];
    double pre_rotation[3], post_rotation[3]; // angles about x, y, z, applied in this order
    uint32_t order;                           // asset_rotation_order of `rotation`
    uint32_t inherits;                        // asset_inheritance
} asset_joint;

// An FBX blend shape: a percentage that sets the weights of one or several morph targets of a node.
// Each target has its full effect at its own percentage. Between two of these percentages both
// targets are blended.
typedef struct asset_channel {
    uint32_t node;
    uint32_t first;     // index of the first weight among those of the node
    asset_span percent; // one per target, increasing; in `numbers`
} asset_channel;

// Moves vertices by node * inverse_bind, multiplied by their weights.
typedef struct asset_bone {
    uint32_t node;
    mote_transform inverse_bind;
} asset_bone;

// A painted value per vertex, with the name that the artist gave it.
typedef struct asset_attribute {
    uint32_t name, unused;
    asset_span values; // in `numbers`
} asset_attribute;

// Triangles of one mesh with one material on one node. Surfaces may share their lists.
typedef struct asset_surface {
    uint32_t node;
    uint32_t mesh, material; // indices in the file; MOTE_NONE for no material
    uint32_t mesh_name, material_name;
    asset_span positions; // vertices
    asset_span triangles; // three each in `corners`, as indices into `positions`
    asset_span bones;     // bones of its skin; empty if the node alone moves it
    uint32_t influences;  // per vertex, at most MOTE_SKIN_MAX_INFLUENCES; 0 without a skin
    // In `influence_bones` and `influence_weights`, as indices into `bones`.
    asset_span influence_bones;
    uint32_t targets;  // number of morph targets
    asset_span deltas; // one per vertex and target, sorted by target
    asset_span attributes;
} asset_surface;

typedef enum asset_interpolation {
    ASSET_INTERPOLATION_LINEAR = 0,
    ASSET_INTERPOLATION_STEP,
    ASSET_INTERPOLATION_CUBIC // each key is an in-tangent, a value and an out-tangent
} asset_interpolation;

typedef enum asset_track_path {
    ASSET_PATH_TRANSLATION = 0,
    ASSET_PATH_ROTATION,
    ASSET_PATH_SCALE,
    ASSET_PATH_WEIGHTS
} asset_track_path;

// The animation of one property of one node.
typedef struct asset_track {
    uint32_t node;
    uint32_t path;          // asset_track_path
    uint32_t interpolation; // asset_interpolation
    uint32_t width;         // numbers per value: 3, 4, or the node's number of weights
    asset_span times;       // seconds, ascending; equal times are allowed
    uint64_t first_value;   // in `numbers`; one value per time, three for ASSET_INTERPOLATION_CUBIC
} asset_track;

typedef enum asset_key_kind { // the interpolation from a key to the next
    ASSET_KEY_CONSTANT = 0,   // the value of this key
    ASSET_KEY_CONSTANT_NEXT,  // the value of the next key
    ASSET_KEY_LINEAR,
    ASSET_KEY_CUBIC
} asset_key_kind;

typedef struct asset_key {
    double time, value;
    // For a cubic curve: the slopes per second after this key and before the next one, and the
    // distances of the Bezier control points from the keys, as a share of the time between the
    // keys. A distance of 1/3 makes the curve cubic in time.
    double leaving, arriving;
    float leaving_reach, arriving_reach;
    uint32_t kind; // asset_key_kind
    uint32_t unused;
} asset_key;

typedef enum asset_extrapolation { // continuation before the first or after the last key
    ASSET_EXTRAPOLATE_CONSTANT = 0,
    ASSET_EXTRAPOLATE_REPEAT,
    ASSET_EXTRAPOLATE_MIRROR, // every second repetition runs backwards
    ASSET_EXTRAPOLATE_OFFSET, // each repetition starts at the end value of the previous one
    ASSET_EXTRAPOLATE_SLOPE   // a straight line
} asset_extrapolation;

typedef enum asset_curve_target {
    ASSET_CURVE_TRANSLATION = 0, // components 0 to 2 of a node with a joint
    ASSET_CURVE_ROTATION,        // degrees
    ASSET_CURVE_SCALING,
    ASSET_CURVE_PERCENT // percentage of a channel
} asset_curve_target;

// The animation of one number (assets/curve.h).
typedef struct asset_curve {
    uint32_t target; // asset_curve_target
    uint32_t number; // index of the node or the channel
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
    ASSET_REMARK_OMISSION = 0, // unread data that may move or contain triangles
    ASSET_REMARK_NOTE,         // unread data without triangles
    ASSET_REMARK_EXTENSION,    // an extension used by the file; the text is its name
    ASSET_REMARK_INSTANCES,    // `count` instances were made of the node named by the text
    ASSET_REMARK_UNFILTERED    // read without a system call filter; not set by readers
} asset_remark_kind;

// Information about a file beside its contents.
typedef struct asset_remark {
    uint32_t kind; // asset_remark_kind
    uint32_t text; // a sentence without a period, in `text`
    uint64_t count;
} asset_remark;

// The lists of an asset: element type and name. `text` contains the null-terminated names.
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

// Zero-initialized means empty.
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

// Appends `n` elements to a list and sets their span; false if out of memory. The comparison makes
// the compiler check the element type. Evaluates arguments more than once.
#define asset_add(list, elements, n, out)                                                          \
    ((void)sizeof((list)->data == (elements)), *(out) = (asset_span){(list)->count, (n)},          \
     (n) == 0 || (mote_array_room((list), &mote_libc_allocator, (n)) &&                            \
                  (memcpy((list)->data + (list)->count, (elements), (n) * sizeof *(list)->data),   \
                   (list)->count += (n), true)))

// The elements starting at `first`. Null if the list is empty.
#define asset_from(list, first) ((list)->data ? (list)->data + (first) : NULL)

// Appends a name and sets its index. Unprintable characters are escaped (mote_escape_text).
mote_result asset_add_name(asset_file *asset, const char *name, size_t length, uint32_t *out);

const char *asset_text(const asset_file *asset, uint32_t name);

// Appends a remark unless `count` is 0.
__attribute__((format(printf, 4, 5))) mote_result asset_add_remark(asset_file *asset,
                                                                   asset_remark_kind kind,
                                                                   uint64_t count,
                                                                   const char *format, ...);

// Sets the start and end of a clip from its tracks and curves.
void asset_time_clip(const asset_file *asset, asset_clip *clip);

// Validates an asset from an untrusted importer. After MOTE_OK, every span is inside its list,
// every index is valid, times are ascending, and all coordinates, weights and keys are finite.
// `path` is for messages.
mote_result asset_check(const asset_file *asset, const char *path);

#endif
