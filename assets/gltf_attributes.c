// Application-specific vertex attributes, whose names start with an underscore. Only attributes
// with one number per vertex are read. Artists can paint them, and rules can name them.

#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

enum { MAX_NAME = 128 };

static bool is_custom(const io_json_node *member)
{
    size_t length = (size_t)(member->key_end - member->key);
    return length > 1 && length < MAX_NAME && member->key[0] == '_';
}

static bool is_scalar(const asset_gltf *gltf, uint32_t accessor)
{
    return io_json_is(io_json_member(&gltf->json, gltf->accessors.items[accessor], "type"),
                      "SCALAR");
}

static mote_result read_attribute(asset_gltf *gltf, const io_json_node *attributes,
                                  const io_json_node *member, asset_surface *surface)
{
    char key[MAX_NAME];
    size_t length = (size_t)(member->key_end - member->key);
    memcpy(key, member->key, length);
    key[length] = '\0';
    uint32_t accessor, count;
    mote_result result = asset_gltf_number(gltf, attributes, key, gltf->accessors.count, &accessor);
    if (result || accessor == MOTE_NONE || !is_scalar(gltf, accessor)) return result;
    float *values;
    result = asset_gltf_read_floats(gltf, accessor, 1, &values, &count);
    if (result) return result;
    if (count != surface->positions.count)
        result = asset_gltf_fail(gltf, "mesh %u: attribute %s is not of all vertices",
                                 surface->mesh, key);
    asset_attribute attribute;
    memset(&attribute, 0, sizeof attribute); // clears the padding, which is sent too
    asset_span span;
    if (!result) result = asset_add_name(gltf->asset, key, length, &attribute.name);
    if (!result && (!asset_add(&gltf->asset->numbers, values, count, &attribute.values) ||
                    !asset_add(&gltf->asset->attributes, &attribute, 1, &span)))
        result = mote_fail_memory(count * sizeof *values, "an attribute");
    free(values);
    return result;
}

mote_result asset_gltf_read_attributes(asset_gltf *gltf, const io_json_node *attributes,
                                       asset_surface *surface)
{
    mote_result result = MOTE_OK;
    surface->attributes.first = gltf->asset->attributes.count;
    if (!attributes) return MOTE_OK;
    const io_json_node *member = io_json_first(&gltf->json, attributes);
    for (; member && !result; member = io_json_next(&gltf->json, member))
        if (is_custom(member)) result = read_attribute(gltf, attributes, member, surface);
    surface->attributes.count = gltf->asset->attributes.count - surface->attributes.first;
    return result;
}
