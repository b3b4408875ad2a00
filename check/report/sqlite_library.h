// Loads libsqlite3 when a report needs it. Its interface has been stable since 2004, so no header
// is needed.

#ifndef MOTE_CHECK_SQLITE_LIBRARY_H
#define MOTE_CHECK_SQLITE_LIBRARY_H

#include <mote/base.h>

struct sqlite3;
struct sqlite3_stmt;

// Functions of SQLite without the prefix sqlite3_, and the constants they use.
typedef struct check_sqlite_library {
    int (*open)(const char *path, struct sqlite3 **out);
    int (*close)(struct sqlite3 *database);
    int (*exec)(struct sqlite3 *database, const char *sql, void *callback, void *context,
                char **message);
    int (*prepare_v2)(struct sqlite3 *database, const char *sql, int size,
                      struct sqlite3_stmt **out, const char **tail);
    int (*bind_int64)(struct sqlite3_stmt *statement, int at, int64_t number);
    int (*bind_double)(struct sqlite3_stmt *statement, int at, double number);
    int (*bind_text)(struct sqlite3_stmt *statement, int at, const char *text, int size,
                     void (*destructor)(void *));
    int (*step)(struct sqlite3_stmt *statement);
    int (*reset)(struct sqlite3_stmt *statement);
    int (*clear_bindings)(struct sqlite3_stmt *statement);
    int (*finalize)(struct sqlite3_stmt *statement);
    const char *(*errmsg)(struct sqlite3 *database);
} check_sqlite_library;

enum { CHECK_SQLITE_OK = 0, CHECK_SQLITE_DONE = 101 };

// Returns MOTE_ERROR_REFUSED if the library is not installed. The library stays loaded.
mote_result check_sqlite_load(check_sqlite_library *out);

#endif
