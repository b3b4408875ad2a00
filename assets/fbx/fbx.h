// The pieces of the FBX reader: FBX 7.1 to 7.7, binary or text, from memory.
//
// Read are meshes, materials by name, skins, blend shapes, the nodes with all that moves them (pivots, offsets, pre- and
// post-rotation, rotation order, inheritance of scale, geometric transforms), and animation stacks with their curves.
// What this reader cannot pose surely is refused by name (docs/check.md lists it). The result has y up and meters,
// as glTF has, whatever axes and unit the file says.

#ifndef MOTE_ASSETS_FBX_H
#define MOTE_ASSETS_FBX_H

#include "assets/asset.h"
#include "core/transform.h"

typedef struct asset_fbx_def {
    const void *bytes; // of the file
    size_t size;
    const char *name;   // of the file, for messages
    uint64_t max_bytes; // that may be made of the file: arrays may be compressed
} asset_fbx_def;

// 2 GiB.
asset_fbx_def asset_default_fbx_def(void);

// Fills `out`, which has been created. What comes out has been checked (asset_check). Fails with a message that names
// the file.
mote_result asset_fbx_read(const asset_fbx_def *def, asset_file *out);

// ---------------------------------------------------------------------------------------------
// The tree of named nodes that every FBX file is (tree.c), and its two forms (binary.c, ascii.c)

typedef enum asset_fbx_kind {
    ASSET_FBX_INTEGER, // also a character of the binary form, which is a text of one byte too
    ASSET_FBX_REAL,
    ASSET_FBX_STRING, // also raw bytes, and bare words of the text form
    ASSET_FBX_ARRAY
} asset_fbx_kind;

// A value of a node. Strings and arrays point into the file.
typedef struct asset_fbx_value {
    asset_fbx_kind kind;
    char element;  // of an array: its type in the binary form (b, c, i, l, f, d), or t for text
    bool deflated; // an array that is compressed
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
    uint32_t first_child, next; // 0 for none
} asset_fbx_node;

// Of a text or of bytes in the file.
typedef struct asset_fbx_text {
    const char *data;
    size_t size;
} asset_fbx_text;

enum { ASSET_FBX_MAX_DEPTH = 64 };

// ---------------------------------------------------------------------------------------------
// Objects and connections (objects.c)

typedef struct asset_fbx_object {
    int64_t id;
    uint32_t node;                  // of the tree
    asset_fbx_text kind, name, sub; // such as Model, Hips, LimbNode
    uint32_t asset_node;            // of a Model: its number in the asset; MOTE_NONE before
    bool is_shown;                  // of a Geometry: some model has it
} asset_fbx_object;

typedef struct asset_fbx_connection {
    uint32_t child, parent;  // objects; ASSET_FBX_ROOT for the scene
    asset_fbx_text property; // of the parent; empty for a connection to the object itself
} asset_fbx_connection;

#define ASSET_FBX_ROOT (MOTE_NONE - 1)

// ---------------------------------------------------------------------------------------------

// Values that the file has as another type than the one that they are read as: they count as missing.
typedef struct asset_fbx_mismatch {
    uint32_t count;
    asset_fbx_text first; // the name of the node or of the property
} asset_fbx_mismatch;

typedef struct asset_fbx {
    const char *path;
    const unsigned char *file;
    size_t file_size;
    uint64_t bytes_left, max_bytes;
    uint32_t version;                 // 7400 is 7.4
    MOTE_ARRAY(asset_fbx_node) nodes; // the first is the root
    MOTE_ARRAY(asset_fbx_value) values;
    MOTE_ARRAY(asset_fbx_object) objects; // by id
    MOTE_ARRAY(asset_fbx_connection) connections;
    mote_u32_array by_parent, by_child; // connections, those of the same object in the file's order
    mote_u32_array channels;            // of each channel of the asset: its object
    bool mirrored;                      // the file's axes are left-handed
    // What was left out: lines and curves, polygons without area, muted layers.
    uint64_t curve_count, flat_count, muted_count;
    uint32_t empty_meshes;        // with vertices, but without polygons
    asset_fbx_mismatch *mismatch; // where the values of all readers are counted; not owned
    asset_file *asset;
} asset_fbx;

