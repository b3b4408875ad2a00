// PLY, ascii and binary: vertices with x, y, z and uchar red, green, blue, faces with
// vertex_indices or vertex_index. Other elements and properties are skipped. In ascii each element
// has its own line.

#include <float.h>

#include "core/result.h"
#include "io/builder.h"
#include "io/bytes.h"
#include "io/formats.h"
#include "io/name.h"
#include "io/ply_header.h"

typedef struct ply_reader {
    io_ply_header header;
    io_text text; // also the position in binary data
    const char *start;
    io_builder builder;
    uint64_t item; // in the current element, counted from 0
    const char *item_start;
} ply_reader;

static const char *kind_name(io_ply_kind kind)
{
    static const char *const names[] = {"vertex", "face", "item"};
    return names[kind];
}

static size_t bytes_left(const ply_reader *reader)
{
    return (size_t)(reader->text.end - reader->text.at);
}

static bool is_ascii(const ply_reader *reader)
{
    return reader->header.encoding == PLY_ASCII;
}

// Fails at the current line, or at the byte where the current item starts.
static mote_result fail_item(const ply_reader *reader, const io_ply_element *element,
                             const char *what)
{
    const io_text *text = &reader->text;
    const char *kind = kind_name(element->kind);
    unsigned long long item = reader->item, count = element->count;
    if (is_ascii(reader)) return io_text_fail(text, "%s %llu of %llu: %s", kind, item, count, what);
    char name[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s: byte %zu: %s %llu of %llu: %s",
                     io_short_name(text->name, name), (size_t)(reader->item_start - reader->start),
                     kind, item, count, what);
}

// ---------------------------------------------------------------------------------------------
// Values

static inline double binary_value(const char *at, io_ply_type type, bool big_endian)
{
    switch (type) {
    case PLY_CHAR: return (int8_t)*at;
    case PLY_UCHAR: return (uint8_t)*at;
    case PLY_SHORT: return (int16_t)io_bits_of_bytes(at, 2, big_endian);
    case PLY_USHORT: return (uint16_t)io_bits_of_bytes(at, 2, big_endian);
    case PLY_INT: return (int32_t)io_bits_of_bytes(at, 4, big_endian);
    case PLY_UINT: return (uint32_t)io_bits_of_bytes(at, 4, big_endian);
    case PLY_FLOAT: return (double)io_float_of_bits((uint32_t)io_bits_of_bytes(at, 4, big_endian));
    default: return io_double_of_bits(io_bits_of_bytes(at, 8, big_endian));
    }
}

static mote_result ascii_value(io_text *text, io_ply_type type, double *out)
{
    if (type == PLY_FLOAT || type == PLY_DOUBLE) {
        float number = 0.0f;
        mote_result result = io_text_float(text, "a value", &number);
        *out = (double)number;
        return result;
    }
    int64_t number = 0;
    mote_result result = io_text_integer(text, "a value", &number);
    *out = (double)number;
    return result;
}

static inline mote_result read_value(ply_reader *reader, const io_ply_element *element,
                                     io_ply_type type, double *out)
{
    if (is_ascii(reader)) return ascii_value(&reader->text, type, out);
    size_t size = io_ply_type_size(type);
    if (bytes_left(reader) < size) return fail_item(reader, element, "the file ends inside it");
    *out = binary_value(reader->text.at, type, reader->header.encoding == PLY_BIG_ENDIAN);
    reader->text.at += size;
    return MOTE_OK;
}

