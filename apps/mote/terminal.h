// Text output: styles and progress on terminals only, text always within 80 columns.

#ifndef MOTE_COMMAND_TERMINAL_H
#define MOTE_COMMAND_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum cmd_style {
    CMD_STYLE_PLAIN,
    CMD_STYLE_BOLD,
    CMD_STYLE_DIM,
    CMD_STYLE_RED,
    CMD_STYLE_GREEN,
    CMD_STYLE_YELLOW
} cmd_style;

// Is `to` a terminal with colors? It is not if NO_COLOR is set or TERM is dumb.
bool cmd_has_color(FILE *to);

// Clears the screen if `to` is a terminal.
void cmd_clear_screen(FILE *to);

// The escape sequence of a style; empty without colors.
const char *cmd_style_code(FILE *to, cmd_style style);

// Prints a styled head with the text in a column beside it, wrapped at 80 columns. A head that is
// too long gets its own line.
void cmd_print_entry(FILE *to, cmd_style style, const char *head, int head_width, const char *text);

// Prints a paragraph, wrapped at 80 columns.
void cmd_print_paragraph(FILE *to, const char *text);

// A progress bar with the remaining time on standard error. Prints nothing if standard error is not
// a terminal.
typedef struct cmd_progress {
    const char *what;
    uint64_t done, total;
    double started, next_drawing; // seconds of core/timer.h
    bool shown;
} cmd_progress;

cmd_progress cmd_progress_begin(const char *what, uint64_t total);
void cmd_progress_step(cmd_progress *progress);
void cmd_progress_end(cmd_progress *progress); // erases the bar

#endif
