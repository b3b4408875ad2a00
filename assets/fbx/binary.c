// The binary format. A file is a header, a sequence of records and a footer that is not needed. A
// record has the offset of its end, the number and total size of its values, its name, its values,
// and nested records ended by a record of zeros.

#include <string.h>

#include "assets/fbx/fbx.h"
#include "core/result.h"

enum { MAGIC = 21, FILE_HEADER = 27, WIDE_VERSION = 7500, ARRAY_HEADER = 12 };

static const char magic[MAGIC] = "Kaydara FBX Binary  ";

typedef struct record {
    uint64_t end; // 0 for the end of a list
    uint64_t value_count, values_size;
    uint8_t name_size;
} record;

typedef struct level {
    uint32_t node, last; // `last` is the last child added
    size_t end;
} level;

bool asset_fbx_is_binary(const void *bytes, size_t size)
{
    return size >= FILE_HEADER && memcmp(bytes, magic, sizeof magic) == 0;
}

static uint32_t read_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t read_u64(const unsigned char *at)
{
    return read_u32(at) | (uint64_t)read_u32(at + 4) << 32;
}

static mote_result fail_at(const asset_fbx *fbx, size_t at, const char *why)
{
    return asset_fbx_fail(fbx, "at byte %zu: %s", at, why);
}

static size_t header_size(const asset_fbx *fbx)
{
    return fbx->version >= WIDE_VERSION ? 25 : 13;
}

static record read_record(const asset_fbx *fbx, size_t at)
{
    const unsigned char *from = fbx->file + at;
    if (fbx->version >= WIDE_VERSION)
        return (record){read_u64(from), read_u64(from + 8), read_u64(from + 16), from[24]};
    return (record){read_u32(from), read_u32(from + 4), read_u32(from + 8), from[12]};
}

// ---------------------------------------------------------------------------------------------
// Values

static size_t scalar_size(char type)
{
    switch (type) {
    case 'C':
    case 'B': return 1;
    case 'Y': return 2;
    case 'I':
    case 'F': return 4;
    case 'L':
    case 'D': return 8;
    default: return 0;
    }
}

static asset_fbx_value read_scalar(const unsigned char *at, char type)
{
    asset_fbx_value value = {.kind = ASSET_FBX_INTEGER};
    uint32_t bits = 0;
    uint64_t wide = 0;
    float real;
    switch (type) {
    case 'C': // a character or a boolean
        value.text = (const char *)at;
        value.size = 1;
        value.integer = *at;
        break;
    case 'B': value.integer = *at; break;
    case 'Y': value.integer = (int16_t)(uint16_t)(at[0] | at[1] << 8); break;
    case 'I': value.integer = (int32_t)read_u32(at); break;
    case 'L': value.integer = (int64_t)read_u64(at); break;
    case 'F':
        bits = read_u32(at);
        memcpy(&real, &bits, sizeof real);
        value.kind = ASSET_FBX_REAL;
        value.real = (double)real;
        break;
    default:
        wide = read_u64(at);
        memcpy(&value.real, &wide, sizeof value.real);
        value.kind = ASSET_FBX_REAL;
    }
    return value;
}

// Reads an array value of a type at `*at` and advances to its end. Returns false if the value
// exceeds `end` or the encoding is unknown.
static bool read_array(const unsigned char *file, char type, size_t *at, size_t end,
                       asset_fbx_value *out)
{
    if (end - *at < ARRAY_HEADER) return false;
    uint32_t count = read_u32(file + *at), encoding = read_u32(file + *at + 4);
    uint32_t size = read_u32(file + *at + 8);
    size_t bytes = (size_t)count * (type == 'b' || type == 'c'   ? 1
                                    : type == 'i' || type == 'f' ? 4
                                                                 : 8);
    *at += ARRAY_HEADER;
    if (encoding > 1) return false;
    if (encoding == 0) {
        if (bytes > end - *at) return false;
        size = (uint32_t)bytes;
    }
    if (size > end - *at) return false;
    *out = (asset_fbx_value){.kind = ASSET_FBX_ARRAY,
                             .element = type,
                             .deflated = encoding == 1,
                             .count = count,
                             .text = (const char *)file + *at,
                             .size = size};
    *at += size;
    return true;
}

static bool read_value(const unsigned char *file, size_t *at, size_t end, asset_fbx_value *out)
{
    if (*at >= end) return false;
    char type = (char)file[(*at)++];
    size_t size = scalar_size(type);
    if (size) {
        if (size > end - *at) return false;
        *out = read_scalar(file + *at, type);
        *at += size;
        return true;
    }
    if (type == 'S' || type == 'R') {
        if (end - *at < 4) return false;
        size = read_u32(file + *at);
        *at += 4;
        if (size > end - *at) return false;
        *out = (asset_fbx_value){
            .kind = ASSET_FBX_STRING, .text = (const char *)file + *at, .size = size};
        *at += size;
        return true;
    }
    return type != '\0' && strchr("bcilfd", type) && read_array(file, type, at, end, out);
}

// ---------------------------------------------------------------------------------------------
// Records

// Adds the record at `at`, whose end is already validated. Sets `*at` to the end of its values.
static mote_result add_record(asset_fbx *fbx, level *parent, const record *r, size_t *at)
{
    size_t start = *at + header_size(fbx);
    if (r->name_size > r->end - start || r->values_size > r->end - start - r->name_size)
        return fail_at(fbx, *at, "a record is larger than what holds it");
    mote_result result = asset_fbx_add_node(fbx, parent->node, &parent->last,
                                            (const char *)fbx->file + start, r->name_size);
    size_t from = start + r->name_size, end = from + r->values_size;
    for (uint64_t i = 0; i < r->value_count && !result; i++) {
        asset_fbx_value value;
        if (!read_value(fbx->file, &from, end, &value))
            return fail_at(fbx, from, "a value is broken or of an unknown type");
        result = asset_fbx_add_value(fbx, value);
    }
    *at = end;
    return result;
}

static mote_result parse_header(asset_fbx *fbx)
{
    if (fbx->file[22]) return asset_fbx_refuse(fbx, "is an FBX file with the high byte first");
    fbx->version = read_u32(fbx->file + 23);
    return MOTE_OK;
}

mote_result asset_fbx_parse_binary(asset_fbx *fbx)
{
    level levels[ASSET_FBX_MAX_DEPTH] = {{.end = fbx->file_size}};
    int depth = 0;
    size_t at = FILE_HEADER;
    mote_result result = parse_header(fbx);
    while (!result && depth >= 0) {
        level *here = &levels[depth];
        if (depth > 0 && at == here->end) {
            depth--;
            continue;
        }
        if (here->end - at < header_size(fbx)) return fail_at(fbx, at, "is cut off");
        record r = read_record(fbx, at);
        if (r.end == 0) {
            at += header_size(fbx);
            if (depth > 0 && at != here->end) return fail_at(fbx, at, "a list ends early");
            depth--;
            continue;
        }
        if (r.end > here->end || r.end < at + header_size(fbx))
            return fail_at(fbx, at, "a record is larger than what holds it, or is cut off");
        result = add_record(fbx, here, &r, &at);
        if (result || at == r.end) continue;
        if (depth + 1 == ASSET_FBX_MAX_DEPTH) return fail_at(fbx, at, "is nested too deeply");
        levels[++depth] = (level){(uint32_t)fbx->nodes.count - 1, 0, (size_t)r.end};
    }
    return result;
}
