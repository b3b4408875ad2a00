// Splits lines into words as a shell does: blanks separate words; '...', "..." and \ quote; # at the start of a word begins a
// comment. There are no variables or commands.

#ifndef CMD_BATCH_WORDS_H
#define CMD_BATCH_WORDS_H

#include <mote/base.h>
#include <stdio.h>

typedef struct cmd_word {
    char *text;
    char *pattern; // for glob(3), if the word has an unquoted *, ? or [; else null
} cmd_word;

// Zero-initialized means empty.
typedef struct cmd_words {
    cmd_word *items;
    uint32_t count;
} cmd_words;

// Appends the words of a line. Fails if a quote is not closed.
mote_result cmd_words_split(cmd_words *words, const char *line);

// Appends a word without splitting it.
mote_result cmd_words_add(cmd_words *words, const char *text);
void cmd_words_release(cmd_words *words);

// Writes a word, quoted so that cmd_words_split and a shell read it back.
void cmd_word_write(FILE *to, const char *text);

#endif
