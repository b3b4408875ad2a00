#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

typedef struct accessor {
    uint32_t number, count, width, kind;
    size_t component_size;
    bool normalized;
    const unsigned char *data; // null: all elements are zero
    size_t stride;
    const io_json_node *sparse; // null: not sparse
} accessor;

enum { I8 = 5120, U8, I16, U16, U32 = 5125, F32 };

size_t asset_gltf_size_of_component(uint32_t kind)
{
    switch (kind) {
    case I8:
    case U8: return 1;
    case I16:
    case U16: return 2;
    case U32:
    case F32: return 4;
    default: return 0;
    }
}

uint32_t asset_gltf_width_of_type(const io_json_node *type)
{
    if (io_json_is(type, "SCALAR")) return 1;
    if (io_json_is(type, "VEC2")) return 2;
    if (io_json_is(type, "VEC3")) return 3;
    if (io_json_is(type, "VEC4")) return 4;
    return io_json_is(type, "MAT4") ? 16 : 0;
}

// Returns the bytes of a buffer view, starting at `offset`.
static mote_result open_view(asset_gltf *gltf, uint32_t number, uint32_t offset,
                             asset_gltf_bytes *out)
{
    mote_result result = asset_gltf_open_view(gltf, number, out);
    if (result) return result;
    if (offset == MOTE_NONE) offset = 0;
    if (offset > out->size)
        return asset_gltf_fail(gltf, "bufferViews %u: an accessor starts past its end", number);
    out->data += offset;
    out->size -= offset;
    return MOTE_OK;
}

// The data that Draco decoded for an accessor. Null for other accessors.
static const asset_gltf_decoded *find_decoded(const asset_gltf *gltf, uint32_t number)
{
    for (uint32_t i = 0; i < gltf->draco.accessor_count; i++)
        if (gltf->draco.accessors[i].accessor == number) return &gltf->draco.accessors[i];
    return NULL;
}

static mote_result open_data(asset_gltf *gltf, const io_json_node *node, accessor *a)
{
    uint32_t view = MOTE_NONE, offset = 0;
    const asset_gltf_decoded *decoded = find_decoded(gltf, a->number);
    if (decoded) {
        a->data = decoded->data;
        a->count = decoded->count;
        a->stride = a->component_size * a->width;
        return MOTE_OK;
    }
    mote_result result =
        asset_gltf_number(gltf, node, "bufferView", gltf->buffer_views.count, &view);
    if (!result) result = asset_gltf_number(gltf, node, "byteOffset", UINT32_MAX, &offset);
    if (result || view == MOTE_NONE) return result;
    asset_gltf_bytes data = {0};
    result = open_view(gltf, view, offset, &data);
    if (result) return result;
    size_t element = a->component_size * a->width;
    a->data = data.data;
    a->stride = data.stride ? data.stride : element;
    if (a->count > 0 && (data.size < element || (data.size - element) / a->stride < a->count - 1))
        return asset_gltf_fail(gltf, "accessors %u: %u elements do not fit into its buffer view",
                               a->number, a->count);
    return MOTE_OK;
}

