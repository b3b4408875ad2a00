// The tree of named nodes, and access to their values.

#include <stdlib.h>
#include <string.h>

#include "assets/fbx/fbx.h"
#include "core/result.h"
#include "io/inflate.h"

mote_result asset_fbx_add_node(asset_fbx *fbx, uint32_t parent, uint32_t *last, const char *name,
                               size_t name_size)
{
    mote_result result = asset_fbx_spend(fbx, sizeof(asset_fbx_node));
    if (result) return result;
    asset_fbx_node node = {
        .name = name, .name_size = (uint32_t)name_size, .first_value = (uint32_t)fbx->values.count};
    uint32_t index = (uint32_t)fbx->nodes.count;
    if (fbx->nodes.count >= MOTE_NONE || fbx->values.count >= MOTE_NONE)
        return asset_fbx_fail(fbx, "has more than 2^32 - 2 nodes or values");
    if (!mote_array_push(&fbx->nodes, &mote_libc_allocator, node))
        return mote_fail_memory(sizeof node, fbx->path);
    if (*last)
        fbx->nodes.data[*last].next = index;
    else
        fbx->nodes.data[parent].first_child = index;
    *last = index;
    return MOTE_OK;
}

mote_result asset_fbx_add_value(asset_fbx *fbx, asset_fbx_value value)
{
    mote_result result = asset_fbx_spend(fbx, sizeof value);
    if (result) return result;
    if (!mote_array_push(&fbx->values, &mote_libc_allocator, value))
        return mote_fail_memory(sizeof value, fbx->path);
    fbx->nodes.data[fbx->nodes.count - 1].value_count++;
    return MOTE_OK;
}

