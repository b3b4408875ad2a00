#include "check/report/json_report.h"

#include <math.h>
#include <stdio.h>

#include "check/animation/remarks.h"
#include "check/region_names.h"
#include "check/report/names.h"
#include "io/number.h"

// Writes a frame number as the artist's tool counts it. A double, because it may lie between two
// frames.
static void put_frame_number(io_json_writer *w, const char *key, const check_animation *animation,
                             uint32_t clip, double frame)
{
    io_json_write_double(w, key, frame + animation->clips[clip].frame_offset);
}

// Writes the depth, or null if it is unknown.
static void put_depth(io_json_writer *w, float depth, mote_depth_kind kind)
{
    io_json_write_float(w, "depth", kind == MOTE_DEPTH_NONE ? NAN : depth);
}

// ---------------------------------------------------------------------------------------------
// Head

enum { SETTING_SIZE = 48 };

// Formats the weld as an argument of --weld.
static const char *weld_text(const mote_check_def *def, char text[SETTING_SIZE])
{
    if (def->weld == MOTE_WELD_NONE) return "none";
    if (def->weld == MOTE_WELD_EXACT) return "exact";
    text[io_number_write(def->weld_tolerance, text)] = '\0';
    return text;
}

// Formats the threshold as an argument of --fail-on.
static const char *fail_on_text(const mote_check_def *def, char text[SETTING_SIZE])
{
    if (def->fail_on != MOTE_CHECK_PENETRATE || def->fail_depth < 0)
        return mote_check_severity_name(def->fail_on);
    int used = snprintf(text, SETTING_SIZE, "depth>");
    text[(size_t)used + io_number_write(def->fail_depth, text + used)] = '\0';
    return text;
}

static void put_settings(io_json_writer *w, const check_report_head *head)
{
    const mote_check_def *def = head->def;
    char text[SETTING_SIZE];
    io_json_write_object(w, "settings");
    io_json_write_string(w, "parts", mote_check_split_name(def->split));
    io_json_write_bool(w, "self", head->self);
    io_json_write_bool(w, "static", def->rest_pose);
    io_json_write_bool(w, "between", def->between);
    io_json_write_integer(w, "substeps", def->substeps);
    io_json_write_float(w, "tolerance", def->tolerance);
    io_json_write_string(w, "weld", weld_text(def, text));
    io_json_write_string(w, "fail_on", fail_on_text(def, text));
    io_json_write_string(w, "unknown_depth", def->pass_unknown_depth ? "pass" : "fail");
    io_json_write_string(w, "baseline", def->rest_baseline ? "rest" : def->baseline);
    io_json_write_array(w, "accept");
    for (int kind = 0; mote_check_remark_name((mote_check_remark_kind)kind); kind++)
        if (def->accept >> kind & 1)
            io_json_write_string(w, NULL, mote_check_remark_name((mote_check_remark_kind)kind));
    io_json_write_end_array(w);
    io_json_write_end_object(w);
}

