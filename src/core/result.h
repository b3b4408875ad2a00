// Failing with a message.

#ifndef MOTE_CORE_RESULT_H
#define MOTE_CORE_RESULT_H

#include <mote/base.h>

// Stores the formatted message for mote_last_message on this thread and returns `code`, so that a
// failure is one line: return mote_fail(MOTE_ERROR_DATA, "triangle %u: ...", i);
mote_result mote_fail(mote_result code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// MOTE_ERROR_MEMORY with the size and what it was for.
mote_result mote_fail_memory(size_t bytes, const char *what);

#ifdef __clang_analyzer__
// The analyzer sees one file at a time and would think that a failure may come back as MOTE_OK.
#define mote_fail(code, ...) ((void)mote_fail(code, __VA_ARGS__), (code))
#define mote_fail_memory(bytes, what) ((void)mote_fail_memory(bytes, what), MOTE_ERROR_MEMORY)
#endif

#endif
