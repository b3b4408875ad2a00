#include "scenes/render/image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "scenes/render/deflate.h"

#define MAX_PIXELS ((uint64_t)1 << 28)

mote_result scene_image_create(uint32_t width, uint32_t height, scene_image *out)
{
    *out = (scene_image){0};
    uint64_t pixels = (uint64_t)width * height;
    if (pixels == 0 || pixels > MAX_PIXELS)
        return mote_fail(MOTE_ERROR_ARGUMENT, "a picture of %u x %u pixels", width, height);
    out->pixels = calloc((size_t)pixels, 3);
    if (!out->pixels) return mote_fail_memory((size_t)pixels * 3, "a picture");
    out->width = width;
    out->height = height;
    return MOTE_OK;
}

void scene_image_release(scene_image *image)
{
    free(image->pixels);
    *image = (scene_image){0};
}

// ---------------------------------------------------------------------------------------------
// PNG, ISO/IEC 15948: a header, one chunk of data, an end

enum { CHUNK_OVERHEAD = 12, HEADER_BYTES = 13, SIGNATURE_BYTES = 8 };

static uint32_t crc_of(const uint8_t *data, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++) crc = crc & 1 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

static uint8_t *put_u32(uint8_t *to, uint32_t value)
{
    for (int i = 3; i >= 0; i--) *to++ = (uint8_t)(value >> 8 * i);
    return to;
}

// Completes a chunk whose data is already written behind the space for length and kind.
static uint8_t *finish_chunk(uint8_t *chunk, const char *kind, size_t size)
{
    put_u32(chunk, (uint32_t)size);
    memcpy(chunk + 4, kind, 4);
    return put_u32(chunk + 8 + size, crc_of(chunk + 4, 4 + size));
}

// Writes each row as differences to the pixel on the left (filter 1), which are small for smooth
// shading.
static void filter_rows(const scene_image *image, uint8_t *out)
{
    size_t row_bytes = 3 * (size_t)image->width;
    for (uint32_t y = 0; y < image->height; y++) {
        const uint8_t *row = image->pixels + y * row_bytes;
        *out++ = 1;
        for (size_t i = 0; i < row_bytes; i++)
            *out++ = (uint8_t)(row[i] - (i >= 3 ? row[i - 3] : 0));
    }
}

static uint8_t *put_header(uint8_t *at, const scene_image *image)
{
    static const uint8_t signature[SIGNATURE_BYTES] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    memcpy(at, signature, sizeof signature);
    at += sizeof signature;
    uint8_t *data = put_u32(put_u32(at + 8, image->width), image->height);
    static const uint8_t truecolor[5] = {8, 2, 0, 0, 0}; // bits, color type, three defaults
    memcpy(data, truecolor, sizeof truecolor);
    return finish_chunk(at, "IHDR", HEADER_BYTES);
}

uint8_t *scene_png_encode(const scene_image *image, size_t *size)
{
    size_t raw = (3 * (size_t)image->width + 1) * image->height;
    uint8_t *rows = malloc(raw);
    uint32_t *table = malloc(SCENE_ZLIB_TABLE * sizeof *table);
    uint8_t *out =
        malloc(SIGNATURE_BYTES + 3 * CHUNK_OVERHEAD + HEADER_BYTES + scene_zlib_bound(raw));
    if (rows && table && out) {
        filter_rows(image, rows);
        uint8_t *at = put_header(out, image);
        at = finish_chunk(at, "IDAT", scene_zlib_compress(rows, raw, table, at + 8));
        at = finish_chunk(at, "IEND", 0);
        *size = (size_t)(at - out);
    } else {
        free(out);
        out = NULL;
    }
    free(rows);
    free(table);
    return out;
}

mote_result scene_png_write(const scene_image *image, const char *path)
{
    size_t size;
    uint8_t *bytes = scene_png_encode(image, &size);
    if (!bytes) return mote_fail_memory((size_t)image->width * image->height * 3, "a PNG file");
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file) written = fclose(file) == 0 && written;
    free(bytes);
    return written ? MOTE_OK
                   : mote_fail(MOTE_ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
}
