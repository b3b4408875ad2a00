// The pieces of the glTF reader: glTF 2.0 as text with its buffers beside it or within, or as GLB.
//
// Read are triangles (lists, strips, fans), skins, morph targets, nodes and animations with all three
// interpolations; accessors of every component type, normalized or not, sparse or not; instances of
// EXT_mesh_gpu_instancing; what meshoptimizer or Draco have compressed, by decoders that the caller lends. Materials count by name,
// textures, cameras and lights not at all. What else is passed over becomes a remark.

#ifndef MOTE_ASSETS_GLTF_H
#define MOTE_ASSETS_GLTF_H

#include "assets/asset.h"
#include "assets/decoders.h"
#include "assets/uri.h"
#include "io/json.h"

typedef struct asset_gltf_def {
    const void *bytes; // of the file
    size_t size;
    const char *name;    // of the file, for messages and for what is beside it
    asset_beside beside; // without a function, buffers must be within the file
    uint64_t
        max_bytes; // that may be read out of the file: lists may name the same bytes many times
    // Of compressed files; null, or without the one that a file needs, and the file is refused. `no_decoder` says why that is,
    // for the message; null: because this build has none.
    const asset_decoders *decoders;
    const char *no_decoder;
} asset_gltf_def;

// 2 GiB.
asset_gltf_def asset_default_gltf_def(void);

// Fills `out`, which has been created. What comes out has been checked (asset_check). Fails with a
// message that names the file and as far as is known the place in it.
mote_result asset_gltf_read(const asset_gltf_def *def, asset_file *out);

// ---------------------------------------------------------------------------------------------
// The file

// The items of one of the file's lists.
typedef struct asset_gltf_list {
    const char *name;
    const io_json_node **items;
    uint32_t count;
} asset_gltf_list;

typedef struct asset_gltf_buffer {
    const unsigned char *data;
    size_t size;
    unsigned char *owned; // null if the data is part of the file
} asset_gltf_buffer;

// An accessor of a primitive that Draco has compressed: its elements, tightly packed.
typedef struct asset_gltf_decoded {
    uint32_t accessor;
    uint32_t count;
    unsigned char *data;
} asset_gltf_decoded;

// What Draco has made of a primitive. All zero for one that is not compressed.
typedef struct asset_gltf_draco {
    asset_gltf_decoded *accessors;
    uint32_t accessor_count;
    uint32_t *corners; // three per triangle; null for a primitive that is not compressed
    uint32_t corner_count;
} asset_gltf_draco;

typedef struct asset_gltf {
    const char *path;
    const unsigned char *file;
    size_t file_size;
    asset_beside beside;
    uint64_t bytes_left; // that may still be read out of the file
    uint64_t max_bytes;
    const asset_decoders *decoders; // may be null
    const char *no_decoder;
    io_json json;
    const io_json_node *root;
    asset_gltf_list accessors, animations, buffer_views, materials, meshes, nodes, scenes, skins;
    asset_gltf_buffer *buffers;
    uint32_t buffer_count;
    unsigned char *
        *decoded_views; // of each buffer view that was compressed: its bytes; null before the first
    asset_gltf_draco draco; // of the primitive that is being read
    uint32_t *node_of;      // the asset's number of each node
    // Passed over so far:
    uint64_t hidden_meshes;    // on nodes that the scene does not show
    uint64_t invisible_meshes; // on nodes that KHR_node_visibility hides
    uint64_t
        animated_meshes; // on nodes that an animation shows and hides: read, and visible at all times
    uint64_t flat_primitives; // points and lines
    uint64_t unknown_channels;
    uint64_t
        draco_differences; // primitives that Draco makes another size of than their accessors say
    uint64_t unknown_members, empty_meshes;
    const io_json_node *unknown_member; // the first
    asset_file *asset;
} asset_gltf;

// MOTE_ERROR_DATA with the file's name before the message.
__attribute__((format(printf, 2, 3))) mote_result asset_gltf_fail(const asset_gltf *gltf,
                                                                  const char *format, ...);

#ifdef __clang_analyzer__
// The analyzer sees one file at a time and would think that a failure may come back as MOTE_OK.
#define asset_gltf_fail(gltf, ...) ((void)asset_gltf_fail(gltf, __VA_ARGS__), MOTE_ERROR_DATA)
#endif

// Reads the file's JSON and its buffers. What `def` points at must outlive `out`, which is to be closed
// also after a failure.
mote_result asset_gltf_open(const asset_gltf_def *def, asset_gltf *out);
void asset_gltf_close(asset_gltf *gltf);

// Counts what is read out of the file, before it is; fails when it is too much.
mote_result asset_gltf_spend(asset_gltf *gltf, uint64_t bytes);

// ---------------------------------------------------------------------------------------------
// Members of JSON objects