static void put_clips(io_json_writer *w, const check_animation *animation)
{
    io_json_write_array(w, "clips");
    for (uint32_t i = 0; i < animation->clip_count; i++) {
        const check_clip *clip = &animation->clips[i];
        io_json_write_line(w, 1);
        io_json_write_object(w, NULL);
        io_json_write_string(w, "name", clip->name);
        io_json_write_float(w, "start", (float)clip->start);
        io_json_write_float(w, "end", (float)clip->end);
        io_json_write_integer(w, "frames", clip->frame_count);
        put_frame_number(w, "first_frame", animation, i, clip->first_frame);
        put_frame_number(w, "last_frame", animation, i, clip->last_frame);
        io_json_write_double(w, "frame_offset", clip->frame_offset);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

static void put_parts(io_json_writer *w, const check_animation *animation)
{
    io_json_write_array(w, "parts");
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_mesh_info info;
        mote_mesh_get_info(part->mesh, &info);
        io_json_write_line(w, 1);
        io_json_write_object(w, NULL);
        io_json_write_string(w, "name", part->name);
        io_json_write_integer(w, "vertices", part->vertex_count);
        io_json_write_integer(w, "triangles", part->triangle_count);
        io_json_write_bool(w, "closed", info.closed);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

check_json_report check_json_report_begin(FILE *to, const check_report_head *head, bool faces)
{
    const check_animation *animation = head->animation;
    check_json_report report = {
        .writer = {.to = to}, .faces = faces, .places = true, .animation = animation};
    io_json_writer *w = &report.writer;
    io_json_write_object(w, NULL);
    io_json_write_string(w, "schema", "mote-check");
    io_json_write_integer(w, "version", CHECK_SCHEMA_VERSION);
    io_json_write_string(w, "mote", mote_version());
    io_json_write_line(w, 0);
    io_json_write_array(w, "inputs");
    for (uint32_t i = 0; i < head->def->input_count; i++)
        io_json_write_string(w, NULL, head->def->inputs[i]);
    io_json_write_end_array(w);
    io_json_write_line(w, 0);
    put_settings(w, head);
    io_json_write_line(w, 0);
    io_json_write_float(w, "fps", (float)animation->fps);
    io_json_write_string(w, "unit", animation->unit);
    io_json_write_line(w, 0);
    put_clips(w, animation);
    io_json_write_line(w, 0);
    put_parts(w, animation);
    io_json_write_line(w, 0);
    io_json_write_array(w, "frames");
    return report;
}

// ---------------------------------------------------------------------------------------------
// Frames

static void put_contacts(io_json_writer *w, const mote_check_finding *finding)
{
    io_json_write_array(w, "contacts");
    for (uint32_t i = 0; i < finding->contact_count; i++) {
        const mote_contact *contact = &finding->contacts[i];
        io_json_write_object(w, NULL);
        io_json_write_vec3(w, "point", contact->point);
        io_json_write_vec3(w, "normal", contact->normal);
        put_depth(w, contact->depth, contact->depth_kind);
        io_json_write_integer(w, "face_pairs", contact->face_pair_count);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

static void put_bones(io_json_writer *w, const check_animation *animation,
                      const mote_check_finding *finding, const mote_check_region *region)
{
    io_json_write_array(w, "bones");
    io_json_write_string(w, NULL, check_bone_name(animation->parts[finding->a], region->bone_a));
    io_json_write_string(w, NULL, check_bone_name(animation->parts[finding->b], region->bone_b));
    io_json_write_end_array(w);
}

static void put_regions(io_json_writer *w, const check_animation *animation,
                        const mote_check_finding *finding)
{
    io_json_write_array(w, "regions");
    for (uint32_t i = 0; i < finding->region_count; i++) {
        const mote_check_region *region = &finding->regions[i];
        io_json_write_object(w, NULL);
        io_json_write_string(w, "severity", mote_check_severity_name(region->severity));
        put_depth(w, region->depth, region->depth_kind);
        io_json_write_float(w, "reach", region->reach);
        io_json_write_float(w, "area", region->area);
        io_json_write_integer(w, "face_pairs", region->face_pair_count);
        io_json_write_vec3(w, "point", region->point);
        put_bones(w, animation, finding, region);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

static void put_faces(io_json_writer *w, const mote_check_finding *finding)
{
    io_json_write_array(w, "faces");
    for (uint32_t i = 0; i < finding->face_pair_count; i++) {
        io_json_write_array(w, NULL);
        io_json_write_integer(w, NULL, finding->face_pairs[i].face_a);
        io_json_write_integer(w, NULL, finding->face_pairs[i].face_b);
        io_json_write_end_array(w);
    }
    io_json_write_end_array(w);
}

static void put_finding(check_json_report *report, const mote_check_finding *finding)
{
    io_json_writer *w = &report->writer;
    io_json_write_object(w, NULL);
    io_json_write_integer(w, "a", finding->a);
    io_json_write_integer(w, "b", finding->b);
    io_json_write_string(w, "severity", mote_check_severity_name(finding->severity));
    io_json_write_string(w, "relation", check_relation_name(finding->relation));
    io_json_write_integer(w, "face_pairs", finding->face_pair_count);
    io_json_write_bool(w, "cut_short", finding->cut_short);
    put_depth(w, finding->depth, finding->depth_kind);
    if (report->places) put_regions(w, report->animation, finding);
    if (report->places) put_contacts(w, finding);
    if (report->faces) put_faces(w, finding);
    io_json_write_end_object(w);
}

// Uses double because float cannot represent all frame numbers.
static void put_crossing(check_json_report *report, const mote_check_frame *frame,
                         const mote_check_crossing *crossing)
{
    io_json_writer *w = &report->writer;
    const check_animation *animation = report->animation;
    io_json_write_object(w, NULL);
    io_json_write_integer(w, "a", crossing->a);
    io_json_write_integer(w, "b", crossing->b);
    io_json_write_string(w, "severity", mote_check_severity_name(crossing->severity));
    put_frame_number(w, "at", animation, frame->clip, crossing->at);
    io_json_write_double(w, "time", crossing->time);
    io_json_write_vec3(w, "point", crossing->point);
    io_json_write_integer(w, "face_pairs", crossing->face_pair_count);
    io_json_write_bool(w, "hidden", crossing->hidden);
    if (report->faces) {
        io_json_write_array(w, "faces");
        for (uint32_t i = 0; i < crossing->face_pair_count; i++) {
            io_json_write_array(w, NULL);
            io_json_write_integer(w, NULL, crossing->faces[i].face_a);
            io_json_write_integer(w, NULL, crossing->faces[i].face_b);
            put_frame_number(w, NULL, animation, frame->clip, crossing->faces[i].at);
            io_json_write_end_array(w);
        }
        io_json_write_end_array(w);
    }
    io_json_write_end_object(w);
}

static void put_crossings(check_json_report *report, const mote_check_frame *frame)
{
    io_json_writer *w = &report->writer;
    io_json_write_array(w, "between");
    for (uint32_t i = 0; i < frame->crossing_count; i++) {
        io_json_write_line(w, 2);
        put_crossing(report, frame, &frame->crossings[i]);
    }
    io_json_write_end_array(w);
}

void check_json_report_frame(check_json_report *report, const mote_check_frame *frame)
{
    if (frame->finding_count == 0 && frame->crossing_count == 0 && frame->invalid_count == 0 &&
        !frame->cut_short)
        return;
    io_json_writer *w = &report->writer;
    io_json_write_line(w, 1);
    io_json_write_object(w, NULL);
    io_json_write_integer(w, "clip", frame->clip);
    put_frame_number(w, "frame", report->animation, frame->clip, frame->number);
    io_json_write_float(w, "time", (float)frame->time);
    io_json_write_bool(w, "cut_short", frame->cut_short);
    io_json_write_array(w, "invalid");
    for (uint32_t i = 0; i < frame->invalid_count; i++)
        io_json_write_integer(w, NULL, frame->invalid[i]);
    io_json_write_end_array(w);
    io_json_write_array(w, "pairs");
    for (uint32_t i = 0; i < frame->finding_count; i++) {
        io_json_write_line(w, 2);
        put_finding(report, &frame->findings[i]);
    }
    io_json_write_end_array(w);
    put_crossings(report, frame);
    io_json_write_end_object(w);
}

// ---------------------------------------------------------------------------------------------
// End

static void put_region_name(io_json_writer *w, const check_animation *animation,
                            const mote_check_episode *e)
{
    char name[1024];
    const char *a = check_bone_name(animation->parts[e->a], e->bone_a);
    const char *b = check_bone_name(animation->parts[e->b], e->bone_b);
    check_name_episode(animation, e, name, sizeof name);
    io_json_write_string(w, "region", name);
    io_json_write_array(w, "bones");
    io_json_write_string(w, NULL, a);
    io_json_write_string(w, NULL, b);
    io_json_write_end_array(w);
}

static void put_episodes(io_json_writer *w, const check_animation *animation,
                         const mote_check_outcome *outcome)
{
    io_json_write_array(w, "episodes");
    for (size_t i = 0; i < outcome->episode_count; i++) {
        const mote_check_episode *e = &outcome->episodes[i];
        io_json_write_line(w, 1);
        io_json_write_object(w, NULL);
        io_json_write_integer(w, "a", e->a);
        io_json_write_integer(w, "b", e->b);
        io_json_write_integer(w, "clip", e->clip);
        put_region_name(w, animation, e);
        put_frame_number(w, "first", animation, e->clip, e->first);
        put_frame_number(w, "last", animation, e->clip, e->last);
        io_json_write_integer(w, "frames", e->frame_count);
        io_json_write_string(w, "severity", mote_check_severity_name(e->severity));
        io_json_write_string(w, "relation", check_relation_name(e->relation));
        put_frame_number(w, "worst_frame", animation, e->clip, e->worst_frame);
        io_json_write_integer(w, "face_pairs", e->face_pair_count);
        put_depth(w, e->depth, e->depth_kind);
        io_json_write_float(w, "reach", e->reach);
        io_json_write_float(w, "area", e->area);
        io_json_write_vec3(w, "point", e->point);
        put_frame_number(w, "began", animation, e->clip, e->began);
        io_json_write_bool(w, "hidden", e->hidden);
        io_json_write_bool(w, "rest", e->rest);
        io_json_write_bool(w, "fails", e->fails);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

static void put_view_part(io_json_writer *w, const check_view_part *part)
{
    io_json_write_line(w, 2);
    io_json_write_object(w, NULL);
    io_json_write_integer(w, "part", part->part);
    io_json_write_array(w, "positions");
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        io_json_write_float(w, NULL, part->positions[i].x);
        io_json_write_float(w, NULL, part->positions[i].y);
        io_json_write_float(w, NULL, part->positions[i].z);
    }
    io_json_write_end_array(w);
    io_json_write_array(w, "triangles");
    for (size_t i = 0; i < (size_t)part->triangle_count * 3; i++)
        io_json_write_integer(w, NULL, part->triangles[i]);
    io_json_write_end_array(w);
    io_json_write_array(w, "marked");
    for (uint32_t i = 0; i < part->triangle_count; i++)
        if (part->marked[i]) io_json_write_integer(w, NULL, i);
    io_json_write_end_array(w);
    io_json_write_end_object(w);
}

static void put_views(io_json_writer *w, const check_animation *animation, const check_view *views,
                      size_t count)
{
    io_json_write_array(w, "views");
    for (size_t i = 0; i < count; i++) {
        const check_view *view = &views[i];
        io_json_write_line(w, 1);
        io_json_write_object(w, NULL);
        io_json_write_integer(w, "clip", view->clip);
        put_frame_number(w, "frame", animation, view->clip, view->frame);
        io_json_write_float(w, "time", (float)view->time);
        io_json_write_integer(w, "a", view->a);
        io_json_write_integer(w, "b", view->b);
        io_json_write_bool(w, "whole", view->whole);
        io_json_write_vec3(w, "point", view->point);
        io_json_write_array(w, "parts");
        for (uint32_t k = 0; k < view->part_count; k++) put_view_part(w, &view->parts[k]);
        io_json_write_end_array(w);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

static void put_remarks(io_json_writer *w, const mote_check_outcome *outcome)
{
    io_json_write_array(w, "remarks");
    for (size_t i = 0; i < outcome->remark_count; i++) {
        const mote_check_remark *remark = &outcome->remarks[i];
        io_json_write_line(w, 1);
        io_json_write_object(w, NULL);
        io_json_write_string(w, "kind", mote_check_remark_name(remark->kind));
        io_json_write_bool(w, "incomplete", remark->incomplete);
        io_json_write_integer(w, "count", remark->count);
        io_json_write_string(w, "text", remark->text);
        io_json_write_end_object(w);
    }
    io_json_write_end_array(w);
}

static void put_summary(io_json_writer *w, const mote_check_outcome *outcome)
{
    const mote_check_total *total = &outcome->total;
    io_json_write_object(w, "summary");
    io_json_write_string(w, "verdict", mote_check_verdict_name(outcome->verdict));
    io_json_write_bool(w, "complete", outcome->complete);
    io_json_write_integer(w, "frames_wanted", total->wanted);
    io_json_write_integer(w, "frames_checked", total->checked);
    io_json_write_integer(w, "frames_near", total->frames[MOTE_CHECK_NEAR]);
    io_json_write_integer(w, "frames_touch", total->frames[MOTE_CHECK_TOUCH]);
    io_json_write_integer(w, "frames_penetrate", total->frames[MOTE_CHECK_PENETRATE]);
    io_json_write_integer(w, "findings", total->findings);
    io_json_write_integer(w, "face_pairs", total->face_pairs);
    io_json_write_integer(w, "baseline_face_pairs", total->baseline_face_pairs);
    io_json_write_integer(w, "allowed_face_pairs", total->allowed_face_pairs);
    io_json_write_integer(w, "rest_face_pairs", total->rest_face_pairs);
    io_json_write_integer(w, "invalid_frames", total->invalid_frames);
    io_json_write_integer(w, "crowded_frames", total->crowded_frames);
    io_json_write_integer(w, "unknown_depths", total->unknown_depths);
    io_json_write_integer(w, "unfiltered_files",
                          check_count_unfiltered(outcome->remarks, outcome->remark_count));
    io_json_write_integer(w, "crossings", total->crossings);
    io_json_write_integer(w, "hidden_crossings", total->hidden_crossings);
    io_json_write_integer(w, "leaps", total->leaps);
    io_json_write_float(w, "deepest", total->deepest);
    io_json_write_bool(w, "cut_short", total->cut_short);
    io_json_write_bool(w, "failed", outcome->failed);
    io_json_write_string(w, "error", outcome->error);
    io_json_write_end_object(w);
}

void check_json_report_end(check_json_report *report, const mote_check_outcome *outcome,
                           const check_view *views, size_t view_count)
{
    io_json_writer *w = &report->writer;
    io_json_write_end_array(w);
    io_json_write_line(w, 0);
    put_episodes(w, report->animation, outcome);
    io_json_write_line(w, 0);
    put_views(w, report->animation, views, view_count);
    io_json_write_line(w, 0);
    put_remarks(w, outcome);
    io_json_write_line(w, 0);
    put_summary(w, outcome);
    io_json_write_end_object(w);
    fputc('\n', w->to);
}

// ---------------------------------------------------------------------------------------------
// As a writer

typedef struct json_writer {
    check_writer writer;
    check_json_report report;
} json_writer;

static mote_result begin(check_writer *writer)
{
    json_writer *j = (void *)writer; // the first field
    j->report = check_json_report_begin(writer->stream.file, &writer->head, writer->def.faces);
    return MOTE_OK;
}

static mote_result put_frame(check_writer *writer, const mote_check_frame *frame)
{
    json_writer *j = (void *)writer; // the first field
    check_json_report_frame(&j->report, frame);
    return MOTE_OK;
}

static mote_result end(check_writer *writer, const check_report_tail *tail)
{
    json_writer *j = (void *)writer; // the first field
    size_t views = tail->view_count;
    if (views > writer->def.view_count) views = writer->def.view_count;
    check_json_report_end(&j->report, tail->outcome, tail->views, views);
    return MOTE_OK;
}

const check_writer_kind check_json_writer = {.size = sizeof(json_writer),
                                             .begin = begin,
                                             .frame = put_frame,
                                             .end = end,
                                             .ends_check = true};
