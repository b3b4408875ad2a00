#include "io/writer.h"

#include <errno.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"
#include "io/number.h"

static mote_result fail_path(const char *what, const char *path, int error)
{
    char name[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: cannot be %s: %s", io_short_name(path, name), what,
                     strerror(error));
}

mote_result io_writer_open(io_writer *writer, const char *path)
{
    writer->file = fopen(path, "wb");
    if (!writer->file) return fail_path("opened for writing", path, errno);
    setvbuf(writer->file, NULL, _IONBF, 0);
    writer->path = path;
    writer->error = 0;
    writer->used = 0;
    return MOTE_OK;
}

static void flush(io_writer *writer)
{
    if (!writer->error && fwrite(writer->buffer, 1, writer->used, writer->file) != writer->used) {
        writer->error = errno ? errno : EIO;
    }
    writer->used = 0;
}

mote_result io_writer_close(io_writer *writer)
{
    flush(writer);
    if (fclose(writer->file) != 0 && !writer->error) writer->error = errno ? errno : EIO;
    return writer->error ? fail_path("written", writer->path, writer->error) : MOTE_OK;
}

// Returns space for `size` characters in the buffer. `size` must be much smaller than the buffer.
static char *room(io_writer *writer, size_t size)
{
    if (sizeof writer->buffer - writer->used < size) flush(writer);
    return writer->buffer + writer->used;
}

void io_put_bytes(io_writer *writer, const void *data, size_t size)
{
    memcpy(room(writer, size), data, size);
    writer->used += size;
}

void io_put_text(io_writer *writer, const char *text)
{
    io_put_bytes(writer, text, strlen(text));
}

void io_put_character(io_writer *writer, char character)
{
    *room(writer, 1) = character;
    writer->used++;
}

void io_put_integer(io_writer *writer, uint64_t number)
{
    char digits[20];
    size_t start = sizeof digits;
    do {
        digits[--start] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    io_put_bytes(writer, digits + start, sizeof digits - start);
}

void io_put_float(io_writer *writer, float number)
{
    writer->used += io_number_write(number, room(writer, IO_NUMBER_SIZE));
}

void io_put_vec3(io_writer *writer, mote_vec3 vector)
{
    io_put_float(writer, vector.x);
    io_put_character(writer, ' ');
    io_put_float(writer, vector.y);
    io_put_character(writer, ' ');
    io_put_float(writer, vector.z);
}

void io_put_u32_bytes(io_writer *writer, uint32_t number)
{
    unsigned char bytes[4] = {(unsigned char)number, (unsigned char)(number >> 8),
                              (unsigned char)(number >> 16), (unsigned char)(number >> 24)};
    io_put_bytes(writer, bytes, sizeof bytes);
}

void io_put_float_bytes(io_writer *writer, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    io_put_u32_bytes(writer, bits);
}
