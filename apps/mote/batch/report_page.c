// The report of a batch as an HTML page: a row per check, the worst first, with a link to the page
// of the check.

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/batch/report.h"
#include "core/result.h"

// Escapes a text. Names come from files and may contain markup.
static void put_text(FILE *to, const char *text)
{
    for (size_t left = strlen(text), length; left > 0; text += length, left -= length) {
        uint32_t code;
        length = mote_utf8_read(text, left, &code);
        if (length == 0 || mote_is_unprintable(code)) {
            fputs("\xef\xbf\xbd", to); // U+FFFD
            if (length == 0) length = 1;
        } else if (strchr("<>&\"'", *text)) {
            fprintf(to, "&#%d;", *text);
        } else {
            fwrite(text, 1, length, to);
        }
    }
}

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>mote batch</title>\n<style>\n"
    "body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 "
    "1em; color: #222; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "th, td { text-align: left; padding: .3em .6em; border-bottom: 1px solid #ddd; "
    "vertical-align: top; }\n"
    "td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }\n"
    ".findings, .failed, .missing, .incomplete { color: #b00020; }\n"
    "td.name { overflow-wrap: anywhere; }\n"
    "@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } th, td { "
    "border-color: #444; } a { color: #8ab4f8; } .findings, .failed, .missing, .incomplete { "
    "color: #ff8a80; } }\n"
    "</style>\n</head>\n<body>\n";

static mote_result put_row(const cmd_batch_report *report, uint32_t number, FILE *to)
{
    const cmd_batch_row *row = &report->rows[number];
    const cmd_batch_check *check = &report->plan->checks.items[number];
    const cmd_batch_episode *worst = row->result.episode_count ? row->result.episodes : NULL;
    const char *state = cmd_batch_state_name(cmd_batch_state_of(row));
    char room[64], *line = cmd_batch_line_of(check);
    if (!line) return mote_fail_memory(1, "the report");
    const char *page = cmd_batch_page_of(row, number, room);
    fprintf(to, "<tr><td class=\"number\">%u</td><td class=\"name\">", number + 1);
    if (page) fprintf(to, "<a href=\"%s\">", page);
    put_text(to, line);
    free(line);
    fprintf(to, "%s</td><td class=\"%s\">%s</td><td>", page ? "</a>" : "", state, state);
    const char *words = row->missing ? row->missing : row->result.failure;
    if (words) {
        put_text(to, words);
    } else if (worst) {
        fprintf(to, "%s, frame %" PRId64 ": ", mote_check_severity_name(worst->of.severity),
                worst->worst);
        put_text(to, worst->region);
    }
    fputs("</td><td class=\"number\">", to);
    if (worst && worst->of.depth_kind != MOTE_DEPTH_NONE)
        fprintf(to, "%.4g", (double)worst->of.depth);
    fprintf(to,
            "</td><td class=\"number\">%u</td><td class=\"number\">%u</td><td "
            "class=\"number\">%u</td></tr>\n",
            row->result.episode_count, row->result.total.frames[MOTE_CHECK_PENETRATE],
            check->frames);
    return MOTE_OK;
}

mote_result cmd_batch_write_page(const cmd_batch_report *report, FILE *to)
{
    uint32_t count = report->plan->checks.count;
    mote_result result = MOTE_OK;
    fputs(head, to);
    fputs("<h1>", to);
    put_text(to, report->plan->checks.manifest);
    fprintf(to, "</h1>\n<p>%u check%s, %" PRIu64 " of %" PRIu64 " frames", count,
            count == 1 ? "" : "s", report->frames_checked, report->frames_wanted);
    for (int i = CMD_BATCH_STATES - 1; i >= 0; i--)
        if (report->counts[i])
            fprintf(to, ", <span class=\"%s\">%u %s</span>",
                    cmd_batch_state_name((cmd_batch_state)i), report->counts[i],
                    cmd_batch_state_name((cmd_batch_state)i));
    fputs(".</p>\n", to);
    if (report->counts[CMD_BATCH_MISSING])
        fputs("<p class=\"missing\">The batch is not complete.</p>\n", to);
    fputs("<table>\n<thead><tr><th class=\"number\">check</th><th>arguments</th><th>state</th>"
          "<th>worst</th><th class=\"number\">depth</th><th class=\"number\">episodes</th>"
          "<th class=\"number\">bad frames</th><th class=\"number\">frames</th></tr></thead>\n"
          "<tbody>\n",
          to);
    for (uint32_t i = 0; i < count && !result; i++) result = put_row(report, report->worst[i], to);
    fprintf(to, "</tbody>\n</table>\n<p>mote %s. All episodes, the worst first: ", mote_version());
    fputs("<a href=\"episodes.csv\">episodes.csv</a>, ", to);
    if (report->has_database) fputs("batch.sqlite, ", to);
    fputs("<a href=\"batch.json\">batch.json</a>; a row per check: <a "
          "href=\"batch.csv\">batch.csv</a>.</p>\n</body>\n</html>\n",
          to);
    return result;
}
