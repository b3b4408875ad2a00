#include "check/report/summary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "check/region_names.h"
#include "core/result.h"

enum { STRIP_WIDTH = 60, MAX_STRIP_LINES = 12, MAX_PARTS = 12, MAX_EPISODES = 12, MAX_CLIPS = 6 };

enum { MAX_NAME = 1024 };

static bool begins_character(char byte)
{
    return (byte & 0xc0) != 0x80;
}

// Escapes unprintable characters. Shortens a long name in the middle. `room` has width + 1 bytes.
static const char *fit(const char *name, int width, char *room)
{
    char shown[MAX_NAME];
    int length = (int)mote_escape_text(name, strlen(name), shown, sizeof shown);
    int head = width / 2 - 1, tail = length - (width - head - 2);
    while (head > 0 && length > width && !begins_character(shown[head])) head--;
    while (tail < length && length > width && !begins_character(shown[tail])) tail++;
    if (length <= width)
        memcpy(room, shown, (size_t)length + 1);
    else
        snprintf(room, (size_t)width + 1, "%.*s..%s", head, shown, shown + tail);
    return room;
}

// Text styles, printed as escape sequences.
typedef enum style { PLAIN, BOLD, DIM, RED, GREEN, YELLOW } style;

static const char *style_code(const check_summary *s, style wanted)
{
    static const char *const codes[] = {
        [PLAIN] = "\033[0m", [BOLD] = "\033[1m",   [DIM] = "\033[2m",
        [RED] = "\033[31m",  [GREEN] = "\033[32m", [YELLOW] = "\033[33m"};
    return s->color ? codes[wanted] : "";
}

