// Which format a file has.

#include <string.h>

#include "io/formats.h"
#include "io/text.h"

io_format io_format_of(const char *path)
{
    static const struct {
        const char *extension;
        io_format format;
    } known[] = {{"obj", IO_OBJ}, {"ply", IO_PLY}, {"stl", IO_STL}, {"off", IO_OFF}};
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!dot) return IO_UNKNOWN;
    io_word extension = {.start = dot + 1, .length = strlen(dot + 1)};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (io_word_is_any_case(extension, known[i].extension)) return known[i].format;
    }
    return IO_UNKNOWN;
}

static bool looks_like_obj(io_text text)
{
    static const char *const keywords[] = {"v", "vt", "vn", "f", "o", "g", "s", "mtllib", "usemtl"};
    if (!io_text_next_statement(&text)) return false;
    io_word word = io_text_word(&text);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (io_word_is(word, keywords[i])) return true;
    }
    return false;
}

static bool looks_like_off(io_word word)
{
    for (; word.length > 3; word.start++, word.length--) {
        if (memcmp(word.start, "OFF", 3) == 0) return true;
        if (!strchr("STCN4n", *word.start)) return false;
    }
    return io_word_is(word, "OFF");
}

io_format io_format_of_content(const io_source *source)
{
    if (io_stl_has_binary_size(source)) return IO_STL;
    io_text text = io_text_of(source->data, source->size, source->name);
    if (looks_like_obj(text)) return IO_OBJ;
    if (!io_text_next_statement(&text)) return IO_UNKNOWN;
    io_word word = io_text_word(&text);
    if (io_word_is(word, "ply")) return IO_PLY;
    if (looks_like_off(word)) return IO_OFF;
    if (io_word_is_any_case(word, "solid")) return IO_STL;
    return IO_UNKNOWN;
}
