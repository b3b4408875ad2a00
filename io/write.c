#include "core/result.h"
#include "io/formats.h"
#include "io/name.h"

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
