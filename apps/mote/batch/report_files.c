// The report of a batch as JSON and CSV.

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "apps/mote/batch/report.h"
#include "check/report/csv.h"
#include "check/report/names.h"
#include "core/result.h"
#include "io/json_write.h"

// ---------------------------------------------------------------------------------------------
// JSON

static void put_signed(io_json_writer *w, const char *key, int64_t number)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%" PRId64, number);
    io_json_write_raw(w, key, digits, (size_t)length);
}

static void put_episode(io_json_writer *w, const cmd_batch_episode *e)
{
    io_json_write_line(w, 8);
    io_json_write_object(w, NULL);
    io_json_write_string(w, "severity", mote_check_severity_name(e->of.severity));
    io_json_write_bool(w, "fails", e->of.fails);
    io_json_write_string(w, "input", e->input);
    io_json_write_string(w, "clip", e->clip);
    put_signed(w, "first", e->first);
    put_signed(w, "last", e->last);
    put_signed(w, "worst_frame", e->worst);
    io_json_write_double(w, "time", e->time);
    io_json_write_string(w, "part_a", e->part_a);
    io_json_write_string(w, "part_b", e->part_b);
    io_json_write_string(w, "region", e->region);
    io_json_write_string(w, "relation", check_relation_name(e->of.relation));
    io_json_write_integer(w, "face_pairs", e->of.face_pair_count);
    io_json_write_float(w, "depth", e->of.depth_kind == MOTE_DEPTH_NONE ? NAN : e->of.depth);
    io_json_write_vec3(w, "point", e->of.point);
    io_json_write_bool(w, "hidden", e->of.hidden);
    io_json_write_bool(w, "rest", e->of.rest);
    io_json_write_end_object(w);
}

