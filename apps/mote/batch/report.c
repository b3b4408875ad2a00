#define _GNU_SOURCE // open_memstream, qsort_r
#include "apps/mote/batch/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "check/animation/remarks.h"
#include "check/episodes.h"
#include "check/report/sqlite_library.h"
#include "core/result.h"

cmd_batch_state cmd_batch_state_of(const cmd_batch_row *row)
{
    if (!row->result.known) return CMD_BATCH_MISSING;
    if (row->result.failure) return CMD_BATCH_FAILED;
    switch (row->result.verdict) {
    case MOTE_CHECK_VERDICT_CLEAN: return CMD_BATCH_CLEAN;
    case MOTE_CHECK_VERDICT_PASSED: return CMD_BATCH_PASSED;
    case MOTE_CHECK_VERDICT_FINDINGS: return CMD_BATCH_FINDINGS;
    case MOTE_CHECK_VERDICT_INCOMPLETE: break;
    }
    return CMD_BATCH_INCOMPLETE;
}

const char *cmd_batch_state_name(cmd_batch_state state)
{
    static const char *const names[CMD_BATCH_STATES] = {"clean",      "passed", "findings",
                                                        "incomplete", "failed", "missing"};
    return names[state];
}

mote_check_severity cmd_batch_severity_of(const cmd_batch_row *row)
{
    return row->result.episode_count ? row->result.episodes[0].of.severity : MOTE_CHECK_CLEAN;
}

const char *cmd_batch_page_of(const cmd_batch_row *row, uint32_t check, char room[64])
{
    static const mote_check_format formats[] = {MOTE_CHECK_FORMAT_HTML, MOTE_CHECK_FORMAT_JSON,
                                                MOTE_CHECK_FORMAT_CSV};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (!(row->result.formats & 1u << formats[i])) continue;
        snprintf(room, 64, "clips/%05u.%s", check + 1, mote_check_format_name(formats[i]));
        return room;
    }
    return NULL;
}

char *cmd_batch_line_of(const cmd_batch_check *check)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return NULL;
    for (uint32_t i = check->own; i < check->words.count; i++) {
        if (i > check->own) fputc(' ', to);
        cmd_word_write(to, check->words.items[i].text);
    }
    fclose(to);
    return text;
}

// ---------------------------------------------------------------------------------------------
// The order

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_places(const void *x, const void *y, void *context)
{
    const cmd_batch_row *rows = context;
    const cmd_batch_place *a = x, *b = y;
    int order = check_compare_badness(&rows[b->check].result.episodes[b->episode].of,
                                      &rows[a->check].result.episodes[a->episode].of);
    if (!order) order = compare_numbers(a->check, b->check);
    return order ? order : compare_numbers(a->episode, b->episode);
}

// Sorts by state, with missing and incomplete checks first, then by the worst episode.
static int compare_checks(const void *x, const void *y, void *context)
{
    const cmd_batch_row *rows = context;
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    int order = compare_numbers(cmd_batch_state_of(&rows[b]), cmd_batch_state_of(&rows[a]));
    const cmd_batch_result *p = &rows[a].result, *q = &rows[b].result;
    if (!order && p->episode_count && q->episode_count)
        order = check_compare_badness(&q->episodes[0].of, &p->episodes[0].of);
    else if (!order)
        order = compare_numbers(q->episode_count > 0, p->episode_count > 0);
    return order ? order : compare_numbers(a, b);
}

mote_result cmd_batch_report_create(const cmd_batch_plan *plan, cmd_batch_row *rows,
                                    cmd_batch_report *out)
{
    check_sqlite_library library;
    uint32_t count = plan->checks.count;
    size_t episodes = 0;
    *out = (cmd_batch_report){
        .plan = plan, .rows = rows, .has_database = check_sqlite_load(&library) == MOTE_OK};
    for (uint32_t i = 0; i < count; i++) {
        episodes += rows[i].result.episode_count;
        out->counts[cmd_batch_state_of(&rows[i])]++;
        out->frames_wanted += plan->checks.items[i].frames;
        out->frames_checked += rows[i].result.total.checked;
        out->unfiltered_files +=
            check_count_unfiltered(rows[i].result.remarks, rows[i].result.remark_count);
    }
    out->worst = malloc(((size_t)count + 1) * sizeof *out->worst);
    out->places = malloc((episodes + 1) * sizeof *out->places);
    if (!out->worst || !out->places) {
        cmd_batch_report_release(out);
        return mote_fail_memory(episodes * sizeof *out->places, "the report");
    }
    for (uint32_t i = 0; i < count; i++) {
        out->worst[i] = i;
        for (uint32_t k = 0; k < rows[i].result.episode_count; k++)
            out->places[out->place_count++] = (cmd_batch_place){i, k};
    }
    qsort_r(out->worst, count, sizeof *out->worst, compare_checks, rows);
    qsort_r(out->places, out->place_count, sizeof *out->places, compare_places, rows);
    return MOTE_OK;
}

void cmd_batch_report_release(cmd_batch_report *report)
{
    free(report->worst);
    free(report->places);
    *report = (cmd_batch_report){0};
}

