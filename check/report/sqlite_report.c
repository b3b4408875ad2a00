#include "check/report/sqlite_report.h"

#include "check/region_names.h"
#include "check/report/lists.h"
#include "check/report/names.h"
#include "check/report/sqlite_database.h"

typedef enum table {
    TABLE_INPUTS,
    TABLE_CLIPS,
    TABLE_PARTS,
    TABLE_FRAMES,
    TABLE_FINDINGS,
    TABLE_CONTACTS,
    TABLE_FACES,
    TABLE_CROSSINGS,
    TABLE_EPISODES,
    TABLE_REMARKS,
    TABLE_SUMMARY,
    TABLES
} table;

static const char *const columns[TABLES] = {
    [TABLE_INPUTS] = "inputs(input INTEGER PRIMARY KEY, path TEXT)",
    [TABLE_CLIPS] = "clips(clip INTEGER PRIMARY KEY, name TEXT, start REAL, end REAL, frames "
                    "INTEGER, first_frame INTEGER, last_frame INTEGER)",
    [TABLE_PARTS] = "parts(part INTEGER PRIMARY KEY, name TEXT, input INTEGER, vertices INTEGER, "
                    "triangles INTEGER, closed INTEGER)",
    [TABLE_FRAMES] = "frames(clip INTEGER, frame INTEGER, time REAL, severity TEXT, findings "
                     "INTEGER, face_pairs INTEGER, cut_short INTEGER, invalid INTEGER)",
    [TABLE_FINDINGS] = "findings(finding INTEGER PRIMARY KEY, clip INTEGER, frame INTEGER, "
                       "a INTEGER, b INTEGER, severity TEXT, relation TEXT, face_pairs INTEGER, "
                       "depth REAL, cut_short INTEGER)",
    [TABLE_CONTACTS] = "contacts(finding INTEGER, x REAL, y REAL, z REAL, normal_x REAL, "
                       "normal_y REAL, normal_z REAL, depth REAL, face_pairs INTEGER)",
    [TABLE_FACES] = "faces(finding INTEGER, face_a INTEGER, face_b INTEGER)",
    [TABLE_CROSSINGS] = "crossings(clip INTEGER, frame INTEGER, a INTEGER, b INTEGER, severity "
                        "TEXT, at REAL, time REAL, x REAL, y REAL, z REAL, face_pairs INTEGER, "
                        "hidden INTEGER)",
    [TABLE_EPISODES] =
        "episodes(episode INTEGER PRIMARY KEY, a INTEGER, b INTEGER, clip INTEGER, "
        "first INTEGER, last INTEGER, severity TEXT, fails INTEGER, region TEXT, relation TEXT, "
        "worst_frame INTEGER, face_pairs INTEGER, depth REAL, x REAL, y REAL, z "
        "REAL, began REAL, hidden INTEGER)",
    [TABLE_REMARKS] = "remarks(kind TEXT, incomplete INTEGER, count INTEGER, text TEXT)",
    [TABLE_SUMMARY] = "summary(name TEXT PRIMARY KEY, value)",
};

// Views with names instead of numbers. Episodes are stored with the worst first.
static const char more[] =
    "CREATE INDEX findings_by_frame ON findings(clip, frame);"
    "CREATE INDEX contacts_by_finding ON contacts(finding);"
    "CREATE INDEX faces_by_finding ON faces(finding);"
    "CREATE VIEW worst AS SELECT episode, severity, fails, c.name AS clip, first, last, "
    "worst_frame, p.name AS part_a, q.name AS part_b, region, face_pairs, depth, x, y, z FROM "
    "episodes e "
    "JOIN parts p ON p.part = e.a JOIN parts q ON q.part = e.b JOIN clips c ON c.clip = e.clip "
    "ORDER BY episode;";

typedef struct sqlite_writer {
    check_writer writer;
    check_database database;
    int64_t finding_count;
} sqlite_writer;

static void put(sqlite_writer *s, table of, const char *kinds, const int64_t *integers,
                const double *reals, const char *const *texts)
{
    check_database_put(&s->database, (uint32_t)of, kinds, integers, reals, texts);
}

#define INTEGERS CHECK_DATABASE_INTEGERS
#define REALS CHECK_DATABASE_REALS
#define TEXTS CHECK_DATABASE_TEXTS

