#include "io/json_write.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"

// ---------------------------------------------------------------------------------------------
// Strings

// The number of bytes of the UTF-8 sequence at `text`, which ends with a zero; 0 if it is not valid:
// cut off, longer than necessary, a surrogate, or above U+10FFFF.
static size_t utf8_length(const unsigned char *text)
{
    unsigned char lead = text[0];
    if (lead < 0x80) return 1;
    size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    if (lead == 0xe0 && text[1] < 0xa0) return 0;
    if (lead == 0xed && text[1] > 0x9f) return 0;
    if (lead == 0xf0 && text[1] < 0x90) return 0;
    if (lead == 0xf4 && text[1] > 0x8f) return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    return length;
}

static void put_ascii(FILE *to, unsigned char c)
{
    if (c == '"' || c == '\\')
        fprintf(to, "\\%c", c);
    else if (c < 0x20 || c == 0x7f || c == '<')
        fprintf(to, "\\u%04x", c);
    else
        fputc(c, to);
}

static void put_string(FILE *to, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', to);
    while (*at) {
        size_t length = utf8_length(at);
        if (length == 0)
            fputs("\\ufffd", to);
        else if (length == 1)
            put_ascii(to, *at);
        else
            fwrite(at, 1, length, to);
        at += length ? length : 1;
    }
    fputc('"', to);
}

// ---------------------------------------------------------------------------------------------
// Numbers

enum { DOUBLE_SIZE = 40 };

// Some locales have another decimal point, possibly of several bytes.
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
    int precision = 15; // every decimal of 15 digits survives in a double, every double in 17
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
