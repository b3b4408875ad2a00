#include "io/io.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/result.h"
#include "io/file.h"
#include "io/formats.h"
#include "io/name.h"
#include "io/text.h"

// ---------------------------------------------------------------------------------------------
// The format of a file

io_format io_format_of(const char *path)
{
    static const struct {
        const char *extension;
        io_format format;
    } known[] = {{"obj", IO_OBJ}, {"ply", IO_PLY}, {"stl", IO_STL}, {"off", IO_OFF}};
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!dot) return IO_UNKNOWN;
    io_word extension = {.start = dot + 1, .length = strlen(dot + 1)};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (io_word_is_any_case(extension, known[i].extension)) return known[i].format;
    }
    return IO_UNKNOWN;
}

static bool looks_like_obj(io_text text)
{
    static const char *const keywords[] = {"v", "vt", "vn", "f", "o", "g", "s", "mtllib", "usemtl"};
    if (!io_text_next_statement(&text)) return false;
    io_word word = io_text_word(&text);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (io_word_is(word, keywords[i])) return true;
    }
    return false;
}

static bool looks_like_off(io_word word)
{
    for (; word.length > 3; word.start++, word.length--) {
        if (memcmp(word.start, "OFF", 3) == 0) return true;
        if (!strchr("STCN4n", *word.start)) return false;
    }
    return io_word_is(word, "OFF");
}

io_format io_format_of_content(const io_source *source)
{
    if (io_stl_has_binary_size(source)) return IO_STL;
    io_text text = io_text_of(source->data, source->size, source->name);
    if (looks_like_obj(text)) return IO_OBJ;
    if (!io_text_next_statement(&text)) return IO_UNKNOWN;
    io_word word = io_text_word(&text);
    if (io_word_is(word, "ply")) return IO_PLY;
    if (looks_like_off(word)) return IO_OFF;
    if (io_word_is_any_case(word, "solid")) return IO_STL;
    return IO_UNKNOWN;
}

// ---------------------------------------------------------------------------------------------
// Reading

mote_result io_read_opened(int descriptor, const char *path, io_model *out)
{
    unsigned char *data;
    size_t size;
    *out = (io_model){0};
    mote_result result = io_file_read(descriptor, path, &data, &size);
    if (result == MOTE_OK) {
        result = io_read_memory(data, size, io_format_of(path), path, out);
    }
    free(data);
    return result;
}

static mote_result read_and_close(int descriptor, const char *path, io_model *out)
{
    mote_result result = io_read_opened(descriptor, path, out);
    close(descriptor);
    return result;
}

mote_result io_read(const char *path, io_model *out)
{
    if (!path || !out) return mote_fail(MOTE_ERROR_ARGUMENT, "io_read: path or out is null");
    *out = (io_model){0};
    int descriptor;
    mote_result result = io_file_open(path, &descriptor);
    return result ? result : read_and_close(descriptor, path, out);
}

mote_result io_read_listed(const char *path, bool allow_outside, io_model *out)
{
    *out = (io_model){0};
    int descriptor;
    mote_result result = io_file_open_listed(path, allow_outside, &descriptor);
    return result ? result : read_and_close(descriptor, path, out);
}

static mote_result read_source(const io_source *source, io_format format, io_model *out)
{
    char name[IO_SHORT_NAME];
    switch (format) {
    case IO_OBJ: return io_read_obj(source, out);
    case IO_PLY:
    case IO_PLY_ASCII: return io_read_ply(source, out);
    case IO_STL:
    case IO_STL_ASCII: return io_read_stl(source, out);
    case IO_OFF: return io_read_off(source, out);
    case IO_UNKNOWN: break;
    }
    return mote_fail(MOTE_ERROR_DATA, "%s: looks like none of OBJ, PLY, STL, OFF",
                     io_short_name(source->name, name));
}

mote_result io_read_memory(const void *data, size_t size, io_format format, const char *name,
                           io_model *out)
{
    if (!name || !out || (!data && size)) {
        return mote_fail(MOTE_ERROR_ARGUMENT, "io_read_memory: data, name or out is null");
    }
    *out = (io_model){0};
    char room[IO_SHORT_NAME];
    if (size == 0) return mote_fail(MOTE_ERROR_DATA, "%s: is empty", io_short_name(name, room));
    io_source source = {.data = data, .size = size, .name = name};
    if (format == IO_UNKNOWN) format = io_format_of_content(&source);
    return read_source(&source, format, out);
}

// ---------------------------------------------------------------------------------------------
// Writing

void io_put_color(io_writer *writer, const uint8_t color[3])
{
    for (int c = 0; c < 3; c++) {
        io_put_character(writer, ' ');
        io_put_integer(writer, color[c]);
    }
}

void io_put_faces(io_writer *writer, const io_model *model)
{
    for (size_t i = 0; i < model->triangle_count; i++) {
        io_put_character(writer, '3');
        for (size_t c = 0; c < 3; c++) {
            io_put_character(writer, ' ');
            io_put_integer(writer, model->triangles[i * 3 + c]);
        }
        io_put_character(writer, '\n');
    }
}

mote_result io_write(const char *path, const io_model *model)
{
    if (!path) return mote_fail(MOTE_ERROR_ARGUMENT, "io_write: path is null");
    io_format format = io_format_of(path);
    if (format == IO_UNKNOWN) {
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: the name ends in none of .obj .ply .stl .off",
                         path);
    }
    return io_write_as(path, format, model);
}

static void write_model(io_writer *writer, io_format format, const io_model *model)
{
    switch (format) {
    case IO_UNKNOWN: break;
    case IO_OBJ: io_write_obj(writer, model); break;
    case IO_PLY: io_write_ply(writer, model); break;
    case IO_PLY_ASCII: io_write_ply_ascii(writer, model); break;
    case IO_STL: io_write_stl(writer, model); break;
    case IO_STL_ASCII: io_write_stl_ascii(writer, model); break;
    case IO_OFF: io_write_off(writer, model); break;
    }
}

mote_result io_write_as(const char *path, io_format format, const io_model *model)
{
    if (!path || !model)
        return mote_fail(MOTE_ERROR_ARGUMENT, "io_write_as: path or model is null");
    if (format <= IO_UNKNOWN || format > IO_OFF) {
        return mote_fail(MOTE_ERROR_ARGUMENT, "io_write_as: format %d is unknown", (int)format);
    }
    mote_result result = io_model_check(model);
    if (result != MOTE_OK) return result;
    io_writer writer;
    result = io_writer_open(&writer, path);
    if (result != MOTE_OK) return result;
    write_model(&writer, format, model);
    return io_writer_close(&writer);
}
