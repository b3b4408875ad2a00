#include "check/report/sqlite_library.h"

#include <dlfcn.h>
#include <string.h>

#include "core/result.h"

static const char file[] = "libsqlite3.so.0";

// POSIX returns a function's address as a void pointer, which C cannot cast to a function pointer.
static bool find_function(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found;
}

mote_result check_sqlite_load(check_sqlite_library *out)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    bool found = library && find_function(library, "sqlite3_open", &out->open) &&
                 find_function(library, "sqlite3_close", &out->close) &&
                 find_function(library, "sqlite3_exec", &out->exec) &&
                 find_function(library, "sqlite3_prepare_v2", &out->prepare_v2) &&
                 find_function(library, "sqlite3_bind_int64", &out->bind_int64) &&
                 find_function(library, "sqlite3_bind_double", &out->bind_double) &&
                 find_function(library, "sqlite3_bind_text", &out->bind_text) &&
                 find_function(library, "sqlite3_step", &out->step) &&
                 find_function(library, "sqlite3_reset", &out->reset) &&
                 find_function(library, "sqlite3_clear_bindings", &out->clear_bindings) &&
                 find_function(library, "sqlite3_finalize", &out->finalize) &&
                 find_function(library, "sqlite3_errmsg", &out->errmsg);
    if (found) return MOTE_OK;
    return mote_fail(MOTE_ERROR_REFUSED,
                     "a report in SQLite needs %s (Debian: libsqlite3-0), which was not found",
                     file);
}
