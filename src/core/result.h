// Failing with a message. Every message is safe to display, even if it quotes names or text of
// files: it is valid UTF-8 without control characters, directional marks or invisible characters.

#ifndef MOTE_CORE_RESULT_H
#define MOTE_CORE_RESULT_H

#include <mote/base.h>

// Stores the formatted message for mote_last_message on this thread and returns `code`, so that a
// failure is one line: return mote_fail(MOTE_ERROR_DATA, "triangle %u: ...", i);
mote_result mote_fail(mote_result code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Returns MOTE_ERROR_MEMORY. The message has the size and the purpose of the allocation.
mote_result mote_fail_memory(size_t bytes, const char *what);

// Decodes one character of `text`, which has `length` bytes. Stores the character in `*code` and
// returns its length in bytes, or 0 if the sequence is invalid: truncated, overlong, a surrogate,
// or above U+10FFFF.
size_t mote_utf8_read(const char *text, size_t length, uint32_t *code);

// True for control characters (C0, C1), directional marks and overrides, line separators and
// invisible characters.
bool mote_is_unprintable(uint32_t code);

// Copies text of unknown origin with a final zero and returns its length. Unprintable characters become \u202e or
// \U000e0001, bytes that are not UTF-8 \xff; other text is unchanged, so escaping twice equals escaping once. One byte becomes
// at most MOTE_ESCAPED bytes. Text that does not fit into `room`, at least 8, is truncated and ends with "...".
enum { MOTE_ESCAPED = 6 };
size_t mote_escape_text(const char *text, size_t length, char *out, size_t room);

#ifdef __clang_analyzer__
// The analyzer sees one file at a time and would assume that a failure may return MOTE_OK.
#define mote_fail(code, ...) ((void)mote_fail(code, __VA_ARGS__), (code))
#define mote_fail_memory(bytes, what) ((void)mote_fail_memory(bytes, what), MOTE_ERROR_MEMORY)
#endif

#endif
