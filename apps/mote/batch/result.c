#define _POSIX_C_SOURCE 200809L
#include "apps/mote/batch/result.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/pieces.h"
#include "check/report/lists.h"
#include "core/result.h"

static const char magic[12] = "mote result";

// Copies a text, because results own the texts of remarks.
static char *loosen(const char *text)
{
    char *own;
    memcpy(&own, &text, sizeof own);
    return own;
}

void cmd_batch_result_release(cmd_batch_result *result)
{
    for (uint32_t i = 0; i < result->episode_count && result->episodes; i++) {
        cmd_batch_episode *e = &result->episodes[i];
        char *texts[] = {e->input, e->clip, e->part_a, e->part_b, e->region};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) free(texts[k]);
    }
    for (uint32_t i = 0; i < result->remark_count && result->remarks; i++)
        free(loosen(result->remarks[i].text));
    free(result->episodes);
    free(result->remarks);
    free(result->failure);
    *result = (cmd_batch_result){0};
}

// ---------------------------------------------------------------------------------------------
// Taking results from a check

static mote_result describe(const mote_check *check, const check_report_head *head,
                            const mote_check_episode *episode, cmd_batch_episode *out)
{
    char region[CHECK_EPISODE_TITLE];
    const check_animation *animation = head->animation;
    const char *input = check_episode_input(head, episode);
    const char *clip = animation->clips[episode->clip].name;
    mote_check_name_episode(check, episode, region, sizeof region);
    *out = (cmd_batch_episode){
        .of = *episode,
        .first = check_shown_frame(head, episode->clip, episode->first),
        .last = check_shown_frame(head, episode->clip, episode->last),
        .worst = check_shown_frame(head, episode->clip, episode->worst_frame),
        .time = check_animation_time(animation, episode->clip, episode->worst_frame),
        .input = input ? strdup(input) : NULL,
        .clip = clip ? strdup(clip) : NULL,
        .part_a = strdup(animation->parts[episode->a]->name),
        .part_b = strdup(animation->parts[episode->b]->name),
        .region = strdup(region)};
    bool missing = (input && !out->input) || (clip && !out->clip);
    return missing || !out->part_a || !out->part_b || !out->region
               ? mote_fail_memory(sizeof *out, "an episode")
               : MOTE_OK;
}

mote_result cmd_batch_result_failed(const char *message, cmd_batch_result *out)
{
    *out = (cmd_batch_result){.known = true, .verdict = MOTE_CHECK_VERDICT_INCOMPLETE};
    out->failure = strdup(message);
    return out->failure ? MOTE_OK : mote_fail_memory(1, "a message");
}

mote_result cmd_batch_result_of(const mote_check *check, const mote_check_def *def,
                                uint32_t formats, cmd_batch_result *out)
{
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    const check_report_head head = {.def = def, .animation = check_animation_of(check)};
    *out = (cmd_batch_result){.known = true,
                              .verdict = outcome.verdict,
                              .complete = outcome.complete,
                              .total = outcome.total,
                              .formats = formats};
    out->remarks = calloc(outcome.remark_count + 1, sizeof *out->remarks);
    out->episodes = calloc(outcome.episode_count + 1, sizeof *out->episodes);
    mote_result result = out->remarks && out->episodes
                             ? MOTE_OK
                             : mote_fail_memory(outcome.episode_count, "the episodes");
    if (outcome.error && !(out->failure = strdup(outcome.error)))
        result = mote_fail_memory(1, "a message");
    for (size_t i = 0; i < outcome.remark_count && !result; i++) {
        out->remarks[out->remark_count] = outcome.remarks[i];
        out->remarks[out->remark_count].text = strdup(outcome.remarks[i].text);
        if (!out->remarks[out->remark_count++].text) result = mote_fail_memory(1, "a remark");
    }
    for (size_t i = 0; i < outcome.episode_count && !result; i++)
        result = describe(check, &head, &outcome.episodes[i], &out->episodes[out->episode_count++]);
    if (result) cmd_batch_result_release(out);
    return result;
}

// ---------------------------------------------------------------------------------------------
// The file

