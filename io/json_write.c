#include "io/json_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "io/number.h"

// ---------------------------------------------------------------------------------------------
// Strings

// Writes two escapes for characters beyond 16 bits.
static void put_escape(FILE *to, uint32_t code)
{
    if (code > 0xffff) {
        fprintf(to, "\\u%04x", 0xd7c0 + (code >> 10));
        code = 0xdc00 + (code & 0x3ff);
    }
    fprintf(to, "\\u%04x", code);
}

static void put_string(FILE *to, const char *text)
{
    size_t left = strlen(text);
    fputc('"', to);
    while (left > 0) {
        uint32_t code;
        size_t length = mote_utf8_read(text, left, &code);
        if (length == 0)
            put_escape(to, 0xfffd);
        else if (code == '"' || code == '\\')
            fprintf(to, "\\%c", *text);
        else if (code == '<' || mote_is_unprintable(code))
            put_escape(to, code);
        else
            fwrite(text, 1, length, to);
        text += length ? length : 1;
        left -= length ? length : 1;
    }
    fputc('"', to);
}

// ---------------------------------------------------------------------------------------------
// Numbers

enum { DOUBLE_SIZE = 40 };

// Replaces the locale's decimal point, which may have several bytes.
static void put_with_point(FILE *to, const char *digits)
{
    while (*digits) {
        size_t plain = strspn(digits, "0123456789+-e");
        fwrite(digits, 1, plain, to);
        digits += plain;
        size_t point = strcspn(digits, "0123456789+-e");
        if (point) fputc('.', to);
        digits += point;
    }
}

static void put_double(FILE *to, double number)
{
    char digits[DOUBLE_SIZE];
    int precision = 15; // a double keeps any 15-digit decimal; 17 digits keep any double
    do {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
    } while (++precision <= 17 && strtod(digits, NULL) != number);
    put_with_point(to, digits);
}

// ---------------------------------------------------------------------------------------------
// Values

static void begin_value(io_json_writer *writer, const char *key)
{
    if (writer->needs_comma) fputc(',', writer->to);
    writer->needs_comma = true;
    if (!key) return;
    put_string(writer->to, key);
    fputc(':', writer->to);
}

static void begin_group(io_json_writer *writer, const char *key, char bracket)
{
    begin_value(writer, key);
    fputc(bracket, writer->to);
    writer->needs_comma = false;
}

static void end_group(io_json_writer *writer, char bracket)
{
    fputc(bracket, writer->to);
    writer->needs_comma = true;
}

void io_json_write_object(io_json_writer *writer, const char *key)
{
    begin_group(writer, key, '{');
}

void io_json_write_end_object(io_json_writer *writer)
{
    end_group(writer, '}');
}

void io_json_write_array(io_json_writer *writer, const char *key)
{
    begin_group(writer, key, '[');
}

void io_json_write_end_array(io_json_writer *writer)
{
    end_group(writer, ']');
}

void io_json_write_raw(io_json_writer *writer, const char *key, const char *json, size_t length)
{
    begin_value(writer, key);
    fwrite(json, 1, length, writer->to);
}

void io_json_write_null(io_json_writer *writer, const char *key)
{
    begin_value(writer, key);
    fputs("null", writer->to);
}

void io_json_write_string(io_json_writer *writer, const char *key, const char *text)
{
    if (!text) {
        io_json_write_null(writer, key);
        return;
    }
    begin_value(writer, key);
    put_string(writer->to, text);
}

void io_json_write_integer(io_json_writer *writer, const char *key, uint64_t number)
{
    begin_value(writer, key);
    fprintf(writer->to, "%" PRIu64, number);
}

void io_json_write_bool(io_json_writer *writer, const char *key, bool value)
{
    begin_value(writer, key);
    fputs(value ? "true" : "false", writer->to);
}

void io_json_write_float(io_json_writer *writer, const char *key, float number)
{
    if (!isfinite(number)) {
        io_json_write_null(writer, key);
        return;
    }
    char digits[IO_NUMBER_SIZE];
    io_json_write_raw(writer, key, digits, io_number_write(number, digits));
}

void io_json_write_double(io_json_writer *writer, const char *key, double number)
{
    if (!isfinite(number)) {
        io_json_write_null(writer, key);
        return;
    }
    begin_value(writer, key);
    put_double(writer->to, number);
}

void io_json_write_vec3(io_json_writer *writer, const char *key, mote_vec3 vector)
{
    io_json_write_array(writer, key);
    io_json_write_float(writer, NULL, vector.x);
    io_json_write_float(writer, NULL, vector.y);
    io_json_write_float(writer, NULL, vector.z);
    io_json_write_end_array(writer);
}

void io_json_write_line(io_json_writer *writer, uint32_t indent)
{
    if (writer->needs_comma) fputc(',', writer->to);
    writer->needs_comma = false;
    fprintf(writer->to, "\n%*s", (int)indent, "");
}
