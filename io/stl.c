// STL, ascii and binary. Reading skips normals; writing computes them from the corners.

#include <math.h>

#include "core/result.h"
#include "io/builder.h"
#include "io/bytes.h"
#include "io/formats.h"
#include "io/name.h"
#include "io/text.h"

enum { HEADER_SIZE = 84, TRIANGLE_SIZE = 50, NORMAL_SIZE = 12 }; // bytes of the binary format

static uint64_t binary_size(const io_source *source)
{
    return HEADER_SIZE + (uint64_t)io_u32_of_bytes(source->data + HEADER_SIZE - 4) * TRIANGLE_SIZE;
}

bool io_stl_has_binary_size(const io_source *source)
{
    return source->size >= HEADER_SIZE && source->size == binary_size(source);
}

// Many binary files begin with "solid" too. A binary file is recognized by a size that matches the
// count, or else by a zero byte in the header.
static bool is_ascii(const io_source *source)
{
    if (io_stl_has_binary_size(source)) return false;
    io_text text = io_text_of(source->data, source->size, source->name);
    if (!io_text_next_statement(&text)) return false;
    if (!io_word_is_any_case(io_text_word(&text), "solid")) return false;
    return !memchr(source->data, 0, source->size < HEADER_SIZE ? source->size : HEADER_SIZE);
}

static mote_result add_triangle(io_builder *builder, const mote_vec3 corners[3])
{
    for (int c = 0; c < 3; c++) {
        mote_result result = io_builder_vertex(builder, corners[c]);
        if (result != MOTE_OK) return result;
    }
    uint32_t first = builder->model.vertex_count - 3;
    return io_builder_triangle(builder, first, first + 1, first + 2);
}

// ---------------------------------------------------------------------------------------------
// Binary

static mote_result read_binary_triangles(const io_source *source, io_builder *builder)
{
    size_t count = (source->size - HEADER_SIZE) / TRIANGLE_SIZE;
    mote_result result = io_builder_reserve_vertices(builder, count * 3);
    if (result == MOTE_OK) result = io_builder_reserve_triangles(builder, count);
    for (size_t i = 0; i < count && result == MOTE_OK; i++) {
        size_t place = HEADER_SIZE + i * TRIANGLE_SIZE + NORMAL_SIZE;
        float numbers[9];
        for (size_t n = 0; n < 9; n++) {
            numbers[n] = io_float_of_bits(io_u32_of_bytes(source->data + place + n * 4));
            if (isfinite(numbers[n])) continue;
            char name[IO_SHORT_NAME];
            return mote_fail(MOTE_ERROR_DATA,
                             "%s: byte %zu: a coordinate of triangle %zu is not finite",
                             io_short_name(source->name, name), place + n * 4, i);
        }
        mote_vec3 corners[3];
        memcpy(corners, numbers, sizeof corners);
        result = add_triangle(builder, corners);
    }
    return result;
}

static mote_result read_binary(const io_source *source, io_builder *builder)
{
    char name[IO_SHORT_NAME];
    if (source->size < HEADER_SIZE) {
        return mote_fail(MOTE_ERROR_DATA,
                         "%s: byte %zu: the file ends inside the header of a binary STL",
                         io_short_name(source->name, name), source->size);
    }
    if (!io_stl_has_binary_size(source)) {
        return mote_fail(
            MOTE_ERROR_DATA, "%s: byte 80: %u triangles make %llu bytes, but the file has %zu",
            io_short_name(source->name, name), io_u32_of_bytes(source->data + HEADER_SIZE - 4),
            (unsigned long long)binary_size(source), source->size);
    }
    return read_binary_triangles(source, builder);
}

// ---------------------------------------------------------------------------------------------
// Ascii: one statement per line

typedef struct stl_reader {
    io_text text;
    io_builder *builder;
    bool in_solid, in_facet, in_loop;
    uint32_t corner_count; // in the current facet
    mote_vec3 corners[3];
} stl_reader;

// Handles an opening or closing statement.
static mote_result toggle(stl_reader *reader, bool *inside, bool opens, bool allowed)
{
    if (*inside == opens || !allowed)
        return io_text_fail(&reader->text, "a statement out of place");
    *inside = opens;
    return MOTE_OK;
}

static mote_result end_facet(stl_reader *reader)
{
    mote_result result = toggle(reader, &reader->in_facet, false, !reader->in_loop);
    if (result != MOTE_OK) return result;
    if (reader->corner_count != 3) {
        return io_text_fail(&reader->text, "a facet has %u corners, and needs three",
                            reader->corner_count);
    }
    reader->corner_count = 0;
    return add_triangle(reader->builder, reader->corners);
}

