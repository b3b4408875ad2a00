// OFF in ascii, with normals (N, skipped), colors (C) and texture coordinates (ST, skipped) of
// vertices. The fields of a vertex are in the order position, normal, color, texture. Each vertex
// has its own line. Each face begins on a new line; its corners may continue on the next lines, as
// some programs write faces with many corners. The rest of the last line, such as the color of the
// face, is skipped.

#include "core/result.h"
#include "io/builder.h"
#include "io/formats.h"
#include "io/text.h"

typedef struct off_reader {
    io_text text;
    io_builder builder;
    bool has_normals, has_colors;
    uint64_t vertex_count, face_count;
} off_reader;

// Reads [ST][C][N]OFF; the counts follow on the same line or the next. Some files have no blank
// between the keyword and the counts.
static mote_result read_keyword(off_reader *reader)
{
    io_text *text = &reader->text;
    if (!io_text_next_statement(text))
        return io_text_fail(text, "the file ends without the word OFF");
    io_text before = *text;
    io_word word = io_text_word(text);
    const char *at = word.start, *end = word.start + word.length;
    if (end - at > 2 && memcmp(at, "ST", 2) == 0) at += 2;
    if (end - at > 1 && *at == 'C') reader->has_colors = true, at++;
    if (end - at > 1 && *at == 'N') reader->has_normals = true, at++;
    if (end - at < 3 || memcmp(at, "OFF", 3) != 0) {
        return io_text_fail_word(&before, "OFF, COFF, NOFF or another of three dimensions");
    }
    text->at = at + 3;
    before = *text;
    if (io_word_is(io_text_word(&before), "BINARY"))
        return io_text_fail(text, "binary OFF is not supported");
    return MOTE_OK;
}

static mote_result read_counts(off_reader *reader)
{
    io_text *text = &reader->text;
    if (!io_text_next_statement(text)) return io_text_fail(text, "the file ends without counts");
    mote_result result = io_text_count(text, "the count of vertices", &reader->vertex_count);
    if (result == MOTE_OK) result = io_text_count(text, "the count of faces", &reader->face_count);
    if (result != MOTE_OK) return result;
    // Each number takes a character and a blank or line end; the last line end may be missing.
    size_t numbers = ((size_t)(text->end - text->at) + 1) / 2;
    if (reader->vertex_count > numbers / 3 || reader->face_count > numbers / 4) {
        return io_text_fail(text, "the file is too short for %llu vertices and %llu faces",
                            (unsigned long long)reader->vertex_count,
                            (unsigned long long)reader->face_count);
    }
    io_text_next_line(text);
    result = io_builder_reserve_vertices(&reader->builder, (size_t)reader->vertex_count);
    if (result != MOTE_OK) return result;
    return io_builder_reserve_triangles(&reader->builder, (size_t)reader->face_count);
}

static bool is_byte(io_word word, float number)
{
    for (size_t i = 0; i < word.length; i++) {
        if (word.start[i] < '0' || word.start[i] > '9') return false;
    }
    return number <= 255.0f;
}

// Reads integers from 0 to 255, or, if any number has a point, fractions from 0 to 1 (clamped).
static mote_result read_color(off_reader *reader)
{
    float channels[3];
    bool bytes = true;
    for (int c = 0; c < 3; c++) {
        io_text before = reader->text;
        mote_result result = io_text_float(&reader->text, "a color", &channels[c]);
        if (result != MOTE_OK) return result;
        bytes &= is_byte(io_text_word(&before), channels[c]);
    }
    uint8_t color[3];
    for (int c = 0; c < 3; c++) {
        float level = channels[c] * (bytes ? 1.0f : 255.0f);
        if (!(level > 0.0f)) level = 0.0f;
        if (level > 255.0f) level = 255.0f;
        color[c] = (uint8_t)(level + 0.5f);
    }
    return io_builder_color(&reader->builder, color);
}

static mote_result read_vertex(off_reader *reader)
{
    mote_vec3 position;
    mote_result result = io_text_vec3(&reader->text, "a coordinate", &position);
    if (result == MOTE_OK) result = io_builder_vertex(&reader->builder, position);
    if (result != MOTE_OK) return result;
    for (int i = 0; reader->has_normals && i < 3; i++) io_text_word(&reader->text);
    return reader->has_colors ? read_color(reader) : MOTE_OK;
}

// Reads the next corner, on this line or a later line.
static mote_result read_corner(off_reader *reader, uint64_t *vertex)
{
    io_text *text = &reader->text, before = *text;
    if (!io_text_next_statement(text)) return io_text_fail(&before, "a vertex index is missing");
    mote_result result = io_text_count(text, "a vertex index", vertex);
    if (result == MOTE_OK && *vertex >= reader->vertex_count) {
        return io_text_fail(text, "vertex index %llu is out of range: %llu vertices",
                            (unsigned long long)*vertex, (unsigned long long)reader->vertex_count);
    }
    return result;
}

static mote_result read_face(off_reader *reader)
{
    io_text *text = &reader->text;
    uint64_t corners = 0;
    mote_result result = io_text_count(text, "the count of corners", &corners);
    if (result != MOTE_OK) return result;
    if (corners < 3)
        return io_text_fail(text, "a face has %u corners, and needs three", (unsigned)corners);
    io_fan fan = {0};
    for (uint64_t i = 0; i < corners; i++) {
        uint64_t vertex = 0;
        result = read_corner(reader, &vertex);
        if (result == MOTE_OK) result = io_fan_corner(&fan, &reader->builder, (uint32_t)vertex);
        if (result != MOTE_OK) return result;
    }
    return MOTE_OK;
}

static mote_result read_lines(off_reader *reader, uint64_t count,
                              mote_result (*read_line)(off_reader *))
{
    for (uint64_t i = 0; i < count; i++) {
        if (!io_text_next_statement(&reader->text)) {
            return io_text_fail(&reader->text, "the file ends early");
        }
        mote_result result = read_line(reader);
        if (result != MOTE_OK) return result;
        io_text_next_line(&reader->text);
    }
    return MOTE_OK;
}

mote_result io_read_off(const io_source *source, io_model *out)
{
    off_reader reader = {.text = io_text_of(source->data, source->size, source->name)};
    mote_result result = read_keyword(&reader);
    if (result == MOTE_OK) result = read_counts(&reader);
    if (result == MOTE_OK) result = read_lines(&reader, reader.vertex_count, read_vertex);
    if (result == MOTE_OK) result = read_lines(&reader, reader.face_count, read_face);
    if (result == MOTE_OK && io_text_next_statement(&reader.text)) {
        result = io_text_fail(&reader.text, "more lines than the counts of the header announce");
    }
    if (result == MOTE_OK) *out = io_builder_finish(&reader.builder);
    io_builder_release(&reader.builder);
    return result;
}

void io_write_off(io_writer *writer, const io_model *model)
{
    io_put_text(writer, model->colors ? "COFF\n" : "OFF\n");
    io_put_integer(writer, model->vertex_count);
    io_put_character(writer, ' ');
    io_put_integer(writer, model->triangle_count);
    io_put_text(writer, " 0\n"); // edges, which readers ignore
    for (size_t i = 0; i < model->vertex_count; i++) {
        io_put_vec3(writer, model->positions[i]);
        if (model->colors) {
            io_put_color(writer, model->colors + i * 3);
            io_put_text(writer, " 255"); // opaque
        }
        io_put_character(writer, '\n');
    }
    io_put_faces(writer, model);
}
