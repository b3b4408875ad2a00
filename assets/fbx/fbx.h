// The pieces of the FBX reader: FBX 7.1 to 7.7, binary or text, from memory.
//
// Reads meshes, materials by name, skins, blend shapes, the nodes with all their transforms
// (pivots, offsets, pre- and post-rotation, rotation order, inheritance of scale, geometric
// transforms), and animation stacks with their curves. Files with features that the reader cannot
// pose correctly are refused with a message that names the feature (docs/check.md lists them). The
// result has y up and is in meters, as in glTF, for all axes and units of the file.

#ifndef MOTE_ASSETS_FBX_H
#define MOTE_ASSETS_FBX_H

#include "assets/asset.h"
#include "core/transform.h"

typedef struct asset_fbx_def {
    const void *bytes; // contents of the file
    size_t size;
    const char *name;   // for messages
    uint64_t max_bytes; // limit of memory for the result, because arrays may be compressed
} asset_fbx_def;

// 2 GiB.
asset_fbx_def asset_default_fbx_def(void);

// Fills `out`, which must be created, with a validated asset (asset_check). Fails with a message
// that names the file.
mote_result asset_fbx_read(const asset_fbx_def *def, asset_file *out);

// ---------------------------------------------------------------------------------------------
// The tree of named nodes of an FBX file (tree.c), and its two formats (binary.c, ascii.c)

typedef enum asset_fbx_kind {
    ASSET_FBX_INTEGER, // also a character of the binary format, which is a one-byte text too
    ASSET_FBX_REAL,
    ASSET_FBX_STRING, // also raw bytes, and unquoted words of the text format
    ASSET_FBX_ARRAY
} asset_fbx_kind;

// A value of a node. Strings and arrays point into the file data.
typedef struct asset_fbx_value {
    asset_fbx_kind kind;
    char element; // element type of an array in the binary format (b, c, i, l, f, d), or t for text
    bool deflated; // a compressed array
    uint32_t count;
    int64_t integer;
    double real;
    const char *text; // null for numbers
    size_t size;      // bytes of the text
} asset_fbx_value;

typedef struct asset_fbx_node {
    const char *name;
    uint32_t name_size;
    uint32_t first_value, value_count;
    uint32_t first_child, next; // node indices; 0 for none
} asset_fbx_node;

// A text or bytes in the file data.
typedef struct asset_fbx_text {
    const char *data;
    size_t size;
} asset_fbx_text;

enum { ASSET_FBX_MAX_DEPTH = 64 };

// ---------------------------------------------------------------------------------------------
// Objects and connections (objects.c)

typedef struct asset_fbx_object {
    int64_t id;
    uint32_t node;                  // node of the tree
    asset_fbx_text kind, name, sub; // such as Model, Hips, LimbNode
    uint32_t asset_node;            // of a Model: node of the asset; MOTE_NONE until added
    bool is_shown;                  // of a Geometry: used by a model
} asset_fbx_object;

typedef struct asset_fbx_connection {
    uint32_t child, parent;  // objects; ASSET_FBX_ROOT for the scene
    asset_fbx_text property; // property of the parent; empty for the object itself
} asset_fbx_connection;

#define ASSET_FBX_ROOT (MOTE_NONE - 1)

// ---------------------------------------------------------------------------------------------

// Counts values whose type in the file differs from the expected type. They count as missing.
typedef struct asset_fbx_mismatch {
    uint32_t count;
    asset_fbx_text first; // name of the first node or property
} asset_fbx_mismatch;

typedef struct asset_fbx {
    const char *path;
    const unsigned char *file;
    size_t file_size;
    uint64_t bytes_left, max_bytes;
    uint32_t version;                 // 7400 means 7.4
    MOTE_ARRAY(asset_fbx_node) nodes; // the first one is the root
    MOTE_ARRAY(asset_fbx_value) values;
    MOTE_ARRAY(asset_fbx_object) objects; // sorted by id
    MOTE_ARRAY(asset_fbx_connection) connections;
    mote_u32_array by_parent, by_child; // connections by their ends, then in file order
    mote_u32_array channels;            // object of each channel of the asset
    bool mirrored;                      // the axes of the file are left-handed
    // Omitted data: lines and curves, polygons without area, muted layers.
    uint64_t curve_count, flat_count, muted_count;
    uint32_t empty_meshes;        // with vertices, without polygons
    asset_fbx_mismatch *mismatch; // counts of all readers; not owned
    asset_file *asset;
} asset_fbx;

