// Wavefront OBJ: reads v, with or without weight or color, and f. Other statements are skipped;
// skipped statements that may describe a surface are counted.
//
// A face may name vertices that follow later in the file, so positive indices are checked against
// the final count. The line of the largest index is kept for the message.

#include "core/result.h"
#include "io/builder.h"
#include "io/formats.h"
#include "io/text.h"

typedef struct obj_reader {
    io_text text;
    io_builder builder;
    uint32_t skipped_count, skipped_line;
    uint32_t largest;    // index seen in a face, counted from 1; 0 for none
    size_t largest_line; // where it was first seen
} obj_reader;

static uint8_t color_byte(float channel)
{
    if (channel <= 0.0f) return 0;
    if (channel >= 1.0f) return 255;
    return (uint8_t)(channel * 255.0f + 0.5f);
}

// Reads v x y z [w], or v x y z r g b [a] with colors from 0 to 1 (clamped). Drops w, which only
// curves use.
static mote_result read_vertex(obj_reader *reader)
{
    mote_vec3 position;
    mote_result result = io_text_vec3(&reader->text, "a coordinate", &position);
    if (result != MOTE_OK) return result;
    float extra[4];
    size_t extras = 0;
    while (extras < 4 && io_text_more(&reader->text)) {
        result = io_text_float(&reader->text, "a number", &extra[extras++]);
        if (result != MOTE_OK) return result;
    }
    if (extras == 2 || io_text_more(&reader->text)) {
        return io_text_fail(&reader->text, "a vertex has 3, 4, 6 or 7 numbers");
    }
    result = io_builder_vertex(&reader->builder, position);
    if (result != MOTE_OK || extras < 3) return result;
    uint8_t color[3] = {color_byte(extra[0]), color_byte(extra[1]), color_byte(extra[2])};
    return io_builder_color(&reader->builder, color);
}

// Skips the /vt/vn after a vertex index.
static bool skip_other_indices(io_text *text)
{
    for (int slashes = 0; slashes < 2 && text->at < text->end && *text->at == '/'; slashes++) {
        int64_t ignored;
        text->at++;
        bool left_out = text->at == text->end || (*text->at && strchr("/ \t\r\n", *text->at));
        if (!left_out && !io_text_digits(text, &ignored)) return false;
    }
    return true;
}

// Reads a corner of a face: v, v/vt, v//vn or v/vt/vn; an index after a slash may be missing (v//).
// Negative indices count back from the newest vertex.
static mote_result read_corner(obj_reader *reader, uint32_t *vertex)
{
    io_text *text = &reader->text;
    const char *start = text->at;
    int64_t index;
    bool good = io_text_digits(text, &index) && skip_other_indices(text);
    if (!good || !io_text_at_word_end(text)) {
        text->at = start;
        return io_text_fail_word(text, "a corner of a face (v, v/vt, v//vn or v/vt/vn)");
    }
    uint32_t count = reader->builder.model.vertex_count;
    if (index == 0 || index < -(int64_t)count || index > UINT32_MAX) {
        return io_text_fail(text, "vertex index %lld is out of range: %u vertices so far",
                            (long long)index, count);
    }
    if (index > reader->largest) {
        reader->largest = (uint32_t)index;
        reader->largest_line = text->line;
    }
    *vertex = (uint32_t)(index > 0 ? index - 1 : count + index);
    return MOTE_OK;
}

static mote_result read_face(obj_reader *reader)
{
    io_fan fan = {0};
    while (io_text_more(&reader->text)) {
        uint32_t vertex = 0;
        mote_result result = read_corner(reader, &vertex);
        if (result == MOTE_OK) result = io_fan_corner(&fan, &reader->builder, vertex);
        if (result != MOTE_OK) return result;
    }
    if (fan.corners >= 3) return MOTE_OK;
    return io_text_fail(&reader->text, "a face has %zu corners, and needs three", fan.corners);
}

// Whether a statement describes no surface: groups, materials, points, lines, curves. The most
// frequent come first.
static bool is_harmless(io_word keyword)
{
    static const char *const known[] = {
        "vn",     "vt",         "usemtl",    "g",     "s",        "o",        "mtllib", "l",
        "p",      "vp",         "mg",        "bevel", "c_interp", "d_interp", "lod",    "usemap",
        "maplib", "shadow_obj", "trace_obj", "curv",  "curv2",    "parm",     "sp",     "end",
        "cstype", "deg",        "bmat",      "step",  "ctech",    "stech",    "con",    "scrv"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (io_word_is(keyword, known[i])) return true;
    return false;
}

static mote_result read_statement(obj_reader *reader)
{
    io_word keyword = io_text_word(&reader->text);
    if (keyword.length == 1 && *keyword.start == 'v') return read_vertex(reader);
    if (keyword.length == 1 && *keyword.start == 'f') return read_face(reader);
    if (!is_harmless(keyword) && reader->skipped_count++ == 0)
        reader->skipped_line = (uint32_t)reader->text.line;
    return MOTE_OK;
}

static mote_result read_statements(obj_reader *reader)
{
    io_text *text = &reader->text;
    while (io_text_next_statement(text)) {
        mote_result result = read_statement(reader);
        if (result != MOTE_OK) return result;
        io_text_next_line(text);
    }
    uint32_t count = reader->builder.model.vertex_count;
    if (count == 0) return io_text_fail(text, "the file ends without a vertex");
    if (reader->largest > count) {
        text->line = reader->largest_line;
        return io_text_fail(text, "vertex index %u is out of range: %u vertices in the file",
                            reader->largest, count);
    }
    return MOTE_OK;
}

mote_result io_read_obj(const io_source *source, io_model *out)
{
    obj_reader reader = {.text = io_text_of(source->data, source->size, source->name)};
    reader.text.continues = true;
    mote_result result = read_statements(&reader);
    if (result == MOTE_OK) {
        *out = io_builder_finish(&reader.builder);
        out->skipped_count = reader.skipped_count;
        out->skipped_line = reader.skipped_line;
    }
    io_builder_release(&reader.builder);
    return result;
}

// Four decimals distinguish 256 levels.
static void put_color_channel(io_writer *writer, uint8_t byte)
{
    uint32_t decimals = (byte * 10000u + 127) / 255;
    char text[7] = {' ', (char)('0' + decimals / 10000), '.'};
    for (int i = 6; i >= 3; i--, decimals /= 10) text[i] = (char)('0' + decimals % 10);
    io_put_bytes(writer, text, sizeof text);
}

void io_write_obj(io_writer *writer, const io_model *model)
{
    for (size_t i = 0; i < model->vertex_count; i++) {
        io_put_text(writer, "v ");
        io_put_vec3(writer, model->positions[i]);
        for (size_t c = 0; model->colors && c < 3; c++)
            put_color_channel(writer, model->colors[i * 3 + c]);
        io_put_character(writer, '\n');
    }
    for (size_t i = 0; i < model->triangle_count; i++) {
        io_put_character(writer, 'f');
        for (size_t c = 0; c < 3; c++) {
            io_put_character(writer, ' ');
            io_put_integer(writer, (uint64_t)model->triangles[i * 3 + c] + 1);
        }
        io_put_character(writer, '\n');
    }
}
