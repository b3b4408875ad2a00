// The pieces of the glTF reader: glTF 2.0 as text with its buffers beside it or within, or as GLB.
//
// Reads triangles (lists, strips, fans), skins, morph targets, nodes and animations with all three
// interpolations; accessors of every component type, normalized or not, sparse or not; instances of
// EXT_mesh_gpu_instancing; and data compressed by meshoptimizer or Draco, with decoders supplied by
// the caller. Of materials only the names are read. Textures, cameras and lights are ignored. Other
// omissions become remarks.

#ifndef MOTE_ASSETS_GLTF_H
#define MOTE_ASSETS_GLTF_H

#include "assets/asset.h"
#include "assets/decoders.h"
#include "assets/uri.h"
#include "io/json.h"

typedef struct asset_gltf_def {
    const void *bytes; // contents of the file
    size_t size;
    const char *name;    // for messages and as the base of relative names
    asset_beside beside; // without a function, all buffers must be embedded
    uint64_t
        max_bytes; // limit of decoded data, because lists may refer to the same bytes many times
    // Decoders for compressed files. May be null, or lack a decoder; files that need it are then
    // refused. `no_decoder` is the reason for the message; null if the build has no decoders.
    const asset_decoders *decoders;
    const char *no_decoder;
} asset_gltf_def;

// 2 GiB.
asset_gltf_def asset_default_gltf_def(void);

// Fills `out`, which must be created, with a validated asset (asset_check). Fails with a message
// that names the file and, if known, the position in it.
mote_result asset_gltf_read(const asset_gltf_def *def, asset_file *out);

// ---------------------------------------------------------------------------------------------
// The file

// The items of a list of the file.
typedef struct asset_gltf_list {
    const char *name;
    const io_json_node **items;
    uint32_t count;
} asset_gltf_list;

typedef struct asset_gltf_buffer {
    const unsigned char *data;
    size_t size;
    unsigned char *owned; // null if the data is in the file
} asset_gltf_buffer;

// A decoded accessor of a Draco-compressed primitive, tightly packed.
typedef struct asset_gltf_decoded {
    uint32_t accessor;
    uint32_t count;
    unsigned char *data;
} asset_gltf_decoded;

// The decoded data of a primitive. All zero if the primitive is not compressed.
typedef struct asset_gltf_draco {
    asset_gltf_decoded *accessors;
    uint32_t accessor_count;
    uint32_t *corners; // three per triangle; null if not compressed
    uint32_t corner_count;
} asset_gltf_draco;

typedef struct asset_gltf {
    const char *path;
    const unsigned char *file;
    size_t file_size;
    asset_beside beside;
    uint64_t bytes_left; // remaining limit of decoded data
    uint64_t max_bytes;
    const asset_decoders *decoders; // may be null
    const char *no_decoder;
    io_json json;
    const io_json_node *root;
    asset_gltf_list accessors, animations, buffer_views, materials, meshes, nodes, scenes, skins;
    asset_gltf_buffer *buffers;
    uint32_t buffer_count;
    unsigned char *
        *decoded_views;     // bytes of each compressed view; null before the first is decoded
    asset_gltf_draco draco; // of the current primitive
    uint32_t *node_of;      // asset node of each node of the file
    // Counts of omitted data:
    uint64_t hidden_meshes;    // on nodes outside of the scene
    uint64_t invisible_meshes; // on nodes hidden by KHR_node_visibility
    uint64_t animated_meshes;  // on nodes with animated visibility, counted as visible
    uint64_t flat_primitives;  // primitives of points or lines
    uint64_t unknown_channels;
    uint64_t draco_differences; // primitives whose accessors have another size than the Draco data
    uint64_t unknown_members, empty_meshes;
    const io_json_node *unknown_member; // the first
    asset_file *asset;
} asset_gltf;

// Returns MOTE_ERROR_DATA with a message that starts with the name of the file.
__attribute__((format(printf, 2, 3))) mote_result asset_gltf_fail(const asset_gltf *gltf,
                                                                  const char *format, ...);

#ifdef __clang_analyzer__
// The static analyzer examines one file at a time and would assume that the function may return
// MOTE_OK.
#define asset_gltf_fail(gltf, ...) ((void)asset_gltf_fail(gltf, __VA_ARGS__), MOTE_ERROR_DATA)
#endif

// Reads the JSON and the buffers of a file. Everything `def` points at must outlive `out`, which
// must be closed even after a failure.
mote_result asset_gltf_open(const asset_gltf_def *def, asset_gltf *out);
void asset_gltf_close(asset_gltf *gltf);

// Counts data before it is read. Fails if the limit is exceeded.
mote_result asset_gltf_spend(asset_gltf *gltf, uint64_t bytes);

// ---------------------------------------------------------------------------------------------
// Members of JSON objects

