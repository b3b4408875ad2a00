#include "samples/glb.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static const char *const names[SAMPLE_GLB_LISTS] = {
    "accessors", "animations", "bufferViews", "materials", "meshes", "nodes", "skins"};

sample_glb sample_glb_create(void)
{
    return (sample_glb){0};
}

void sample_glb_release(sample_glb *glb)
{
    for (int i = 0; i < SAMPLE_GLB_LISTS; i++)
        mote_array_release(&glb->lists[i], &mote_libc_allocator);
    mote_array_release(&glb->binary, &mote_libc_allocator);
}

static void append(sample_glb *glb, sample_bytes *to, const void *bytes, size_t size)
{
    char *room = size ? mote_array_room(to, &mote_libc_allocator, size) : NULL;
    if (room) {
        memcpy(room, bytes, size);
        to->count += size;
    } else if (size) {
        glb->failed = true;
    }
}

uint32_t sample_glb_item(sample_glb *glb, sample_glb_list list, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
        if (glb->counts[list]) append(glb, &glb->lists[list], ",\n", 2);
        append(glb, &glb->lists[list], text, (size_t)length);
    } else {
        glb->failed = true;
    }
    va_end(again);
    free(text);
    return glb->counts[list]++;
}

// ---------------------------------------------------------------------------------------------
// Arrays

static uint32_t add_view(sample_glb *glb, const void *data, size_t bytes)
{
    static const char zeros[4] = {0};
    append(glb, &glb->binary, zeros, (4 - glb->binary.count % 4) % 4);
    size_t offset = glb->binary.count;
    append(glb, &glb->binary, data, bytes);
    return sample_glb_item(glb, SAMPLE_GLB_BUFFER_VIEWS,
                           "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", offset, bytes);
}

static const char *type_of(uint32_t width)
{
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    return width == 16 ? "MAT4" : types[width - 1];
}

// glTF requires the bounds of positions.
static void bounds(const float *numbers, uint32_t count, float low[3], float high[3])
{
    for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
    for (size_t i = 0; i < (size_t)count * 3; i++) {
        low[i % 3] = fminf(low[i % 3], numbers[i]);
        high[i % 3] = fmaxf(high[i % 3], numbers[i]);
    }
}

uint32_t sample_glb_floats(sample_glb *glb, const float *numbers, uint32_t count, uint32_t width)
{
    uint32_t view = add_view(glb, numbers, (size_t)count * width * sizeof *numbers);
    char extent[256] = "";
    float low[3], high[3];
    bounds(numbers, width == 3 ? count : 0, low, high);
    if (width == 3 && isfinite(low[0] + low[1] + low[2] + high[0] + high[1] + high[2]))
        snprintf(extent, sizeof extent, ",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]",
                 (double)low[0], (double)low[1], (double)low[2], (double)high[0], (double)high[1],
                 (double)high[2]);
    return sample_glb_item(
        glb, SAMPLE_GLB_ACCESSORS,
        "{\"bufferView\":%u,\"componentType\":5126,\"count\":%u,\"type\":\"%s\"%s}", view, count,
        type_of(width), extent);
}

uint32_t sample_glb_shorts(sample_glb *glb, const uint16_t *numbers, uint32_t count, uint32_t width)
{
    uint32_t view = add_view(glb, numbers, (size_t)count * width * sizeof *numbers);
    return sample_glb_item(
        glb, SAMPLE_GLB_ACCESSORS,
        "{\"bufferView\":%u,\"componentType\":5123,\"count\":%u,\"type\":\"%s\"}", view, count,
        type_of(width));
}

uint32_t sample_glb_words(sample_glb *glb, const uint32_t *numbers, uint32_t count, uint32_t width)
{
    uint32_t view = add_view(glb, numbers, (size_t)count * width * sizeof *numbers);
    return sample_glb_item(
        glb, SAMPLE_GLB_ACCESSORS,
        "{\"bufferView\":%u,\"componentType\":5125,\"count\":%u,\"type\":\"%s\"}", view, count,
        type_of(width));
}

// ---------------------------------------------------------------------------------------------
// The file

static void append_text(sample_glb *glb, sample_bytes *to, const char *text)
{
    append(glb, to, text, strlen(text));
}

// The JSON chunk's text, padded with blanks.
static void write_json(sample_glb *glb, const char *roots, sample_bytes *json)
{
    char head[160];
    snprintf(head, sizeof head,
             "{\"asset\":{\"version\":\"2.0\",\"generator\":\"mote\"},\"scene\":0,\n"
             "\"buffers\":[{\"byteLength\":%zu}],\n\"scenes\":[{\"nodes\":",
             glb->binary.count);
    append_text(glb, json, head);
    append_text(glb, json, roots);
    append_text(glb, json, "}]");
    for (int i = 0; i < SAMPLE_GLB_LISTS; i++) {
        if (!glb->counts[i]) continue;
        append_text(glb, json, ",\n\"");
        append_text(glb, json, names[i]);
        append_text(glb, json, "\":[");
        append(glb, json, glb->lists[i].data, glb->lists[i].count);
        append_text(glb, json, "]");
    }
    append_text(glb, json, "}");
    while (json->count % 4 && !glb->failed) append_text(glb, json, " ");
}

static unsigned char *put_u32(unsigned char *at, size_t number)
{
    for (int i = 0; i < 4; i++) *at++ = (unsigned char)(number >> 8 * i);
    return at;
}

mote_result sample_glb_finish(sample_glb *glb, const char *roots, unsigned char **out, size_t *size)
{
    sample_bytes json = {0};
    static const char zeros[4] = {0};
    append(glb, &glb->binary, zeros, (4 - glb->binary.count % 4) % 4);
    write_json(glb, roots, &json);
    enum { HEADS = 12 + 8 + 8 };
    *size = HEADS + json.count + glb->binary.count;
    *out = glb->failed ? NULL : malloc(*size);
    if (*out) {
        unsigned char *at = *out;
        at = put_u32(put_u32(put_u32(at, 0x46546c67), 2), *size);
        at = put_u32(put_u32(at, json.count), 0x4e4f534a);
        memcpy(at, json.data, json.count);
        at = put_u32(put_u32(at + json.count, glb->binary.count), 0x004e4942);
        if (glb->binary.count) memcpy(at, glb->binary.data, glb->binary.count);
    }
    mote_array_release(&json, &mote_libc_allocator);
    return *out ? MOTE_OK : mote_fail_memory(*size, "a GLB file");
}

mote_result sample_glb_write(sample_glb *glb, const char *roots, const char *path)
{
    unsigned char *bytes;
    size_t size;
    mote_result result = sample_glb_finish(glb, roots, &bytes, &size);
    if (result) return result;
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file)) written = false;
    free(bytes);
    return written ? MOTE_OK
                   : mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
}
