// The report of a batch, combined from the results of all checks.

#ifndef CMD_BATCH_REPORT_H
#define CMD_BATCH_REPORT_H

#include "apps/mote/batch/result.h"

// The state of a check.
typedef enum cmd_batch_state {
    CMD_BATCH_CLEAN,
    CMD_BATCH_PASSED,
    CMD_BATCH_FINDINGS,
    CMD_BATCH_INCOMPLETE, // some of the input was not checked
    CMD_BATCH_FAILED,     // the check could not start or ended early
    CMD_BATCH_MISSING,    // the results are not available
    CMD_BATCH_STATES
} cmd_batch_state;

typedef struct cmd_batch_row {
    cmd_batch_result result;
    const char *missing; // why the check is missing; null if it is not
} cmd_batch_row;

// An episode and its check.
typedef struct cmd_batch_place {
    uint32_t check, episode;
} cmd_batch_place;

typedef struct cmd_batch_report {
    const cmd_batch_plan *plan;
    cmd_batch_row *rows;     // one per check
    uint32_t *worst;         // indices of the checks, worst first
    cmd_batch_place *places; // all episodes, worst first
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

// The path of a report of a check, relative to the folder of the batch. Null if there is none that
// a browser shows.
const char *cmd_batch_page_of(const cmd_batch_row *row, uint32_t check, char room[64]);

// The check's own words, quoted for a shell, from malloc.
char *cmd_batch_line_of(const cmd_batch_check *check);

// The caller owns the rows, which must outlive the report.
mote_result cmd_batch_report_create(const cmd_batch_plan *plan, cmd_batch_row *rows,
                                    cmd_batch_report *out);
void cmd_batch_report_release(cmd_batch_report *report);

// Returns 0, 1 or 2 as 'mote check' does. 2 if a check failed, is incomplete or missing.
int cmd_batch_exit_code(const cmd_batch_report *report);

// Writes all formats to the folder. The page is written last.
mote_result cmd_batch_write_report(const cmd_batch_report *report, const char *folder);

// Each function writes one format. The stream records write errors.
mote_result cmd_batch_write_json(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_csv(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_episodes(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_sqlite(const cmd_batch_report *report, FILE *to);
mote_result cmd_batch_write_page(const cmd_batch_report *report, FILE *to);

// Prints a summary of at most 80 columns.
void cmd_batch_print(const cmd_batch_report *report, const char *folder, FILE *to);

#endif