// A whole number below `limit`: `*out`, or MOTE_NONE where there is no such member. Fails for anything
// else, naming the list and the item.
mote_result asset_gltf_number(const asset_gltf *gltf, const io_json_node *node, const char *key,
                              uint32_t limit, uint32_t *out);

// Up to `most` numbers of an array; how many there are. 0 where there is no such member.
uint32_t asset_gltf_floats_of(const asset_gltf *gltf, const io_json_node *node, const char *key,
                              uint32_t most, float *out);

// Does the item have a name that is not empty?
bool asset_gltf_has_name(const asset_gltf *gltf, const io_json_node *node);

// The item's name, or KIND and its number where it has none, added to the asset's text.
mote_result asset_gltf_name(asset_gltf *gltf, const io_json_node *node, const char *kind,
                            uint32_t number, uint32_t *out);

// ---------------------------------------------------------------------------------------------
// Accessors

// All numbers of an accessor, `width` to an element (1 to 4 and 16 for SCALAR to VEC4 and MAT4), as
// floats or as whole numbers. From malloc. Fails if the type is another.
mote_result asset_gltf_read_floats(asset_gltf *gltf, uint32_t accessor, uint32_t width, float **out,
                                   uint32_t *count);
mote_result asset_gltf_read_indices(asset_gltf *gltf, uint32_t accessor, uint32_t width,
                                    uint32_t **out, uint32_t *count);

// ---------------------------------------------------------------------------------------------
// Compressed data

// Bytes from an offset of a buffer on.
typedef struct asset_gltf_bytes {
    const unsigned char *data;
    size_t size, stride; // stride 0: tightly packed
} asset_gltf_bytes;

// The bytes of a buffer view, decoded if EXT_meshopt_compression has compressed them.
mote_result asset_gltf_open_view(asset_gltf *gltf, uint32_t number, asset_gltf_bytes *out);

// Is the buffer there only for those that cannot decode? Its bytes may be missing.
bool asset_gltf_is_fallback(const asset_gltf *gltf, const io_json_node *buffer);

// Decodes what KHR_draco_mesh_compression has compressed of a primitive into gltf->draco, where accessors find it; nothing for
// other primitives. To be closed also after a failure.
mote_result asset_gltf_open_draco(asset_gltf *gltf, const io_json_node *primitive, uint32_t mesh);
void asset_gltf_close_draco(asset_gltf *gltf);

// The number of bytes of a component type, 0 for one that glTF does not define, and of the components of an accessor's type.
size_t asset_gltf_size_of_component(uint32_t kind);
uint32_t asset_gltf_width_of_type(const io_json_node *type);

// Reads what artists have painted on the vertices of a primitive: attributes of one number whose names begin with an
// underscore.
mote_result asset_gltf_read_attributes(asset_gltf *gltf, const io_json_node *attributes,
                                       asset_surface *surface);

// ---------------------------------------------------------------------------------------------
// What goes into the asset, in this order

mote_result asset_gltf_add_nodes(asset_gltf *gltf);
mote_result asset_gltf_add_surfaces(asset_gltf *gltf);
mote_result asset_gltf_add_clips(asset_gltf *gltf);
// What was passed over, and the extensions that are used.
mote_result asset_gltf_add_remarks(asset_gltf *gltf);

// Counts the members that glTF does not define, and the meshes without primitives.
void asset_gltf_find_unknown_members(asset_gltf *gltf);

// ---------------------------------------------------------------------------------------------
// Extensions

// Fails for a required extension that mote does not know.
mote_result asset_gltf_check_extensions(const asset_gltf *gltf);

// Where EXT_mesh_gpu_instancing puts the mesh of a node: adds a node for each instance, which are the last in the list.
// `*count` is MOTE_NONE for a node without the extension.
mote_result asset_gltf_add_instances(asset_gltf *gltf, uint32_t number, uint32_t *count);

// Does a target of KHR_animation_pointer change what has no triangles?
bool asset_gltf_moves_look_alone(const asset_gltf *gltf, const io_json_node *target);

// The node that a target of KHR_animation_pointer names, and what of it; false for other targets.
bool asset_gltf_point_at_node(const asset_gltf *gltf, const io_json_node *target, uint32_t *node,
                              const char **property, size_t *length);
bool asset_gltf_is_visibility(const char *property, size_t length);

// In the order of which wins over that of a parent.
typedef enum asset_gltf_visibility {
    ASSET_GLTF_VISIBLE = 0,
    ASSET_GLTF_ANIMATED, // an animation shows and hides it
    ASSET_GLTF_HIDDEN
} asset_gltf_visibility;

// Of each node, in the order of the asset, by KHR_node_visibility. From malloc.
mote_result asset_gltf_find_visibility(const asset_gltf *gltf, asset_gltf_visibility **out);

// The column-major 4x4 matrix without its last row.
mote_transform asset_gltf_matrix(const float numbers[16]);

#endif
