// Opens a glTF file: GLB or text, its embedded or external buffers, and the members of its JSON.

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "assets/uri.h"
#include "core/result.h"
#include "io/name.h"

enum { GLB_HEADER = 12, CHUNK_HEADER = 8, MAX_MEMBERS = 4096 };

static const uint32_t glb_magic = 0x46546c67, json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;

mote_result(asset_gltf_fail)(const asset_gltf *gltf, const char *format, ...)
{
    char text[256], room[IO_SHORT_NAME];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return mote_fail(MOTE_ERROR_DATA, "%s: %s", io_short_name(gltf->path, room), text);
}

mote_result asset_gltf_spend(asset_gltf *gltf, uint64_t bytes)
{
    if (bytes > gltf->bytes_left)
        return asset_gltf_fail(gltf, "needs more than the %llu MB that a file may take",
                               (unsigned long long)(gltf->max_bytes >> 20));
    gltf->bytes_left -= bytes;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// GLB

static uint32_t read_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// Finds the chunk of a kind. Returns false if there is none. Sizes are already validated.
static bool find_chunk(const asset_gltf *gltf, uint32_t kind, const unsigned char **data,
                       size_t *size)
{
    size_t at = GLB_HEADER;
    while (gltf->file_size - at >= CHUNK_HEADER) {
        *size = read_u32(gltf->file + at);
        *data = gltf->file + at + CHUNK_HEADER;
        if (read_u32(gltf->file + at + 4) == kind) return true;
        at += CHUNK_HEADER + *size;
    }
    return false;
}

static mote_result check_chunks(const asset_gltf *gltf)
{
    size_t at = GLB_HEADER;
    while (gltf->file_size - at >= CHUNK_HEADER) {
        size_t size = read_u32(gltf->file + at);
        if (size > gltf->file_size - at - CHUNK_HEADER)
            return asset_gltf_fail(gltf, "byte %zu: a chunk is cut off", at);
        at += CHUNK_HEADER + size;
    }
    return MOTE_OK;
}

static bool is_glb(const asset_gltf *gltf)
{
    return gltf->file_size >= GLB_HEADER && read_u32(gltf->file) == glb_magic;
}

static mote_result find_json(const asset_gltf *gltf, const unsigned char **text, size_t *size)
{
    *text = gltf->file;
    *size = gltf->file_size;
    if (!is_glb(gltf)) return MOTE_OK;
    if (read_u32(gltf->file + 4) != 2)
        return asset_gltf_fail(gltf, "is GLB of version %u, not 2", read_u32(gltf->file + 4));
    mote_result result = check_chunks(gltf);
    if (!result && !find_chunk(gltf, json_chunk, text, size))
        result = asset_gltf_fail(gltf, "has no JSON chunk");
    return result;
}

// ---------------------------------------------------------------------------------------------
// Lists

static mote_result open_list(asset_gltf *gltf, const char *name, asset_gltf_list *list)
{
    const io_json_node *array = io_json_member(&gltf->json, gltf->root, name);
    *list = (asset_gltf_list){.name = name};
    if (!array) return MOTE_OK;
    if (array->kind != IO_JSON_ARRAY) return asset_gltf_fail(gltf, "'%s' is not an array", name);
    const io_json_node *item = io_json_first(&gltf->json, array);
    for (; item; item = io_json_next(&gltf->json, item)) {
        if (item->kind != IO_JSON_OBJECT)
            return asset_gltf_fail(gltf, "%s %u is not an object", name, list->count);
        list->count++;
    }
    list->items = malloc((size_t)list->count * sizeof *list->items + 1);
    if (!list->items) return mote_fail_memory(list->count * sizeof *list->items, name);
    uint32_t at = 0;
    for (item = io_json_first(&gltf->json, array); item; item = io_json_next(&gltf->json, item))
        list->items[at++] = item;
    return MOTE_OK;
}

static mote_result open_lists(asset_gltf *gltf)
{
    struct {
        const char *name;
        asset_gltf_list *list;
    } lists[] = {{"accessors", &gltf->accessors},
                 {"animations", &gltf->animations},
                 {"bufferViews", &gltf->buffer_views},
                 {"materials", &gltf->materials},
                 {"meshes", &gltf->meshes},
                 {"nodes", &gltf->nodes},
                 {"scenes", &gltf->scenes},
                 {"skins", &gltf->skins}};
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && !result; i++)
        result = open_list(gltf, lists[i].name, lists[i].list);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Buffers

static mote_result open_buffer(asset_gltf *gltf, const io_json_node *node, uint32_t number)
{
    asset_gltf_buffer *buffer = &gltf->buffers[number];
    if (asset_gltf_is_fallback(gltf, node)) return MOTE_OK;
    const io_json_node *uri = io_json_member(&gltf->json, node, "uri");
    mote_result result = MOTE_OK;
    if (uri) {
        result = asset_uri_read(gltf->path, uri, &gltf->beside, &buffer->owned, &buffer->size);
        buffer->data = buffer->owned;
    } else if (number > 0 || !is_glb(gltf) ||
               !find_chunk(gltf, binary_chunk, &buffer->data, &buffer->size)) {
        result = asset_gltf_fail(gltf, "buffer %u does not exist", number);
    }
    double length = io_json_number(&gltf->json, node, "byteLength");
    if (!result && !(length >= 0 && length <= (double)buffer->size))
        result = asset_gltf_fail(gltf, "buffer %u has %zu bytes, not %.0f", number, buffer->size,
                                 length);
    return result;
}

static mote_result open_buffers(asset_gltf *gltf)
{
    asset_gltf_list list;
    mote_result result = open_list(gltf, "buffers", &list);
    if (!result) {
        gltf->buffers = calloc((size_t)list.count + 1, sizeof *gltf->buffers);
        if (!gltf->buffers) result = mote_fail_memory(list.count, "buffers");
    }
    for (uint32_t i = 0; i < list.count && !result; i++) {
        gltf->buffer_count++;
        result = open_buffer(gltf, list.items[i], i);
    }
    free(list.items);
    return result;
}

// ---------------------------------------------------------------------------------------------

// Limits the size of objects, because members are found by many linear searches. The member extras
// is never searched.
static mote_result check_sizes(const asset_gltf *gltf, const io_json_node *node)
{
    uint32_t count = 0;
    const io_json_node *item = io_json_first(&gltf->json, node);
    for (; item; item = io_json_next(&gltf->json, item)) {
        bool extras =
            item->key && item->key_end - item->key == 6 && !memcmp(item->key, "extras", 6);
        mote_result result = extras ? MOTE_OK : check_sizes(gltf, item);
        if (result) return result;
        if (node->kind == IO_JSON_OBJECT && ++count > MAX_MEMBERS)
            return asset_gltf_fail(gltf, "JSON byte %zu: an object has more than %d members",
                                   (size_t)(node->text - gltf->root->text), MAX_MEMBERS);
    }
    return MOTE_OK;
}

static bool begins_as_object(const unsigned char *text, size_t size)
{
    size_t at = 0;
    while (at < size && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'))) at++;
    return at < size && text[at] == '{';
}

// A scene of 100,000 nodes has about two million values. This many values take at most 240 MB.
enum { MAX_JSON_VALUES = 1 << 22 };

mote_result asset_gltf_open(const asset_gltf_def *def, asset_gltf *out)
{
    *out = (asset_gltf){.path = def->name,
                        .file = def->bytes,
                        .file_size = def->size,
                        .beside = def->beside,
                        .bytes_left = def->max_bytes,
                        .max_bytes = def->max_bytes,
                        .decoders = def->decoders,
                        .no_decoder = def->no_decoder};
    const unsigned char *text;
    size_t size;
    if (out->file_size == 0) return asset_gltf_fail(out, "is empty");
    mote_result result = find_json(out, &text, &size);
    if (result) return result;
    if (!begins_as_object(text, size)) return asset_gltf_fail(out, "is neither glTF nor GLB");
    result = io_json_parse_within((const char *)text, size, MAX_JSON_VALUES, &out->json);
    if (result) return result;
    out->root = &out->json.nodes[0];
    const io_json_node *asset = io_json_member(&out->json, out->root, "asset");
    const io_json_node *version = io_json_member(&out->json, asset, "version");
    if (!version || version->kind != IO_JSON_STRING || version->text[0] != '2')
        return asset_gltf_fail(out, "not glTF 2.0: asset.version is missing or not 2.x");
    result = check_sizes(out, out->root);
    if (!result) result = asset_gltf_check_extensions(out);
    if (!result) result = open_lists(out);
    return result ? result : open_buffers(out);
}

void asset_gltf_close(asset_gltf *gltf)
{
    asset_gltf_list *lists[] = {&gltf->accessors, &gltf->animations, &gltf->buffer_views,
                                &gltf->materials, &gltf->meshes,     &gltf->nodes,
                                &gltf->scenes,    &gltf->skins};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) free(lists[i]->items);
    for (uint32_t i = 0; i < gltf->buffer_count; i++) free(gltf->buffers[i].owned);
    for (uint32_t i = 0; i < gltf->buffer_views.count && gltf->decoded_views; i++)
        free(gltf->decoded_views[i]);
    free(gltf->decoded_views);
    free(gltf->buffers);
    free(gltf->node_of);
    io_json_release(&gltf->json);
}

// ---------------------------------------------------------------------------------------------
// Members of JSON objects

mote_result asset_gltf_number(const asset_gltf *gltf, const io_json_node *node, const char *key,
                              uint32_t limit, uint32_t *out)
{
    const io_json_node *member = io_json_member(&gltf->json, node, key);
    *out = MOTE_NONE;
    if (!member) return MOTE_OK;
    double number = member->kind == IO_JSON_NUMBER ? member->number : -1;
    if (!(number >= 0 && number < limit) || floor(number) != number)
        return asset_gltf_fail(gltf, "JSON byte %zu: '%s' is not a whole number below %u",
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

bool asset_gltf_has_name(const asset_gltf *gltf, const io_json_node *node)
{
    const io_json_node *name = io_json_member(&gltf->json, node, "name");
    return name && name->kind == IO_JSON_STRING && name->text < name->end;
}

mote_result asset_gltf_name(asset_gltf *gltf, const io_json_node *node, const char *kind,
                            uint32_t number, uint32_t *out)
{
    const io_json_node *name = io_json_member(&gltf->json, node, "name");
    if (!asset_gltf_has_name(gltf, node)) {
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

// ---------------------------------------------------------------------------------------------
// Reading a file

asset_gltf_def asset_default_gltf_def(void)
{
    return (asset_gltf_def){.max_bytes = (uint64_t)2 << 30};
}

mote_result asset_gltf_read(const asset_gltf_def *def, asset_file *out)
{
    asset_gltf gltf;
    mote_result result = asset_gltf_open(def, &gltf);
    gltf.asset = out;
    if (!result) result = asset_gltf_add_nodes(&gltf);
    if (!result) result = asset_gltf_add_surfaces(&gltf);
    if (!result) result = asset_gltf_add_clips(&gltf);
    if (!result) result = asset_gltf_add_remarks(&gltf);
    if (!result) result = asset_check(out, def->name);
    asset_gltf_close(&gltf);
    return io_name_file(result, def->name);
}
