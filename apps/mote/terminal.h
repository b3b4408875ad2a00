// What the command shows a person: styles and progress on a terminal only, text within 80 columns
// always.

#ifndef MOTE_COMMAND_TERMINAL_H
#define MOTE_COMMAND_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum mote_style {
    MOTE_STYLE_PLAIN,
    MOTE_STYLE_BOLD,
    MOTE_STYLE_DIM,
    MOTE_STYLE_RED,
    MOTE_STYLE_GREEN,
    MOTE_STYLE_YELLOW
} mote_style;

// The escape sequence of a style; empty when `to` is no terminal, or NO_COLOR is set, or TERM is
// dumb.
const char *mote_style_code(FILE *to, mote_style style);

// A head of a style in its column, then the text beside it, wrapped at 80 columns. A head that is too
// long has a line of its own.
void mote_print_entry(FILE *to, mote_style style, const char *head, int head_width,
                      const char *text);

// A paragraph, wrapped at 80 columns.
void mote_print_paragraph(FILE *to, const char *text);

// A bar and the time that is left, on standard error while it is a terminal, and nothing at all
// otherwise.
typedef struct mote_progress {
    const char *what;
    uint64_t done, total;
    double started, next_drawing; // in seconds of core/timer.h
    bool shown;
} mote_progress;

mote_progress mote_progress_begin(const char *what, uint64_t total);
void mote_progress_step(mote_progress *progress);
void mote_progress_end(mote_progress *progress); // wipes the bar

#endif