// The same functions write the fields to `to` or read them from `at`, so both directions agree.
typedef struct walk {
    FILE *to;
    const char *at, *end;
    bool reads;
    bool damaged;
} walk;

static void bytes(walk *w, void *field, size_t size)
{
    if (!w->reads) {
        fwrite(field, 1, size, w->to);
    } else if (w->damaged || (size_t)(w->end - w->at) < size) {
        w->damaged = true;
        memset(field, 0, size);
    } else {
        memcpy(field, w->at, size);
        w->at += size;
    }
}

#define FIELD(w, field) bytes((w), &(field), sizeof(field))

static void flag(walk *w, bool *field)
{
    uint8_t byte = *field;
    FIELD(w, byte);
    *field = byte != 0;
}

// Reads or writes a text, from malloc or null.
static void text(walk *w, char **field)
{
    uint32_t length = !w->reads && *field ? (uint32_t)strlen(*field) : MOTE_NONE;
    FIELD(w, length);
    if (!w->reads) {
        if (*field) bytes(w, *field, length);
        return;
    }
    *field = NULL;
    if (length == MOTE_NONE || w->damaged) return;
    if ((size_t)(w->end - w->at) < length || !(*field = malloc((size_t)length + 1))) {
        w->damaged = true;
        return;
    }
    bytes(w, *field, length);
    (*field)[length] = '\0';
}

// Enumerations have at most 256 values.
#define CHOICE(w, field, last)                                                                     \
    do {                                                                                           \
        uint8_t byte_ = (uint8_t)(field);                                                          \
        FIELD(w, byte_);                                                                           \
        if (byte_ > (last)) {                                                                      \
            (w)->damaged = true;                                                                   \
            byte_ = 0;                                                                             \
        }                                                                                          \
        memcpy(&(field), &(const unsigned){byte_}, sizeof(field));                                 \
    } while (0)

static void total(walk *w, mote_check_total *t)
{
    FIELD(w, t->wanted);
    FIELD(w, t->checked);
    for (int i = 0; i <= MOTE_CHECK_PENETRATE; i++) FIELD(w, t->frames[i]);
    FIELD(w, t->findings);
    FIELD(w, t->face_pairs);
    FIELD(w, t->baseline_face_pairs);
    FIELD(w, t->allowed_face_pairs);
    FIELD(w, t->rest_face_pairs);
    FIELD(w, t->deepest);
    flag(w, &t->cut_short);
    FIELD(w, t->crowded_frames);
    FIELD(w, t->unknown_depths);
    FIELD(w, t->invalid_frames);
    FIELD(w, t->crossings);
    FIELD(w, t->hidden_crossings);
    FIELD(w, t->leaps);
}

static void episode(walk *w, cmd_batch_episode *e)
{
    CHOICE(w, e->of.severity, MOTE_CHECK_PENETRATE);
    CHOICE(w, e->of.depth_kind, MOTE_DEPTH_EXACT);
    CHOICE(w, e->of.relation, MOTE_RELATION_B_IN_A);
    FIELD(w, e->of.frame_count);
    FIELD(w, e->of.face_pair_count);
    FIELD(w, e->of.depth);
    FIELD(w, e->of.reach);
    FIELD(w, e->of.area);
    FIELD(w, e->of.point.x);
    FIELD(w, e->of.point.y);
    FIELD(w, e->of.point.z);
    flag(w, &e->of.rest);
    flag(w, &e->of.fails);
    flag(w, &e->of.hidden);
    FIELD(w, e->first);
    FIELD(w, e->last);
    FIELD(w, e->worst);
    FIELD(w, e->time);
    text(w, &e->input);
    text(w, &e->clip);
    text(w, &e->part_a);
    text(w, &e->part_b);
    text(w, &e->region);
    if (w->reads && (!e->part_a || !e->part_b || !e->region)) w->damaged = true;
}

static void remark(walk *w, mote_check_remark *r)
{
    CHOICE(w, r->kind, MOTE_CHECK_REMARK_SANDBOX);
    flag(w, &r->incomplete);
    FIELD(w, r->count);
    char *words = loosen(r->text);
    text(w, &words);
    r->text = words;
    if (!words) w->damaged = true;
}