// MOTE_ERROR_DATA or MOTE_ERROR_REFUSED with the file's name before the message.
__attribute__((format(printf, 2, 3))) mote_result asset_fbx_fail(const asset_fbx *fbx,
                                                                 const char *format, ...);
__attribute__((format(printf, 2, 3))) mote_result asset_fbx_refuse(const asset_fbx *fbx,
                                                                   const char *format, ...);

#ifdef __clang_analyzer__
// The analyzer sees one file at a time and would think that a failure may come back as MOTE_OK.
#define asset_fbx_fail(fbx, ...) ((void)asset_fbx_fail(fbx, __VA_ARGS__), MOTE_ERROR_DATA)
#define asset_fbx_refuse(fbx, ...) ((void)asset_fbx_refuse(fbx, __VA_ARGS__), MOTE_ERROR_REFUSED)
#endif

// Counts what is made of the file, before it is; fails when it is too much.
mote_result asset_fbx_spend(asset_fbx *fbx, uint64_t bytes);

// Parse the whole file into the tree.
mote_result asset_fbx_parse_binary(asset_fbx *fbx);
mote_result asset_fbx_parse_ascii(asset_fbx *fbx);
bool asset_fbx_is_binary(const void *bytes, size_t size);

// Appends a node to the children of `parent`, of which `*last` is the last so far (0 for none).
mote_result asset_fbx_add_node(asset_fbx *fbx, uint32_t parent, uint32_t *last, const char *name,
                               size_t name_size);
// Appends a value to the last node.
mote_result asset_fbx_add_value(asset_fbx *fbx, asset_fbx_value value);

// The child of that name, and the next one of the same name; 0 for none.
uint32_t asset_fbx_child(const asset_fbx *fbx, uint32_t node, const char *name);
uint32_t asset_fbx_next(const asset_fbx *fbx, uint32_t node);
bool asset_fbx_is(asset_fbx_text text, const char *word);

// Counts a value of a type that it should not have. `name` is that of the node or of the property that has it.
void asset_fbx_note_mismatch(const asset_fbx *fbx, asset_fbx_text name);

// The value of a node at an index; null for none. A value of another type than the function reads is counted as a mismatch and
// taken for missing.
const asset_fbx_value *asset_fbx_value_at(const asset_fbx *fbx, uint32_t node, uint32_t index);
asset_fbx_text asset_fbx_text_at(const asset_fbx *fbx, uint32_t node, uint32_t index);
double asset_fbx_real_at(const asset_fbx *fbx, uint32_t node, uint32_t index, double otherwise);
int64_t asset_fbx_integer_at(const asset_fbx *fbx, uint32_t node, uint32_t index,
                             int64_t otherwise);

// All numbers of the child of that name, from malloc; none without such a child. Numbers that are written as another
// type are converted.
mote_result asset_fbx_read_reals(asset_fbx *fbx, uint32_t node, const char *child, double **out,
                                 size_t *count);
mote_result asset_fbx_read_integers(asset_fbx *fbx, uint32_t node, const char *child, int64_t **out,
                                    size_t *count);
// As floats of which the bits matter: the attributes of keys.
mote_result asset_fbx_read_float_bits(asset_fbx *fbx, uint32_t node, const char *child,
                                      uint32_t **out, size_t *count);

// Reads a number of the text form that ends at `end` or at a character that is no part of it; null if there is none.
const char *asset_fbx_read_number(const char *at, const char *end, asset_fbx_value *out);

// ---------------------------------------------------------------------------------------------
// Objects

mote_result asset_fbx_list_objects(asset_fbx *fbx);

