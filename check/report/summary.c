#include "check/report/summary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "core/result.h"

enum { STRIP_WIDTH = 60, MAX_STRIP_LINES = 12, MAX_PARTS = 12, MAX_EPISODES = 12 };

enum { MAX_NAME = 1024 };

static bool begins_character(char byte)
{
    return (byte & 0xc0) != 0x80;
}

// Escaped where it cannot be shown. A long name keeps its beginning and its end. `room` is for width + 1 bytes.
static const char *fit(const char *name, int width, char *room)
{
    char shown[MAX_NAME];
    int length = (int)mote_escape_text(name, strlen(name), shown, sizeof shown);
    int head = width / 2 - 1, tail = length - (width - head - 2);
    while (head > 0 && length > width && !begins_character(shown[head])) head--;
    while (tail < length && length > width && !begins_character(shown[tail])) tail++;
    if (length <= width)
        snprintf(room, (size_t)width + 1, "%s", shown);
    else
        snprintf(room, (size_t)width + 1, "%.*s..%s", head, shown, shown + tail);
    return room;
}

// Escape sequences of terminals.
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
    if (s->animation->clip) fprintf(s->to, ", clip '%s'", fit(s->animation->clip, 40, room));
    fprintf(s->to, "\n");
    print_parts(s);
    fprintf(s->to, "\n");
}

// ---------------------------------------------------------------------------------------------
// Strip

typedef struct strip_cell {
    mote_check_severity severity;
    uint32_t face_pairs;
} strip_cell;

// The worst of the frames that a character represents.
static strip_cell cell_of(const mote_check_outcome *outcome, uint32_t first, uint32_t count)
{
    strip_cell cell = {MOTE_CHECK_CLEAN, 0};
    for (uint32_t i = first; i < first + count && i < outcome->total.checked; i++) {
        const mote_check_frame_sum *frame = &outcome->frames[i];
        if (frame->severity > cell.severity) cell.severity = (mote_check_severity)frame->severity;
        if (frame->face_pair_count > cell.face_pairs) cell.face_pairs = frame->face_pair_count;
    }
    return cell;
}

static char character_of(strip_cell cell, uint32_t most_face_pairs)
{
    static const char shades[] = "+*#%@";
    enum { DARKEST = sizeof shades - 2 };
    if (cell.severity == MOTE_CHECK_CLEAN) return '.';
    if (cell.severity == MOTE_CHECK_NEAR) return ',';
    if (cell.severity == MOTE_CHECK_TOUCH) return '-';
    if (cell.face_pairs == 0) return shades[DARKEST]; // one part inside another
    return shades[(uint64_t)(cell.face_pairs - 1) * DARKEST / most_face_pairs];
}

static void print_strip_line(const check_summary *s, const mote_check_outcome *outcome,
                             uint32_t first, uint32_t per_character, uint32_t most)
{
    fprintf(s->to, "  %6u  ", outcome->total.first_frame + first);
    for (uint32_t i = 0; i < STRIP_WIDTH; i++) {
        uint32_t at = first + i * per_character;
        if (at >= outcome->total.checked) break;
        strip_cell cell = cell_of(outcome, at, per_character);
        fprintf(s->to, "%s%c%s", style_code(s, style_of(cell.severity)), character_of(cell, most),
                style_code(s, PLAIN));
    }
    fputc('\n', s->to);
}

static void print_strip(const check_summary *s, const mote_check_outcome *outcome)
{
    uint32_t checked = outcome->total.checked;
    uint32_t per_character = 1 + (checked - 1) / (STRIP_WIDTH * MAX_STRIP_LINES);
    uint32_t most = cell_of(outcome, 0, checked).face_pairs;
    for (uint32_t first = 0; first < checked; first += per_character * STRIP_WIDTH)
        print_strip_line(s, outcome, first, per_character, most ? most : 1);
    if (per_character == 1)
        fprintf(s->to, "\n  one character per frame: ");
    else
        fprintf(s->to, "\n  one character per %u frames, the worst of them: ", per_character);
    fprintf(s->to, ". clean  , near  - touch  + to @ pierces\n\n");
}

// ---------------------------------------------------------------------------------------------
// Episodes

static void print_frames(const mote_check_episode *episode, char *text, size_t size)
{
    if (episode->first == episode->last)
        snprintf(text, size, "%u", episode->first);
    else
        snprintf(text, size, "%u-%u", episode->first, episode->last);
}

static void print_episode(const check_summary *s, const mote_check_episode *episode)
{
    char frames[32], parts[96], room_a[32], room_b[32], faces[32], depth[32] = "";
    print_frames(episode, frames, sizeof frames);
    const char *a = fit(s->animation->parts[episode->a]->name, 14, room_a);
    const char *b = fit(s->animation->parts[episode->b]->name, 14, room_b);
    if (episode->a == episode->b)
        snprintf(parts, sizeof parts, "%s with itself", a);
    else if (episode->relation == MOTE_RELATION_A_IN_B)
        snprintf(parts, sizeof parts, "%s inside %s", a, b);
    else if (episode->relation == MOTE_RELATION_B_IN_A)
        snprintf(parts, sizeof parts, "%s inside %s", b, a);
    else
        snprintf(parts, sizeof parts, "%s, %s", a, b);
    snprintf(faces, sizeof faces, "%u", episode->face_pair_count);
    if (episode->depth_kind != MOTE_DEPTH_NONE)
        snprintf(depth, sizeof depth, "%.4g", (double)episode->depth);
    fprintf(s->to, "  %s%-9s%s  %-11s  %5u  %-30s %6s  %s\n",
            style_code(s, style_of(episode->severity)), mote_check_severity_name(episode->severity),
            style_code(s, PLAIN), frames, episode->worst_frame, parts, faces, depth);
}

static void print_episodes(const check_summary *s, const mote_check_outcome *outcome)
{
    if (outcome->episode_count == 0) return;
    fprintf(s->to, "  %-9s  %-11s  %5s  %-30s %6s  %s\n", "worst", "frames", "peak", "parts",
            "faces", "depth");
    for (size_t i = 0; i < outcome->episode_count && i < MAX_EPISODES; i++)
        print_episode(s, &outcome->episodes[i]);
    if (outcome->episode_count > MAX_EPISODES)
        fprintf(s->to, "  and %zu more\n", outcome->episode_count - MAX_EPISODES);
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

// Those that make the check incomplete come first.
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
    if (bad == 0) {
        fprintf(s->to, "%u frame%s checked, nothing meets", total->checked, plural(total->checked));
        return;
    }
    fprintf(s->to, "%u of %u frame%s", bad, total->checked, plural(total->checked));
    fprintf(s->to, " (%u pierce, %u touch, %u near), %" PRIu64 " face pairs",
            total->frames[MOTE_CHECK_PENETRATE], total->frames[MOTE_CHECK_TOUCH],
            total->frames[MOTE_CHECK_NEAR], total->face_pairs);
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
    if (outcome->total.checked) print_strip(s, outcome);
    print_episodes(s, outcome);
    print_remarks(s, outcome);
    print_verdict(s, outcome);
}
