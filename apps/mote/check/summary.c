#include "apps/mote/check/summary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "apps/mote/terminal.h"

enum { STRIP_WIDTH = 60, MOST_STRIP_LINES = 12, MOST_PARTS = 12, MOST_EPISODES = 12 };

// A long name keeps its beginning and its end.
static const char *fit(const char *name, int width, char *room)
{
    int length = (int)strlen(name);
    if (length <= width) return name;
    int head = width / 2 - 1;
    snprintf(room, (size_t)width + 1, "%.*s..%s", head, name, name + length - (width - head - 2));
    return room;
}

static cmd_style style_of(check_severity severity)
{
    switch (severity) {
    case CHECK_SEVERITY_NONE: return CMD_STYLE_DIM;
    case CHECK_SEVERITY_NEAR: return CMD_STYLE_GREEN;
    case CHECK_SEVERITY_TOUCH: return CMD_STYLE_YELLOW;
    case CHECK_SEVERITY_PENETRATE: return CMD_STYLE_RED;
    }
    return CMD_STYLE_PLAIN;
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

// ---------------------------------------------------------------------------------------------
// Head

static void print_parts(FILE *to, const check_animation *animation)
{
    for (uint32_t i = 0; i < animation->part_count && i < MOST_PARTS; i++) {
        const asset_part *part = animation->parts[i];
        mote_mesh_info info;
        mote_mesh_get_info(part->mesh, &info);
        char room[64];
        fprintf(to, "  %-32s %9u triangles%s\n", fit(part->name, 32, room), part->triangle_count,
                info.closed ? ", closed" : "");
    }
    if (animation->part_count > MOST_PARTS)
        fprintf(to, "  and %u more\n", animation->part_count - MOST_PARTS);
}

void check_summary_print_head(FILE *to, const check_animation *animation, char *const *inputs,
                              uint32_t input_count)
{
    char room[80];
    fprintf(to, "%s%s%s", cmd_style_code(to, CMD_STYLE_BOLD), fit(inputs[0], 60, room),
            cmd_style_code(to, CMD_STYLE_PLAIN));
    if (input_count > 1) fprintf(to, " and %u more", input_count - 1);
    if (animation->clip) fprintf(to, ", clip '%s'", fit(animation->clip, 40, room));
    fprintf(to, "\n");
    print_parts(to, animation);
    fprintf(to, "\n");
}

// ---------------------------------------------------------------------------------------------
// Strip

typedef struct strip_cell {
    check_severity severity;
    uint32_t face_pairs;
} strip_cell;

// The worst of the frames that a character stands for.
static strip_cell cell_of(const check_outcome *outcome, uint32_t first, uint32_t count)
{
    strip_cell cell = {CHECK_SEVERITY_NONE, 0};
    for (uint32_t i = first; i < first + count && i < outcome->total->checked; i++) {
        const check_frame_sum *frame = &outcome->frames[i];
        if (frame->severity > cell.severity) cell.severity = (check_severity)frame->severity;
        if (frame->face_pair_count > cell.face_pairs) cell.face_pairs = frame->face_pair_count;
    }
    return cell;
}

static char character_of(strip_cell cell, uint32_t most_face_pairs)
{
    static const char shades[] = "+*#%@";
    enum { DARKEST = sizeof shades - 2 };
    if (cell.severity == CHECK_SEVERITY_NONE) return '.';
    if (cell.severity == CHECK_SEVERITY_NEAR) return ',';
    if (cell.severity == CHECK_SEVERITY_TOUCH) return '-';
    if (cell.face_pairs == 0) return shades[DARKEST]; // one part inside another
    return shades[(uint64_t)(cell.face_pairs - 1) * DARKEST / most_face_pairs];
}

static void print_strip_line(FILE *to, const check_outcome *outcome, uint32_t first,
                             uint32_t per_character, uint32_t most)
{
    fprintf(to, "  %6u  ", outcome->total->first_frame + first);
    for (uint32_t i = 0; i < STRIP_WIDTH; i++) {
        uint32_t at = first + i * per_character;
        if (at >= outcome->total->checked) break;
        strip_cell cell = cell_of(outcome, at, per_character);
        fprintf(to, "%s%c%s", cmd_style_code(to, style_of(cell.severity)), character_of(cell, most),
                cmd_style_code(to, CMD_STYLE_PLAIN));
    }
    fputc('\n', to);
}

static void print_strip(FILE *to, const check_outcome *outcome)
{
    uint32_t checked = outcome->total->checked;
    uint32_t per_character = 1 + (checked - 1) / (STRIP_WIDTH * MOST_STRIP_LINES);
    uint32_t most = cell_of(outcome, 0, checked).face_pairs;
    for (uint32_t first = 0; first < checked; first += per_character * STRIP_WIDTH)
        print_strip_line(to, outcome, first, per_character, most ? most : 1);
    if (per_character == 1)
        fprintf(to, "\n  one character a frame: ");
    else
        fprintf(to, "\n  one character for %u frames, the worst of them: ", per_character);
    fprintf(to, ". clean  , near  - touch  + to @ pierces\n\n");
}

// ---------------------------------------------------------------------------------------------
// Episodes

static void print_frames(const check_episode *episode, char *text, size_t size)
{
    if (episode->first == episode->last)
        snprintf(text, size, "%u", episode->first);
    else
        snprintf(text, size, "%u-%u", episode->first, episode->last);
}

static void print_episode(FILE *to, const check_animation *animation, const check_episode *episode)
{
    char frames[32], parts[96], room_a[32], room_b[32], faces[32], depth[32] = "";
    print_frames(episode, frames, sizeof frames);
    const char *a = fit(animation->parts[episode->a]->name, 14, room_a);
    const char *b = fit(animation->parts[episode->b]->name, 14, room_b);
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
    fprintf(to, "  %s%-9s%s  %-11s  %5u  %-30s %6s  %s\n",
            cmd_style_code(to, style_of(episode->severity)), check_severity_name(episode->severity),
            cmd_style_code(to, CMD_STYLE_PLAIN), frames, episode->worst_frame, parts, faces, depth);
}

static void print_episodes(FILE *to, const check_animation *animation, const check_outcome *outcome)
{
    if (outcome->episode_count == 0) return;
    fprintf(to, "  %-9s  %-11s  %5s  %-30s %6s  %s\n", "worst", "frames", "peak", "parts", "faces",
            "depth");
    for (size_t i = 0; i < outcome->episode_count && i < MOST_EPISODES; i++)
        print_episode(to, animation, &outcome->episodes[i]);
    if (outcome->episode_count > MOST_EPISODES)
        fprintf(to, "  and %zu more\n", outcome->episode_count - MOST_EPISODES);
    fprintf(to, "\n");
}

// ---------------------------------------------------------------------------------------------

static void print_remarks(FILE *to, const check_total *total)
{
    if (total->baseline_face_pairs)
        fprintf(to, "  %" PRIu64 " face pairs are in the baseline and do not count\n",
                total->baseline_face_pairs);
    if (total->invalid_frames)
        fprintf(to, "  in %u frame%s a part has positions that are not numbers: left out\n",
                total->invalid_frames, plural(total->invalid_frames));
    uint32_t asked = total->last_frame - total->first_frame + 1;
    if (total->cut_short && total->checked < asked)
        fprintf(to, "  the budget ended the check: only %u of %u frames were looked at\n",
                total->checked, asked);
    else if (total->cut_short)
        fprintf(to, "  in some frames more faces are close to each other than were looked at\n");
}

static void print_verdict(FILE *to, const check_outcome *outcome)
{
    const check_total *total = outcome->total;
    const char *plain = cmd_style_code(to, CMD_STYLE_PLAIN);
    uint32_t bad = total->checked - total->frames[CHECK_SEVERITY_NONE];
    if (total->frames[CHECK_SEVERITY_NONE] == total->checked) {
        fprintf(to, "%sclean%s: %u frame%s checked, nothing meets\n",
                cmd_style_code(to, CMD_STYLE_GREEN), plain, total->checked, plural(total->checked));
        return;
    }
    fprintf(to, "%s%s%s: %u of %u frame%s",
            cmd_style_code(to, outcome->failed ? CMD_STYLE_RED : CMD_STYLE_YELLOW),
            outcome->failed ? "FOUND" : "passed", plain, bad, total->checked,
            plural(total->checked));
    fprintf(to, " (%u pierce, %u touch, %u near), %" PRIu64 " face pairs",
            total->frames[CHECK_SEVERITY_PENETRATE], total->frames[CHECK_SEVERITY_TOUCH],
            total->frames[CHECK_SEVERITY_NEAR], total->face_pairs);
    fprintf(to, "\n");
}

void check_summary_print(FILE *to, const check_animation *animation, const check_outcome *outcome)
{
    if (outcome->total->checked) print_strip(to, outcome);
    print_episodes(to, animation, outcome);
    print_remarks(to, outcome->total);
    if (outcome->total->checked) print_verdict(to, outcome);
}
