#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "io/allocate.h"
#include "io/formats.h"
#include "io/name.h"

static mote_result fail_read(const char *path, const char *reason)
{
    char name[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", io_short_name(path, name), reason);
}

// Reads to the end without asking for the size first, which pipes do not have. The caller frees
// *data.
static mote_result read_stream(FILE *file, const char *path, unsigned char **data, size_t *size)
{
    char name[IO_SHORT_NAME];
    size_t room = 1 << 16;
    for (;;) {
        if (*size == room || !*data) {
            if (*data) room *= 2;
            unsigned char *grown = io_resize(*data, room, 1);
            if (!grown) return mote_fail_memory(room, io_short_name(path, name));
            *data = grown;
        }
        size_t got = fread(*data + *size, 1, room - *size, file);
        *size += got;
        if (ferror(file)) return fail_read(path, strerror(errno));
        if (got == 0) return MOTE_OK;
    }
}

static mote_result read_file(const char *path, unsigned char **data, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) return fail_read(path, strerror(errno));
    setvbuf(file, NULL, _IONBF, 0);
    mote_result result = read_stream(file, path, data, size);
    fclose(file);
    return result;
}

mote_result io_read(const char *path, io_model *out)
{
    if (!path || !out) return mote_fail(MOTE_ERROR_ARGUMENT, "io_read: path or out is null");
    *out = (io_model){0};
    unsigned char *data = NULL;
    size_t size = 0;
    mote_result result = read_file(path, &data, &size);
    if (result == MOTE_OK) {
        result = io_read_memory(data, size, io_format_of(path), path, out);
    }
    free(data);
    return result;
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
