// Command line options from a table: one row is the parser, the default and the help of an option.

#ifndef MOTE_COMMAND_OPTIONS_H
#define MOTE_COMMAND_OPTIONS_H

#include <mote/base.h>
#include <stdio.h>

typedef enum cmd_option_kind {
    CMD_OPTION_FLAG,   // bool: --name
    CMD_OPTION_TEXT,   // const char *
    CMD_OPTION_CHOICE, // const char *, one of `choices`
    CMD_OPTION_COUNT,  // uint64_t
    CMD_OPTION_REAL,   // float, finite
    CMD_OPTION_RANGE,  // cmd_range: A:B, or A alone for A:A
    CMD_OPTION_TEXTS,  // cmd_texts: may be given several times
    CMD_OPTION_OUTPUT  // const char *: a file, or "-" for standard output where none follows. What
                       // follows is a file if it has a dot or a slash in it
} cmd_option_kind;

// Both ends belong to it.
typedef struct cmd_range {
    uint32_t first, last;
} cmd_range;

enum { CMD_MOST_TEXTS = 64 };

typedef struct cmd_texts {
    const char *items[CMD_MOST_TEXTS];
    uint32_t count;
} cmd_texts;

typedef struct cmd_option {
    const char *name; // without the dashes
    cmd_option_kind kind;
    void *to;                   // a variable of the kind's type
    const char *value;          // stands for the value in the help, such as "DIR"; null for flags
    const char *standard;       // the default as it would be typed; null leaves the variable alone
    const char *help;           // one sentence without its full stop
    const char *const *choices; // ends with null
} cmd_option;

typedef struct cmd_options {
    const cmd_option *list;
    size_t count;
} cmd_options;

// What is left of the command line when the options are taken out.
typedef struct cmd_arguments {
    char **items; // argv, with the options moved out
    int count;
    bool help; // --help or -h was given: nothing else was checked
} cmd_arguments;

// Sets each option's variable to its default, then to what is given: --name value, --name=value,
// and -- to end the options. Fails with a message that names the option and what would have been
// right.
mote_result cmd_options_parse(cmd_options options, int argc, char **argv, cmd_arguments *out);

// One paragraph an option, at most 80 columns wide.
void cmd_options_print(cmd_options options, FILE *to);

#endif