// ---------------------------------------------------------------------------------------------
// Head

static void put_head(sqlite_writer *s)
{
    const check_report_head *head = &s->writer.head;
    const check_animation *animation = head->animation;
    for (uint32_t i = 0; i < head->def->input_count; i++)
        put(s, TABLE_INPUTS, "it", INTEGERS(i), NULL, TEXTS(head->def->inputs[i]));
    for (uint32_t i = 0; i < animation->clip_count; i++) {
        const check_clip *clip = &animation->clips[i];
        put(s, TABLE_CLIPS, "itddiii",
            INTEGERS(i, clip->frame_count, clip->first_frame, clip->last_frame),
            REALS(clip->start, clip->end), TEXTS(clip->name));
    }
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_mesh_info info;
        mote_mesh_get_info(part->mesh, &info);
        bool is_input = animation->source_of[i] < head->def->input_count;
        put(s, TABLE_PARTS, is_input ? "itiiii" : "itxiii",
            is_input ? INTEGERS(i, animation->source_of[i], part->vertex_count,
                                part->triangle_count, info.closed)
                     : INTEGERS(i, part->vertex_count, part->triangle_count, info.closed),
            NULL, TEXTS(part->name));
    }
}

static mote_result begin(check_writer *writer)
{
    sqlite_writer *s = (void *)writer; // the first field
    mote_result result = check_database_open(&s->database, columns, TABLES);
    if (!result) put_head(s);
    return result ? result : s->database.result;
}

// ---------------------------------------------------------------------------------------------
// Frames

static void put_finding(sqlite_writer *s, const mote_check_frame *frame,
                        const mote_check_finding *f)
{
    int64_t number = ++s->finding_count;
    bool deep = f->depth_kind != MOTE_DEPTH_NONE;
    put(s, TABLE_FINDINGS, deep ? "iiiiittidi" : "iiiiittixi",
        INTEGERS(number, frame->clip,
                 check_shown_frame(&s->writer.head, frame->clip, frame->number), f->a, f->b,
                 f->face_pair_count, f->cut_short),
        REALS((double)f->depth),
        TEXTS(mote_check_severity_name(f->severity), check_relation_name(f->relation)));
    for (uint32_t i = 0; i < f->contact_count; i++) {
        const mote_contact *c = &f->contacts[i];
        put(s, TABLE_CONTACTS, c->depth_kind != MOTE_DEPTH_NONE ? "idddddddi" : "iddddddxi",
            INTEGERS(number, c->face_pair_count),
            REALS((double)c->point.x, (double)c->point.y, (double)c->point.z, (double)c->normal.x,
                  (double)c->normal.y, (double)c->normal.z, (double)c->depth),
            NULL);
    }
    for (uint32_t i = 0; i < f->face_pair_count && s->writer.def.faces; i++)
        put(s, TABLE_FACES, "iii",
            INTEGERS(number, f->face_pairs[i].face_a, f->face_pairs[i].face_b), NULL, NULL);
}

static mote_result put_frame(check_writer *writer, const mote_check_frame *frame)
{
    sqlite_writer *s = (void *)writer; // the first field
    mote_check_severity worst = MOTE_CHECK_CLEAN;
    int64_t face_pairs = 0, shown = check_shown_frame(&writer->head, frame->clip, frame->number);
    for (uint32_t i = 0; i < frame->finding_count; i++) {
        put_finding(s, frame, &frame->findings[i]);
        if (frame->findings[i].severity > worst) worst = frame->findings[i].severity;
        face_pairs += frame->findings[i].face_pair_count;
    }
    put(s, TABLE_FRAMES, "iidtiiii",
        INTEGERS(frame->clip, shown, frame->finding_count, face_pairs, frame->cut_short,
                 frame->invalid_count),
        REALS(frame->time), TEXTS(mote_check_severity_name(worst)));
    for (uint32_t i = 0; i < frame->crossing_count; i++) {
        const mote_check_crossing *c = &frame->crossings[i];
        put(s, TABLE_CROSSINGS, "iiiitdddddii",
            INTEGERS(frame->clip, shown, c->a, c->b, c->face_pair_count, c->hidden),
            REALS(c->at, c->time, (double)c->point.x, (double)c->point.y, (double)c->point.z),
            TEXTS(mote_check_severity_name(c->severity)));
    }
    return s->database.result;
}

