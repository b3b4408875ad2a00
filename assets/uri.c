#include "assets/uri.h"

#include <stdlib.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"

static mote_result fail_file(const char *path, const char *what, const char *why)
{
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_IO, "%s: %s%s", io_short_name(path, room), what, why);
}

static mote_result fail_name(mote_result code, const char *path, const char *name, const char *why)
{
    char room[IO_SHORT_NAME], short_name[IO_SHORT_NAME];
    return mote_fail(code, "%s: its buffer '%s' %s", io_short_name(path, room),
                     io_short_name(name, short_name), why);
}

static int base64_digit(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

static mote_result read_base64(const char *path, const char *at, const char *end,
                               unsigned char **out, size_t *size)
{
    unsigned char *bytes = malloc((size_t)(end - at) + 1);
    if (!bytes) return mote_fail_memory((size_t)(end - at), path);
    uint32_t bits = 0;
    int bit_count = 0;
    *size = 0;
    for (; at < end && *at != '='; at++) {
        int digit = base64_digit(*at);
        if (digit < 0) {
            free(bytes);
            return fail_file(path, "a buffer is not base64", "");
        }
        bits = bits << 6 | (uint32_t)digit;
        bit_count += 6;
        if (bit_count < 8) continue;
        bit_count -= 8;
        bytes[(*size)++] = (unsigned char)(bits >> bit_count);
    }
    *out = bytes;
    return MOTE_OK;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Decodes percent escapes such as %20. `name` must have room for the result.
static void decode_percent(const char *at, const char *end, char *name)
{
    while (at < end) {
        int high = end - at > 2 && *at == '%' ? hex_digit(at[1]) : -1;
        int low = high >= 0 ? hex_digit(at[2]) : -1;
        *name++ = low > 0 || (low == 0 && high > 0) ? (char)(high * 16 + low) : *at;
        at += low > 0 || (low == 0 && high > 0) ? 3 : 1;
    }
    *name = '\0';
}

// Removes "file://" and the name of this computer. Null for other schemes.
static const char *without_scheme(const char *name)
{
    if (strncmp(name, "file:", 5) == 0) {
        name += 5;
        if (strncmp(name, "//localhost/", 12) == 0) return name + 11;
        return strncmp(name, "///", 3) == 0 ? name + 2 : name;
    }
    return strchr(name, ':') ? NULL : name;
}

static mote_result read_beside(const char *path, const io_json_node *uri,
                               const asset_beside *beside, unsigned char **out, size_t *size)
{
    size_t length = (size_t)(uri->end - uri->text);
    char *text = malloc(length + 1), *name = malloc(length + 1);
    mote_result result = text && name ? MOTE_OK : mote_fail_memory(length, path);
    if (!result) {
        length = io_json_unescape(uri, text);
        decode_percent(text, text + length, name);
        const char *file = without_scheme(name);
        if (!file)
            result = fail_name(MOTE_ERROR_REFUSED, path, name,
                               "is neither embedded nor a file in the same folder");
        else if (memchr(text, '\0', length))
            result = fail_name(MOTE_ERROR_DATA, path, name, "has a zero in its name");
        else if (!beside->read)
            result = fail_name(MOTE_ERROR_REFUSED, path, name,
                               "is another file: a GLB or embedded buffers are needed");
        else
            result = beside->read(beside->context, path, file, out, size);
    }
    free(text);
    free(name);
    return result;
}

mote_result asset_uri_read(const char *path, const io_json_node *uri, const asset_beside *beside,
                           unsigned char **out, size_t *size)
{
    *out = NULL;
    if (uri->kind != IO_JSON_STRING)
        return fail_file(path, "the uri of a buffer is not a string", "");
    if (uri->end - uri->text < 5 || memcmp(uri->text, "data:", 5) != 0)
        return read_beside(path, uri, beside, out, size);
    const char *comma = memchr(uri->text, ',', (size_t)(uri->end - uri->text));
    if (!comma || comma - uri->text < 12 || memcmp(comma - 7, ";base64", 7) != 0)
        return fail_file(path, "the data of a buffer is not base64", "");
    return read_base64(path, comma + 1, uri->end, out, size);
}
