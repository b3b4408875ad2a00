// Failing with a message. Whatever a message quotes, names and words of files among them, it can be shown: it is valid UTF-8
// without characters that control a terminal, change the order of the text or cannot be seen.

#ifndef MOTE_CORE_RESULT_H
#define MOTE_CORE_RESULT_H

#include <mote/base.h>

// Stores the formatted message for mote_last_message on this thread and returns `code`, so that a
// failure is one line: return mote_fail(MOTE_ERROR_DATA, "triangle %u: ...", i);
mote_result mote_fail(mote_result code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// MOTE_ERROR_MEMORY with the size and what it was for.
mote_result mote_fail_memory(size_t bytes, const char *what);

// The UTF-8 sequence at `text`, of which `length` bytes are there: its bytes, and its character in `*code`; 0 if it is not
// valid: cut off, longer than necessary, a surrogate, or above U+10FFFF.
size_t mote_utf8_read(const char *text, size_t length, uint32_t *code);

// Control characters (C0, C1), marks and overrides of the direction of text, line separators, and what is invisible.
bool mote_is_unprintable(uint32_t code);

// Copies text of unknown origin with a final zero and returns its length. Unprintable characters become \u202e or
// \U000e0001, bytes that are not UTF-8 \xff; the rest stays as it is, so that to escape twice changes nothing. One byte
// becomes at most MOTE_ESCAPED bytes. What does not fit into `room`, at least 8, is cut and replaced by "...".
enum { MOTE_ESCAPED = 6 };
size_t mote_escape_text(const char *text, size_t length, char *out, size_t room);

#ifdef __clang_analyzer__
// The analyzer sees one file at a time and would think that a failure may come back as MOTE_OK.
#define mote_fail(code, ...) ((void)mote_fail(code, __VA_ARGS__), (code))
#define mote_fail_memory(bytes, what) ((void)mote_fail_memory(bytes, what), MOTE_ERROR_MEMORY)
#endif

#endif