int cmd_batch_exit_code(const cmd_batch_report *report)
{
    if (report->counts[CMD_BATCH_MISSING] || report->counts[CMD_BATCH_FAILED] ||
        report->counts[CMD_BATCH_INCOMPLETE])
        return CMD_EXIT_ERROR;
    return report->counts[CMD_BATCH_FINDINGS] ? CMD_EXIT_FOUND : CMD_EXIT_FINE;
}

// ---------------------------------------------------------------------------------------------
// Files

static mote_result write_file(const cmd_batch_report *report, const char *folder, const char *name,
                              mote_result (*write)(const cmd_batch_report *report, FILE *to))
{
    char path[CMD_BATCH_PATH];
    cmd_batch_file file;
    mote_result result = cmd_batch_path(path, folder, "%s", name);
    if (!result) result = cmd_batch_file_open(&file, path);
    return result ? result : cmd_batch_file_close(&file, write(report, file.file));
}

// Removes a database written by an earlier merge.
static mote_result remove_database(const char *folder)
{
    char path[CMD_BATCH_PATH];
    mote_result result = cmd_batch_path(path, folder, "batch.sqlite");
    if (!result && unlink(path) && errno != ENOENT)
        result = mote_fail(MOTE_ERROR_IO, "%s: cannot be removed: %s", path, strerror(errno));
    return result;
}

mote_result cmd_batch_write_report(const cmd_batch_report *report, const char *folder)
{
    mote_result result = write_file(report, folder, "batch.json", cmd_batch_write_json);
    if (!result) result = write_file(report, folder, "batch.csv", cmd_batch_write_csv);
    if (!result) result = write_file(report, folder, "episodes.csv", cmd_batch_write_episodes);
    if (!result)
        result = report->has_database
                     ? write_file(report, folder, "batch.sqlite", cmd_batch_write_sqlite)
                     : remove_database(folder);
    return result ? result : write_file(report, folder, "index.html", cmd_batch_write_page);
}

// ---------------------------------------------------------------------------------------------
// For people

static void print_row(const cmd_batch_report *report, uint32_t check, FILE *to)
{
    const cmd_batch_row *row = &report->rows[check];
    const cmd_batch_check *of = &report->plan->checks.items[check];
    char *line = cmd_batch_line_of(of), name[80], text[1024];
    const cmd_batch_episode *worst = row->result.episode_count ? row->result.episodes : NULL;
    mote_escape_text(line ? line : "", line ? strlen(line) : 0, name, sizeof name);
    free(line);
    const char *words = row->missing ? row->missing : row->result.failure;
    if (words)
        snprintf(text, sizeof text, "%s: %s", name, words);
    else if (worst && worst->of.depth_kind == MOTE_DEPTH_ESTIMATE)
        snprintf(text, sizeof text, "%s: %s, frame %" PRId64 ", %s, depth %g", name,
                 mote_check_severity_name(worst->of.severity), worst->worst, worst->region,
                 (double)worst->of.depth);
    else if (worst)
        snprintf(text, sizeof text, "%s: %s, frame %" PRId64 ", %s, %u face pairs", name,
                 mote_check_severity_name(worst->of.severity), worst->worst, worst->region,
                 worst->of.face_pair_count);
    else
        snprintf(text, sizeof text, "%s", name);
    cmd_batch_state state = cmd_batch_state_of(row);
    cmd_print_entry(to, state >= CMD_BATCH_FINDINGS ? CMD_STYLE_RED : CMD_STYLE_PLAIN,
                    cmd_batch_state_name(state), 12, text);
}

void cmd_batch_print(const cmd_batch_report *report, const char *folder, FILE *to)
{
    enum { SHOWN = 10 };
    uint32_t count = report->plan->checks.count, shown = 0;
    fprintf(to, "%u check%s, %" PRIu64 " frames:", count, count == 1 ? "" : "s",
            report->frames_wanted);
    for (int i = 0; i < CMD_BATCH_STATES; i++)
        if (report->counts[i])
            fprintf(to, "%s %u %s", shown++ ? "," : "", report->counts[i],
                    cmd_batch_state_name((cmd_batch_state)i));
    fputc('\n', to);
    for (uint32_t i = 0; i < count && i < SHOWN; i++)
        if (cmd_batch_state_of(&report->rows[report->worst[i]]) >= CMD_BATCH_FINDINGS)
            print_row(report, report->worst[i], to);
    uint32_t bad = count - report->counts[CMD_BATCH_CLEAN] - report->counts[CMD_BATCH_PASSED];
    if (bad > SHOWN) fprintf(to, "  and %u more\n", bad - SHOWN);
    if (report->unfiltered_files)
        fprintf(to, "  %" PRIu64 " file%s read without a filter of system calls\n",
                report->unfiltered_files, report->unfiltered_files == 1 ? " was" : "s were");
    if (report->counts[CMD_BATCH_MISSING]) cmd_print_paragraph(to, "the batch is not complete");
    fprintf(to, "%s/index.html\n", folder);
}
