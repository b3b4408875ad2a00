// Targets of JSON pointers of KHR_animation_pointer, and nodes hidden by KHR_node_visibility.
//
// A hidden node is left out with all its descendants. A node that an animation shows and hides
// counts as always visible, so no collision is missed, but collisions may be reported while the
// node is hidden.

#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

static const char visible_pointer[] = "extensions/KHR_node_visibility/visible";

static const io_json_node *pointer_of(const asset_gltf *gltf, const io_json_node *target)
{
    const io_json_node *extension = io_json_member(
        &gltf->json, io_json_member(&gltf->json, target, "extensions"), "KHR_animation_pointer");
    const io_json_node *pointer = io_json_member(&gltf->json, extension, "pointer");
    return pointer && pointer->kind == IO_JSON_STRING ? pointer : NULL;
}

static bool begins_with(const io_json_node *text, const char *prefix)
{
    size_t size = (size_t)(text->end - text->text);
    return size >= strlen(prefix) && memcmp(text->text, prefix, strlen(prefix)) == 0;
}

bool asset_gltf_moves_look_alone(const asset_gltf *gltf, const io_json_node *target)
{
    static const char *const roots[] = {"/materials/", "/textures/", "/images/", "/cameras/",
                                        "/extensions/KHR_lights_punctual/"};
    const io_json_node *pointer = pointer_of(gltf, target);
    for (size_t i = 0; i < sizeof roots / sizeof roots[0] && pointer; i++)
        if (begins_with(pointer, roots[i])) return true;
    return false;
}

bool asset_gltf_point_at_node(const asset_gltf *gltf, const io_json_node *target, uint32_t *node,
                              const char **property, size_t *length)
{
    static const char root[] = "/nodes/";
    const io_json_node *pointer = pointer_of(gltf, target);
    if (!pointer || !begins_with(pointer, root)) return false;
    const char *at = pointer->text + strlen(root);
    uint64_t number = 0;
    bool digits = false;
    for (; at < pointer->end && *at >= '0' && *at <= '9' && number <= UINT32_MAX; at++) {
        number = number * 10 + (uint64_t)(*at - '0');
        digits = true;
    }
    if (!digits || at == pointer->end || *at != '/' || number >= gltf->nodes.count) return false;
    *node = (uint32_t)number;
    *property = at + 1;
    *length = (size_t)(pointer->end - *property);
    return true;
}

bool asset_gltf_is_visibility(const char *property, size_t length)
{
    return length == strlen(visible_pointer) && memcmp(property, visible_pointer, length) == 0;
}

// ---------------------------------------------------------------------------------------------
// Visibility

// Marks the nodes whose visibility is animated.
static void mark_animated(const asset_gltf *gltf, asset_gltf_visibility *states)
{
    for (uint32_t i = 0; i < gltf->animations.count; i++) {
        const io_json_node *channel = io_json_first(
            &gltf->json, io_json_member(&gltf->json, gltf->animations.items[i], "channels"));
        for (; channel; channel = io_json_next(&gltf->json, channel)) {
            uint32_t node;
            const char *property;
            size_t length;
            const io_json_node *target = io_json_member(&gltf->json, channel, "target");
            if (asset_gltf_point_at_node(gltf, target, &node, &property, &length) &&
                asset_gltf_is_visibility(property, length))
                states[gltf->node_of[node]] = ASSET_GLTF_ANIMATED;
        }
    }
}

static bool is_hidden(const asset_gltf *gltf, const io_json_node *node)
{
    const io_json_node *extension = io_json_member(
        &gltf->json, io_json_member(&gltf->json, node, "extensions"), "KHR_node_visibility");
    const io_json_node *visible = io_json_member(&gltf->json, extension, "visible");
    return visible && visible->kind == IO_JSON_WORD && visible->text[0] == 'f';
}

mote_result asset_gltf_find_visibility(const asset_gltf *gltf, asset_gltf_visibility **out)
{
    uint32_t count = gltf->nodes.count;
    asset_gltf_visibility *states = calloc((size_t)count + 1, sizeof *states);
    *out = states;
    if (!states) return mote_fail_memory(count * sizeof *states, "nodes");
    mark_animated(gltf, states);
    for (uint32_t i = 0; i < count; i++) {
        asset_gltf_visibility *state = &states[gltf->node_of[i]];
        if (*state == ASSET_GLTF_VISIBLE && is_hidden(gltf, gltf->nodes.items[i]))
            *state = ASSET_GLTF_HIDDEN;
    }
    const asset_node *nodes = gltf->asset->nodes.data; // parents come first
    for (uint32_t i = 0; i < count; i++)
        if (nodes[i].parent != MOTE_NONE && states[nodes[i].parent] > states[i])
            states[i] = states[nodes[i].parent];
    return MOTE_OK;
}
