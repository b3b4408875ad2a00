// An SQLite database that is written once, table by table. SQLite cannot write to a stream, so the
// database is built in an unnamed temporary file and copied to the stream at the end.

#ifndef MOTE_CHECK_SQLITE_DATABASE_H
#define MOTE_CHECK_SQLITE_DATABASE_H

#include <stdio.h>

#include "check/report/sqlite_library.h"

enum { CHECK_DATABASE_TABLES = 16 };

// Zero-initialized means closed.
typedef struct check_database {
    check_sqlite_library library;
    struct sqlite3 *database;
    struct sqlite3_stmt *inserts[CHECK_DATABASE_TABLES];
    int descriptor;     // of the temporary file; 0: closed
    mote_result result; // the first failure
} check_database;

// Creates empty tables from definitions "name(column TYPE, ...)", at most CHECK_DATABASE_TABLES of
// them. Must be closed even after a failure.
mote_result check_database_open(check_database *database, const char *const *tables,
                                uint32_t count);

// Appends a row to a table. `kinds` has a character per column: i takes the next integer, d the
// next real, t the next text, which may be null, and x stores no value. Does nothing after a
// failure.
void check_database_put(check_database *database, uint32_t table, const char *kinds,
                        const int64_t *integers, const double *reals, const char *const *texts);

#define CHECK_DATABASE_INTEGERS(...) ((const int64_t[]){__VA_ARGS__})
#define CHECK_DATABASE_REALS(...) ((const double[]){__VA_ARGS__})
#define CHECK_DATABASE_TEXTS(...) ((const char *const[]){__VA_ARGS__})

// Executes `more`, such as statements for indices and views, and copies the file to a stream.
// Returns the first failure. The stream records its own errors.
mote_result check_database_finish(check_database *database, const char *more, FILE *to);

void check_database_close(check_database *database);

#endif
