// The report as SARIF 2.1.0: episodes are results, remarks are notifications of the run.

#include <string.h>

#include "check/report/lists.h"
#include "io/json_write.h"

static const struct {
    const char *id, *text;
} rules[] = {
    [MOTE_CHECK_NEAR] = {"near", "Parts are within the tolerance of each other."},
    [MOTE_CHECK_TOUCH] = {"touch", "Parts touch: faces share points, but none crosses another."},
    [MOTE_CHECK_PENETRATE] = {"penetrate",
                              "Parts penetrate: faces cross, or one part lies in the other."},
};

static void put_message(io_json_writer *w, const char *key, const char *text)
{
    io_json_write_object(w, key);
    io_json_write_string(w, "text", text);
    io_json_write_end_object(w);
}

static void put_tool(io_json_writer *w)
{
    io_json_write_object(w, "tool");
    io_json_write_object(w, "driver");
    io_json_write_string(w, "name", "mote check");
    io_json_write_string(w, "version", mote_version());
    io_json_write_array(w, "rules");
    for (int i = MOTE_CHECK_NEAR; i <= MOTE_CHECK_PENETRATE; i++) {
        io_json_write_line(w, 1);
        io_json_write_object(w, NULL);
        io_json_write_string(w, "id", rules[i].id);
        put_message(w, "shortDescription", rules[i].text);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
    io_json_write_end_object(w);
    io_json_write_end_object(w);
}

static void put_invocation(io_json_writer *w, const mote_check_outcome *outcome)
{
    io_json_write_array(w, "invocations");
    io_json_write_object(w, NULL);
    io_json_write_bool(w, "executionSuccessful", outcome->complete);
    io_json_write_array(w, "toolExecutionNotifications");
    for (size_t i = 0; i < outcome->remark_count; i++) {
        const mote_check_remark *remark = &outcome->remarks[i];
        io_json_write_line(w, 1);
        io_json_write_object(w, NULL);
        io_json_write_object(w, "descriptor");
        io_json_write_string(w, "id", mote_check_remark_name(remark->kind));
        io_json_write_end_object(w);
        io_json_write_string(w, "level", remark->incomplete ? "error" : "note");
        put_message(w, "message", remark->text);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
    io_json_write_end_object(w);
    io_json_write_end_array(w);
}

enum { MAX_URI = 4096 };

// Converts a path to a URI reference. Special characters are percent-encoded.
static void make_uri(const char *path, char out[MAX_URI])
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    size_t used = (size_t)snprintf(out, MAX_URI, "%s", *path == '/' ? "file://" : "");
    for (; *path && used + 4 < MAX_URI; path++) {
        if (strchr(plain, *path))
            out[used++] = *path;
        else
            used += (size_t)snprintf(out + used, 4, "%%%02X", (unsigned char)*path);
    }
    out[used] = '\0';
}

static void put_location(io_json_writer *w, const check_report_head *head,
                         const mote_check_episode *episode)
{
    char uri[MAX_URI];
    const char *input = check_episode_input(head, episode);
    io_json_write_array(w, "locations");
    io_json_write_object(w, NULL);
    if (input) {
        make_uri(input, uri);
        io_json_write_object(w, "physicalLocation");
        io_json_write_object(w, "artifactLocation");
        io_json_write_string(w, "uri", uri);
        io_json_write_end_object(w);
        io_json_write_end_object(w);
    }
    io_json_write_array(w, "logicalLocations");
    for (int i = 0; i < (episode->a == episode->b ? 1 : 2); i++) {
        io_json_write_object(w, NULL);
        io_json_write_string(w, "name", head->animation->parts[i ? episode->b : episode->a]->name);
        io_json_write_string(w, "kind", "object");
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
    io_json_write_end_object(w);
    io_json_write_end_array(w);
}

static void put_properties(io_json_writer *w, const check_report_head *head,
                           const mote_check_episode *episode)
{
    io_json_write_object(w, "properties");
    io_json_write_string(w, "clip", head->animation->clips[episode->clip].name);
    io_json_write_double(w, "first",
                         (double)check_shown_frame(head, episode->clip, episode->first));
    io_json_write_double(w, "last", (double)check_shown_frame(head, episode->clip, episode->last));
    io_json_write_double(w, "worst_frame",
                         (double)check_shown_frame(head, episode->clip, episode->worst_frame));
    io_json_write_integer(w, "face_pairs", episode->face_pair_count);
    if (episode->depth_kind == MOTE_DEPTH_NONE)
        io_json_write_null(w, "depth");
    else
        io_json_write_float(w, "depth", episode->depth);
    io_json_write_vec3(w, "point", episode->point);
    io_json_write_end_object(w);
}

static void put_result(io_json_writer *w, const check_report_head *head,
                       const mote_check_episode *episode)
{
    char title[CHECK_EPISODE_TITLE], text[CHECK_EPISODE_TEXT],
        both[CHECK_EPISODE_TITLE + CHECK_EPISODE_TEXT + 4];
    check_episode_title(head, episode, title);
    check_episode_text(head, episode, text);
    snprintf(both, sizeof both, "%s: %s", title, text);
    io_json_write_line(w, 1);
    io_json_write_object(w, NULL);
    io_json_write_string(w, "ruleId", rules[episode->severity].id);
    io_json_write_integer(w, "ruleIndex", (uint64_t)(episode->severity - MOTE_CHECK_NEAR));
    io_json_write_string(w, "level", episode->fails ? "error" : "warning");
    put_message(w, "message", both);
    put_location(w, head, episode);
    put_properties(w, head, episode);
    io_json_write_end_object(w);
}

static mote_result end(check_writer *writer, const check_report_tail *tail)
{
    io_json_writer w = {.to = writer->stream.file};
    io_json_write_object(&w, NULL);
    io_json_write_string(&w, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    io_json_write_string(&w, "version", "2.1.0");
    io_json_write_array(&w, "runs");
    io_json_write_object(&w, NULL);
    put_tool(&w);
    io_json_write_line(&w, 0);
    put_invocation(&w, tail->outcome);
    io_json_write_line(&w, 0);
    io_json_write_array(&w, "results");
    for (size_t i = 0; i < tail->outcome->episode_count; i++)
        put_result(&w, &writer->head, &tail->outcome->episodes[i]);
    io_json_write_end_array(&w);
    io_json_write_end_object(&w);
    io_json_write_end_array(&w);
    io_json_write_end_object(&w);
    fputc('\n', writer->stream.file);
    return MOTE_OK;
}

const check_writer_kind check_sarif_writer = {.size = sizeof(check_writer), .end = end};
