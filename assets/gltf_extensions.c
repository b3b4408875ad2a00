// Extensions: known ones, the data that unknown ones may hide, and instances
// (EXT_mesh_gpu_instancing).

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

// Maximum number of unknown extensions reported by name.
enum { MAX_UNKNOWN = 32 };

static const char instancing[] = "EXT_mesh_gpu_instancing";

// Extensions with these prefixes are read, or affect neither triangles nor their motion.
static bool is_known(const char *name, size_t length)
{
    static const char *const prefixes[] = {instancing,
                                           "KHR_materials_",
                                           "KHR_texture_",
                                           "EXT_texture_",
                                           "MSFT_texture_",
                                           "KHR_lights_",
                                           "EXT_lights_",
                                           "KHR_mesh_quantization",
                                           "KHR_draco_mesh_compression",
                                           "EXT_meshopt_compression",
                                           "KHR_animation_pointer",
                                           "KHR_node_visibility",
                                           "KHR_techniques_webgl",
                                           "KHR_xmp",
                                           "KHR_audio",
                                           "KHR_node_hover",
                                           "KHR_node_select",
                                           "EXT_structural_metadata",
                                           "EXT_mesh_features",
                                           "EXT_instance_features",
                                           "EXT_mesh_manifold",
                                           "FB_ngon_encoding",
                                           "CESIUM_primitive_outline"};
    if (!name) return false; // needed by the static analyzer
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (length >= strlen(prefixes[i]) && memcmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

// The length of text to show in a message.
static int shown_length(size_t length)
{
    const size_t most = 128;
    return (int)(length < most ? length : most);
}

mote_result asset_gltf_check_extensions(const asset_gltf *gltf)
{
    const io_json_node *required = io_json_member(&gltf->json, gltf->root, "extensionsRequired");
    const io_json_node *item = io_json_first(&gltf->json, required);
    for (; item; item = io_json_next(&gltf->json, item)) {
        size_t length = (size_t)(item->end - item->text);
        if (item->kind != IO_JSON_STRING || !is_known(item->text, length))
            return asset_gltf_fail(gltf, "needs the extension %.*s, which mote does not know",
                                   shown_length(length), item->text);
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Omitted data

// An unknown extension on objects that hold or move triangles.
typedef struct unknown_extension {
    const char *name;
    size_t length;
    uint64_t count;
} unknown_extension;

typedef struct extension_list {
    unknown_extension items[MAX_UNKNOWN];
    uint32_t count;
    uint64_t more; // extensions beyond MAX_UNKNOWN
} extension_list;

static void note_unknown(extension_list *list, const char *name, size_t length)
{
    if (!name) return; // needed by the static analyzer
    for (uint32_t i = 0; i < list->count; i++) {
        unknown_extension *item = &list->items[i];
        if (item->length != length || memcmp(item->name, name, length) != 0) continue;
        item->count++;
        return;
    }
    if (list->count < MAX_UNKNOWN)
        list->items[list->count++] = (unknown_extension){name, length, 1};
    else
        list->more++;
}

static void search_object(const asset_gltf *gltf, const io_json_node *object, extension_list *list)
{
    const io_json_node *extension =
        io_json_first(&gltf->json, io_json_member(&gltf->json, object, "extensions"));
    for (; extension; extension = io_json_next(&gltf->json, extension)) {
        size_t length = extension->key ? (size_t)(extension->key_end - extension->key) : 0;
        if (!is_known(extension->key, length)) note_unknown(list, extension->key, length);
    }
}

static void search_objects(const asset_gltf *gltf, extension_list *list)
{
    const asset_gltf_list *lists[] = {&gltf->nodes, &gltf->meshes, &gltf->skins, &gltf->animations};
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++)
        for (uint32_t i = 0; i < lists[k]->count; i++)
            search_object(gltf, lists[k]->items[i], list);
    for (uint32_t i = 0; i < gltf->meshes.count; i++) {
        const io_json_node *primitive = io_json_first(
            &gltf->json, io_json_member(&gltf->json, gltf->meshes.items[i], "primitives"));
        for (; primitive; primitive = io_json_next(&gltf->json, primitive))
            search_object(gltf, primitive, list);
    }
}

static mote_result tell_unknown(asset_gltf *gltf)
{
    extension_list list = {.count = 0};
    search_objects(gltf, &list);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < list.count && !result; i++)
        result = asset_add_remark(
            gltf->asset, ASSET_REMARK_OMISSION, list.items[i].count,
            "mote does not know the extension %.*s, which nodes, meshes, skins or animations use",
            shown_length(list.items[i].length), list.items[i].name);
    return result ? result
                  : asset_add_remark(gltf->asset, ASSET_REMARK_OMISSION, list.more,
                                     "mote does not know more extensions that nodes, meshes, skins "
                                     "or animations use");
}

static mote_result list_used(asset_gltf *gltf)
{
    const io_json_node *used = io_json_member(&gltf->json, gltf->root, "extensionsUsed");
    const io_json_node *item = io_json_first(&gltf->json, used);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; item && !result && i < MAX_UNKNOWN;
         item = io_json_next(&gltf->json, item), i++)
        if (item->kind == IO_JSON_STRING)
            result = asset_add_remark(gltf->asset, ASSET_REMARK_EXTENSION, 1, "%.*s",
                                      shown_length((size_t)(item->end - item->text)), item->text);
    return result;
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static mote_result tell_members(asset_gltf *gltf)
{
    asset_gltf_find_unknown_members(gltf);
    unsigned long long members = gltf->unknown_members, meshes = gltf->empty_meshes;
    const io_json_node *first = gltf->unknown_member;
    mote_result result = MOTE_OK;
    if (first)
        result = asset_add_remark(
            gltf->asset, ASSET_REMARK_OMISSION, members,
            "%llu member%s that glTF does not define %s not read; the first is '%.*s'", members,
            plural(members), members == 1 ? "was" : "were",
            shown_length((size_t)(first->key_end - first->key)), first->key);
    if (!result)
        result =
            asset_add_remark(gltf->asset, ASSET_REMARK_OMISSION, meshes,
                             "%llu mesh%s no primitives", meshes, meshes == 1 ? " has" : "es have");
    return result;
}

static mote_result tell_hidden(asset_gltf *gltf)
{
    asset_file *asset = gltf->asset;
    unsigned long long hidden = gltf->hidden_meshes, invisible = gltf->invisible_meshes,
                       animated = gltf->animated_meshes;
    mote_result result =
        asset_add_remark(asset, ASSET_REMARK_OMISSION, hidden,
                         "%llu node%s with a mesh %s not in the scene that the file shows", hidden,
                         plural(hidden), hidden == 1 ? "is" : "are");
    if (!result)
        result = asset_add_remark(asset, ASSET_REMARK_OMISSION, invisible,
                                  "%llu node%s with a mesh %s hidden (KHR_node_visibility) and %s "
                                  "not checked",
                                  invisible, plural(invisible), invisible == 1 ? "is" : "are",
                                  invisible == 1 ? "was" : "were");
    if (!result)
        result = asset_add_remark(asset, ASSET_REMARK_NOTE, animated,
                                  "%llu node%s with a mesh %s shown and hidden by an animation "
                                  "(KHR_node_visibility) and %s checked as visible in all frames",
                                  animated, plural(animated), animated == 1 ? "is" : "are",
                                  animated == 1 ? "was" : "were");
    return result;
}

mote_result asset_gltf_add_remarks(asset_gltf *gltf)
{
    asset_file *asset = gltf->asset;
    unsigned long long channels = gltf->unknown_channels, flat = gltf->flat_primitives,
                       differences = gltf->draco_differences;
    mote_result result = list_used(gltf);
    if (!result) result = tell_unknown(gltf);
    if (!result) result = tell_members(gltf);
    if (!result) result = tell_hidden(gltf);
    if (!result)
        result =
            asset_add_remark(asset, ASSET_REMARK_OMISSION, differences,
                             "%llu primitive%s compressed by KHR_draco_mesh_compression %s "
                             "another number of vertices or triangles than the file says",
                             differences, plural(differences), differences == 1 ? "has" : "have");
    if (!result)
        result = asset_add_remark(asset, ASSET_REMARK_OMISSION, channels,
                                  "%llu channel%s of animations move%s what mote does not know",
                                  channels, plural(channels), channels == 1 ? "s" : "");
    if (!result)
        result = asset_add_remark(asset, ASSET_REMARK_NOTE, flat,
                                  "%llu primitive%s of points or lines %s no faces", flat,
                                  plural(flat), flat == 1 ? "has" : "have");
    return result;
}

// ---------------------------------------------------------------------------------------------
// Instances

// Reads an attribute of the instances, one vector each, into memory from malloc. Null if the file
// does not have it.
static mote_result read_attribute(asset_gltf *gltf, const io_json_node *attributes,
                                  const char *name, uint32_t width, uint32_t number, float **out,
                                  uint32_t *count)
{
    uint32_t accessor, own;
    *out = NULL;
    mote_result result =
        asset_gltf_number(gltf, attributes, name, gltf->accessors.count, &accessor);
    if (result || accessor == MOTE_NONE) return result;
    result = asset_gltf_read_floats(gltf, accessor, width, out, &own);
    if (!result && *count != MOTE_NONE && own != *count)
        result = asset_gltf_fail(gltf, "nodes %u: %s has %u instances, but another attribute %u",
                                 number, name, own, *count);
    if (!result) *count = own;
    return result;
}

static mote_result add_instance(asset_gltf *gltf, uint32_t parent, uint32_t number,
                                const float *translation, const float *rotation, const float *scale)
{
    const asset_node *node = &gltf->asset->nodes.data[parent];
    asset_node out;
    memset(&out, 0, sizeof out); // clears the padding, which is sent too
    out.parent = parent;
    out.weights = node->weights;
    out.scale = (mote_vec3){1, 1, 1};
    out.rotation[3] = 1;
    if (translation) memcpy(&out.translation, translation, 3 * sizeof(float));
    if (rotation) memcpy(out.rotation, rotation, 4 * sizeof(float));
    if (scale) memcpy(&out.scale, scale, 3 * sizeof(float));
    char name[288];
    int length =
        snprintf(name, sizeof name, "%.256s[%u]", asset_text(gltf->asset, node->name), number);
    mote_result result = asset_gltf_spend(gltf, sizeof out + (uint64_t)length);
    if (!result) result = asset_add_name(gltf->asset, name, (size_t)length, &out.name);
    asset_span span;
    if (!result && !asset_add(&gltf->asset->nodes, &out, 1, &span))
        result = mote_fail_memory(sizeof out, "a node");
    return result;
}

mote_result asset_gltf_add_instances(asset_gltf *gltf, uint32_t number, uint32_t *count)
{
    *count = MOTE_NONE;
    const io_json_node *extensions =
        io_json_member(&gltf->json, gltf->nodes.items[number], "extensions");
    const io_json_node *extension = io_json_member(&gltf->json, extensions, instancing);
    if (!extension) return MOTE_OK;
    const io_json_node *attributes = io_json_member(&gltf->json, extension, "attributes");
    float *translations = NULL, *rotations = NULL, *scales = NULL;
    mote_result result =
        read_attribute(gltf, attributes, "TRANSLATION", 3, number, &translations, count);
    if (!result)
        result = read_attribute(gltf, attributes, "ROTATION", 4, number, &rotations, count);
    if (!result) result = read_attribute(gltf, attributes, "SCALE", 3, number, &scales, count);
    if (!result && *count == MOTE_NONE)
        result = asset_gltf_fail(gltf, "nodes %u: %s has no attributes", number, instancing);
    uint32_t node = gltf->node_of[number];
    for (uint32_t i = 0; i < *count && !result; i++)
        result = add_instance(gltf, node, i, translations ? &translations[(size_t)i * 3] : NULL,
                              rotations ? &rotations[(size_t)i * 4] : NULL,
                              scales ? &scales[(size_t)i * 3] : NULL);
    if (!result)
        result = asset_add_remark(gltf->asset, ASSET_REMARK_INSTANCES, *count, "%.256s",
                                  asset_text(gltf->asset, gltf->asset->nodes.data[node].name));
    free(translations);
    free(rotations);
    free(scales);
    return result;
}
