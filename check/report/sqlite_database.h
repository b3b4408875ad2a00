// An SQLite database that is written once, table by table. A database is no stream: it grows in a temporary file without a name, which is
// copied to a stream when it is complete.

#ifndef MOTE_CHECK_SQLITE_DATABASE_H
#define MOTE_CHECK_SQLITE_DATABASE_H

#include <stdio.h>

#include "check/report/sqlite_library.h"

enum { CHECK_DATABASE_TABLES = 16 };

// All zero is closed.
typedef struct check_database {
    check_sqlite_library library;
    struct sqlite3 *database;
    struct sqlite3_stmt *inserts[CHECK_DATABASE_TABLES];
    int descriptor;     // of the temporary file; 0: none
    mote_result result; // the first failure
} check_database;

// With empty tables, each "name(column TYPE, ...)". At most CHECK_DATABASE_TABLES of them. Close it in any case.
mote_result check_database_open(check_database *database, const char *const *tables,
                                uint32_t count);

// Appends a row to a table. `kinds` has a character per column: i for the next of the integers, d for the next of the reals, t for the
// next of the texts, which may be null, x for no value. Does nothing after a failure.
void check_database_put(check_database *database, uint32_t table, const char *kinds,
                        const int64_t *integers, const double *reals, const char *const *texts);

#define CHECK_DATABASE_INTEGERS(...) ((const int64_t[]){__VA_ARGS__})
#define CHECK_DATABASE_REALS(...) ((const double[]){__VA_ARGS__})
#define CHECK_DATABASE_TEXTS(...) ((const char *const[]){__VA_ARGS__})

// Executes `more`, such as indices and views, and copies the file to a stream. Returns the first failure; those of the stream stay in
// it.
mote_result check_database_finish(check_database *database, const char *more, FILE *to);

void check_database_close(check_database *database);

#endif
