// Parses command line options from a table. Each row defines the parser, the default and the help
// of an option.

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
    // const char *: a file, or "-" for standard output if no file follows. The next argument is a
    // file if it contains a dot or a slash.
    CMD_OPTION_OUTPUT
} cmd_option_kind;

// Includes both ends.
typedef struct cmd_range {
    uint32_t first, last;
} cmd_range;

enum { CMD_MAX_TEXTS = 64 };

typedef struct cmd_texts {
    const char *items[CMD_MAX_TEXTS];
    uint32_t count;
} cmd_texts;

typedef enum cmd_sign { CMD_ANY_SIGN, CMD_NOT_NEGATIVE, CMD_POSITIVE } cmd_sign;

typedef struct cmd_option {
    const char *name; // without the dashes
    cmd_option_kind kind;
    void *to;             // a variable of the kind's type
    const char *value;    // placeholder for the value in the help, such as "DIR"; null for flags
    const char *standard; // the default as a text; null keeps the variable unchanged
    const char *help;     // one sentence without its period
    const char *const *choices; // null-terminated
    uint64_t min, max;          // for CMD_OPTION_COUNT; a max of 0 means no limit
    cmd_sign sign;              // for CMD_OPTION_REAL
    bool is_length; // for CMD_OPTION_REAL: in meters, with an optional suffix mm, cm or m
} cmd_option;

typedef struct cmd_options {
    const cmd_option *list;
    size_t count;
} cmd_options;

// The command line without the options.
typedef struct cmd_arguments {
    char **items; // argv without the options
    int count;
    bool help;      // --help or -h was given; nothing else was checked
    uint64_t given; // bit i: option i was given; a list has at most 64 options
} cmd_arguments;

// Sets each option's variable to its default, then to the given value: --name value or
// --name=value. -- ends the options. Fails with a message that names the option and what was
// expected.
mote_result cmd_options_parse(cmd_options options, int argc, char **argv, cmd_arguments *out);

// Sets an option's variable from a text; "yes" or "no" for a flag. The text must outlive the
// variable's use.
mote_result cmd_option_set(const cmd_option *option, const char *text);

// Prints one paragraph per option, at most 80 columns wide.
void cmd_options_print(cmd_options options, FILE *to);

// The name with the smallest edit distance to `given`, the first of several. `count` must be at
// least 1.
const char *cmd_nearest(const char *given, const char *const *names, size_t count);

// ---------------------------------------------------------------------------------------------
// Options of several verbs. `variable` is a pointer of the type in brackets.

enum { CMD_MAX_THREADS = 1024 };

// [const char *]
#define CMD_OPTION_METHOD(variable)                                                                \
    {                                                                                              \
        .name = "method", .kind = CMD_OPTION_TEXT, .to = (variable), .value = "NAME",              \
        .standard = "hybrid", .help = "the method to detect by; 'mote methods' lists them"         \
    }

// [uint64_t]
#define CMD_OPTION_THREADS(variable)                                                               \
    {                                                                                              \
        .name = "threads", .kind = CMD_OPTION_COUNT, .to = (variable), .value = "N",               \
        .standard = "1", .max = CMD_MAX_THREADS, .help = "threads to use; 0 is one per processor"  \
    }

// [float]
#define CMD_OPTION_TOLERANCE(variable)                                                             \
    {                                                                                              \
        .name = "tolerance", .kind = CMD_OPTION_REAL, .to = (variable), .value = "D",              \
        .standard = "0", .sign = CMD_NOT_NEGATIVE, .is_length = true,                              \
        .help = "also find near misses: faces at most this far apart, such as 0.02 or 2cm"         \
    }

// [cmd_range, initially CMD_ALL_FRAMES]
#define CMD_OPTION_FRAMES(variable)                                                                \
    {                                                                                              \
        .name = "frames", .kind = CMD_OPTION_RANGE, .to = (variable), .value = "A:B",              \
        .help = "first and last frame, or one frame; all if not given"                             \
    }

// A range that cannot be given as text.
#define CMD_ALL_FRAMES                                                                             \
    {                                                                                              \
        1, 0                                                                                       \
    }

bool cmd_is_all_frames(cmd_range given);

// Returns the given frames, or all of `count`. Fails if a frame is past the last one.
mote_result cmd_choose_frames(cmd_range given, uint32_t count, cmd_range *out);

// [float]
#define CMD_OPTION_FPS(variable)                                                                   \
    {                                                                                              \
        .name = "fps", .kind = CMD_OPTION_REAL, .to = (variable), .value = "N", .standard = "30",  \
        .sign = CMD_POSITIVE,                                                                      \
        .help = "frames per second: frame i is at start + i / N, and the last key is a frame too"  \
    }

// [const char *]
#define CMD_OPTION_FORMAT(variable)                                                                \
    {                                                                                              \
        .name = "format", .kind = CMD_OPTION_TEXT, .to = (variable), .value = "EXTENSION",         \
        .help = "the format of the input -, which is standard input: gltf, glb, fbx, obj, ply, "   \
                "stl, off, or another extension that is read"                                      \
    }

// [bool]
#define CMD_OPTION_REQUIRE_FILTER(variable)                                                        \
    {                                                                                              \
        .name = "require-filter", .kind = CMD_OPTION_FLAG, .to = (variable),                       \
        .help = "refuse glTF, FBX and the formats of libassimp if the process that reads them "    \
                "cannot have a filter of system calls (seccomp)"                                   \
    }

// [const char *]
#define CMD_OPTION_CLIP(variable)                                                                  \
    {                                                                                              \
        .name = "clip", .kind = CMD_OPTION_TEXT, .to = (variable), .value = "NAME",                \
        .help = "the only animation to use, by name or by number from 0; 'mote info' lists them"   \
    }

// [uint64_t]
#define CMD_OPTION_SEED(variable, value_text, default_text)                                        \
    {                                                                                              \
        .name = "seed", .kind = CMD_OPTION_COUNT, .to = (variable), .value = (value_text),         \
        .standard = (default_text), .help = "seed of all random choices"                           \
    }

// [uint64_t]
#define CMD_OPTION_DETAIL(variable)                                                                \
    {                                                                                              \
        .name = "detail", .kind = CMD_OPTION_COUNT, .to = (variable), .value = "N",                \
        .standard = "0", .max = UINT32_MAX,                                                        \
        .help = "triangles per body, in scenes that let you choose; 0 is the scene's default"      \
    }

#endif
