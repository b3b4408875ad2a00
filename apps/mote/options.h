// Command line options from a table: one row is the parser, the default and the help of an option.

#ifndef MOTE_COMMAND_OPTIONS_H
#define MOTE_COMMAND_OPTIONS_H

#include <mote/base.h>
#include <stdio.h>

typedef enum mote_option_kind {
    MOTE_OPTION_FLAG,   // bool: --name
    MOTE_OPTION_TEXT,   // const char *
    MOTE_OPTION_CHOICE, // const char *, one of `choices`
    MOTE_OPTION_COUNT,  // uint64_t
    MOTE_OPTION_REAL,   // float, finite
    MOTE_OPTION_RANGE,  // mote_range: A:B, or A alone for A:A
    MOTE_OPTION_TEXTS,  // mote_texts: may be given several times
    MOTE_OPTION_OUTPUT  // const char *: a file, or "-" for standard output where none follows. What
                        // follows is a file if it has a dot or a slash in it
} mote_option_kind;

// Both ends belong to it.
typedef struct mote_range {
    uint32_t first, last;
} mote_range;

enum { MOTE_MOST_TEXTS = 64 };

typedef struct mote_texts {
    const char *items[MOTE_MOST_TEXTS];
    uint32_t count;
} mote_texts;

typedef struct mote_option {
    const char *name; // without the dashes
    mote_option_kind kind;
    void *to;                   // a variable of the kind's type
    const char *value;          // stands for the value in the help, such as "DIR"; null for flags
    const char *standard;       // the default as it would be typed; null leaves the variable alone
    const char *help;           // one sentence without its full stop
    const char *const *choices; // ends with null
} mote_option;

typedef struct mote_options {
    const mote_option *list;
    size_t count;
} mote_options;

// What is left of the command line when the options are taken out.
typedef struct mote_arguments {
    char **items; // argv, with the options moved out
    int count;
    bool help; // --help or -h was given: nothing else was checked
} mote_arguments;

// Sets each option's variable to its default, then to what is given: --name value, --name=value,
// and -- to end the options. Fails with a message that names the option and what would have been
// right.
mote_result mote_options_parse(mote_options options, int argc, char **argv, mote_arguments *out);

// One paragraph an option, at most 80 columns wide.
void mote_options_print(mote_options options, FILE *to);

#endif