static mote_result read_corner(stl_reader *reader)
{
    if (!reader->in_loop) return io_text_fail(&reader->text, "a vertex outside a loop");
    if (reader->corner_count == 3)
        return io_text_fail(&reader->text, "a facet has more than three corners");
    return io_text_vec3(&reader->text, "a coordinate", &reader->corners[reader->corner_count++]);
}

static mote_result read_statement(stl_reader *reader)
{
    io_text before = reader->text;
    io_word word = io_text_word(&reader->text);
    if (io_word_is_any_case(word, "vertex")) return read_corner(reader);
    if (io_word_is_any_case(word, "outer"))
        return toggle(reader, &reader->in_loop, true, reader->in_facet);
    if (io_word_is_any_case(word, "endloop")) return toggle(reader, &reader->in_loop, false, true);
    if (io_word_is_any_case(word, "facet"))
        return toggle(reader, &reader->in_facet, true, reader->in_solid);
    if (io_word_is_any_case(word, "endfacet")) return end_facet(reader);
    if (io_word_is_any_case(word, "solid")) return toggle(reader, &reader->in_solid, true, true);
    if (io_word_is_any_case(word, "endsolid")) {
        return toggle(reader, &reader->in_solid, false, !reader->in_facet);
    }
    return io_text_fail_word(&before, "a keyword of STL");
}

static mote_result read_ascii(const io_source *source, io_builder *builder)
{
    stl_reader reader = {.text = io_text_of(source->data, source->size, source->name),
                         .builder = builder};
    while (io_text_next_statement(&reader.text)) {
        mote_result result = read_statement(&reader);
        if (result != MOTE_OK) return result;
        io_text_next_line(&reader.text);
    }
    if (reader.in_solid) return io_text_fail(&reader.text, "the file ends without endsolid");
    return MOTE_OK;
}

mote_result io_read_stl(const io_source *source, io_model *out)
{
    io_builder builder = {0};
    mote_result result =
        is_ascii(source) ? read_ascii(source, &builder) : read_binary(source, &builder);
    if (result == MOTE_OK) *out = io_builder_finish(&builder);
    io_builder_release(&builder);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Writing

// The unit normal; zero for a triangle without area.
static mote_vec3 normal_of(const mote_vec3 corners[3])
{
    double ux = (double)corners[1].x - (double)corners[0].x,
           vx = (double)corners[2].x - (double)corners[0].x;
    double uy = (double)corners[1].y - (double)corners[0].y,
           vy = (double)corners[2].y - (double)corners[0].y;
    double uz = (double)corners[1].z - (double)corners[0].z,
           vz = (double)corners[2].z - (double)corners[0].z;
    double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    double length = sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return (mote_vec3){0};
    return (mote_vec3){(float)(x / length), (float)(y / length), (float)(z / length)};
}

static void corners_of(const io_model *model, size_t triangle, mote_vec3 corners[3])
{
    for (size_t c = 0; c < 3; c++)
        corners[c] = model->positions[model->triangles[triangle * 3 + c]];
}

static void put_vec3_bytes(io_writer *writer, mote_vec3 vector)
{
    io_put_float_bytes(writer, vector.x);
    io_put_float_bytes(writer, vector.y);
    io_put_float_bytes(writer, vector.z);
}

void io_write_stl(io_writer *writer, const io_model *model)
{
    static const char title[HEADER_SIZE - 4] = "binary STL";
    io_put_bytes(writer, title, sizeof title);
    io_put_u32_bytes(writer, model->triangle_count);
    for (size_t i = 0; i < model->triangle_count; i++) {
        mote_vec3 corners[3];
        corners_of(model, i, corners);
        put_vec3_bytes(writer, normal_of(corners));
        for (int c = 0; c < 3; c++) put_vec3_bytes(writer, corners[c]);
        io_put_bytes(writer, "\0", 2); // no attributes
    }
}

void io_write_stl_ascii(io_writer *writer, const io_model *model)
{
    io_put_text(writer, "solid model\n");
    for (size_t i = 0; i < model->triangle_count; i++) {
        mote_vec3 corners[3];
        corners_of(model, i, corners);
        io_put_text(writer, "facet normal ");
        io_put_vec3(writer, normal_of(corners));
        io_put_text(writer, "\nouter loop\n");
        for (int c = 0; c < 3; c++) {
            io_put_text(writer, "vertex ");
            io_put_vec3(writer, corners[c]);
            io_put_character(writer, '\n');
        }
        io_put_text(writer, "endloop\nendfacet\n");
    }
    io_put_text(writer, "endsolid model\n");
}