static style style_of(mote_check_severity severity)
{
    switch (severity) {
    case MOTE_CHECK_CLEAN: return DIM;
    case MOTE_CHECK_NEAR: return GREEN;
    case MOTE_CHECK_TOUCH: return YELLOW;
    case MOTE_CHECK_PENETRATE: return RED;
    }
    return PLAIN;
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

// ---------------------------------------------------------------------------------------------
// Head

static void print_parts(const check_summary *s)
{
    for (uint32_t i = 0; i < s->animation->part_count && i < MAX_PARTS; i++) {
        const asset_part *part = s->animation->parts[i];
        mote_mesh_info info;
        mote_mesh_get_info(part->mesh, &info);
        char room[64];
        fprintf(s->to, "  %-32s %9u triangles%s\n", fit(part->name, 32, room), part->triangle_count,
                info.closed ? ", closed" : "");
    }
    if (s->animation->part_count > MAX_PARTS)
        fprintf(s->to, "  and %u more\n", s->animation->part_count - MAX_PARTS);
}

void check_summary_print_head(const check_summary *s)
{
    char room[80];
    const mote_check_def *def = s->def;
    const char *first = def->input_count ? def->inputs[0] : "parts in memory";
    uint32_t count = def->input_count + (def->part_count > 0);
    fprintf(s->to, "%s%s%s", style_code(s, BOLD), fit(first, 60, room), style_code(s, PLAIN));
    if (count > 1) fprintf(s->to, " and %u more", count - 1);
    const check_animation *animation = s->animation;
    if (animation->clip_count > 1)
        fprintf(s->to, ", %u clips", animation->clip_count);
    else if (animation->clips[0].name)
        fprintf(s->to, ", clip '%s'", fit(animation->clips[0].name, 40, room));
    fprintf(s->to, "\n");
    print_parts(s);
    fprintf(s->to, "\n");
}

// ---------------------------------------------------------------------------------------------
// Strip

typedef struct strip_cell {
    mote_check_severity severity;
    uint32_t face_pairs;
    bool hidden; // a collision before one of the frames that no frame shows
} strip_cell;

// The worst of the frames that one character represents.
static strip_cell cell_of(const mote_check_outcome *outcome, uint32_t first, uint32_t count)
{
    strip_cell cell = {MOTE_CHECK_CLEAN, 0, false};
    for (uint32_t i = first; i < first + count && i < outcome->total.checked; i++) {
        const mote_check_frame_sum *frame = &outcome->frames[i];
        if (frame->severity > cell.severity) cell.severity = (mote_check_severity)frame->severity;
        cell.hidden |= (frame->flags & MOTE_CHECK_FRAME_HIDDEN) != 0;
        if (frame->face_pair_count > cell.face_pairs) cell.face_pairs = frame->face_pair_count;
    }
    return cell;
}

static char character_of(strip_cell cell, uint32_t most_face_pairs)
{
    static const char shades[] = "+*#%@";
    enum { DARKEST = sizeof shades - 2 };
    if (cell.hidden && cell.severity < MOTE_CHECK_PENETRATE) return '!';
    if (cell.severity == MOTE_CHECK_CLEAN) return '.';
    if (cell.severity == MOTE_CHECK_NEAR) return ',';
    if (cell.severity == MOTE_CHECK_TOUCH) return '-';
    if (cell.face_pairs == 0) return shades[DARKEST]; // one part inside another
    return shades[(uint64_t)(cell.face_pairs - 1) * DARKEST / most_face_pairs];
}

// The frames of a clip in the outcome, and how to draw them.
typedef struct clip_strip {
    const check_clip *clip;
    uint32_t at, count; // frames that were checked
    uint32_t per_character, most_face_pairs;
} clip_strip;

static void print_strip_line(const check_summary *s, const mote_check_outcome *outcome,
                             const clip_strip *strip, uint32_t first)
{
    fprintf(s->to, "  %6" PRId64 "  ",
            strip->clip->first_frame + first + (int64_t)strip->clip->frame_offset);
    for (uint32_t i = 0; i < STRIP_WIDTH; i++) {
        uint32_t at = first + i * strip->per_character;
        if (at >= strip->count) break;
        uint32_t left = strip->count - at;
        strip_cell cell = cell_of(outcome, strip->at + at,
                                  left < strip->per_character ? left : strip->per_character);
        style shown = cell.hidden ? RED : style_of(cell.severity);
        fprintf(s->to, "%s%c%s", style_code(s, shown), character_of(cell, strip->most_face_pairs),
                style_code(s, PLAIN));
    }
    fputc('\n', s->to);
}

static void print_strip(const check_summary *s, const mote_check_outcome *outcome,
                        const clip_strip *strip)
{
    char room[80];
    if (s->animation->clip_count > 1) fprintf(s->to, "  %s\n", fit(strip->clip->name, 70, room));
    for (uint32_t first = 0; first < strip->count; first += strip->per_character * STRIP_WIDTH)
        print_strip_line(s, outcome, strip, first);
}

static uint32_t wanted_of(const check_clip *clip)
{
    return clip->last_frame - clip->first_frame + 1;
}

// The clips that are shown share the lines.
static uint32_t frames_per_character(const check_animation *animation)
{
    uint32_t shown = animation->clip_count < MAX_CLIPS ? animation->clip_count : MAX_CLIPS;
    uint32_t longest = 1;
    if (shown == 0) return 1;
    for (uint32_t i = 0; i < animation->clip_count; i++)
        if (wanted_of(&animation->clips[i]) > longest) longest = wanted_of(&animation->clips[i]);
    return 1 + (longest - 1) / (STRIP_WIDTH * (MAX_STRIP_LINES / shown));
}

static void print_legend(const check_summary *s, uint32_t per_character)
{
    if (per_character == 1)
        fprintf(s->to, "\n  one character per frame: ");
    else
        fprintf(s->to, "\n  one character per %u frames, the worst of them: ", per_character);
    fprintf(s->to, ". clean  , near  - touch  + to @ pierces\n");
    if (s->def->between) fprintf(s->to, "  ! parts met since the frame before, unseen in frames\n");
    fputc('\n', s->to);
}

// Prints a strip per clip. With several clips, omits clips without findings.
static void print_strips(const check_summary *s, const mote_check_outcome *outcome)
{
    const check_animation *animation = s->animation;
    uint32_t checked = outcome->total.checked, begun = 0, bad = 0;
    uint32_t most = cell_of(outcome, 0, checked).face_pairs;
    clip_strip strip = {.per_character = frames_per_character(animation),
                        .most_face_pairs = most ? most : 1};
    for (; begun < animation->clip_count && strip.at < checked; begun++) {
        strip.clip = &animation->clips[begun];
        strip.count = wanted_of(strip.clip);
        if (strip.count > checked - strip.at) strip.count = checked - strip.at;
        strip_cell worst = cell_of(outcome, strip.at, strip.count);
        bool found = worst.severity != MOTE_CHECK_CLEAN || worst.hidden;
        bad += found;
        if (animation->clip_count == 1 || (found && bad <= MAX_CLIPS))
            print_strip(s, outcome, &strip);
        strip.at += strip.count;
    }
    if (animation->clip_count > 1)
        fprintf(s->to, "  %s%u of %u clips clean\n", bad > MAX_CLIPS ? "...; " : "", begun - bad,
                animation->clip_count);
    if (bad || animation->clip_count == 1)
        print_legend(s, strip.per_character);
    else
        fputc('\n', s->to);
}

// ---------------------------------------------------------------------------------------------
// Episodes

// Prints the range of frames. An episode between two frames, or one that begins there, starts with
// its time in frames.
static void print_frames(const check_summary *s, const mote_check_episode *episode, char *text,
                         size_t size)
{
    int64_t offset = s->animation->clips[episode->clip].frame_offset;
    int64_t first = episode->first + offset, last = episode->last + offset;
    double began = episode->began + (double)offset;
    if (episode->hidden && first == last)
        snprintf(text, size, "%.2f", began);
    else if (episode->began < episode->first)
        snprintf(text, size, "%.2f-%" PRId64, began, last);
    else if (first == last)
        snprintf(text, size, "%" PRId64, first);
    else
        snprintf(text, size, "%" PRId64 "-%" PRId64, first, last);
}

// Widths of a part's name, of a part's name in a row with a time, and of two bones on a separate
// line.
enum { NAME_WIDTH = 11, HIDDEN_NAME_WIDTH = 9, MAX_BONES_WIDTH = 66 };

// Formats the bones around a self-collision as "a x b". False if the part has none.
static bool name_bones(const check_summary *s, const mote_check_episode *episode, char *text,
                       size_t size)
{
    const char *a = check_bone_name(s->animation->parts[episode->a], episode->bone_a);
    const char *b = check_bone_name(s->animation->parts[episode->b], episode->bone_b);
    if (episode->a != episode->b || !a || !b) return false;
    if (strcmp(a, b) == 0)
        snprintf(text, size, "%s", a);
    else
        snprintf(text, size, "%s x %s", a, b);
    return true;
}

// Formats the names of the parts with at most `width` characters each. Longer names of bones are
// printed on a separate line.
static void print_names(const check_summary *s, const mote_check_episode *episode, int width,
                        char *text, size_t size)
{
    char room_a[32], room_b[32], room[64], bones[2 * MAX_NAME];
    const char *a = fit(s->animation->parts[episode->a]->name, width, room_a);
    const char *b = fit(s->animation->parts[episode->b]->name, width, room_b);
    bool has_bones = name_bones(s, episode, bones, sizeof bones);
    if (has_bones && (int)strlen(bones) <= 2 * width + 2)
        snprintf(text, size, "%s", fit(bones, 2 * width + 2, room));
    else if (episode->a == episode->b)
        snprintf(text, size, "%s with itself", a);
    else if (episode->relation == MOTE_RELATION_A_IN_B)
        snprintf(text, size, "%s inside %s", a, b);
    else if (episode->relation == MOTE_RELATION_B_IN_A)
        snprintf(text, size, "%s inside %s", b, a);
    else
        snprintf(text, size, "%s, %s", a, b);
}

static void print_long_bones(const check_summary *s, const mote_check_episode *episode, int width)
{
    char bones[2 * MAX_NAME], room[MAX_BONES_WIDTH + 1];
    if (name_bones(s, episode, bones, sizeof bones) && (int)strlen(bones) > 2 * width + 2)
        fprintf(s->to, "             %s%s%s\n", style_code(s, DIM),
                fit(bones, MAX_BONES_WIDTH, room), style_code(s, PLAIN));
}

// Prints an episode that no frame shows, for a single clip.
static void print_hidden(const check_summary *s, const mote_check_episode *episode)
{
    char parts[96], moment[64];
    print_names(s, episode, HIDDEN_NAME_WIDTH, parts, sizeof parts);
    int64_t offset = s->animation->clips[episode->clip].frame_offset;
    snprintf(moment, sizeof moment, "between %" PRId64 " and %" PRId64 ", at %.4f",
             episode->first - 1 + offset, episode->first + offset, episode->began + (double)offset);
    fprintf(s->to, "  %s%-9s%s  %-32s  %-20s %6u\n", style_code(s, style_of(episode->severity)),
            mote_check_severity_name(episode->severity), style_code(s, PLAIN), moment, parts,
            episode->face_pair_count);
    print_long_bones(s, episode, HIDDEN_NAME_WIDTH);
}

// With several clips, prints the clip instead of the worst frame.
static void print_episode(const check_summary *s, const mote_check_episode *episode)
{
    char frames[32], parts[96], room[32], depth[32] = "unknown";
    bool clips = s->animation->clip_count > 1;
    print_frames(s, episode, frames, sizeof frames);
    print_names(s, episode, NAME_WIDTH, parts, sizeof parts);
    if (episode->depth_kind != MOTE_DEPTH_NONE)
        snprintf(depth, sizeof depth, "%.4g", (double)episode->depth);
    else if (episode->severity < MOTE_CHECK_PENETRATE)
        depth[0] = '\0';
    else if (episode->reach > 0)
        snprintf(depth, sizeof depth, "along %.3g", (double)episode->reach);
    fprintf(s->to, "  %s%-9s%s  ", style_code(s, style_of(episode->severity)),
            mote_check_severity_name(episode->severity), style_code(s, PLAIN));
    if (clips)
        fprintf(s->to, "%-8s  %-9s  %-24s", fit(s->animation->clips[episode->clip].name, 8, room),
                frames, parts);
    else
        fprintf(s->to, "%-11s  %5" PRId64 "  %-24s", frames,
                episode->worst_frame + (int64_t)s->animation->clips[episode->clip].frame_offset,
                parts);
    fprintf(s->to, " %6u  %s\n", episode->face_pair_count, depth);
    print_long_bones(s, episode, NAME_WIDTH);
}

// Explains the numbers in the last column.
static void print_units(const check_summary *s, const mote_check_outcome *outcome)
{
    bool along = false;
    for (size_t i = 0; i < outcome->episode_count && i < MAX_EPISODES; i++) {
        const mote_check_episode *e = &outcome->episodes[i];
        along |=
            e->severity == MOTE_CHECK_PENETRATE && e->depth_kind == MOTE_DEPTH_NONE && e->reach > 0;
    }
    if (along)
        fprintf(s->to, "\n  along: the depth is not known; the crossing reaches that far along the "
                       "surface\n");
    if (s->animation->unit)
        fprintf(s->to, "%s  lengths are in %s\n", along ? "" : "\n", s->animation->unit);
}

static void print_episodes(const check_summary *s, const mote_check_outcome *outcome)
{
    if (outcome->episode_count == 0) return;
    if (s->animation->clip_count > 1)
        fprintf(s->to, "  %-9s  %-8s  %-9s  %-24s %6s  %s\n", "worst", "clip", "frames", "parts",
                "faces", "depth");
    else
        fprintf(s->to, "  %-9s  %-11s  %5s  %-24s %6s  %s\n", "worst", "frames", "peak", "parts",
                "faces", "depth");
    for (size_t i = 0; i < outcome->episode_count && i < MAX_EPISODES; i++)
        (outcome->episodes[i].hidden && s->animation->clip_count == 1
             ? print_hidden
             : print_episode)(s, &outcome->episodes[i]);
    if (outcome->episode_count > MAX_EPISODES)
        fprintf(s->to, "  and %zu more\n", outcome->episode_count - MAX_EPISODES);
    print_units(s, outcome);
    fprintf(s->to, "\n");
}

// ---------------------------------------------------------------------------------------------

// Breaks a text at spaces; further lines are indented.
static void print_wrapped(const check_summary *s, const char *text, size_t indent)
{
    enum { LINE = 80 };
    size_t column = indent;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > indent && column + 1 + word > LINE) {
            fprintf(s->to, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', s->to);
            column++;
        }
        fprintf(s->to, "%.*s", (int)word, text);
        column += word;
        text += word + strspn(text + word, " ");
    }
    fputc('\n', s->to);
}