// Skips `count` values. Ascii values need not be numbers.
static mote_result skip_values(ply_reader *reader, const io_ply_element *element, io_ply_type type,
                               uint64_t count)
{
    if (!is_ascii(reader)) {
        size_t size = io_ply_type_size(type);
        if (count > bytes_left(reader) / size)
            return fail_item(reader, element, "the file ends inside it");
        reader->text.at += (size_t)count * size;
        return MOTE_OK;
    }
    for (; count > 0; count--) {
        if (io_text_word(&reader->text).length == 0)
            return fail_item(reader, element, "a value is missing");
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Elements

static mote_result read_corners(ply_reader *reader, const io_ply_element *element,
                                const io_ply_property *property, uint64_t count)
{
    io_fan fan = {0};
    if (count < 3) return fail_item(reader, element, "fewer than three corners");
    for (uint64_t i = 0; i < count; i++) {
        double vertex = 0;
        mote_result result = read_value(reader, element, property->type, &vertex);
        if (result != MOTE_OK) return result;
        if (!(vertex >= 0 && vertex < reader->header.vertex_count)) {
            return fail_item(reader, element, "a vertex index is out of range");
        }
        result = io_fan_corner(&fan, &reader->builder, (uint32_t)vertex);
        if (result != MOTE_OK) return result;
    }
    return MOTE_OK;
}

static mote_result read_list(ply_reader *reader, const io_ply_element *element,
                             const io_ply_property *property)
{
    double count = 0;
    mote_result result = read_value(reader, element, property->count_type, &count);
    if (result != MOTE_OK) return result;
    if (count < 0) return fail_item(reader, element, "a list has a negative count");
    if (property->role == PLY_CORNERS)
        return read_corners(reader, element, property, (uint64_t)count);
    return skip_values(reader, element, property->type, (uint64_t)count);
}

static mote_result add_vertex(ply_reader *reader, const io_ply_element *element,
                              const double values[PLY_ROLES])
{
    for (int role = PLY_X; role <= PLY_Z; role++) {
        if (!(values[role] >= -(double)FLT_MAX && values[role] <= (double)FLT_MAX)) {
            return fail_item(reader, element, "a coordinate is not finite");
        }
    }
    mote_vec3 position = {(float)values[PLY_X], (float)values[PLY_Y], (float)values[PLY_Z]};
    mote_result result = io_builder_vertex(&reader->builder, position);
    if (result != MOTE_OK || !reader->header.has_colors) return result;
    uint8_t color[3];
    for (int c = 0; c < 3; c++) {
        double channel = values[PLY_RED + c];
        if (!(channel >= 0 && channel <= 255))
            return fail_item(reader, element, "a color is outside 0 to 255");
        color[c] = (uint8_t)channel;
    }
    return io_builder_color(&reader->builder, color);
}

static mote_result read_item(ply_reader *reader, const io_ply_element *element)
{
    const io_ply_property *properties = reader->header.properties + element->first_property;
    double values[PLY_ROLES] = {0};
    for (uint32_t p = 0; p < element->property_count; p++) {
        const io_ply_property *property = &properties[p];
        mote_result result;
        if (property->is_list) {
            result = read_list(reader, element, property);
        } else if (property->role == PLY_IGNORED) {
            result = skip_values(reader, element, property->type, 1);
        } else {
            result = read_value(reader, element, property->type, &values[property->role]);
        }
        if (result != MOTE_OK) return result;
    }
    return element->kind == PLY_VERTEX ? add_vertex(reader, element, values) : MOTE_OK;
}

static mote_result read_ascii_item(ply_reader *reader, const io_ply_element *element)
{
    if (!io_text_next_statement(&reader->text))
        return fail_item(reader, element, "the file ends before it");
    mote_result result = read_item(reader, element);
    if (result != MOTE_OK) return result;
    if (io_text_more(&reader->text)) {
        return fail_item(reader, element, "more values than the header has properties");
    }
    io_text_next_line(&reader->text);
    return MOTE_OK;
}

// The minimum number of bytes per item: in ascii each value is a character and a blank or line end.
static size_t min_item_size(const ply_reader *reader, const io_ply_element *element)
{
    size_t size = 0;
    for (uint32_t p = 0; p < element->property_count; p++) {
        const io_ply_property *property = &reader->header.properties[element->first_property + p];
        io_ply_type type = property->is_list ? property->count_type : property->type;
        size += is_ascii(reader) ? 2 : io_ply_type_size(type);
    }
    return size;
}

// Refuses a count for which the rest of the file is too short, so that allocations are bounded by
// the size of the file. Then reserves memory.
static mote_result prepare_element(ply_reader *reader, const io_ply_element *element, size_t least)
{
    size_t left =
        bytes_left(reader) + (is_ascii(reader) ? 1 : 0); // the last line end may be missing
    if (element->count > left / least) {
        return fail_item(reader, element, "the file is too short for the count in its header");
    }
    size_t count = (size_t)element->count;
    if (element->kind == PLY_VERTEX) return io_builder_reserve_vertices(&reader->builder, count);
    if (element->kind == PLY_FACE) {
        size_t three_corners = least + (is_ascii(reader) ? 6 : 3);
        size_t triangles = left / three_corners;
        return io_builder_reserve_triangles(&reader->builder,
                                            count < triangles ? count : triangles);
    }
    return MOTE_OK;
}

static mote_result read_element(ply_reader *reader, const io_ply_element *element)
{
    reader->item = 0;
    reader->item_start = reader->text.at;
    size_t least = min_item_size(reader, element);
    if (least == 0) return MOTE_OK; // no properties: no bytes and no lines
    mote_result result = prepare_element(reader, element, least);
    if (result != MOTE_OK) return result;
    if (element->kind == PLY_OTHER && !element->has_list && !is_ascii(reader)) {
        reader->text.at += (size_t)element->count * least;
        return MOTE_OK;
    }
    for (; reader->item < element->count; reader->item++) {
        reader->item_start = reader->text.at;
        result = is_ascii(reader) ? read_ascii_item(reader, element) : read_item(reader, element);
        if (result != MOTE_OK) return result;
    }
    return MOTE_OK;
}

// Only blanks may follow the last element: a count that is too low must not silently drop geometry.
static mote_result expect_end(ply_reader *reader)
{
    while (reader->text.at < reader->text.end && strchr(" \t\r\n", *reader->text.at))
        reader->text.at++;
    if (reader->text.at == reader->text.end) return MOTE_OK;
    char name[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s: byte %zu: more follows than the header announces",
                     io_short_name(reader->text.name, name),
                     (size_t)(reader->text.at - reader->start));
}

mote_result io_read_ply(const io_source *source, io_model *out)
{
    ply_reader reader = {.text = io_text_of(source->data, source->size, source->name)};
    reader.start = reader.text.at;
    mote_result result = io_ply_read_header(&reader.text, &reader.header);
    for (uint32_t i = 0; i < reader.header.element_count && result == MOTE_OK; i++) {
        result = read_element(&reader, &reader.header.elements[i]);
    }
    if (result == MOTE_OK) result = expect_end(&reader);
    if (result == MOTE_OK) *out = io_builder_finish(&reader.builder);
    io_builder_release(&reader.builder);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Writing

static void put_header(io_writer *writer, const char *encoding, const io_model *model)
{
    io_put_text(writer, "ply\nformat ");
    io_put_text(writer, encoding);
    io_put_text(writer, " 1.0\nelement vertex ");
    io_put_integer(writer, model->vertex_count);
    io_put_text(writer, "\nproperty float x\nproperty float y\nproperty float z\n");
    if (model->colors) {
        io_put_text(writer, "property uchar red\nproperty uchar green\nproperty uchar blue\n");
    }
    io_put_text(writer, "element face ");
    io_put_integer(writer, model->triangle_count);
    // More programs support int, which has the same bytes.
    const char *type = model->vertex_count <= INT32_MAX ? "int" : "uint";
    io_put_text(writer, "\nproperty list uchar ");
    io_put_text(writer, type);
    io_put_text(writer, " vertex_indices\nend_header\n");
}

void io_write_ply(io_writer *writer, const io_model *model)
{
    put_header(writer, "binary_little_endian", model);
    for (size_t i = 0; i < model->vertex_count; i++) {
        mote_vec3 position = model->positions[i];
        io_put_float_bytes(writer, position.x);
        io_put_float_bytes(writer, position.y);
        io_put_float_bytes(writer, position.z);
        if (model->colors) io_put_bytes(writer, model->colors + i * 3, 3);
    }
    for (size_t i = 0; i < model->triangle_count; i++) {
        io_put_character(writer, 3);
        for (size_t c = 0; c < 3; c++) io_put_u32_bytes(writer, model->triangles[i * 3 + c]);
    }
}

void io_write_ply_ascii(io_writer *writer, const io_model *model)
{
    put_header(writer, "ascii", model);
    for (size_t i = 0; i < model->vertex_count; i++) {
        io_put_vec3(writer, model->positions[i]);
        if (model->colors) io_put_color(writer, model->colors + i * 3);
        io_put_character(writer, '\n');
    }
    io_put_faces(writer, model);
}
