// Decodes buffer views of EXT_meshopt_compression and primitives of KHR_draco_mesh_compression. The
// caller supplies the decoders (decoders.h). Their input is validated here, and their output like
// any other data.

#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

static const char meshopt[] = "EXT_meshopt_compression", draco[] = "KHR_draco_mesh_compression";

static const io_json_node *extension_of(const asset_gltf *gltf, const io_json_node *object,
                                        const char *name)
{
    return io_json_member(&gltf->json, io_json_member(&gltf->json, object, "extensions"), name);
}

static mote_result refuse(const asset_gltf *gltf, const char *list, uint32_t number,
                          const char *name, const char *package)
{
    const char *reason = gltf->no_decoder ? gltf->no_decoder : "this build is without it";
    return asset_gltf_fail(gltf, "%s %u is compressed by %s; decoding needs %s, but %s", list,
                           number, name, package, reason);
}

// ---------------------------------------------------------------------------------------------
// Buffer views

// Finds the bytes of a buffer view, or of its extension.
static mote_result find_bytes(const asset_gltf *gltf, const io_json_node *place, uint32_t number,
                              asset_gltf_bytes *out)
{
    uint32_t buffer = MOTE_NONE, at = 0, length = 0, stride = 0;
    mote_result result = asset_gltf_number(gltf, place, "buffer", gltf->buffer_count, &buffer);
    if (!result) result = asset_gltf_number(gltf, place, "byteOffset", UINT32_MAX, &at);
    if (!result) result = asset_gltf_number(gltf, place, "byteLength", UINT32_MAX, &length);
    if (!result) result = asset_gltf_number(gltf, place, "byteStride", 1 << 16, &stride);
    if (result) return result;
    if (at == MOTE_NONE) at = 0;
    const asset_gltf_buffer *from = buffer == MOTE_NONE ? NULL : &gltf->buffers[buffer];
    if (!from || !from->data || length == MOTE_NONE || at > from->size || length > from->size - at)
        return asset_gltf_fail(gltf, "bufferViews %u exceeds its buffer", number);
    *out = (asset_gltf_bytes){from->data + at, length, stride == MOTE_NONE ? 0 : stride};
    return MOTE_OK;
}

// Finds a name in a null-terminated list and sets its index. Does not set `*out` if there is no
// such member.
static bool read_name(const io_json_node *member, const char *const *names, uint32_t *out)
{
    if (!member) return true;
    for (uint32_t i = 0; names[i]; i++) {
        *out = i;
        if (io_json_is(member, names[i])) return true;
    }
    return false;
}

// Checks the strides that the extension allows. Decoders do not check them.
static bool is_stride_sound(const asset_meshopt_view *view)
{
    if (view->mode != ASSET_MESHOPT_ATTRIBUTES)
        return (view->stride == 2 || view->stride == 4) && view->filter == ASSET_MESHOPT_NONE;
    if (view->stride == 0 || view->stride % 4 || view->stride > 256) return false;
    if (view->filter == ASSET_MESHOPT_OCTAHEDRAL) return view->stride == 4 || view->stride == 8;
    return view->filter != ASSET_MESHOPT_QUATERNION || view->stride == 8;
}

// All modes need at least two bits per 16 bytes.
enum { MAX_RATIO = 64 };