// The connections to an object from its children, and to its parents. `index` counts from 0; null past the last.
const asset_fbx_connection *asset_fbx_child_of(const asset_fbx *fbx, uint32_t object,
                                               uint32_t index);
const asset_fbx_connection *asset_fbx_parent_of(const asset_fbx *fbx, uint32_t object,
                                                uint32_t index);

// Up to `most` numbers of a property of the object, or of the template of its kind; how many there are.
uint32_t asset_fbx_property(const asset_fbx *fbx, uint32_t object, const char *name, uint32_t most,
                            double *out);
double asset_fbx_number(const asset_fbx *fbx, uint32_t object, const char *name, double otherwise);
// Of the file's global settings.
double asset_fbx_setting(const asset_fbx *fbx, const char *name, double otherwise);

static inline const asset_fbx_object *asset_fbx_object_at(const asset_fbx *fbx, uint32_t object)
{
    return &fbx->objects.data[object];
}

// For messages: at most 60 bytes of the text or the name, with a final zero.
enum { ASSET_FBX_SHORT = 64 };
const char *asset_fbx_shorten(asset_fbx_text text, char room[ASSET_FBX_SHORT]);
const char *asset_fbx_name(const asset_fbx *fbx, uint32_t object, char room[ASSET_FBX_SHORT]);

// Appends the object's name to the asset's text; KIND and its number where it has none.
mote_result asset_fbx_add_name(asset_fbx *fbx, uint32_t object, uint32_t *out);

// ---------------------------------------------------------------------------------------------
// What goes into the asset, in this order

mote_result asset_fbx_add_nodes(asset_fbx *fbx);
mote_result asset_fbx_add_surfaces(asset_fbx *fbx);
mote_result asset_fbx_add_clips(asset_fbx *fbx);
mote_result asset_fbx_add_remarks(asset_fbx *fbx);

// Whether values of a component of a model's translation, rotation or scaling (asset_curve_target) are outside of the limits
// that the model has. What programs make of that differs.
bool asset_fbx_is_beyond_limits(const asset_fbx *fbx, uint32_t model, uint32_t target,
                                uint32_t component, double lowest, double highest);

// The geometric transform of a model: from the vertices of its mesh to its own space.
mote_affine asset_fbx_geometric(const asset_fbx *fbx, uint32_t model);

// A mesh on a model, before it is cut by materials.
typedef struct asset_fbx_mesh {
    uint32_t geometry, model;
    mote_affine geometric; // applied to its vertices and shapes
    asset_surface surface;
} asset_fbx_mesh;

// Triangles of polygons (triangles.c). Writes the corners of count - 2 triangles of a polygon, whose corners are at
// `points`, as numbers below `count`. `room` is for `count` numbers.
void asset_fbx_triangulate(const mote_dvec3 *points, uint32_t count, uint32_t *out, uint32_t *room);

// Bones and influences of the surface (skins.c). Nothing without a skin.
mote_result asset_fbx_add_skin(asset_fbx *fbx, asset_fbx_mesh *mesh);

// Morph targets of the surface, weights of its node, and the channels that set them (shapes.c). Nothing without shapes.
mote_result asset_fbx_add_shapes(asset_fbx *fbx, asset_fbx_mesh *mesh);

// What a key says about its slopes (tangents.c): KeyAttrFlags, and three of the four numbers of KeyAttrDataFloat.
typedef struct asset_fbx_tangent {
    int64_t flags;
    double numbers[3];
} asset_fbx_tangent;

// Sets the slopes of the cubic keys of a curve. False if a key has a slope that follows from its neighbors, with a bias that
// the key before stores as a slope: the meaning of that is unknown.
bool asset_fbx_solve_tangents(asset_key *keys, const asset_fbx_tangent *tangents, size_t count);

// Whether the object is of a kind, such as Deformer, and of a subkind, such as Skin.
bool asset_fbx_is_kind(const asset_fbx *fbx, uint32_t object, const char *kind, const char *sub);

#endif