// ---------------------------------------------------------------------------------------------
// End

static void put_episodes(sqlite_writer *s, const mote_check_outcome *outcome)
{
    const check_report_head *head = &s->writer.head;
    for (size_t i = 0; i < outcome->episode_count; i++) {
        const mote_check_episode *e = &outcome->episodes[i];
        bool deep = e->depth_kind != MOTE_DEPTH_NONE;
        char region[CHECK_EPISODE_TITLE];
        check_name_episode(head->animation, e, region, sizeof region);
        const double reals[] = {(double)e->depth, (double)e->point.x, (double)e->point.y,
                                (double)e->point.z,
                                e->began + head->animation->clips[e->clip].frame_offset};
        put(s, TABLE_EPISODES, deep ? "iiiiiitittiidddddi" : "iiiiiitittiixddddi",
            INTEGERS(
                (int64_t)i + 1, e->a, e->b, e->clip, check_shown_frame(head, e->clip, e->first),
                check_shown_frame(head, e->clip, e->last), e->fails,
                check_shown_frame(head, e->clip, e->worst_frame), e->face_pair_count, e->hidden),
            deep ? reals : reals + 1,
            TEXTS(mote_check_severity_name(e->severity), region, check_relation_name(e->relation)));
    }
}

static void put_summary(sqlite_writer *s, const mote_check_outcome *outcome)
{
    const mote_check_total *total = &outcome->total;
    const struct {
        const char *name;
        uint64_t value;
    } numbers[] = {
        {"complete", outcome->complete},
        {"failed", outcome->failed},
        {"frames_wanted", total->wanted},
        {"frames_checked", total->checked},
        {"frames_near", total->frames[MOTE_CHECK_NEAR]},
        {"frames_touch", total->frames[MOTE_CHECK_TOUCH]},
        {"frames_penetrate", total->frames[MOTE_CHECK_PENETRATE]},
        {"findings", total->findings},
        {"face_pairs", total->face_pairs},
        {"baseline_face_pairs", total->baseline_face_pairs},
        {"crossings", total->crossings},
        {"hidden_crossings", total->hidden_crossings},
    };
    put(s, TABLE_SUMMARY, "tt", NULL, NULL, TEXTS("mote", mote_version()));
    put(s, TABLE_SUMMARY, "tt", NULL, NULL,
        TEXTS("verdict", mote_check_verdict_name(outcome->verdict)));
    put(s, TABLE_SUMMARY, "tt", NULL, NULL, TEXTS("error", outcome->error));
    put(s, TABLE_SUMMARY, "td", NULL, REALS((double)total->deepest), TEXTS("deepest"));
    put(s, TABLE_SUMMARY, "td", NULL, REALS(s->writer.head.animation->fps), TEXTS("fps"));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        put(s, TABLE_SUMMARY, "ti", INTEGERS((int64_t)numbers[i].value), NULL,
            TEXTS(numbers[i].name));
    for (size_t i = 0; i < outcome->remark_count; i++) {
        const mote_check_remark *remark = &outcome->remarks[i];
        put(s, TABLE_REMARKS, "tiit", INTEGERS(remark->incomplete, (int64_t)remark->count), NULL,
            TEXTS(mote_check_remark_name(remark->kind), remark->text));
    }
}

static mote_result end(check_writer *writer, const check_report_tail *tail)
{
    sqlite_writer *s = (void *)writer; // the first field
    put_episodes(s, tail->outcome);
    put_summary(s, tail->outcome);
    return check_database_finish(&s->database, more, writer->stream.file);
}

static void release(check_writer *writer)
{
    sqlite_writer *s = (void *)writer; // the first field
    check_database_close(&s->database);
}

static mote_result find_library(void)
{
    check_sqlite_library library;
    return check_sqlite_load(&library);
}

const check_writer_kind check_sqlite_writer = {.size = sizeof(sqlite_writer),
                                               .available = find_library,
                                               .begin = begin,
                                               .frame = put_frame,
                                               .end = end,
                                               .release = release};
