// Lines of words, as a shell would split them: blanks separate words; '...', "..." and \ quote; # at the start of a word begins a
// comment. Nothing else has a meaning: no variables, no commands.

#ifndef CMD_BATCH_WORDS_H
#define CMD_BATCH_WORDS_H

#include <mote/base.h>
#include <stdio.h>

typedef struct cmd_word {
    char *text;
    char *pattern; // for glob(3), where the word has *, ? or [ outside of quotes; else null
} cmd_word;

// All zero is empty.
typedef struct cmd_words {
    cmd_word *items;
    uint32_t count;
} cmd_words;

// Appends the words of a line. Fails where a quote is not closed.
mote_result cmd_words_split(cmd_words *words, const char *line);

// Appends a word as it is.
mote_result cmd_words_add(cmd_words *words, const char *text);
void cmd_words_release(cmd_words *words);

// Writes a word so that cmd_words_split and a shell read it back.
void cmd_word_write(FILE *to, const char *text);

#endif
