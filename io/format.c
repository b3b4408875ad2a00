// Which format a file has.

#include <string.h>

#include "io/formats.h"
#include "io/text.h"

mote_io_format mote_io_format_of(const char *path)
{
    static const struct {
        const char *extension;
        mote_io_format format;
    } known[] = {
        {"obj", MOTE_IO_OBJ}, {"ply", MOTE_IO_PLY}, {"stl", MOTE_IO_STL}, {"off", MOTE_IO_OFF}};
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!dot) return MOTE_IO_UNKNOWN;
    mote_word extension = {.start = dot + 1, .length = strlen(dot + 1)};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (mote_word_is_any_case(extension, known[i].extension)) return known[i].format;
    }
    return MOTE_IO_UNKNOWN;
}

static bool looks_like_obj(mote_text text)
{
    static const char *const keywords[] = {"v", "vt", "vn", "f", "o", "g", "s", "mtllib", "usemtl"};
    if (!mote_text_next_statement(&text)) return false;
    mote_word word = mote_text_word(&text);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        if (mote_word_is(word, keywords[i])) return true;
    }
    return false;
}

static bool looks_like_off(mote_word word)
{
    for (; word.length > 3; word.start++, word.length--) {
        if (memcmp(word.start, "OFF", 3) == 0) return true;
        if (!strchr("STCN4n", *word.start)) return false;
    }
    return mote_word_is(word, "OFF");
}

mote_io_format mote_io_format_of_content(const mote_source *source)
{
    if (mote_stl_has_binary_size(source)) return MOTE_IO_STL;
    mote_text text = mote_text_of(source->data, source->size, source->name);
    if (looks_like_obj(text)) return MOTE_IO_OBJ;
    if (!mote_text_next_statement(&text)) return MOTE_IO_UNKNOWN;
    mote_word word = mote_text_word(&text);
    if (mote_word_is(word, "ply")) return MOTE_IO_PLY;
    if (looks_like_off(word)) return MOTE_IO_OFF;
    if (mote_word_is_any_case(word, "solid")) return MOTE_IO_STL;
    return MOTE_IO_UNKNOWN;
}
