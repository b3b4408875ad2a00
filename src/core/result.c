#include "core/result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#undef mote_fail // result.h defines macros of the same names for the analyzer
#undef mote_fail_memory

#define STRINGIFY_(x) #x
#define STRINGIFY(x) STRINGIFY_(x)

static _Thread_local char last_message[1024];

const char *mote_version(void)
{
    return STRINGIFY(MOTE_VERSION_MAJOR) "." STRINGIFY(MOTE_VERSION_MINOR) "." STRINGIFY(
        MOTE_VERSION_PATCH);
}

const char *mote_result_name(mote_result result)
{
    switch (result) {
    case MOTE_OK: return "ok";
    case MOTE_ERROR_ARGUMENT: return "bad argument";
    case MOTE_ERROR_DATA: return "bad data";
    case MOTE_ERROR_MEMORY: return "out of memory";
    case MOTE_ERROR_LIMIT: return "limit exceeded";
    case MOTE_ERROR_STALE: return "stale id";
    case MOTE_ERROR_REFUSED: return "refused";
    case MOTE_ERROR_IO: return "input or output failed";
    case MOTE_ERROR_STATE: return "not allowed now";
    }
    return "unknown result";
}

const char *mote_last_message(void)
{
    return last_message;
}

// ---------------------------------------------------------------------------------------------
// Text of unknown origin

size_t mote_utf8_read(const char *text, size_t length, uint32_t *code)
{
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 0) return 0;
    uint32_t lead = (unsigned char)text[0];
    *code = lead;
    if (lead < 0x80) return 1;
    size_t count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || count > length) return 0;
    *code = lead & (0x7fu >> count);
    for (size_t i = 1; i < count; i++) {
        uint32_t next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80) return 0;
        *code = *code << 6 | (next & 0x3f);
    }
    bool surrogate = *code >= 0xd800 && *code < 0xe000;
    return *code < smallest[count] || *code > 0x10ffff || surrogate ? 0 : count;
}

// Unicode control characters, directional marks, line separators and default-ignorable code points.
bool mote_is_unprintable(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},  {0x034f, 0x034f},
        {0x061c, 0x061c},   {0x115f, 0x1160},   {0x17b4, 0x17b5},  {0x180b, 0x180f},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},  {0x3164, 0x3164},
        {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},  {0xfff0, 0xfffb},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1]) return true;
    return false;
}

// Writes the printable form of the character at `text` and returns the length of the character in
// bytes.
static size_t escape_character(const char *text, size_t length, char shown[16])
{
    uint32_t code;
    size_t count = mote_utf8_read(text, length, &code);
    if (count == 0)
        snprintf(shown, 16, "\\x%02x", (unsigned char)text[0]);
    else if (mote_is_unprintable(code))
        snprintf(shown, 16, code > 0xffff ? "\\U%08x" : "\\u%04x", code);
    else
        snprintf(shown, 16, "%.*s", (int)count, text);
    return count ? count : 1;
}

size_t mote_escape_text(const char *text, size_t length, char *out, size_t room)
{
    size_t used = 0, cut = 0; // cut: the last position at which "..." fits
    for (size_t at = 0; at < length;) {
        char shown[16];
        at += escape_character(text + at, length - at, shown);
        size_t more = strlen(shown);
        if (used + more >= room) {
            memcpy(out + cut, "...", 4);
            return cut + 3;
        }
        memcpy(out + used, shown, more);
        used += more;
        if (used + 4 <= room) cut = used;
    }
    out[used] = '\0';
    return used;
}

// ---------------------------------------------------------------------------------------------

mote_result mote_fail(mote_result code, const char *format, ...)
{
    char text[sizeof last_message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mote_escape_text(text, strlen(text), last_message, sizeof last_message);
    return code;
}

mote_result mote_fail_memory(size_t bytes, const char *what)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory: %zu bytes for %s", bytes, what);
}
