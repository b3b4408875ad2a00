// A verb of the command: its name, arguments, options and function.

#ifndef MOTE_COMMAND_VERB_H
#define MOTE_COMMAND_VERB_H

#include <mote/world.h>

#include "apps/mote/options.h"

// Exit codes of all verbs.
enum {
    CMD_EXIT_FINE = 0,
    CMD_EXIT_FOUND = 1, // the verb found a problem that it looks for
    CMD_EXIT_ERROR = 2  // the verb failed or was incomplete
};

typedef struct cmd_verb {
    const char *name;
    const char *summary;   // one line for the list of verbs
    const char *arguments; // for the usage line: "SCENE", "FILE..."; empty for none
    int min_arguments, max_arguments;
    const char *about;    // a paragraph of help
    const char *examples; // lines of help with one command each
    cmd_options options;
    // main reports a failure and exits with CMD_EXIT_ERROR. Otherwise `*exit_code`, initially
    // CMD_EXIT_FINE, is the result.
    mote_result (*run)(cmd_arguments arguments, int *exit_code);
} cmd_verb;

extern const cmd_verb cmd_verb_batch;
extern const cmd_verb cmd_verb_bench;
extern const cmd_verb cmd_verb_check;
extern const cmd_verb cmd_verb_demo;
extern const cmd_verb cmd_verb_draw;
extern const cmd_verb cmd_verb_distance;
extern const cmd_verb cmd_verb_export;
extern const cmd_verb cmd_verb_info;
extern const cmd_verb cmd_verb_methods;
extern const cmd_verb cmd_verb_paper;
extern const cmd_verb cmd_verb_recall;
extern const cmd_verb cmd_verb_record;
extern const cmd_verb cmd_verb_replay;
extern const cmd_verb cmd_verb_scenes;

// Finds a method by name (methods.c). Fails with a message that suggests the nearest name.
mote_result cmd_method_by_name(const char *name, const mote_method_info **out);

#endif