static mote_result describe_view(const asset_gltf *gltf, const io_json_node *extension,
                                 uint32_t number, asset_meshopt_view *out)
{
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES", NULL};
    static const char *const filters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", NULL};
    asset_gltf_bytes bytes = {0};
    uint32_t count = 0, length = 0, mode = MOTE_NONE, filter = ASSET_MESHOPT_NONE;
    mote_result result = find_bytes(gltf, extension, number, &bytes);
    if (!result) result = asset_gltf_number(gltf, extension, "count", UINT32_MAX, &count);
    if (!result)
        result = asset_gltf_number(gltf, gltf->buffer_views.items[number], "byteLength", UINT32_MAX,
                                   &length);
    if (result) return result;
    if (!read_name(io_json_member(&gltf->json, extension, "mode"), modes, &mode) ||
        mode == MOTE_NONE ||
        !read_name(io_json_member(&gltf->json, extension, "filter"), filters, &filter))
        return asset_gltf_fail(gltf, "bufferViews %u: %s has an unknown mode or filter", number,
                               meshopt);
    *out = (asset_meshopt_view){.bytes = bytes.data,
                                .size = bytes.size,
                                .count = count,
                                .stride = bytes.stride,
                                .mode = (asset_meshopt_mode)mode,
                                .filter = (asset_meshopt_filter)filter};
    if (!is_stride_sound(out) || (mode == ASSET_MESHOPT_TRIANGLES && count % 3))
        return asset_gltf_fail(gltf, "bufferViews %u: %s has a count or stride of another mode",
                               number, meshopt);
    if (count == MOTE_NONE || (uint64_t)count * bytes.stride != length)
        return asset_gltf_fail(gltf, "bufferViews %u: %s has another length than the view", number,
                               meshopt);
    if (length / MAX_RATIO > bytes.size)
        return asset_gltf_fail(gltf, "bufferViews %u: %zu bytes are too few to be %u", number,
                               bytes.size, length);
    return MOTE_OK;
}

static mote_result decode_view(asset_gltf *gltf, const io_json_node *extension, uint32_t number)
{
    if (!gltf->decoders || !gltf->decoders->read_meshopt)
        return refuse(gltf, "bufferViews", number, meshopt,
                      "meshoptimizer (Debian: libmeshoptimizer-dev)");
    asset_meshopt_view view;
    mote_result result = describe_view(gltf, extension, number, &view);
    size_t size = result ? 0 : view.count * view.stride;
    if (!result) result = asset_gltf_spend(gltf, size);
    if (result) return result;
    unsigned char *decoded = malloc(size + 1);
    if (!decoded) return mote_fail_memory(size, "a buffer view");
    if (!gltf->decoders->read_meshopt(&view, decoded)) {
        free(decoded);
        return asset_gltf_fail(gltf, "bufferViews %u: what %s has compressed is damaged", number,
                               meshopt);
    }
    gltf->decoded_views[number] = decoded;
    return MOTE_OK;
}

// Decodes each view only once for all of its accessors.
static mote_result open_compressed(asset_gltf *gltf, const io_json_node *extension, uint32_t number,
                                   asset_gltf_bytes *out)
{
    uint32_t length, stride;
    const io_json_node *view = gltf->buffer_views.items[number];
    mote_result result = asset_gltf_number(gltf, view, "byteStride", 1 << 16, &stride);
    if (!result) result = asset_gltf_number(gltf, view, "byteLength", UINT32_MAX, &length);
    if (!result && !gltf->decoded_views) {
        gltf->decoded_views = calloc(gltf->buffer_views.count, sizeof *gltf->decoded_views);
        if (!gltf->decoded_views) result = mote_fail_memory(gltf->buffer_views.count, "views");
    }
    if (!result && !gltf->decoded_views[number]) result = decode_view(gltf, extension, number);
    if (result) return result;
    *out =
        (asset_gltf_bytes){gltf->decoded_views[number], length, stride == MOTE_NONE ? 0 : stride};
    return MOTE_OK;
}

mote_result asset_gltf_open_view(asset_gltf *gltf, uint32_t number, asset_gltf_bytes *out)
{
    const io_json_node *view = gltf->buffer_views.items[number];
    const io_json_node *extension = extension_of(gltf, view, meshopt);
    return extension ? open_compressed(gltf, extension, number, out)
                     : find_bytes(gltf, view, number, out);
}

// A fallback buffer for readers that cannot decode is not needed, and may be missing.
bool asset_gltf_is_fallback(const asset_gltf *gltf, const io_json_node *buffer)
{
    const io_json_node *flag =
        io_json_member(&gltf->json, extension_of(gltf, buffer, meshopt), "fallback");
    return flag && flag->kind == IO_JSON_WORD && flag->text[0] == 't';
}

