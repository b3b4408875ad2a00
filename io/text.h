// A scanner of lines, words and numbers in memory, shared by the text formats.
//
// Blanks are spaces, tabs and carriage returns. A '#' starts a comment that lasts to the end of the
// line.

#ifndef MOTE_IO_TEXT_H
#define MOTE_IO_TEXT_H

#include <mote/base.h>

typedef struct mote_text {
    const char *at;
    const char *end;
    size_t line;      // of `at`, counted from 1
    const char *name; // of the file, for messages
    bool continues; // a backslash as last character of a line joins the next line to it, as in OBJ
} mote_text;

// A run of characters without blanks; a view of the text.
typedef struct mote_word {
    const char *start;
    size_t length;
} mote_word;

mote_text mote_text_of(const void *data, size_t size, const char *name);

// Skips blanks. True if there is a word before the end of the line.
bool mote_text_more(mote_text *text);

// Goes to the next word of the text, over empty lines and comments. False at the end of the text.
bool mote_text_next_statement(mote_text *text);

// Goes to the start of the next line.
void mote_text_next_line(mote_text *text);

// The next word of the line; empty if there is none.
mote_word mote_text_word(mote_text *text);
bool mote_word_is(mote_word word, const char *keyword);
bool mote_word_is_any_case(mote_word word, const char *lower_case_keyword);

// The next number of the line. `what` names it in the message if it is missing, no number, or not
// finite.
mote_result mote_text_float(mote_text *text, const char *what, float *out);
mote_result mote_text_vec3(mote_text *text, const char *what, mote_vec3 *out);
mote_result mote_text_integer(mote_text *text, const char *what, int64_t *out);

// A number without sign or fraction, such as a count of things.
mote_result mote_text_count(mote_text *text, const char *what, uint64_t *out);

// Whether a word, if there was one, ends here.
bool mote_text_at_word_end(const mote_text *text);

// Reads an integer that ends at any character but a digit. False if there is none or it is out of
// range.
bool mote_text_digits(mote_text *text, int64_t *out);

// MOTE_ERROR_DATA with the name of the file and the line before the message.
__attribute__((format(printf, 2, 3))) mote_result mote_text_fail(const mote_text *text,
                                                                 const char *format, ...);

// MOTE_ERROR_DATA about the word at the text's place: `"word" is not <what>`.
mote_result mote_text_fail_word(mote_text *text, const char *what);

#endif
