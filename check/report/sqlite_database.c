#define _POSIX_C_SOURCE 200809L
#include "check/report/sqlite_database.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/result.h"

static void note(check_database *d, int code)
{
    if (d->result || code == CHECK_SQLITE_OK || code == CHECK_SQLITE_DONE) return;
    d->result = mote_fail(MOTE_ERROR_IO, "the SQLite report cannot be written: %s",
                          d->database ? d->library.errmsg(d->database) : "no database");
}

static void execute(check_database *d, const char *sql)
{
    if (!d->result) note(d, d->library.exec(d->database, sql, NULL, NULL, NULL));
}

static void create_table(check_database *d, const char *columns, struct sqlite3_stmt **insert)
{
    char sql[1024];
    size_t count = 1;
    for (const char *at = columns; *at; at++) count += *at == ',';
    snprintf(sql, sizeof sql, "CREATE TABLE %s", columns);
    execute(d, sql);
    int used =
        snprintf(sql, sizeof sql, "INSERT INTO %.*s VALUES(?", (int)strcspn(columns, "("), columns);
    for (size_t i = 1; i < count; i++)
        used += snprintf(sql + used, sizeof sql - (size_t)used, ",?");
    snprintf(sql + used, sizeof sql - (size_t)used, ")");
    if (!d->result) note(d, d->library.prepare_v2(d->database, sql, -1, insert, NULL));
}

// Unlinks the file before any data is written, so that nothing remains after a crash.
static mote_result open_file(check_database *d)
{
    char path[4096];
    const char *folder = getenv("TMPDIR");
    if (snprintf(path, sizeof path, "%s/mote-XXXXXX", folder && *folder ? folder : "/tmp") >=
        (int)sizeof path)
        return mote_fail(MOTE_ERROR_ARGUMENT, "TMPDIR: the path is too long");
    d->descriptor = mkstemp(path);
    if (d->descriptor < 0) {
        d->descriptor = 0;
        return mote_fail(MOTE_ERROR_IO, "%s: cannot be created: %s", path, strerror(errno));
    }
    note(d, d->library.open(path, &d->database));
    unlink(path);
    return d->result;
}

mote_result check_database_open(check_database *d, const char *const *tables, uint32_t count)
{
    d->result = check_sqlite_load(&d->library);
    if (!d->result) d->result = open_file(d);
    execute(d, "PRAGMA journal_mode=OFF");
    execute(d, "PRAGMA synchronous=OFF");
    execute(d, "BEGIN");
    for (uint32_t i = 0; i < count && !d->result; i++) create_table(d, tables[i], &d->inserts[i]);
    return d->result;
}

void check_database_put(check_database *d, uint32_t table, const char *kinds,
                        const int64_t *integers, const double *reals, const char *const *texts)
{
    struct sqlite3_stmt *insert = d->inserts[table];
    if (d->result) return;
    for (int at = 1; *kinds; kinds++, at++) {
        if (*kinds == 'i') note(d, d->library.bind_int64(insert, at, *integers++));
        if (*kinds == 'd') note(d, d->library.bind_double(insert, at, *reals++));
        if (*kinds == 't' && *texts) note(d, d->library.bind_text(insert, at, *texts, -1, NULL));
        if (*kinds == 't') texts++;
    }
    note(d, d->library.step(insert));
    d->library.reset(insert);
    d->library.clear_bindings(insert);
}

static void close_database(check_database *d)
{
    for (int i = 0; i < CHECK_DATABASE_TABLES; i++) {
        if (d->inserts[i]) d->library.finalize(d->inserts[i]);
        d->inserts[i] = NULL;
    }
    if (d->database) note(d, d->library.close(d->database));
    d->database = NULL;
}

static mote_result copy_file(const check_database *d, FILE *to)
{
    char bytes[1 << 14];
    off_t at = 0;
    for (ssize_t got; (got = pread(d->descriptor, bytes, sizeof bytes, at)) != 0; at += got) {
        if (got < 0)
            return mote_fail(MOTE_ERROR_IO, "the SQLite report cannot be read back: %s",
                             strerror(errno));
        fwrite(bytes, 1, (size_t)got, to);
    }
    return MOTE_OK;
}

mote_result check_database_finish(check_database *d, const char *more, FILE *to)
{
    execute(d, more);
    execute(d, "COMMIT");
    close_database(d);
    return d->result ? d->result : copy_file(d, to);
}

void check_database_close(check_database *d)
{
    close_database(d);
    if (d->descriptor) close(d->descriptor);
    d->descriptor = 0;
}
