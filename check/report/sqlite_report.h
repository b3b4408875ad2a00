// The report as an SQLite database. docs/check.md describes the tables.

#ifndef MOTE_CHECK_SQLITE_REPORT_H
#define MOTE_CHECK_SQLITE_REPORT_H

#include "check/report/writer.h"

extern const check_writer_kind check_sqlite_writer;

#endif
