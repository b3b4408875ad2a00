#include "core/result.h"
#include "io/formats.h"
#include "io/name.h"

void mote_put_color(mote_writer *writer, const uint8_t color[3])
{
    for (int c = 0; c < 3; c++) {
        mote_put_character(writer, ' ');
        mote_put_integer(writer, color[c]);
    }
}

void mote_put_faces(mote_writer *writer, const mote_model *model)
{
    for (size_t i = 0; i < model->triangle_count; i++) {
        mote_put_character(writer, '3');
        for (size_t c = 0; c < 3; c++) {
            mote_put_character(writer, ' ');
            mote_put_integer(writer, model->triangles[i * 3 + c]);
        }
        mote_put_character(writer, '\n');
    }
}

mote_result mote_io_write(const char *path, const mote_model *model)
{
    if (!path) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_io_write: path is null");
    mote_io_format format = mote_io_format_of(path);
    if (format == MOTE_IO_UNKNOWN) {
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: the name ends in none of .obj .ply .stl .off",
                         path);
    }
    return mote_io_write_as(path, format, model);
}

static void write_model(mote_writer *writer, mote_io_format format, const mote_model *model)
{
    switch (format) {
    case MOTE_IO_UNKNOWN: break;
    case MOTE_IO_OBJ: mote_write_obj(writer, model); break;
    case MOTE_IO_PLY: mote_write_ply(writer, model); break;
    case MOTE_IO_PLY_ASCII: mote_write_ply_ascii(writer, model); break;
    case MOTE_IO_STL: mote_write_stl(writer, model); break;
    case MOTE_IO_STL_ASCII: mote_write_stl_ascii(writer, model); break;
    case MOTE_IO_OFF: mote_write_off(writer, model); break;
    }
}

mote_result mote_io_write_as(const char *path, mote_io_format format, const mote_model *model)
{
    if (!path || !model)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_io_write_as: path or model is null");
    if (format <= MOTE_IO_UNKNOWN || format > MOTE_IO_OFF) {
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_io_write_as: format %d is unknown",
                         (int)format);
    }
    mote_result result = mote_model_check(model);
    if (result != MOTE_OK) return result;
    mote_writer writer;
    result = mote_writer_open(&writer, path);
    if (result != MOTE_OK) return result;
    write_model(&writer, format, model);
    return mote_writer_close(&writer);
}