static void put_remarks(io_json_writer *w, const cmd_batch_result *result)
{
    io_json_write_array(w, "remarks");
    for (uint32_t i = 0; i < result->remark_count; i++) {
        const mote_check_remark *remark = &result->remarks[i];
        io_json_write_line(w, 8);
        io_json_write_object(w, NULL);
        io_json_write_string(w, "kind", mote_check_remark_name(remark->kind));
        io_json_write_bool(w, "incomplete", remark->incomplete);
        io_json_write_integer(w, "count", remark->count);
        io_json_write_string(w, "text", remark->text);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

static void put_total(io_json_writer *w, const mote_check_total *total)
{
    io_json_write_integer(w, "frames_checked", total->checked);
    io_json_write_integer(w, "frames_near", total->frames[MOTE_CHECK_NEAR]);
    io_json_write_integer(w, "frames_touch", total->frames[MOTE_CHECK_TOUCH]);
    io_json_write_integer(w, "frames_penetrate", total->frames[MOTE_CHECK_PENETRATE]);
    io_json_write_integer(w, "face_pairs", total->face_pairs);
    io_json_write_integer(w, "crossings", total->crossings);
    io_json_write_float(w, "deepest", total->deepest);
}

static mote_result put_check(io_json_writer *w, const cmd_batch_report *report, uint32_t number)
{
    const cmd_batch_check *check = &report->plan->checks.items[number];
    const cmd_batch_row *row = &report->rows[number];
    char room[64], *line = cmd_batch_line_of(check);
    if (!line) return mote_fail_memory(1, "the report");
    io_json_write_line(w, 4);
    io_json_write_object(w, NULL);
    io_json_write_integer(w, "check", number + 1);
    io_json_write_integer(w, "line", check->line);
    io_json_write_string(w, "arguments", line);
    free(line);
    io_json_write_string(w, "state", cmd_batch_state_name(cmd_batch_state_of(row)));
    io_json_write_string(w, "message", row->missing ? row->missing : row->result.failure);
    io_json_write_string(w, "page", cmd_batch_page_of(row, number, room));
    io_json_write_integer(w, "frames_wanted", check->frames);
    put_total(w, &row->result.total);
    put_remarks(w, &row->result);
    io_json_write_array(w, "episodes");
    for (uint32_t i = 0; i < row->result.episode_count; i++)
        put_episode(w, &row->result.episodes[i]);
    io_json_write_end_array(w);
    io_json_write_end_object(w);
    return MOTE_OK;
}

mote_result cmd_batch_write_json(const cmd_batch_report *report, FILE *to)
{
    io_json_writer w = {.to = to};
    mote_result result = MOTE_OK;
    uint32_t count = report->plan->checks.count;
    io_json_write_object(&w, NULL);
    io_json_write_string(&w, "schema", "mote-batch");
    io_json_write_integer(&w, "version", 1);
    io_json_write_string(&w, "mote", mote_version());
    io_json_write_string(&w, "manifest", report->plan->checks.manifest);
    io_json_write_line(&w, 2);
    io_json_write_object(&w, "summary");
    io_json_write_bool(&w, "complete", report->counts[CMD_BATCH_MISSING] == 0);
    io_json_write_integer(&w, "exit_code", (uint64_t)cmd_batch_exit_code(report));
    io_json_write_integer(&w, "checks", count);
    for (int i = 0; i < CMD_BATCH_STATES; i++)
        io_json_write_integer(&w, cmd_batch_state_name((cmd_batch_state)i), report->counts[i]);
    io_json_write_integer(&w, "frames_wanted", report->frames_wanted);
    io_json_write_integer(&w, "frames_checked", report->frames_checked);
    io_json_write_integer(&w, "episodes", report->place_count);
    io_json_write_end_object(&w);
    io_json_write_line(&w, 2);
    io_json_write_array(&w, "worst");
    for (uint32_t i = 0; i < count; i++) io_json_write_integer(&w, NULL, report->worst[i] + 1);
    io_json_write_end_array(&w);
    io_json_write_line(&w, 2);
    io_json_write_array(&w, "checks");
    for (uint32_t i = 0; i < count && !result; i++) result = put_check(&w, report, i);
    io_json_write_end_array(&w);
    io_json_write_end_object(&w);
    fputc('\n', to);
    return result;
}

// ---------------------------------------------------------------------------------------------
// CSV

mote_result cmd_batch_write_csv(const cmd_batch_report *report, FILE *to)
{
    fputs("check,line,state,severity,episodes,frames_wanted,frames_checked,frames_near,"
          "frames_touch,frames_penetrate,face_pairs,deepest,arguments,page,message\r\n",
          to);
    for (uint32_t i = 0; i < report->plan->checks.count; i++) {
        uint32_t number = report->worst[i];
        const cmd_batch_check *check = &report->plan->checks.items[number];
        const cmd_batch_row *row = &report->rows[number];
        const mote_check_total *total = &row->result.total;
        char room[64], *line = cmd_batch_line_of(check);
        if (!line) return mote_fail_memory(1, "the report");
        fprintf(to, "%u,%u,%s,%s,%u,%u,%u,%u,%u,%u,%" PRIu64, number + 1, check->line,
                cmd_batch_state_name(cmd_batch_state_of(row)),
                mote_check_severity_name(cmd_batch_severity_of(row)), row->result.episode_count,
                check->frames, total->checked, total->frames[MOTE_CHECK_NEAR],
                total->frames[MOTE_CHECK_TOUCH], total->frames[MOTE_CHECK_PENETRATE],
                total->face_pairs);
        check_csv_number(to, total->deepest);
        fputc(',', to);
        check_csv_text(to, line);
        fputc(',', to);
        check_csv_text(to, cmd_batch_page_of(row, number, room));
        fputc(',', to);
        check_csv_text(to, row->missing ? row->missing : row->result.failure);
        fputs("\r\n", to);
        free(line);
    }
    return MOTE_OK;
}

mote_result cmd_batch_write_episodes(const cmd_batch_report *report, FILE *to)
{
    fputs("check,severity,fails,input,clip,first,last,worst_frame,time,part_a,part_b,region,"
          "relation,face_pairs,depth,x,y,z,hidden\r\n",
          to);
    for (uint32_t i = 0; i < report->place_count; i++) {
        const cmd_batch_place *place = &report->places[i];
        const cmd_batch_episode *e = &report->rows[place->check].result.episodes[place->episode];
        fprintf(to, "%u,%s,%s,", place->check + 1, mote_check_severity_name(e->of.severity),
                e->of.fails ? "true" : "false");
        check_csv_text(to, e->input);
        fputc(',', to);
        check_csv_text(to, e->clip);
        fprintf(to, ",%" PRId64 ",%" PRId64 ",%" PRId64, e->first, e->last, e->worst);
        check_csv_number(to, (float)e->time);
        const char *const texts[] = {e->part_a, e->part_b, e->region};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
            fputc(',', to);
            check_csv_text(to, texts[k]);
        }
        fprintf(to, ",%s,%u", check_relation_name(e->of.relation), e->of.face_pair_count);
        check_csv_number(to, e->of.depth_kind == MOTE_DEPTH_NONE ? NAN : e->of.depth);
        check_csv_number(to, e->of.point.x);
        check_csv_number(to, e->of.point.y);
        check_csv_number(to, e->of.point.z);
        fprintf(to, ",%s\r\n", e->of.hidden ? "true" : "false");
    }
    return MOTE_OK;
}
