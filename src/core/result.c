#include "core/result.h"

#include <stdarg.h>
#include <stdio.h>

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

mote_result mote_fail(mote_result code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(last_message, sizeof last_message, format, arguments);
    va_end(arguments);
    return code;
}

mote_result mote_fail_memory(size_t bytes, const char *what)
{
    return mote_fail(MOTE_ERROR_MEMORY, "no memory: %zu bytes for %s", bytes, what);
}