bool asset_fbx_is(asset_fbx_text text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static asset_fbx_text name_of(const asset_fbx *fbx, uint32_t node)
{
    return (asset_fbx_text){fbx->nodes.data[node].name, fbx->nodes.data[node].name_size};
}

uint32_t asset_fbx_child(const asset_fbx *fbx, uint32_t node, const char *name)
{
    uint32_t at = fbx->nodes.data[node].first_child;
    while (at && !asset_fbx_is(name_of(fbx, at), name)) at = fbx->nodes.data[at].next;
    return at;
}

uint32_t asset_fbx_next(const asset_fbx *fbx, uint32_t node)
{
    asset_fbx_text name = name_of(fbx, node);
    uint32_t at = fbx->nodes.data[node].next;
    while (at && (fbx->nodes.data[at].name_size != name.size ||
                  memcmp(fbx->nodes.data[at].name, name.data, name.size) != 0))
        at = fbx->nodes.data[at].next;
    return at;
}

const asset_fbx_value *asset_fbx_value_at(const asset_fbx *fbx, uint32_t node, uint32_t index)
{
    const asset_fbx_node *n = &fbx->nodes.data[node];
    return index < n->value_count ? &fbx->values.data[n->first_value + index] : NULL;
}

void asset_fbx_note_mismatch(const asset_fbx *fbx, asset_fbx_text name)
{
    if (fbx->mismatch->count++ == 0) fbx->mismatch->first = name;
}

asset_fbx_text asset_fbx_text_at(const asset_fbx *fbx, uint32_t node, uint32_t index)
{
    const asset_fbx_value *value = asset_fbx_value_at(fbx, node, index);
    bool text = value && value->text && value->kind != ASSET_FBX_ARRAY;
    if (text) return (asset_fbx_text){value->text, value->size};
    if (value) asset_fbx_note_mismatch(fbx, name_of(fbx, node));
    return (asset_fbx_text){"", 0};
}

double asset_fbx_real_at(const asset_fbx *fbx, uint32_t node, uint32_t index, double otherwise)
{
    const asset_fbx_value *value = asset_fbx_value_at(fbx, node, index);
    if (value && value->kind == ASSET_FBX_REAL) return value->real;
    if (value && value->kind == ASSET_FBX_INTEGER) return (double)value->integer;
    if (value) asset_fbx_note_mismatch(fbx, name_of(fbx, node));
    return otherwise;
}

// Returns 0 if the number is out of range.
static int64_t integer_of(double real)
{
    return real > -9.2e18 && real < 9.2e18 ? (int64_t)real : 0;
}

int64_t asset_fbx_integer_at(const asset_fbx *fbx, uint32_t node, uint32_t index, int64_t otherwise)
{
    const asset_fbx_value *value = asset_fbx_value_at(fbx, node, index);
    if (value && value->kind == ASSET_FBX_REAL) return integer_of(value->real);
    if (value && value->kind == ASSET_FBX_INTEGER) return value->integer;
    if (value) asset_fbx_note_mismatch(fbx, name_of(fbx, node));
    return otherwise;
}

// ---------------------------------------------------------------------------------------------
// Arrays

static size_t element_size(char element)
{
    switch (element) {
    case 'b':
    case 'c': return 1;
    case 'i':
    case 'f': return 4;
    default: return 8; // l, d
    }
}

static asset_fbx_value element_at(const unsigned char *at, char element)
{
    asset_fbx_value value = {.kind = ASSET_FBX_INTEGER};
    int32_t integer;
    float real;
    switch (element) {
    case 'b':
    case 'c': value.integer = *at; break;
    case 'i':
        memcpy(&integer, at, sizeof integer);
        value.integer = integer;
        break;
    case 'l': memcpy(&value.integer, at, sizeof value.integer); break;
    case 'f':
        memcpy(&real, at, sizeof real);
        value.kind = ASSET_FBX_REAL;
        value.real = (double)real;
        break;
    default: memcpy(&value.real, at, sizeof value.real); value.kind = ASSET_FBX_REAL;
    }
    return value;
}

// Receives each number of an array.
typedef void number_sink(void *out, size_t index, const asset_fbx_value *value);

static void sink_real(void *out, size_t index, const asset_fbx_value *value)
{
    ((double *)out)[index] = value->kind == ASSET_FBX_REAL ? value->real : (double)value->integer;
}

static void sink_integer(void *out, size_t index, const asset_fbx_value *value)
{
    ((int64_t *)out)[index] =
        value->kind == ASSET_FBX_REAL ? integer_of(value->real) : value->integer;
}

// The text format writes floats as the integers of their bit patterns.
static void sink_float_bits(void *out, size_t index, const asset_fbx_value *value)
{
    float real = (float)value->real;
    uint32_t bits = (uint32_t)(uint64_t)value->integer;
    if (value->kind == ASSET_FBX_REAL) memcpy(&bits, &real, sizeof bits);
    ((uint32_t *)out)[index] = bits;
}

static mote_result fail_array(const asset_fbx *fbx, const char *name, const char *why)
{
    return asset_fbx_fail(fbx, "the array %s %s", name, why);
}

static mote_result read_binary(asset_fbx *fbx, const char *name, const asset_fbx_value *array,
                               number_sink *sink, void *out)
{
    size_t size = element_size(array->element), bytes = array->count * size;
    const unsigned char *from = (const unsigned char *)array->text;
    unsigned char *inflated = NULL;
    mote_result result = MOTE_OK;
    if (array->deflated) {
        result = asset_fbx_spend(fbx, bytes);
        if (result) return result;
        inflated = malloc(bytes + 1);
        if (!inflated) return mote_fail_memory(bytes, fbx->path);
        const char *error = io_inflate(from, array->size, inflated, bytes);
        if (error) result = fail_array(fbx, name, error);
        from = inflated;
    }
    for (size_t i = 0; i < array->count && !result; i++) {
        asset_fbx_value value = element_at(from + i * size, array->element);
        sink(out, i, &value);
    }
    free(inflated);
    return result;
}

static bool is_separator(char c)
{
    return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static mote_result read_text(asset_fbx *fbx, const char *name, const asset_fbx_value *array,
                             number_sink *sink, void *out)
{
    const char *at = array->text, *end = array->text + array->size;
    for (size_t i = 0; i < array->count; i++) {
        asset_fbx_value value;
        while (at < end && is_separator(*at)) at++;
        at = asset_fbx_read_number(at, end, &value);
        if (!at) return fail_array(fbx, name, "has something that is no number, or too few");
        sink(out, i, &value);
    }
    while (at < end && is_separator(*at)) at++;
    return at == end ? MOTE_OK : fail_array(fbx, name, "has more numbers than announced");
}

// Reads an array, or a list of single values as in older text files.
static mote_result read_array(asset_fbx *fbx, uint32_t node, const char *child, number_sink *sink,
                              size_t size, void **out, size_t *count)
{
    uint32_t at = asset_fbx_child(fbx, node, child);
    *count = 0;
    const asset_fbx_value *first = at ? asset_fbx_value_at(fbx, at, 0) : NULL;
    bool array = first && first->kind == ASSET_FBX_ARRAY;
    size_t wanted = array ? first->count : at ? fbx->nodes.data[at].value_count : 0;
    mote_result result = asset_fbx_spend(fbx, (uint64_t)wanted * size);
    if (result) return result;
    *out = calloc(wanted + 1, size);
    if (!*out) return mote_fail_memory(wanted * size, fbx->path);
    if (array && first->element == 't')
        result = read_text(fbx, child, first, sink, *out);
    else if (array)
        result = read_binary(fbx, child, first, sink, *out);
    for (size_t i = 0; i < wanted && !array && !result; i++) {
        if (first[i].kind != ASSET_FBX_INTEGER && first[i].kind != ASSET_FBX_REAL)
            result = fail_array(fbx, child, "has something that is no number");
        else
            sink(*out, i, &first[i]);
    }
    if (result) {
        free(*out);
        *out = NULL;
    } else {
        *count = wanted;
    }
    return result;
}

mote_result asset_fbx_read_reals(asset_fbx *fbx, uint32_t node, const char *child, double **out,
                                 size_t *count)
{
    void *numbers = NULL;
    mote_result result = read_array(fbx, node, child, sink_real, sizeof(double), &numbers, count);
    *out = numbers;
    return result;
}

mote_result asset_fbx_read_integers(asset_fbx *fbx, uint32_t node, const char *child, int64_t **out,
                                    size_t *count)
{
    void *numbers = NULL;
    mote_result result =
        read_array(fbx, node, child, sink_integer, sizeof(int64_t), &numbers, count);
    *out = numbers;
    return result;
}

mote_result asset_fbx_read_float_bits(asset_fbx *fbx, uint32_t node, const char *child,
                                      uint32_t **out, size_t *count)
{
    void *numbers = NULL;
    mote_result result =
        read_array(fbx, node, child, sink_float_bits, sizeof(uint32_t), &numbers, count);
    *out = numbers;
    return result;
}