// Returns MOTE_ERROR_DATA or MOTE_ERROR_REFUSED with a message that starts with the name of the
// file.
__attribute__((format(printf, 2, 3))) mote_result asset_fbx_fail(const asset_fbx *fbx,
                                                                 const char *format, ...);
__attribute__((format(printf, 2, 3))) mote_result asset_fbx_refuse(const asset_fbx *fbx,
                                                                   const char *format, ...);

#ifdef __clang_analyzer__
// The static analyzer examines one file at a time and would assume that the function may return
// MOTE_OK.
#define asset_fbx_fail(fbx, ...) ((void)asset_fbx_fail(fbx, __VA_ARGS__), MOTE_ERROR_DATA)
#define asset_fbx_refuse(fbx, ...) ((void)asset_fbx_refuse(fbx, __VA_ARGS__), MOTE_ERROR_REFUSED)
#endif

// Counts memory before it is allocated. Fails if the limit is exceeded.
mote_result asset_fbx_spend(asset_fbx *fbx, uint64_t bytes);

// Parses the whole file into the tree.
mote_result asset_fbx_parse_binary(asset_fbx *fbx);
mote_result asset_fbx_parse_ascii(asset_fbx *fbx);
bool asset_fbx_is_binary(const void *bytes, size_t size);

// Appends a node to the children of `parent`. `*last` is the last child so far, 0 for none.
mote_result asset_fbx_add_node(asset_fbx *fbx, uint32_t parent, uint32_t *last, const char *name,
                               size_t name_size);
// Appends a value to the last node.
mote_result asset_fbx_add_value(asset_fbx *fbx, asset_fbx_value value);

// Finds the first child with this name, or the next sibling with the same name. 0 for none.
uint32_t asset_fbx_child(const asset_fbx *fbx, uint32_t node, const char *name);
uint32_t asset_fbx_next(const asset_fbx *fbx, uint32_t node);
bool asset_fbx_is(asset_fbx_text text, const char *word);

// Counts a value of an unexpected type. `name` is the name of its node or property.
void asset_fbx_note_mismatch(const asset_fbx *fbx, asset_fbx_text name);

// The value of a node at an index, or null. A value of another type than the function reads is
// counted as a mismatch and treated as missing.
const asset_fbx_value *asset_fbx_value_at(const asset_fbx *fbx, uint32_t node, uint32_t index);
asset_fbx_text asset_fbx_text_at(const asset_fbx *fbx, uint32_t node, uint32_t index);
double asset_fbx_real_at(const asset_fbx *fbx, uint32_t node, uint32_t index, double otherwise);
int64_t asset_fbx_integer_at(const asset_fbx *fbx, uint32_t node, uint32_t index,
                             int64_t otherwise);

// Reads all numbers of the child with this name into memory from malloc. Reads none if there is no
// such child. Numbers of other types are converted.
mote_result asset_fbx_read_reals(asset_fbx *fbx, uint32_t node, const char *child, double **out,
                                 size_t *count);
mote_result asset_fbx_read_integers(asset_fbx *fbx, uint32_t node, const char *child, int64_t **out,
                                    size_t *count);
// Reads floats as bit patterns, for the attributes of keys.
mote_result asset_fbx_read_float_bits(asset_fbx *fbx, uint32_t node, const char *child,
                                      uint32_t **out, size_t *count);

// Reads a number in text format that ends at `end` or before the first other character. Returns
// null if there is none.
const char *asset_fbx_read_number(const char *at, const char *end, asset_fbx_value *out);

// ---------------------------------------------------------------------------------------------
// Objects

