#include "io/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"
#include "io/name.h"
#include "io/number.h"

io_text io_text_of(const void *data, size_t size, const char *name)
{
    return (io_text){.at = data, .end = (const char *)data + size, .line = 1, .name = name};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

// The length of the backslash and line end at `at`; 0 if there is no continuation.
static size_t continuation(const io_text *text, const char *at)
{
    if (!text->continues || *at != '\\') return 0;
    size_t left = (size_t)(text->end - at);
    if (left >= 2 && at[1] == '\n') return 2;
    return left >= 3 && at[1] == '\r' && at[2] == '\n' ? 3 : 0;
}

bool io_text_more(io_text *text)
{
    for (; text->at < text->end; text->at++) {
        if (is_blank(*text->at)) continue;
        size_t joined = continuation(text, text->at);
        if (!joined) return *text->at != '\n' && *text->at != '#';
        text->at += joined - 1;
        text->line++;
    }
    return false;
}

bool io_text_next_statement(io_text *text)
{
    while (!io_text_more(text)) {
        if (text->at == text->end) return false;
        io_text_next_line(text);
    }
    return true;
}

static bool line_is_joined(const io_text *text, const char *start, const char *line_end)
{
    if (!text->continues) return false;
    if (line_end > start && line_end[-1] == '\r') line_end--;
    return line_end > start && line_end[-1] == '\\' &&
           !memchr(start, '#', (size_t)(line_end - start));
}

void io_text_next_line(io_text *text)
{
    for (bool joined = true; joined && text->at < text->end;) {
        const char *start = text->at;
        const char *line_end = memchr(start, '\n', (size_t)(text->end - start));
        if (!line_end) {
            text->at = text->end;
            return;
        }
        joined = line_is_joined(text, start, line_end);
        text->at = line_end + 1;
        text->line++;
    }
}

static bool ends_word(const io_text *text, const char *at)
{
    return at == text->end || is_blank(*at) || *at == '\n' || *at == '#' || continuation(text, at);
}

bool io_text_at_word_end(const io_text *text)
{
    return ends_word(text, text->at);
}

io_word io_text_word(io_text *text)
{
    if (!io_text_more(text)) return (io_word){.start = text->at};
    const char *start = text->at;
    while (!ends_word(text, text->at)) text->at++;
    return (io_word){.start = start, .length = (size_t)(text->at - start)};
}

bool io_word_is(io_word word, const char *keyword)
{
    return word.length == strlen(keyword) && memcmp(word.start, keyword, word.length) == 0;
}

bool io_word_is_any_case(io_word word, const char *lower_case_keyword)
{
    if (word.length != strlen(lower_case_keyword)) return false;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.start[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != lower_case_keyword[i]) return false;
    }
    return true;
}

mote_result io_text_float(io_text *text, const char *what, float *out)
{
    if (!io_text_more(text)) return io_text_fail(text, "%s is missing", what);
    const char *after = io_number_read(text->at, text->end, out);
    if (!after || !ends_word(text, after) || !isfinite(*out)) {
        return io_text_fail_word(text, after && ends_word(text, after) ? "finite" : "a number");
    }
    text->at = after;
    return MOTE_OK;
}

mote_result io_text_vec3(io_text *text, const char *what, mote_vec3 *out)
{
    mote_result result = io_text_float(text, what, &out->x);
    if (result == MOTE_OK) result = io_text_float(text, what, &out->y);
    if (result == MOTE_OK) result = io_text_float(text, what, &out->z);
    return result;
}

bool io_text_digits(io_text *text, int64_t *out)
{
    const char *at = text->at;
    bool negative = false;
    if (at < text->end && (*at == '-' || *at == '+')) negative = *at++ == '-';
    const char *digits = at;
    int64_t number = 0;
    for (; at < text->end && *at >= '0' && *at <= '9'; at++) {
        if (number > (INT64_MAX - 9) / 10) return false;
        number = number * 10 + (*at - '0');
    }
    if (at == digits) return false;
    text->at = at;
    *out = negative ? -number : number;
    return true;
}

mote_result io_text_integer(io_text *text, const char *what, int64_t *out)
{
    if (!io_text_more(text)) return io_text_fail(text, "%s is missing", what);
    const char *start = text->at;
    if (io_text_digits(text, out) && ends_word(text, text->at)) return MOTE_OK;
    text->at = start;
    return io_text_fail_word(text, "a whole number in range");
}

mote_result io_text_count(io_text *text, const char *what, uint64_t *out)
{
    int64_t number = 0;
    mote_result result = io_text_integer(text, what, &number);
    if (result != MOTE_OK) return result;
    if (number < 0) return io_text_fail(text, "%s is negative: %lld", what, (long long)number);
    *out = (uint64_t)number;
    return MOTE_OK;
}

mote_result io_text_fail(const io_text *text, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    char name[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_DATA, "%s:%zu: %s", io_short_name(text->name, name), text->line,
                     message);
}

mote_result io_text_fail_word(io_text *text, const char *what)
{
    io_word word = io_text_word(text);
    char shown[32];
    size_t length = word.length < sizeof shown ? word.length : sizeof shown;
    for (size_t i = 0; i < length; i++) {
        shown[i] = word.start[i];
        if (shown[i] < ' ' || shown[i] > '~') shown[i] = '?';
    }
    return io_text_fail(text, "\"%.*s%s\" is not %s", (int)length, shown,
                        length < word.length ? "..." : "", what);
}
