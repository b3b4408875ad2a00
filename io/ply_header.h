// The header of a PLY file: its elements and their properties.

#ifndef MOTE_IO_PLY_HEADER_H
#define MOTE_IO_PLY_HEADER_H

#include "io/text.h"

typedef enum io_ply_encoding { PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN } io_ply_encoding;

typedef enum io_ply_type {
    PLY_CHAR,
    PLY_UCHAR,
    PLY_SHORT,
    PLY_USHORT,
    PLY_INT,
    PLY_UINT,
    PLY_FLOAT,
    PLY_DOUBLE,
    PLY_TYPES
} io_ply_type;

// The role of a property in a model. X to BLUE belong to vertices, CORNERS to faces.
typedef enum io_ply_role {
    PLY_IGNORED,
    PLY_X,
    PLY_Y,
    PLY_Z,
    PLY_RED,
    PLY_GREEN,
    PLY_BLUE,
    PLY_CORNERS,
    PLY_ROLES
} io_ply_role;

typedef struct io_ply_property {
    io_ply_type type;
    bool is_list;
    io_ply_type count_type; // of a list
    io_ply_role role;
} io_ply_property;

typedef enum io_ply_kind { PLY_VERTEX, PLY_FACE, PLY_OTHER } io_ply_kind;

typedef struct io_ply_element {
    io_ply_kind kind;
    uint64_t count;
    uint32_t first_property;
    uint32_t property_count;
    uint32_t roles; // bit 1 << role for the role of each property
    bool has_list;
} io_ply_element;

enum { PLY_MAX_ELEMENTS = 32, PLY_MAX_PROPERTIES = 256 };

typedef struct io_ply_header {
    io_ply_encoding encoding;
    uint32_t element_count;
    uint32_t property_count;
    io_ply_element elements[PLY_MAX_ELEMENTS];
    io_ply_property properties[PLY_MAX_PROPERTIES];
    uint32_t vertex_count;
    bool has_colors;
} io_ply_header;

// Bytes of one value in a binary file.
size_t io_ply_type_size(io_ply_type type);

// Reads the header from the first byte of the file. Leaves `text` at the first byte after the
// header.
mote_result io_ply_read_header(io_text *text, io_ply_header *header);

#endif