mote_result asset_fbx_list_objects(asset_fbx *fbx);

// The connections of an object to its children, and to its parents. `index` counts from 0. Null
// past the last one.
const asset_fbx_connection *asset_fbx_child_of(const asset_fbx *fbx, uint32_t object,
                                               uint32_t index);
const asset_fbx_connection *asset_fbx_parent_of(const asset_fbx *fbx, uint32_t object,
                                                uint32_t index);

// Reads up to `most` numbers of a property of the object, or of the template of its kind. Returns
// how many there are.
uint32_t asset_fbx_property(const asset_fbx *fbx, uint32_t object, const char *name, uint32_t most,
                            double *out);
double asset_fbx_number(const asset_fbx *fbx, uint32_t object, const char *name, double otherwise);
// A number in the global settings of the file.
double asset_fbx_setting(const asset_fbx *fbx, const char *name, double otherwise);

static inline const asset_fbx_object *asset_fbx_object_at(const asset_fbx *fbx, uint32_t object)
{
    return &fbx->objects.data[object];
}

// For messages: at most 60 bytes of the text or name, null-terminated.
enum { ASSET_FBX_SHORT = 64 };
const char *asset_fbx_shorten(asset_fbx_text text, char room[ASSET_FBX_SHORT]);
const char *asset_fbx_name(const asset_fbx *fbx, uint32_t object, char room[ASSET_FBX_SHORT]);

// Appends the object's name to the asset's text. Uses KIND and the index if the object has no name.
mote_result asset_fbx_add_name(asset_fbx *fbx, uint32_t object, uint32_t *out);

// ---------------------------------------------------------------------------------------------
// Functions that fill the asset, in call order

mote_result asset_fbx_add_nodes(asset_fbx *fbx);
mote_result asset_fbx_add_surfaces(asset_fbx *fbx);
mote_result asset_fbx_add_clips(asset_fbx *fbx);
mote_result asset_fbx_add_remarks(asset_fbx *fbx);

// Are values of a component of a model's translation, rotation or scaling (asset_curve_target)
// beyond the limits of the model? Programs treat such values differently.
bool asset_fbx_is_beyond_limits(const asset_fbx *fbx, uint32_t model, uint32_t target,
                                uint32_t component, double lowest, double highest);

// The geometric transform of a model, from the vertices of its mesh to the model's space.
mote_affine asset_fbx_geometric(const asset_fbx *fbx, uint32_t model);

// A mesh on a model, before it is split by materials.
typedef struct asset_fbx_mesh {
    uint32_t geometry, model;
    mote_affine geometric; // applied to the vertices and shapes
    asset_surface surface;
} asset_fbx_mesh;

// Triangulates a polygon with corners at `points` (triangles.c). Writes count - 2 triangles as
// indices below `count`. `room` has space for `count` numbers.
void asset_fbx_triangulate(const mote_dvec3 *points, uint32_t count, uint32_t *out, uint32_t *room);

// Adds the bones and influences of the surface (skins.c). Does nothing without a skin.
mote_result asset_fbx_add_skin(asset_fbx *fbx, asset_fbx_mesh *mesh);

// Adds the morph targets of the surface, the weights of its node, and the channels that set them
// (shapes.c). Does nothing without shapes.
mote_result asset_fbx_add_shapes(asset_fbx *fbx, asset_fbx_mesh *mesh);

// The slope data of a key (tangents.c): KeyAttrFlags, and three of the four numbers of
// KeyAttrDataFloat.
typedef struct asset_fbx_tangent {
    int64_t flags;
    double numbers[3];
} asset_fbx_tangent;

// Computes the slopes of the cubic keys of a curve. Returns false if a key has an automatic slope
// with a bias that the previous key stores as a slope, because the meaning of that is unknown.
bool asset_fbx_solve_tangents(asset_key *keys, const asset_fbx_tangent *tangents, size_t count);

// Is the object of a kind, such as Deformer, and of a subkind, such as Skin?
bool asset_fbx_is_kind(const asset_fbx *fbx, uint32_t object, const char *kind, const char *sub);

#endif
