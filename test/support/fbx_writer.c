#include "support/fbx_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(test_fbx_writer *w, const void *bytes, size_t size)
{
    while (w->size + size > w->room) {
        w->room = w->room ? w->room * 2 : 4096;
        unsigned char *grown = realloc(w->bytes, w->room);
        if (!grown) abort();
        w->bytes = grown;
    }
    if (size) memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
}

static void put_text(test_fbx_writer *w, const char *text)
{
    put(w, text, strlen(text));
}

static void put_u32(test_fbx_writer *w, uint32_t value)
{
    unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                              (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    put(w, bytes, 4);
}

static void put_u64(test_fbx_writer *w, uint64_t value)
{
    put_u32(w, (uint32_t)value);
    put_u32(w, (uint32_t)(value >> 32));
}

static void put_offset(test_fbx_writer *w, uint64_t value)
{
    if (w->form.version >= 7500)
        put_u64(w, value);
    else
        put_u32(w, (uint32_t)value);
}

static void patch_offset(test_fbx_writer *w, size_t at, uint64_t value)
{
    size_t end = w->size;
    w->size = at;
    put_offset(w, value);
    w->size = end;
}

static size_t offset_size(const test_fbx_writer *w)
{
    return w->form.version >= 7500 ? 8 : 4;
}

void test_fbx_start(test_fbx_writer *w, test_fbx_form form)
{
    memset(w, 0, sizeof *w);
    w->form = form;
    if (!form.binary) {
        char text[64];
        snprintf(text, sizeof text, "; FBX %u.%u.0 project file\n; written by a test\n\n",
                 form.version / 1000, form.version / 100 % 10);
        put_text(w, text);
        return;
    }
    put(w, "Kaydara FBX Binary  \0\x1a\0", 23);
    put_u32(w, form.version);
}

static void put_null_record(test_fbx_writer *w)
{
    static const unsigned char zeros[25] = {0};
    put(w, zeros, 3 * offset_size(w) + 1);
}

void test_fbx_finish(test_fbx_writer *w)
{
    if (!w->form.binary) return;
    // Codes that fit the time of creation and the id that fbx_scene.c writes, as Autodesk's reader
    // wants them.
    static const unsigned char zeros[120] = {0};
    put_null_record(w);
    put(w, "\xfa\xbc\xab\x09\xd0\xc8\xd4\x66\xb1\x76\xfb\x83\x1c\xf7\x26\x7e", 16);
    put(w, zeros, 4);
    put(w, zeros, 16 - w->size % 16);
    put_u32(w, w->form.version);
    put(w, zeros, 120);
    put(w, "\xf8\x5a\x8c\x6a\xde\xf5\xd9\x7e\xec\xe9\x0c\xe3\x75\x8f\x29\x0b", 16);
}

static void indent(test_fbx_writer *w)
{
    for (int i = 0; i < w->depth; i++) put_text(w, "\t");
}

void test_fbx_begin(test_fbx_writer *w, const char *name)
{
    if (w->depth && !w->levels[w->depth - 1].open) {
        w->levels[w->depth - 1].open = true;
        if (w->form.binary) // the values of the parent end here
            patch_offset(w, w->levels[w->depth - 1].start + 2 * offset_size(w),
                         w->size - w->levels[w->depth - 1].values);
        else
            put_text(w, " {\n");
    }
    if (w->depth == TEST_FBX_DEPTH) abort();
    w->levels[w->depth].start = w->size;
    w->levels[w->depth].count = 0;
    w->levels[w->depth].open = false;
    if (w->form.binary) {
        for (int i = 0; i < 3; i++) put_offset(w, 0);
        unsigned char size = (unsigned char)strlen(name);
        put(w, &size, 1);
    } else {
        indent(w);
    }
    put_text(w, name);
    if (!w->form.binary) put_text(w, ":");
    w->levels[w->depth++].values = w->size;
}

void test_fbx_end(test_fbx_writer *w)
{
    w->depth--;
    size_t start = w->levels[w->depth].start;
    bool open = w->levels[w->depth].open;
    if (!w->form.binary) {
        if (open) indent(w);
        put_text(w, open ? "}\n" : "\n");
        return;
    }
    if (open)
        put_null_record(w);
    else
        patch_offset(w, start + 2 * offset_size(w), w->size - w->levels[w->depth].values);
    patch_offset(w, start + offset_size(w), w->levels[w->depth].count);
    patch_offset(w, start, w->size);
}

// Before each value.
static void next_value(test_fbx_writer *w, char type)
{
    bool first = w->levels[w->depth - 1].count++ == 0;
    if (w->form.binary)
        put(w, &type, 1);
    else
        put_text(w, first         ? " "
                    : type == 'S' ? ", "
                                  : ","); // as Autodesk writes, and three.js expects it
}

void test_fbx_int(test_fbx_writer *w, int32_t value)
{
    char text[32];
    next_value(w, 'I');
    snprintf(text, sizeof text, "%" PRId32, value);
    if (w->form.binary)
        put_u32(w, (uint32_t)value);
    else
        put_text(w, text);
}

void test_fbx_long(test_fbx_writer *w, int64_t value)
{
    char text[32];
    next_value(w, 'L');
    snprintf(text, sizeof text, "%" PRId64, value);
    if (w->form.binary)
        put_u64(w, (uint64_t)value);
    else
        put_text(w, text);
}

void test_fbx_real(test_fbx_writer *w, double value)
{
    char text[32];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    next_value(w, 'D');
    snprintf(text, sizeof text, "%.17g", value);
    if (w->form.binary)
        put_u64(w, bits);
    else
        put_text(w, text);
}

void test_fbx_char(test_fbx_writer *w, char letter)
{
    const char text[4] = {'"', letter, '"', 0};
    next_value(w, 'C');
    if (w->form.binary)
        put(w, &letter, 1);
    else
        put_text(w, text);
}

void test_fbx_raw(test_fbx_writer *w, const void *bytes, size_t size)
{
    next_value(w, 'R');
    put_u32(w, (uint32_t)size);
    put(w, bytes, size);
}

static void put_string(test_fbx_writer *w, const char *text, size_t size)
{
    next_value(w, 'S');
    if (w->form.binary) put_u32(w, (uint32_t)size);
    if (!w->form.binary) put_text(w, "\"");
    put(w, text, size);
    if (!w->form.binary) put_text(w, "\"");
}

void test_fbx_string(test_fbx_writer *w, const char *text)
{
    put_string(w, text, strlen(text));
}

void test_fbx_object_name(test_fbx_writer *w, const char *name, const char *kind)
{
    char text[256];
    int size = w->form.binary ? snprintf(text, sizeof text, "%s%c%c%s", name, 0, 1, kind)
                              : snprintf(text, sizeof text, "%s::%s", kind, name);
    put_string(w, text, (size_t)size);
}

// ---------------------------------------------------------------------------------------------
// Arrays

static uint32_t adler32(const unsigned char *bytes, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

// A zlib stream of stored blocks.
static void put_stream(test_fbx_writer *w, const unsigned char *bytes, size_t size)
{
    size_t left = size;
    const unsigned char *from = bytes;
    put(w, "\x78\x01", 2);
    do {
        uint32_t part = left < 65535 ? (uint32_t)left : 65535;
        unsigned char last = part == left;
        put(w, &last, 1);
        put_u32(w, part | (~part & 0xffff) << 16);
        put(w, from, part);
        from += part;
        left -= part;
    } while (left);
    uint32_t sum = adler32(bytes, size);
    unsigned char end[4] = {(unsigned char)(sum >> 24), (unsigned char)(sum >> 16),
                            (unsigned char)(sum >> 8), (unsigned char)sum};
    put(w, end, 4);
}

static void put_array(test_fbx_writer *w, char type, const void *elements, size_t count,
                      size_t size)
{
    next_value(w, type);
    put_u32(w, (uint32_t)count);
    put_u32(w, w->form.deflated);
    size_t at = w->size;
    put_u32(w, (uint32_t)(count * size));
    if (!w->form.deflated) {
        put(w, elements, count * size);
        return;
    }
    put_stream(w, elements, count * size);
    size_t end = w->size;
    w->size = at;
    put_u32(w, (uint32_t)(end - at - 4));
    w->size = end;
}

static void begin_text_array(test_fbx_writer *w, size_t count)
{
    char text[48];
    snprintf(text, sizeof text, "*%zu {\n", count);
    next_value(w, ' ');
    put_text(w, text);
    indent(w);
    put_text(w, "a: ");
}

static void end_text_array(test_fbx_writer *w)
{
    put_text(w, "\n");
    indent(w);
    put_text(w, "}");
}

void test_fbx_reals(test_fbx_writer *w, const double *values, size_t count)
{
    char text[32];
    if (w->form.binary) {
        put_array(w, 'd', values, count, sizeof *values);
        return;
    }
    begin_text_array(w, count);
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%s%.17g", i ? "," : "", values[i]);
        put_text(w, text);
    }
    end_text_array(w);
}

void test_fbx_floats(test_fbx_writer *w, const float *values, size_t count, bool bits)
{
    char text[32];
    if (w->form.binary) {
        put_array(w, 'f', values, count, sizeof *values);
        return;
    }
    begin_text_array(w, count);
    for (size_t i = 0; i < count; i++) {
        int32_t pattern;
        memcpy(&pattern, &values[i], sizeof pattern);
        if (bits)
            snprintf(text, sizeof text, "%s%" PRId32, i ? "," : "", pattern);
        else
            snprintf(text, sizeof text, "%s%.9g", i ? "," : "", (double)values[i]);
        put_text(w, text);
    }
    end_text_array(w);
}

void test_fbx_ints(test_fbx_writer *w, const int64_t *values, size_t count, bool wide)
{
    char text[32];
    if (w->form.binary && wide) {
        put_array(w, 'l', values, count, sizeof *values);
        return;
    }
    if (w->form.binary) {
        int32_t *narrow = malloc(count * sizeof *narrow + 1);
        if (!narrow) abort();
        for (size_t i = 0; i < count; i++) narrow[i] = (int32_t)values[i];
        put_array(w, 'i', narrow, count, sizeof *narrow);
        free(narrow);
        return;
    }
    begin_text_array(w, count);
    for (size_t i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%s%" PRId64, i ? "," : "", values[i]);
        put_text(w, text);
    }
    end_text_array(w);
}
