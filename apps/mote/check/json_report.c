#include "apps/mote/check/json_report.h"

#include <inttypes.h>
#include <math.h>

#include "apps/mote/check/view.h"
#include "io/number.h"

// ---------------------------------------------------------------------------------------------
// Values

// Bytes above 127 are UTF-8 already, or were made so by the importer. No '<' is written, so that no
// name can end the script element that the report stands in on a page.
static void put_string(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(to, "\\%c", c);
        else if (c < 0x20 || c == '<')
            fprintf(to, "\\u%04x", c);
        else
            fputc(c, to);
    }
    fputc('"', to);
}

static void put_string_or_null(FILE *to, const char *text)
{
    if (text)
        put_string(to, text);
    else
        fputs("null", to);
}

void check_json_put_float(FILE *to, float number)
{
    char digits[IO_NUMBER_SIZE];
    if (isfinite(number))
        fprintf(to, "%.*s", (int)io_number_write(number, digits), digits);
    else
        fputs("null", to);
}

void check_json_put_vec3(FILE *to, mote_vec3 v)
{
    fputc('[', to);
    check_json_put_float(to, v.x);
    fputc(',', to);
    check_json_put_float(to, v.y);
    fputc(',', to);
    check_json_put_float(to, v.z);
    fputc(']', to);
}

static const char *truth(bool value)
{
    return value ? "true" : "false";
}

static void put_depth(FILE *to, float depth, mote_depth_kind kind)
{
    fputs(",\"depth\":", to);
    check_json_put_float(to, kind == MOTE_DEPTH_NONE ? NAN : depth);
}

static const char *relation_name(mote_relation relation)
{
    switch (relation) {
    case MOTE_RELATION_TOUCH: return "meet";
    case MOTE_RELATION_NEAR: return "near";
    case MOTE_RELATION_A_IN_B: return "a in b";
    case MOTE_RELATION_B_IN_A: return "b in a";
    case MOTE_RELATION_APART: break;
    }
    return "apart";
}

// ---------------------------------------------------------------------------------------------
// Head

static void put_settings(FILE *to, const check_report_head *head)
{
    fprintf(to,
            "\"settings\":{\"parts\":\"%s\",\"self\":%s,\"static\":%s,\"tolerance\":", head->split,
            truth(head->self), truth(head->rest));
    check_json_put_float(to, head->tolerance);
    fputs(",\"weld\":", to);
    put_string(to, head->weld);
    fputs(",\"fail_on\":", to);
    put_string(to, head->fail_on);
    fputs(",\"baseline\":", to);
    put_string_or_null(to, head->baseline);
    fputs("},\n", to);
}

static void put_parts(FILE *to, const check_animation *animation)
{
    fputs("\"parts\":[", to);
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_mesh_info info;
        mote_mesh_get_info(part->mesh, &info);
        fprintf(to, "%s\n {\"name\":", i ? "," : "");
        put_string(to, part->name);
        fprintf(to, ",\"vertices\":%u,\"triangles\":%u,\"closed\":%s}", part->vertex_count,
                part->triangle_count, truth(info.closed));
    }
    fputs("],\n", to);
}

check_json_report check_json_report_begin(FILE *to, const check_animation *animation,
                                          const check_report_head *head, bool faces)
{
    fprintf(to, "{\"schema\":\"mote-check\",\"version\":%d,\"mote\":\"%s\",\n",
            CHECK_SCHEMA_VERSION, mote_version());
    fputs("\"inputs\":[", to);
    for (uint32_t i = 0; i < head->input_count; i++) {
        if (i) fputc(',', to);
        put_string(to, head->inputs[i]);
    }
    fputs("],\n", to);
    put_settings(to, head);
    fputs("\"clip\":", to);
    put_string_or_null(to, animation->clip);
    fputs(",\"start\":", to);
    check_json_put_float(to, (float)animation->start);
    fputs(",\"end\":", to);
    check_json_put_float(to, (float)animation->end);
    fputs(",\"fps\":", to);
    check_json_put_float(to, (float)animation->fps);
    fprintf(to, ",\"first_frame\":%u,\"last_frame\":%u,\n", head->first_frame, head->last_frame);
    put_parts(to, animation);
    fputs("\"frames\":[", to);
    return (check_json_report){.to = to, .animation = animation, .faces = faces};
}

// ---------------------------------------------------------------------------------------------
// Frames

static void put_contacts(FILE *to, const check_finding *finding)
{
    fputs(",\"contacts\":[", to);
    for (uint32_t i = 0; i < finding->contact_count; i++) {
        const mote_contact *contact = &finding->contacts[i];
        fputs(i ? ",{\"point\":" : "{\"point\":", to);
        check_json_put_vec3(to, contact->point);
        fputs(",\"normal\":", to);
        check_json_put_vec3(to, contact->normal);
        put_depth(to, contact->depth, contact->depth_kind);
        fprintf(to, ",\"face_pairs\":%u}", contact->face_pair_count);
    }
    fputc(']', to);
}

static void put_faces(FILE *to, const check_finding *finding)
{
    fputs(",\"faces\":[", to);
    for (uint32_t i = 0; i < finding->face_pair_count; i++)
        fprintf(to, "%s[%u,%u]", i ? "," : "", finding->face_pairs[i].face_a,
                finding->face_pairs[i].face_b);
    fputc(']', to);
}

