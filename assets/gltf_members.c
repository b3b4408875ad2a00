// Finds members that glTF does not define, so that a misspelled name or a later file version does
// not go unnoticed. The optional members "extensions" and "extras" may contain anything and are not
// searched.

#include <string.h>

#include "assets/gltf.h"

// The members of each kind of object, in addition to "name", "extensions" and "extras". A name that
// ends in * is a prefix.
static const char *const root_members[] = {
    "accessors", "animations", "asset",    "buffers",        "bufferViews",        "cameras",
    "images",    "materials",  "meshes",   "nodes",          "samplers",           "scene",
    "scenes",    "skins",      "textures", "extensionsUsed", "extensionsRequired", NULL};
static const char *const accessor_members[] = {
    "bufferView", "byteOffset", "componentType", "normalized", "count",
    "type",       "max",        "min",           "sparse",     NULL};
static const char *const animation_members[] = {"channels", "samplers", NULL};
static const char *const channel_members[] = {"sampler", "target", NULL};
static const char *const target_members[] = {"node", "path", NULL};
static const char *const sampler_members[] = {"input", "output", "interpolation", NULL};
static const char *const view_members[] = {"buffer",     "byteOffset", "byteLength",
                                           "byteStride", "target",     NULL};
static const char *const mesh_members[] = {"primitives", "weights", NULL};
static const char *const primitive_members[] = {"attributes", "indices", "material",
                                                "mode",       "targets", NULL};
static const char *const attribute_members[] = {
    "POSITION", "NORMAL", "TANGENT", "TEXCOORD_*", "COLOR_*", "JOINTS_*", "WEIGHTS_*", "_*", NULL};
static const char *const node_members[] = {"camera",   "children", "skin",        "matrix",  "mesh",
                                           "rotation", "scale",    "translation", "weights", NULL};
static const char *const scene_members[] = {"nodes", NULL};
static const char *const skin_members[] = {"inverseBindMatrices", "skeleton", "joints", NULL};
static const char *const any_members[] = {"name", "extensions", "extras", NULL};

static bool is_known(const io_json_node *member, const char *const *names)
{
    size_t length = (size_t)(member->key_end - member->key);
    for (; *names; names++) {
        size_t size = strlen(*names);
        bool prefix = (*names)[size - 1] == '*';
        if (prefix ? length >= size - 1 : length == size)
            if (memcmp(member->key, *names, prefix ? size - 1 : size) == 0) return true;
    }
    return false;
}

static void check_object(asset_gltf *gltf, const io_json_node *object, const char *const *names)
{
    if (!object || object->kind != IO_JSON_OBJECT) return;
    const io_json_node *member = io_json_first(&gltf->json, object);
    for (; member; member = io_json_next(&gltf->json, member))
        if (!is_known(member, names) && !is_known(member, any_members) &&
            gltf->unknown_members++ == 0)
            gltf->unknown_member = member;
}

static void check_array(asset_gltf *gltf, const io_json_node *array, const char *const *names)
{
    const io_json_node *item = io_json_first(&gltf->json, array);
    for (; item; item = io_json_next(&gltf->json, item)) check_object(gltf, item, names);
}

static void check_list(asset_gltf *gltf, const asset_gltf_list *list, const char *const *names)
{
    for (uint32_t i = 0; i < list->count; i++) check_object(gltf, list->items[i], names);
}

static void check_animations(asset_gltf *gltf)
{
    check_list(gltf, &gltf->animations, animation_members);
    for (uint32_t i = 0; i < gltf->animations.count; i++) {
        const io_json_node *animation = gltf->animations.items[i];
        const io_json_node *channels = io_json_member(&gltf->json, animation, "channels");
        check_array(gltf, channels, channel_members);
        check_array(gltf, io_json_member(&gltf->json, animation, "samplers"), sampler_members);
        const io_json_node *channel = io_json_first(&gltf->json, channels);
        for (; channel; channel = io_json_next(&gltf->json, channel))
            check_object(gltf, io_json_member(&gltf->json, channel, "target"), target_members);
    }
}

static void check_meshes(asset_gltf *gltf)
{
    check_list(gltf, &gltf->meshes, mesh_members);
    for (uint32_t i = 0; i < gltf->meshes.count; i++) {
        const io_json_node *primitives =
            io_json_member(&gltf->json, gltf->meshes.items[i], "primitives");
        check_array(gltf, primitives, primitive_members);
        const io_json_node *p = io_json_first(&gltf->json, primitives);
        if (!p) gltf->empty_meshes++;
        for (; p; p = io_json_next(&gltf->json, p)) {
            check_object(gltf, io_json_member(&gltf->json, p, "attributes"), attribute_members);
            check_array(gltf, io_json_member(&gltf->json, p, "targets"), attribute_members);
        }
    }
}

void asset_gltf_find_unknown_members(asset_gltf *gltf)
{
    check_object(gltf, gltf->root, root_members);
    check_list(gltf, &gltf->accessors, accessor_members);
    check_list(gltf, &gltf->buffer_views, view_members);
    check_list(gltf, &gltf->nodes, node_members);
    check_list(gltf, &gltf->scenes, scene_members);
    check_list(gltf, &gltf->skins, skin_members);
    check_animations(gltf);
    check_meshes(gltf);
}
