#include "io/ply_header.h"

#include <string.h>

#include "core/result.h"

static const uint32_t position_roles = 1u << PLY_X | 1u << PLY_Y | 1u << PLY_Z;
static const uint32_t color_roles = 1u << PLY_RED | 1u << PLY_GREEN | 1u << PLY_BLUE;

size_t io_ply_type_size(io_ply_type type)
{
    static const uint8_t sizes[PLY_TYPES] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[type];
}

static mote_result read_type(io_text *text, io_ply_type *out)
{
    static const char *const names[PLY_TYPES][2] = {
        {"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
        {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};
    io_text_more(text);
    io_text before = *text;
    io_word word = io_text_word(text);
    for (int type = 0; type < PLY_TYPES; type++) {
        if (io_word_is(word, names[type][0]) || io_word_is(word, names[type][1])) {
            *out = (io_ply_type)type;
            return MOTE_OK;
        }
    }
    return io_text_fail_word(&before, "a PLY type");
}

static mote_result read_format(io_text *text, io_ply_header *header)
{
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    io_text_more(text);
    io_text before = *text;
    io_word word = io_text_word(text);
    if (!io_word_is(io_text_word(text), "1.0")) {
        return io_text_fail(text, "the version of the format is not 1.0");
    }
    for (int encoding = PLY_ASCII; encoding <= PLY_BIG_ENDIAN; encoding++) {
        if (io_word_is(word, names[encoding])) {
            header->encoding = (io_ply_encoding)encoding;
            return MOTE_OK;
        }
    }
    return io_text_fail_word(&before, "a PLY format");
}

static mote_result read_element(io_text *text, io_ply_header *header)
{
    if (header->element_count == PLY_MAX_ELEMENTS) {
        return io_text_fail(text, "more than %d elements", PLY_MAX_ELEMENTS);
    }
    io_ply_element element = {.kind = PLY_OTHER, .first_property = header->property_count};
    io_word name = io_text_word(text);
    mote_result result = io_text_count(text, "the count of an element", &element.count);
    if (result != MOTE_OK) return result;
    if (io_word_is(name, "vertex")) element.kind = PLY_VERTEX;
    if (io_word_is(name, "face")) element.kind = PLY_FACE;
    if (io_word_is(name, "tristrips"))
        return io_text_fail(text, "triangle strips are not supported");
    for (uint32_t i = 0; i < header->element_count && element.kind != PLY_OTHER; i++) {
        if (header->elements[i].kind == element.kind) {
            return io_text_fail(text, "the element is declared twice");
        }
    }
    if (element.kind == PLY_VERTEX) {
        if (element.count > UINT32_MAX) return io_text_fail(text, "more than 2^32 - 1 vertices");
        header->vertex_count = (uint32_t)element.count;
    }
    header->elements[header->element_count++] = element;
    return MOTE_OK;
}

static bool is_integer(io_ply_type type)
{
    return type != PLY_FLOAT && type != PLY_DOUBLE;
}

static io_ply_role role_of(io_ply_kind kind, const io_ply_property *property, io_word name)
{
    static const char *const vertex_names[] = {
        [PLY_X] = "x",     [PLY_Y] = "y",         [PLY_Z] = "z",
        [PLY_RED] = "red", [PLY_GREEN] = "green", [PLY_BLUE] = "blue"};
    if (kind == PLY_FACE && property->is_list && is_integer(property->type)) {
        bool corners = io_word_is(name, "vertex_indices") || io_word_is(name, "vertex_index");
        return corners ? PLY_CORNERS : PLY_IGNORED;
    }
    if (kind != PLY_VERTEX || property->is_list) return PLY_IGNORED;
    for (int role = PLY_X; role <= PLY_BLUE; role++) {
        bool fits = role <= PLY_Z || property->type == PLY_UCHAR;
        if (fits && io_word_is(name, vertex_names[role])) return (io_ply_role)role;
    }
    return PLY_IGNORED;
}

static mote_result read_property(io_text *text, io_ply_header *header)
{
    if (header->element_count == 0)
        return io_text_fail(text, "a property before the first element");
    if (header->property_count == PLY_MAX_PROPERTIES) {
        return io_text_fail(text, "more than %d properties", PLY_MAX_PROPERTIES);
    }
    io_ply_element *element = &header->elements[header->element_count - 1];
    io_ply_property property = {0};
    io_text ahead = *text;
    property.is_list = io_word_is(io_text_word(&ahead), "list");
    if (property.is_list) {
        *text = ahead;
        mote_result result = read_type(text, &property.count_type);
        if (result != MOTE_OK) return result;
        if (!is_integer(property.count_type))
            return io_text_fail(text, "the count of a list is not an integer");
    }
    mote_result result = read_type(text, &property.type);
    if (result != MOTE_OK) return result;
    io_word name = io_text_word(text);
    if (name.length == 0) return io_text_fail(text, "a property without a name");
    property.role = role_of(element->kind, &property, name);
    if (property.role != PLY_IGNORED && element->roles & 1u << property.role) {
        return io_text_fail(text, "the property is declared twice");
    }
    element->roles |= 1u << property.role;
    element->has_list |= property.is_list;
    element->property_count++;
    header->properties[header->property_count++] = property;
    return MOTE_OK;
}

// Checks that need the whole header.
static mote_result check_header(const io_text *text, io_ply_header *header)
{
    bool has_vertices = false;
    for (uint32_t i = 0; i < header->element_count; i++) {
        const io_ply_element *element = &header->elements[i];
        if (element->kind == PLY_VERTEX) {
            has_vertices = true;
            if ((element->roles & position_roles) != position_roles) {
                return io_text_fail(text, "the vertices lack one of x, y, z");
            }
            header->has_colors = (element->roles & color_roles) == color_roles;
        }
        if (element->kind == PLY_FACE && !(element->roles & 1u << PLY_CORNERS)) {
            return io_text_fail(text,
                                "the faces lack a list of integers vertex_indices or vertex_index");
        }
    }
    return has_vertices ? MOTE_OK : io_text_fail(text, "the header has no element vertex");
}

mote_result io_ply_read_header(io_text *text, io_ply_header *header)
{
    *header = (io_ply_header){0};
    if (!io_word_is(io_text_word(text), "ply")) {
        return io_text_fail(text, "a PLY file starts with the word ply");
    }
    bool has_format = false;
    for (;;) {
        io_text_next_line(text);
        if (!io_text_next_statement(text))
            return io_text_fail(text, "the file ends inside the header");
        io_text before = *text;
        io_word keyword = io_text_word(text);
        mote_result result = MOTE_OK;
        if (io_word_is(keyword, "end_header")) break;
        if (io_word_is(keyword, "format")) {
            result = read_format(text, header);
            has_format = true;
        } else if (io_word_is(keyword, "element")) {
            result = read_element(text, header);
        } else if (io_word_is(keyword, "property")) {
            result = read_property(text, header);
        } else if (!io_word_is(keyword, "comment") && !io_word_is(keyword, "obj_info")) {
            result = io_text_fail_word(&before, "a keyword of a PLY header");
        }
        if (result != MOTE_OK) return result;
    }
    if (!has_format) return io_text_fail(text, "the header has no format");
    mote_result result = check_header(text, header);
    io_text_next_line(text);
    return result;
}
