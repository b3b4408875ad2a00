// The report of a batch: of all checks together, from what each of them amounts to.

#ifndef CMD_BATCH_REPORT_H
#define CMD_BATCH_REPORT_H

#include "apps/mote/batch/result.h"

// How a check stands.
typedef enum cmd_batch_state {
    CMD_BATCH_CLEAN,
    CMD_BATCH_PASSED,
    CMD_BATCH_FINDINGS,
    CMD_BATCH_INCOMPLETE, // not all of its input was checked
    CMD_BATCH_FAILED,     // it could not be checked, or not to its end
    CMD_BATCH_MISSING,    // what was found is not known yet, or not any more
    CMD_BATCH_STATES
} cmd_batch_state;

typedef struct cmd_batch_row {
    cmd_batch_result result;
    const char *missing; // why it is missing; null if it is not
} cmd_batch_row;

// An episode of a check.
typedef struct cmd_batch_place {
    uint32_t check, episode;
} cmd_batch_place;

typedef struct cmd_batch_report {
    const cmd_batch_plan *plan;
    cmd_batch_row *rows;     // of each check
    uint32_t *worst;         // checks, the worst first
    cmd_batch_place *places; // all episodes, the worst first
    uint32_t place_count;
    uint32_t counts[CMD_BATCH_STATES];
    uint64_t frames_wanted, frames_checked;
    uint64_t unfiltered_files; // read without a filter of system calls; each check counts its own
    bool has_database;         // batch.sqlite is written: libsqlite3 is installed
} cmd_batch_report;

cmd_batch_state cmd_batch_state_of(const cmd_batch_row *row);
const char *cmd_batch_state_name(cmd_batch_state state);

// The worst severity of the episodes of a check.
mote_check_severity cmd_batch_severity_of(const cmd_batch_row *row);

// The name of a report of a check, relative to the folder of the batch; null if there is none that a browser shows.
const char *cmd_batch_page_of(const cmd_batch_row *row, uint32_t check, char room[64]);

// The own words of a check, as they could be typed; from malloc.
char *cmd_batch_line_of(const cmd_batch_check *check);

// The rows belong to the caller, and must outlive the report.
mote_result cmd_batch_report_create(const cmd_batch_plan *plan, cmd_batch_row *rows,
                                    cmd_batch_report *out);
void cmd_batch_report_release(cmd_batch_report *report);

// 0, 1 or 2, as of 'mote check': 2 if a check failed, is incomplete or missing.
int cmd_batch_exit_code(const cmd_batch_report *report);

// Writes all formats to the folder. The page is written last.
mote_result cmd_batch_write_report(const cmd_batch_report *report, const char *folder);

// The formats. Write errors stay in the stream.
mote_result cmd_batch_write_json(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_csv(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_episodes(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_sqlite(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_page(const cmd_batch_report *report, FILE *to);

// What a person wants to know, within 80 columns.
void cmd_batch_print(const cmd_batch_report *report, const char *folder, FILE *to);

#endif