static void put_finding(FILE *to, const check_finding *finding, bool faces)
{
    fprintf(to,
            "{\"a\":%u,\"b\":%u,\"severity\":\"%s\",\"relation\":\"%s\",\"face_pairs\":%u,"
            "\"cut_short\":%s",
            finding->a, finding->b, check_severity_name(finding->severity),
            relation_name(finding->relation), finding->face_pair_count, truth(finding->cut_short));
    put_depth(to, finding->depth, finding->depth_kind);
    put_contacts(to, finding);
    if (faces) put_faces(to, finding);
    fputc('}', to);
}

void check_json_report_frame(check_json_report *report, const check_frame *frame)
{
    if (frame->finding_count == 0 && frame->invalid_count == 0 && !frame->cut_short) return;
    FILE *to = report->to;
    fprintf(to, "%s\n {\"frame\":%u,\"time\":", report->begun ? "," : "", frame->number);
    report->begun = true;
    check_json_put_float(to, (float)frame->time);
    fprintf(to, ",\"cut_short\":%s,\"invalid\":[", truth(frame->cut_short));
    for (uint32_t i = 0; i < frame->invalid_count; i++)
        fprintf(to, "%s%u", i ? "," : "", frame->invalid[i]);
    fputs("],\"pairs\":[", to);
    for (uint32_t i = 0; i < frame->finding_count; i++) {
        fputs(i ? ",\n  " : "\n  ", to);
        put_finding(to, &frame->findings[i], report->faces);
    }
    fputs("]}", to);
}

// ---------------------------------------------------------------------------------------------
// End

static void put_episodes(FILE *to, const check_outcome *outcome)
{
    fputs("],\n\"episodes\":[", to);
    for (size_t i = 0; i < outcome->episode_count; i++) {
        const check_episode *e = &outcome->episodes[i];
        fprintf(to,
                "%s\n {\"a\":%u,\"b\":%u,\"first\":%u,\"last\":%u,\"severity\":\"%s\","
                "\"relation\":\"%s\",\"worst_frame\":%u,\"face_pairs\":%u",
                i ? "," : "", e->a, e->b, e->first, e->last, check_severity_name(e->severity),
                relation_name(e->relation), e->worst_frame, e->face_pair_count);
        put_depth(to, e->depth, e->depth_kind);
        fputs(",\"point\":", to);
        check_json_put_vec3(to, e->point);
        fputc('}', to);
    }
}

static void put_view_part(FILE *to, const check_view_part *part)
{
    fprintf(to, "\n  {\"part\":%u,\"positions\":[", part->part);
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        const float xyz[3] = {part->positions[i].x, part->positions[i].y, part->positions[i].z};
        for (int k = 0; k < 3; k++) {
            if (i || k) fputc(',', to);
            check_json_put_float(to, xyz[k]);
        }
    }
    fputs("],\"triangles\":[", to);
    for (size_t i = 0; i < (size_t)part->triangle_count * 3; i++)
        fprintf(to, "%s%u", i ? "," : "", part->triangles[i]);
    fputs("],\"marked\":[", to);
    const char *separator = "";
    for (uint32_t i = 0; i < part->triangle_count; i++) {
        if (!part->marked[i]) continue;
        fprintf(to, "%s%u", separator, i);
        separator = ",";
    }
    fputs("]}", to);
}

static void put_views(FILE *to, const check_outcome *outcome)
{
    fputs("],\n\"views\":[", to);
    for (size_t i = 0; i < outcome->view_count; i++) {
        const check_view *view = &outcome->views[i];
        fprintf(to, "%s\n {\"frame\":%u,\"time\":", i ? "," : "", view->frame);
        check_json_put_float(to, (float)view->time);
        fprintf(to, ",\"a\":%u,\"b\":%u,\"whole\":%s,\"point\":", view->a, view->b,
                truth(view->whole));
        check_json_put_vec3(to, view->point);
        fputs(",\"parts\":[", to);
        for (uint32_t k = 0; k < view->part_count; k++) {
            if (k) fputc(',', to);
            put_view_part(to, &view->parts[k]);
        }
        fputs("]}", to);
    }
}

void check_json_report_end(check_json_report *report, const check_outcome *outcome)
{
    FILE *to = report->to;
    const check_total *total = outcome->total;
    put_episodes(to, outcome);
    put_views(to, outcome);
    fprintf(to,
            "],\n\"summary\":{\"frames_checked\":%u,\"frames_near\":%u,\"frames_touch\":%u,"
            "\"frames_penetrate\":%u,\"findings\":%" PRIu64 ",\"face_pairs\":%" PRIu64
            ",\"baseline_face_pairs\":%" PRIu64 ",\"invalid_frames\":%u,\"deepest\":",
            total->checked, total->frames[CHECK_SEVERITY_NEAR], total->frames[CHECK_SEVERITY_TOUCH],
            total->frames[CHECK_SEVERITY_PENETRATE], total->findings, total->face_pairs,
            total->baseline_face_pairs, total->invalid_frames);
    check_json_put_float(to, total->deepest);
    fprintf(to, ",\"cut_short\":%s,\"failed\":%s,\"error\":", truth(total->cut_short),
            truth(outcome->failed));
    put_string_or_null(to, outcome->error);
    fputs("}}\n", to);
}
