#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

mote_result asset_gltf_number(const asset_gltf *gltf, const io_json_node *node, const char *key,
                              uint32_t limit, uint32_t *out)
{
    const io_json_node *member = io_json_member(&gltf->json, node, key);
    *out = MOTE_NONE;
    if (!member) return MOTE_OK;
    double number = member->kind == IO_JSON_NUMBER ? member->number : -1;
    if (!(number >= 0 && number < limit) || floor(number) != number)
        return asset_gltf_fail(gltf, "JSON byte %zu: '%s' is no number below %u",
                               (size_t)(member->text - gltf->root->text), key, limit);
    *out = (uint32_t)number;
    return MOTE_OK;
}

uint32_t asset_gltf_floats_of(const asset_gltf *gltf, const io_json_node *node, const char *key,
                              uint32_t most, float *out)
{
    const io_json_node *array = io_json_member(&gltf->json, node, key);
    const io_json_node *item = io_json_first(&gltf->json, array);
    uint32_t count = 0;
    for (; item && count < most; item = io_json_next(&gltf->json, item))
        out[count++] = item->kind == IO_JSON_NUMBER ? (float)item->number : NAN;
    return count;
}

mote_transform asset_gltf_matrix(const float m[16])
{
    return (mote_transform){
        {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
}

mote_result asset_gltf_name(asset_gltf *gltf, const io_json_node *node, const char *kind,
                            uint32_t number, uint32_t *out)
{
    const io_json_node *name = io_json_member(&gltf->json, node, "name");
    if (!name || name->kind != IO_JSON_STRING || name->text == name->end) {
        char text[64];
        int length = snprintf(text, sizeof text, "%s %u", kind, number);
        return asset_add_name(gltf->asset, text, (size_t)length, out);
    }
    mote_result result = asset_gltf_spend(gltf, (uint64_t)(name->end - name->text));
    if (result) return result;
    char *text = malloc((size_t)(name->end - name->text) + 1);
    if (!text) return mote_fail_memory((size_t)(name->end - name->text), "a name");
    size_t length = io_json_unescape(name, text);
    result = asset_add_name(gltf->asset, text, length, out);
    free(text);
    return result;
}
