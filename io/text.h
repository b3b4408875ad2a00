// A scanner of lines, words and numbers in memory, shared by the text formats.
//
// Blanks are spaces, tabs and carriage returns. A '#' starts a comment that lasts to the end of the
// line.

#ifndef MOTE_IO_TEXT_H
#define MOTE_IO_TEXT_H

#include <mote/base.h>

typedef struct io_text {
    const char *at;
    const char *end;
    size_t line;      // line of `at`, counted from 1
    const char *name; // of the file, for messages
    bool continues; // a backslash as last character of a line joins the next line to it, as in OBJ
} io_text;

// A run of characters without blanks; a view of the text.
typedef struct io_word {
    const char *start;
    size_t length;
} io_word;

io_text io_text_of(const void *data, size_t size, const char *name);

// Skips blanks. True if there is a word before the end of the line.
bool io_text_more(io_text *text);

// Moves to the next word of the text, past empty lines and comments. False at the end of the text.
bool io_text_next_statement(io_text *text);

// Moves to the start of the next line.
void io_text_next_line(io_text *text);

// Reads the next word of the line; empty if there is none.
io_word io_text_word(io_text *text);
bool io_word_is(io_word word, const char *keyword);
bool io_word_is_any_case(io_word word, const char *lower_case_keyword);

// Reads the next number of the line. The message names the number `what` if it is missing, invalid
// or not finite.
mote_result io_text_float(io_text *text, const char *what, float *out);
mote_result io_text_vec3(io_text *text, const char *what, mote_vec3 *out);
mote_result io_text_integer(io_text *text, const char *what, int64_t *out);

// Reads a number without sign or fraction, such as a count.
mote_result io_text_count(io_text *text, const char *what, uint64_t *out);

// Whether no word continues at `at`.
bool io_text_at_word_end(const io_text *text);

// Reads an integer, which ends at the first non-digit. False if there is no integer or it is out of
// range.
bool io_text_digits(io_text *text, int64_t *out);

// Returns MOTE_ERROR_DATA, with the file name and the line before the message.
__attribute__((format(printf, 2, 3))) mote_result io_text_fail(const io_text *text,
                                                               const char *format, ...);

// Returns MOTE_ERROR_DATA about the word at the current position: `"word" is not <what>`.
mote_result io_text_fail_word(io_text *text, const char *what);

#endif