// Allocates a list to read. Each element takes at least one byte of input.
static void *allot(walk *w, uint32_t *count, size_t size)
{
    if (w->damaged || *count > (size_t)(w->end - w->at)) {
        w->damaged = true;
        *count = 0;
    }
    void *list = calloc((size_t)*count + 1, size);
    if (!list) {
        w->damaged = true;
        *count = 0;
    }
    return list;
}

static void fields(walk *w, cmd_batch_result *r)
{
    text(w, &r->failure);
    CHOICE(w, r->verdict, MOTE_CHECK_VERDICT_INCOMPLETE);
    flag(w, &r->complete);
    total(w, &r->total);
    FIELD(w, r->formats);
    FIELD(w, r->remark_count);
    FIELD(w, r->episode_count);
}

// Reads or writes the lists, after the fields.
static void lists(walk *w, cmd_batch_result *r)
{
    for (uint32_t i = 0; i < r->remark_count; i++) remark(w, &r->remarks[i]);
    for (uint32_t i = 0; i < r->episode_count; i++) episode(w, &r->episodes[i]);
}

mote_result cmd_batch_write_result(const char *folder, uint32_t number, uint64_t key,
                                   const cmd_batch_result *result)
{
    char path[CMD_BATCH_PATH], head[sizeof magic], version[32] = "";
    cmd_batch_file file;
    mote_result code = cmd_batch_path(path, folder, "work/results/%05u", number + 1);
    if (!code) code = cmd_batch_file_open(&file, path);
    if (code) return code;
    walk w = {.to = file.file};
    cmd_batch_result copy = *result; // writing does not modify it
    memcpy(head, magic, sizeof head);
    snprintf(version, sizeof version, "%s", mote_version());
    bytes(&w, head, sizeof head);
    bytes(&w, version, sizeof version);
    FIELD(&w, key);
    fields(&w, &copy);
    lists(&w, &copy);
    uint64_t hash = 0;
    if (fflush(file.file) == 0)
        code = cmd_batch_hash_stream(file.file, (uint64_t)ftello(file.file), &hash);
    FIELD(&w, hash);
    return cmd_batch_file_close(&file, code);
}

mote_result cmd_batch_read_result(const char *folder, uint32_t number, uint64_t key,
                                  cmd_batch_result *out)
{
    char path[CMD_BATCH_PATH], *all = NULL, head[sizeof magic], version[32];
    size_t size;
    uint64_t hash = 0, own = 0;
    *out = (cmd_batch_result){0};
    mote_result code = cmd_batch_path(path, folder, "work/results/%05u", number + 1);
    if (!code) code = cmd_batch_read(path, &all, &size);
    if (code) return code;
    walk w = {.reads = true, .at = all, .end = all + (size > sizeof hash ? size - sizeof hash : 0)};
    if (size > sizeof hash) memcpy(&hash, w.end, sizeof hash);
    bool same = size > sizeof hash && hash == cmd_batch_hash(all, size - sizeof hash);
    bytes(&w, head, sizeof head);
    bytes(&w, version, sizeof version);
    FIELD(&w, own);
    same = same && own == key && memcmp(head, magic, sizeof head) == 0 &&
           memchr(version, 0, sizeof version) && strcmp(version, mote_version()) == 0;
    if (same) {
        fields(&w, out);
        out->remarks = allot(&w, &out->remark_count, sizeof *out->remarks);
        out->episodes = allot(&w, &out->episode_count, sizeof *out->episodes);
        lists(&w, out);
    }
    out->known = true;
    if (same && !w.damaged && w.at == w.end) {
        free(all);
        return MOTE_OK;
    }
    free(all);
    cmd_batch_result_release(out);
    return mote_fail(MOTE_ERROR_DATA, "%s: is damaged, or of another batch", path);
}

mote_result cmd_batch_remove_result(const char *folder, uint32_t number)
{
    char path[CMD_BATCH_PATH];
    mote_result code = cmd_batch_path(path, folder, "work/results/%05u", number + 1);
    if (!code && unlink(path) && errno != ENOENT)
        code = mote_fail(MOTE_ERROR_IO, "%s: cannot be removed: %s", path, strerror(errno));
    return code;
}