// Prints remarks that make the check incomplete first.
static void print_remarks(const check_summary *s, const mote_check_outcome *outcome)
{
    for (int notes = 0; notes < 2; notes++) {
        for (size_t i = 0; i < outcome->remark_count; i++) {
            const mote_check_remark *remark = &outcome->remarks[i];
            if (remark->incomplete == (bool)notes) continue;
            fprintf(s->to, "  %s%-10s%s  ", notes ? "" : style_code(s, YELLOW),
                    notes ? "note" : "incomplete", notes ? "" : style_code(s, PLAIN));
            print_wrapped(s, remark->text, 14);
        }
    }
    if (outcome->remark_count) fputc('\n', s->to);
}

static void print_counts(const check_summary *s, const mote_check_total *total)
{
    uint32_t bad = total->checked - total->frames[MOTE_CHECK_CLEAN];
    uint64_t hidden = total->hidden_crossings;
    if (bad == 0) {
        fprintf(s->to, "%u frame%s checked, nothing meets%s", total->checked,
                plural(total->checked), hidden ? " in a frame" : "");
    } else {
        fprintf(s->to, "%u of %u frame%s", bad, total->checked, plural(total->checked));
        fprintf(s->to, " (%u pierce, %u touch, %u near), %" PRIu64 " face pair%s",
                total->frames[MOTE_CHECK_PENETRATE], total->frames[MOTE_CHECK_TOUCH],
                total->frames[MOTE_CHECK_NEAR], total->face_pairs,
                total->face_pairs == 1 ? "" : "s");
    }
    if (hidden) fprintf(s->to, ", %" PRIu64 " between frames", hidden);
}

static void print_verdict(const check_summary *s, const mote_check_outcome *outcome)
{
    static const style styles[] = {[MOTE_CHECK_VERDICT_CLEAN] = GREEN,
                                   [MOTE_CHECK_VERDICT_PASSED] = GREEN,
                                   [MOTE_CHECK_VERDICT_FINDINGS] = RED,
                                   [MOTE_CHECK_VERDICT_INCOMPLETE] = YELLOW};
    bool found = outcome->verdict == MOTE_CHECK_VERDICT_FINDINGS;
    fprintf(s->to, "%s%s%s: ", style_code(s, styles[outcome->verdict]),
            found ? "FOUND" : mote_check_verdict_name(outcome->verdict), style_code(s, PLAIN));
    print_counts(s, &outcome->total);
    fprintf(s->to, "%s\n", found && !outcome->complete ? ", incomplete" : "");
}

void check_summary_print(const check_summary *s, const mote_check_outcome *outcome)
{
    if (outcome->total.checked) print_strips(s, outcome);
    print_episodes(s, outcome);
    print_remarks(s, outcome);
    print_verdict(s, outcome);
}