// ---------------------------------------------------------------------------------------------
// Primitives

// Attributes that are not read are not decoded.
static bool is_needed(const io_json_node *member)
{
    static const char *const prefixes[] = {"POSITION", "JOINTS_", "WEIGHTS_", "_"};
    size_t length = (size_t)(member->key_end - member->key);
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (length >= strlen(prefixes[i]) &&
            memcmp(member->key, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

// Finds the accessor of the primitive with the name of a member.
static const io_json_node *find_named(const asset_gltf *gltf, const io_json_node *attributes,
                                      const io_json_node *member)
{
    size_t length = (size_t)(member->key_end - member->key);
    const io_json_node *item = io_json_first(&gltf->json, attributes);
    for (; item; item = io_json_next(&gltf->json, item))
        if ((size_t)(item->key_end - item->key) == length &&
            memcmp(item->key, member->key, length) == 0)
            return item;
    return NULL;
}

static mote_result decode_attribute(asset_gltf *gltf, const asset_draco_mesh *mesh, uint32_t id,
                                    uint32_t accessor, uint32_t vertex_count)
{
    const io_json_node *node = gltf->accessors.items[accessor];
    uint32_t kind, width = asset_gltf_width_of_type(io_json_member(&gltf->json, node, "type"));
    mote_result result = asset_gltf_number(gltf, node, "componentType", 1 << 16, &kind);
    if (result) return result;
    size_t element = (kind == MOTE_NONE ? 0 : asset_gltf_size_of_component(kind)) * width;
    if (element == 0)
        return asset_gltf_fail(gltf, "accessors %u has no known type or componentType", accessor);
    result = asset_gltf_spend(gltf, (uint64_t)vertex_count * element);
    if (result) return result;
    asset_gltf_decoded *decoded = &gltf->draco.accessors[gltf->draco.accessor_count++];
    *decoded = (asset_gltf_decoded){accessor, vertex_count, malloc(vertex_count * element + 1)};
    if (!decoded->data) return mote_fail_memory(vertex_count * element, "an attribute");
    if (gltf->decoders->read_draco_attribute(mesh, id, kind, width, decoded->data)) return MOTE_OK;
    return asset_gltf_fail(gltf, "accessors %u: %s has no such attribute %u of %u numbers",
                           accessor, draco, id, width);
}

static mote_result decode_attributes(asset_gltf *gltf, const io_json_node *primitive,
                                     const io_json_node *ids, const asset_draco_mesh *mesh,
                                     uint32_t vertex_count)
{
    const io_json_node *attributes = io_json_member(&gltf->json, primitive, "attributes");
    if (!ids || ids->kind != IO_JSON_OBJECT || !attributes || attributes->kind != IO_JSON_OBJECT)
        return asset_gltf_fail(gltf, "%s has no attributes", draco);
    uint32_t count = 0;
    const io_json_node *member = io_json_first(&gltf->json, ids);
    for (; member; member = io_json_next(&gltf->json, member)) count++;
    gltf->draco.accessors = calloc((size_t)count + 1, sizeof *gltf->draco.accessors);
    if (!gltf->draco.accessors) return mote_fail_memory(count, "attributes");
    mote_result result = MOTE_OK;
    member = io_json_first(&gltf->json, ids);
    for (; member && !result; member = io_json_next(&gltf->json, member)) {
        const io_json_node *named = find_named(gltf, attributes, member);
        if (!named || !is_needed(member)) continue;
        double accessor = named->kind == IO_JSON_NUMBER ? named->number : -1;
        double id = member->kind == IO_JSON_NUMBER ? member->number : -1;
        if (!(accessor >= 0 && accessor < gltf->accessors.count && id >= 0 && id < UINT32_MAX))
            return asset_gltf_fail(gltf, "%s names an attribute that does not exist", draco);
        result = decode_attribute(gltf, mesh, (uint32_t)id, (uint32_t)accessor, vertex_count);
    }
    return result;
}

static mote_result decode_triangles(asset_gltf *gltf, const asset_draco_mesh *mesh,
                                    uint32_t triangle_count, uint32_t number)
{
    size_t bytes = (size_t)triangle_count * 3 * sizeof *gltf->draco.corners;
    if (triangle_count > UINT32_MAX / 3)
        return asset_gltf_fail(gltf, "mesh %u has too many triangles", number);
    mote_result result = asset_gltf_spend(gltf, bytes);
    if (result) return result;
    gltf->draco.corners = malloc(bytes + 1);
    if (!gltf->draco.corners) return mote_fail_memory(bytes, "triangles");
    gltf->draco.corner_count = triangle_count * 3;
    if (gltf->decoders->read_draco_triangles(mesh, gltf->draco.corners)) return MOTE_OK;
    return asset_gltf_fail(gltf, "mesh %u: a triangle has a vertex that does not exist", number);
}

// Compares the accessors of the primitive with the decoded data. The decoded data is used in any
// case, as in other programs.
static mote_result compare_counts(asset_gltf *gltf, const io_json_node *primitive)
{
    enum { TRIANGLE_STRIP = 5 }; // its indices differ from those of a list
    uint32_t indices, count = MOTE_NONE;
    bool differs = false;
    mote_result result =
        asset_gltf_number(gltf, primitive, "indices", gltf->accessors.count, &indices);
    if (!result && indices != MOTE_NONE &&
        io_json_number(&gltf->json, primitive, "mode") != TRIANGLE_STRIP) {
        result =
            asset_gltf_number(gltf, gltf->accessors.items[indices], "count", UINT32_MAX, &count);
        differs = count != gltf->draco.corner_count;
    }
    for (uint32_t i = 0; i < gltf->draco.accessor_count && !result; i++) {
        const asset_gltf_decoded *decoded = &gltf->draco.accessors[i];
        result = asset_gltf_number(gltf, gltf->accessors.items[decoded->accessor], "count",
                                   UINT32_MAX, &count);
        differs |= count != decoded->count;
    }
    gltf->draco_differences += differs;
    return result;
}

mote_result asset_gltf_open_draco(asset_gltf *gltf, const io_json_node *primitive, uint32_t mesh)
{
    const io_json_node *extension = extension_of(gltf, primitive, draco);
    if (!extension) return MOTE_OK;
    const asset_decoders *decoders = gltf->decoders;
    if (!decoders || !decoders->open_draco)
        return refuse(gltf, "mesh", mesh, draco, "Draco (Debian: libdraco-dev, g++)");
    uint32_t view, vertex_count, triangle_count;
    asset_gltf_bytes bytes = {0};
    mote_result result =
        asset_gltf_number(gltf, extension, "bufferView", gltf->buffer_views.count, &view);
    if (!result && view == MOTE_NONE)
        result = asset_gltf_fail(gltf, "mesh %u: %s has no bufferView", mesh, draco);
    if (!result) result = asset_gltf_open_view(gltf, view, &bytes);
    if (result) return result;
    char message[ASSET_DRACO_MESSAGE] = "";
    asset_draco_mesh *decoded =
        decoders->open_draco(bytes.data, bytes.size, &vertex_count, &triangle_count, message);
    if (!decoded)
        return asset_gltf_fail(gltf, "mesh %u: %s cannot be decoded: %s", mesh, draco, message);
    result = decode_triangles(gltf, decoded, triangle_count, mesh);
    if (!result)
        result =
            decode_attributes(gltf, primitive, io_json_member(&gltf->json, extension, "attributes"),
                              decoded, vertex_count);
    decoders->close_draco(decoded);
    return result ? result : compare_counts(gltf, primitive);
}

void asset_gltf_close_draco(asset_gltf *gltf)
{
    for (uint32_t i = 0; i < gltf->draco.accessor_count; i++) free(gltf->draco.accessors[i].data);
    free(gltf->draco.accessors);
    free(gltf->draco.corners);
    gltf->draco = (asset_gltf_draco){0};
}
