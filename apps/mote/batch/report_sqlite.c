// The report of a batch as an SQLite database.

#include <stdlib.h>

#include "apps/mote/batch/report.h"
#include "check/report/names.h"
#include "check/report/sqlite_database.h"
#include "core/result.h"

enum { CHECKS, EPISODES, REMARKS, SUMMARY, TABLES };

static const char *const tables[TABLES] = {
    [CHECKS] = "checks(\"check\" INTEGER PRIMARY KEY, line INTEGER, rank INTEGER, state TEXT, "
               "severity TEXT, arguments TEXT, page TEXT, message TEXT, frames_wanted INTEGER, "
               "frames_checked INTEGER, frames_near INTEGER, frames_touch INTEGER, "
               "frames_penetrate INTEGER, face_pairs INTEGER, deepest REAL)",
    [EPISODES] = "episodes(rank INTEGER PRIMARY KEY, \"check\" INTEGER, episode INTEGER, severity "
                 "TEXT, fails INTEGER, input TEXT, clip TEXT, first INTEGER, last INTEGER, "
                 "worst_frame INTEGER, time REAL, part_a TEXT, part_b TEXT, region TEXT, relation "
                 "TEXT, face_pairs INTEGER, depth REAL, x REAL, y REAL, z REAL, hidden INTEGER)",
    [REMARKS] =
        "remarks(\"check\" INTEGER, kind TEXT, incomplete INTEGER, count INTEGER, text TEXT)",
    [SUMMARY] = "summary(name TEXT PRIMARY KEY, value)",
};

// Episodes are numbered from the worst, so the worst are the first rows of the table.
static const char more[] =
    "CREATE UNIQUE INDEX checks_by_rank ON checks(rank);"
    "CREATE INDEX episodes_by_check ON episodes(\"check\", episode);"
    "CREATE INDEX remarks_by_check ON remarks(\"check\");"
    "CREATE VIEW worst AS SELECT e.rank, e.\"check\", c.arguments, e.severity, e.fails, e.clip, "
    "e.first, e.last, e.worst_frame, e.part_a, e.part_b, e.region, e.face_pairs, e.depth, e.x, "
    "e.y, e.z, c.page FROM episodes e JOIN checks c ON c.\"check\" = e.\"check\" ORDER BY e.rank;";

#define INTEGERS CHECK_DATABASE_INTEGERS
#define REALS CHECK_DATABASE_REALS
#define TEXTS CHECK_DATABASE_TEXTS

static mote_result put_check(check_database *d, const cmd_batch_report *report, uint32_t rank)
{
    uint32_t number = report->worst[rank];
    const cmd_batch_check *check = &report->plan->checks.items[number];
    const cmd_batch_row *row = &report->rows[number];
    const mote_check_total *total = &row->result.total;
    char room[64], *line = cmd_batch_line_of(check);
    if (!line) return mote_fail_memory(1, "the report");
    check_database_put(d, CHECKS, "iiitttttiiiiiid",
                       INTEGERS(number + 1, check->line, rank + 1, check->frames, total->checked,
                                total->frames[MOTE_CHECK_NEAR], total->frames[MOTE_CHECK_TOUCH],
                                total->frames[MOTE_CHECK_PENETRATE], (int64_t)total->face_pairs),
                       REALS((double)total->deepest),
                       TEXTS(cmd_batch_state_name(cmd_batch_state_of(row)),
                             mote_check_severity_name(cmd_batch_severity_of(row)), line,
                             cmd_batch_page_of(row, number, room),
                             row->missing ? row->missing : row->result.failure));
    free(line);
    for (uint32_t i = 0; i < row->result.remark_count; i++) {
        const mote_check_remark *remark = &row->result.remarks[i];
        check_database_put(d, REMARKS, "itiit",
                           INTEGERS(number + 1, remark->incomplete, (int64_t)remark->count), NULL,
                           TEXTS(mote_check_remark_name(remark->kind), remark->text));
    }
    return MOTE_OK;
}

static void put_episode(check_database *d, const cmd_batch_report *report, uint32_t rank)
{
    const cmd_batch_place *place = &report->places[rank];
    const cmd_batch_episode *e = &report->rows[place->check].result.episodes[place->episode];
    bool deep = e->of.depth_kind != MOTE_DEPTH_NONE;
    const double point[] = {(double)e->of.point.x, (double)e->of.point.y, (double)e->of.point.z};
    check_database_put(d, EPISODES, deep ? "iiitittiiidttttiddddi" : "iiitittiiidttttixdddi",
                       INTEGERS(rank + 1, place->check + 1, place->episode + 1, e->of.fails,
                                e->first, e->last, e->worst, e->of.face_pair_count, e->of.hidden),
                       deep ? REALS(e->time, (double)e->of.depth, point[0], point[1], point[2])
                            : REALS(e->time, point[0], point[1], point[2]),
                       TEXTS(mote_check_severity_name(e->of.severity), e->input, e->clip, e->part_a,
                             e->part_b, e->region, check_relation_name(e->of.relation)));
}

static void put_summary(check_database *d, const cmd_batch_report *report)
{
    check_database_put(d, SUMMARY, "tt", NULL, NULL, TEXTS("mote", mote_version()));
    check_database_put(d, SUMMARY, "tt", NULL, NULL,
                       TEXTS("manifest", report->plan->checks.manifest));
    check_database_put(d, SUMMARY, "ti", INTEGERS(report->counts[CMD_BATCH_MISSING] == 0), NULL,
                       TEXTS("complete"));
    check_database_put(d, SUMMARY, "ti", INTEGERS(report->plan->checks.count), NULL,
                       TEXTS("checks"));
    for (int i = 0; i < CMD_BATCH_STATES; i++)
        check_database_put(d, SUMMARY, "ti", INTEGERS(report->counts[i]), NULL,
                           TEXTS(cmd_batch_state_name((cmd_batch_state)i)));
}

mote_result cmd_batch_write_sqlite(const cmd_batch_report *report, FILE *to)
{
    check_database database = {0};
    mote_result result = check_database_open(&database, tables, TABLES);
    for (uint32_t i = 0; i < report->plan->checks.count && !result; i++)
        result = put_check(&database, report, i);
    for (uint32_t i = 0; i < report->place_count && !result; i++) put_episode(&database, report, i);
    if (!result) put_summary(&database, report);
    if (!result) result = check_database_finish(&database, more, to);
    check_database_close(&database);
    return result;
}
