#define _POSIX_C_SOURCE 200809L
#include "apps/mote/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/timer.h"

enum { COLUMNS = 80, BAR_WIDTH = 40 };

static bool is_terminal(FILE *stream)
{
    const char *term = getenv("TERM");
    return isatty(fileno(stream)) && term && strcmp(term, "dumb") != 0;
}

bool cmd_has_color(FILE *to)
{
    const char *no_color = getenv("NO_COLOR");
    return is_terminal(to) && !(no_color && no_color[0]);
}

void cmd_clear_screen(FILE *to)
{
    if (is_terminal(to)) fprintf(to, "\033[H\033[2J");
}

const char *cmd_style_code(FILE *to, cmd_style style)
{
    if (!cmd_has_color(to)) return "";
    switch (style) {
    case CMD_STYLE_PLAIN: return "\033[0m";
    case CMD_STYLE_BOLD: return "\033[1m";
    case CMD_STYLE_DIM: return "\033[2m";
    case CMD_STYLE_RED: return "\033[31m";
    case CMD_STYLE_GREEN: return "\033[32m";
    case CMD_STYLE_YELLOW: return "\033[33m";
    }
    return "";
}

// The number of bytes of `text` that fit into `width` columns. Does not split a word if a whole
// word fits.
static size_t line_length(const char *text, size_t width)
{
    size_t length = strlen(text);
    if (length <= width) return length;
    for (size_t i = width; i > 0; i--)
        if (text[i] == ' ') return i;
    return width;
}

static void print_wrapped(FILE *to, int indent, const char *text)
{
    for (;;) {
        size_t length = line_length(text, (size_t)(COLUMNS - indent));
        fprintf(to, "%.*s\n", (int)length, text);
        text += length;
        while (*text == ' ') text++;
        if (!*text) return;
        fprintf(to, "%*s", indent, "");
    }
}

void cmd_print_entry(FILE *to, cmd_style style, const char *head, int head_width, const char *text)
{
    int indent = 2 + head_width;
    bool fits = (int)strlen(head) < head_width;
    fprintf(to, "  %s%-*s%s", cmd_style_code(to, style), fits ? head_width : 0, head,
            cmd_style_code(to, CMD_STYLE_PLAIN));
    if (!fits) fprintf(to, "\n%*s", indent, "");
    print_wrapped(to, indent, text);
}

void cmd_print_paragraph(FILE *to, const char *text)
{
    print_wrapped(to, 0, text);
}

cmd_progress cmd_progress_begin(const char *what, uint64_t total)
{
    return (cmd_progress){
        .what = what, .total = total, .shown = is_terminal(stderr), .started = mote_seconds()};
}

void cmd_progress_step(cmd_progress *progress)
{
    progress->done++;
    double now = mote_seconds();
    if (!progress->shown || now < progress->next_drawing) return;
    progress->next_drawing = now + 0.05;
    int filled = (int)(progress->done * BAR_WIDTH / progress->total);
    char bar[BAR_WIDTH + 1] = "";
    memset(bar, '#', (size_t)filled);
    memset(bar + filled, '.', (size_t)(BAR_WIDTH - filled));
    double left = (now - progress->started) / (double)progress->done *
                  (double)(progress->total - progress->done);
    fprintf(stderr, "\r%-12s [%s] %3d %%, %.0f s left\033[K", progress->what, bar,
            (int)(progress->done * 100 / progress->total), left);
    fflush(stderr);
}

void cmd_progress_end(cmd_progress *progress)
{
    if (progress->shown) fprintf(stderr, "\r\033[K");
    progress->shown = false;
}
