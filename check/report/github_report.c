// Annotations of GitHub Actions: a workflow prints them, and GitHub shows them beside the files.

#include <string.h>

#include "check/report/lists.h"

// GitHub shows ten errors and ten warnings per step and silently drops the rest.
enum { MAX_OF_A_LEVEL = 10 };

typedef enum level { NOTICE, WARNING, ERROR, LEVELS } level;

static const char *const level_names[LEVELS] = {"notice", "warning", "error"};

// Escapes newlines, which would begin another command, and in properties colons and commas, which
// would end the property.
static void put_text(FILE *to, const char *text, bool property)
{
    for (; *text; text++) {
        bool escapes = *text == '%' || *text == '\r' || *text == '\n' ||
                       (property && (*text == ':' || *text == ','));
        if (escapes)
            fprintf(to, "%%%02X", (unsigned char)*text);
        else
            fputc(*text, to);
    }
}

static void put_line(FILE *to, level of, const char *file, const char *title, const char *text)
{
    fprintf(to, "::%s ", level_names[of]);
    if (file) {
        fputs("file=", to);
        put_text(to, file, true);
        fputc(',', to);
    }
    fputs("title=", to);
    put_text(to, title, true);
    fputs("::", to);
    put_text(to, text, false);
    fputc('\n', to);
}

static void put_episodes(FILE *to, const check_report_head *head, const mote_check_outcome *outcome)
{
    char title[CHECK_EPISODE_TITLE], text[CHECK_EPISODE_TEXT];
    size_t counts[LEVELS] = {0}, omitted = 0; // by level
    for (size_t i = 0; i < outcome->episode_count; i++) {
        const mote_check_episode *episode = &outcome->episodes[i];
        level of = episode->fails ? ERROR : WARNING;
        if (++counts[of] > MAX_OF_A_LEVEL) {
            omitted++;
            continue;
        }
        check_episode_title(head, episode, title);
        check_episode_text(head, episode, text);
        put_line(to, of, check_episode_input(head, episode), title, text);
    }
    snprintf(text, sizeof text, "%zu more episodes are not shown here", omitted);
    if (omitted) put_line(to, NOTICE, NULL, "mote check", text);
}

static void put_verdict(FILE *to, const mote_check_outcome *outcome)
{
    char text[256];
    snprintf(text, sizeof text, "%s: %zu episode%s in %u of %u frames that were checked",
             mote_check_verdict_name(outcome->verdict), outcome->episode_count,
             outcome->episode_count == 1 ? "" : "s", outcome->total.checked, outcome->total.wanted);
    put_line(to, NOTICE, NULL, "mote check", text);
}

static mote_result end(check_writer *writer, const check_report_tail *tail)
{
    FILE *to = writer->stream.file;
    put_episodes(to, &writer->head, tail->outcome);
    for (size_t i = 0; i < tail->outcome->remark_count; i++)
        if (tail->outcome->remarks[i].incomplete)
            put_line(to, ERROR, NULL, "not all was checked", tail->outcome->remarks[i].text);
    put_verdict(to, tail->outcome);
    return MOTE_OK;
}

const check_writer_kind check_github_writer = {.size = sizeof(check_writer), .end = end};