static mote_result open_accessor(asset_gltf *gltf, uint32_t number, uint32_t width, accessor *a)
{
    if (number >= gltf->accessors.count)
        return asset_gltf_fail(gltf, "a required accessor is missing");
    const io_json_node *node = gltf->accessors.items[number];
    const io_json_node *normalized = io_json_member(&gltf->json, node, "normalized");
    *a = (accessor){.number = number, .width = width};
    mote_result result = asset_gltf_number(gltf, node, "count", UINT32_MAX, &a->count);
    if (!result) result = asset_gltf_number(gltf, node, "componentType", F32 + 1, &a->kind);
    if (result) return result;
    a->component_size = asset_gltf_size_of_component(a->kind);
    a->normalized = normalized && normalized->text[0] == 't';
    a->sparse = io_json_member(&gltf->json, node, "sparse");
    if (a->count == MOTE_NONE || a->component_size == 0)
        return asset_gltf_fail(gltf, "accessors %u has no count or no known componentType", number);
    if (asset_gltf_width_of_type(io_json_member(&gltf->json, node, "type")) != width)
        return asset_gltf_fail(gltf, "accessors %u: the type does not have %u components", number,
                               width);
    result = open_data(gltf, node, a);
    if (!result && !a->data && a->count > gltf->file_size)
        result = asset_gltf_fail(gltf, "accessors %u: %u elements without data", number, a->count);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Numbers

static uint32_t read_whole(const unsigned char *at, uint32_t kind)
{
    uint16_t half;
    uint32_t word;
    switch (kind) {
    case I8:
    case U8: return *at;
    case I16:
    case U16: memcpy(&half, at, 2); return half;
    default: memcpy(&word, at, 4); return word;
    }
}

static float read_float(const unsigned char *at, uint32_t kind, bool normalized)
{
    float number;
    switch (kind) {
    case F32: memcpy(&number, at, 4); return number;
    case I8:
        number = (float)(int8_t)*at / (normalized ? 127.0f : 1.0f);
        return normalized && number < -1 ? -1 : number;
    case I16:
        number = (float)(int16_t)read_whole(at, U16) / (normalized ? 32767.0f : 1.0f);
        return normalized && number < -1 ? -1 : number;
    case U8: return (float)*at / (normalized ? 255.0f : 1.0f);
    case U16: return (float)read_whole(at, U16) / (normalized ? 65535.0f : 1.0f);
    default:
        return normalized ? (float)(read_whole(at, U32) / 4294967295.0)
                          : (float)read_whole(at, U32);
    }
}

// Reads one element as floats or as integers, which both have four bytes.
static void read_element(const accessor *a, const unsigned char *at, bool whole, void *out)
{
    float *floats = out;
    uint32_t *wholes = out;
    for (uint32_t k = 0; k < a->width; k++, at += a->component_size) {
        if (whole)
            wholes[k] = read_whole(at, a->kind);
        else
            floats[k] = read_float(at, a->kind, a->normalized);
    }
}

// ---------------------------------------------------------------------------------------------
// Sparse accessors: some elements are replaced.

static mote_result open_sparse_list(asset_gltf *gltf, const accessor *a, const char *name,
                                    uint32_t count, size_t element, asset_gltf_bytes *out,
                                    uint32_t *kind)
{
    const io_json_node *list = io_json_member(&gltf->json, a->sparse, name);
    uint32_t view = MOTE_NONE, offset = 0;
    mote_result result =
        asset_gltf_number(gltf, list, "bufferView", gltf->buffer_views.count, &view);
    if (!result) result = asset_gltf_number(gltf, list, "byteOffset", UINT32_MAX, &offset);
    if (!result) result = asset_gltf_number(gltf, list, "componentType", F32 + 1, kind);
    if (result) return result;
    if (view == MOTE_NONE)
        return asset_gltf_fail(gltf, "accessors %u: sparse %s are out of range", a->number, name);
    result = open_view(gltf, view, offset, out);
    if (element == 0) element = *kind == MOTE_NONE ? 0 : asset_gltf_size_of_component(*kind);
    if (!result && (element == 0 || out->size / element < count))
        result = asset_gltf_fail(gltf, "accessors %u: sparse %s do not fit their buffer view",
                                 a->number, name);
    return result;
}

static mote_result read_sparse(asset_gltf *gltf, const accessor *a, bool whole, void *out)
{
    uint32_t count = 0, index_kind = 0, unused = 0;
    asset_gltf_bytes indices = {0}, values = {0};
    size_t element = a->component_size * a->width;
    mote_result result = asset_gltf_number(gltf, a->sparse, "count", UINT32_MAX, &count);
    if (result || count == MOTE_NONE) return result;
    if (count > a->count)
        return asset_gltf_fail(gltf, "accessors %u: has %u sparse elements, but %u in all",
                               a->number, count, a->count);
    result = open_sparse_list(gltf, a, "indices", count, 0, &indices, &index_kind);
    if (!result) result = open_sparse_list(gltf, a, "values", count, element, &values, &unused);
    if (result) return result;
    size_t index_size = asset_gltf_size_of_component(index_kind);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = read_whole(indices.data + i * index_size, index_kind);
        if (at >= a->count)
            return asset_gltf_fail(gltf, "accessors %u: sparse index %u is too large", a->number,
                                   at);
        read_element(a, values.data + i * element, whole,
                     (char *)out + (size_t)at * a->width * sizeof(float));
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------

static mote_result read_all(asset_gltf *gltf, uint32_t number, uint32_t width, bool whole,
                            void **out, uint32_t *count)
{
    accessor a = {0};
    *out = NULL;
    *count = 0;
    mote_result result = open_accessor(gltf, number, width, &a);
    if (!result) result = asset_gltf_spend(gltf, (uint64_t)a.count * width * sizeof(float));
    if (result) return result;
    void *numbers = calloc((size_t)a.count * width + 1, sizeof(float));
    if (!numbers) return mote_fail_memory((size_t)a.count * width * sizeof(float), gltf->path);
    for (uint32_t i = 0; i < a.count && a.data; i++)
        read_element(&a, a.data + i * a.stride, whole,
                     (char *)numbers + (size_t)i * width * sizeof(float));
    if (a.sparse) result = read_sparse(gltf, &a, whole, numbers);
    if (result) {
        free(numbers);
        return result;
    }
    *out = numbers;
    *count = a.count;
    return MOTE_OK;
}

mote_result asset_gltf_read_floats(asset_gltf *gltf, uint32_t number, uint32_t width, float **out,
                                   uint32_t *count)
{
    void *numbers;
    mote_result result = read_all(gltf, number, width, false, &numbers, count);
    *out = numbers;
    return result;
}

mote_result asset_gltf_read_indices(asset_gltf *gltf, uint32_t number, uint32_t width,
                                    uint32_t **out, uint32_t *count)
{
    void *numbers;
    mote_result result = read_all(gltf, number, width, true, &numbers, count);
    *out = numbers;
    return result;
}