// Reads an integer below `limit`, or MOTE_NONE if there is no such member. Fails for other values
// with a message that names the list and the item.
mote_result asset_gltf_number(const asset_gltf *gltf, const io_json_node *node, const char *key,
                              uint32_t limit, uint32_t *out);

// Reads up to `most` numbers of an array and returns how many there are. 0 if there is no such
// member.
uint32_t asset_gltf_floats_of(const asset_gltf *gltf, const io_json_node *node, const char *key,
                              uint32_t most, float *out);

// Does the item have a nonempty name?
bool asset_gltf_has_name(const asset_gltf *gltf, const io_json_node *node);

// Appends the item's name to the asset's text. Uses KIND and the index if the item has no name.
mote_result asset_gltf_name(asset_gltf *gltf, const io_json_node *node, const char *kind,
                            uint32_t number, uint32_t *out);

// ---------------------------------------------------------------------------------------------
// Accessors

// Reads all numbers of an accessor, `width` per element (1 to 4 and 16 for SCALAR to VEC4 and
// MAT4), as floats or as integers, into memory from malloc. Fails if the type differs.
mote_result asset_gltf_read_floats(asset_gltf *gltf, uint32_t accessor, uint32_t width, float **out,
                                   uint32_t *count);
mote_result asset_gltf_read_indices(asset_gltf *gltf, uint32_t accessor, uint32_t width,
                                    uint32_t **out, uint32_t *count);

// ---------------------------------------------------------------------------------------------
// Compressed data

// Bytes of a buffer, starting at an offset.
typedef struct asset_gltf_bytes {
    const unsigned char *data;
    size_t size, stride; // a stride of 0 means tightly packed
} asset_gltf_bytes;

// Returns the bytes of a buffer view, decoded if EXT_meshopt_compression applies.
mote_result asset_gltf_open_view(asset_gltf *gltf, uint32_t number, asset_gltf_bytes *out);

// Is the buffer only a fallback for readers that cannot decode? Its bytes may be missing.
bool asset_gltf_is_fallback(const asset_gltf *gltf, const io_json_node *buffer);

// Decodes a primitive compressed by KHR_draco_mesh_compression to gltf->draco, where accessors find
// the data. Does nothing for other primitives. Must be closed even after a failure.
mote_result asset_gltf_open_draco(asset_gltf *gltf, const io_json_node *primitive, uint32_t mesh);
void asset_gltf_close_draco(asset_gltf *gltf);

// The size of a component type in bytes, or 0 if glTF does not define it, and the number of
// components of an accessor type.
size_t asset_gltf_size_of_component(uint32_t kind);
uint32_t asset_gltf_width_of_type(const io_json_node *type);

// Reads the painted attributes of a primitive's vertices: attributes with one number per vertex
// whose names start with an underscore.
mote_result asset_gltf_read_attributes(asset_gltf *gltf, const io_json_node *attributes,
                                       asset_surface *surface);

// ---------------------------------------------------------------------------------------------
// Functions that fill the asset, in call order

mote_result asset_gltf_add_nodes(asset_gltf *gltf);
mote_result asset_gltf_add_surfaces(asset_gltf *gltf);
mote_result asset_gltf_add_clips(asset_gltf *gltf);
// Adds remarks about omitted data and used extensions.
mote_result asset_gltf_add_remarks(asset_gltf *gltf);

// Counts members that glTF does not define, and meshes without primitives.
void asset_gltf_find_unknown_members(asset_gltf *gltf);

// ---------------------------------------------------------------------------------------------
// Extensions

// Fails if the file requires an unknown extension.
mote_result asset_gltf_check_extensions(const asset_gltf *gltf);

// Adds a node for each instance of a node's mesh (EXT_mesh_gpu_instancing) to the end of the list.
// `*count` is MOTE_NONE for a node without the extension.
mote_result asset_gltf_add_instances(asset_gltf *gltf, uint32_t number, uint32_t *count);

// Does a target of KHR_animation_pointer change only data without triangles?
bool asset_gltf_moves_look_alone(const asset_gltf *gltf, const io_json_node *target);

// Finds the node and the property that a target of KHR_animation_pointer names. Returns false for
// other targets.
bool asset_gltf_point_at_node(const asset_gltf *gltf, const io_json_node *target, uint32_t *node,
                              const char **property, size_t *length);
bool asset_gltf_is_visibility(const char *property, size_t length);

// In order of precedence between a node and its parent.
typedef enum asset_gltf_visibility {
    ASSET_GLTF_VISIBLE = 0,
    ASSET_GLTF_ANIMATED, // an animation shows and hides the node
    ASSET_GLTF_HIDDEN
} asset_gltf_visibility;

// Returns the visibility of each node of the asset by KHR_node_visibility, in an array from malloc.
mote_result asset_gltf_find_visibility(const asset_gltf *gltf, asset_gltf_visibility **out);

// Converts a column-major 4x4 matrix. Ignores its last row.
mote_transform asset_gltf_matrix(const float numbers[16]);

#endif
