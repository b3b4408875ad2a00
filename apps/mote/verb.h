// A verb of the command: its name, its arguments and options, and what it does.

#ifndef MOTE_COMMAND_VERB_H
#define MOTE_COMMAND_VERB_H

#include <mote/world.h>

#include "apps/mote/options.h"

// Exit codes of every verb.
enum {
    CMD_EXIT_FINE = 0,
    CMD_EXIT_FOUND = 1, // the verb found a problem of the kind that it looks for
    CMD_EXIT_ERROR = 2  // the verb failed, or could not finish
};

typedef struct cmd_verb {
    const char *name;
    const char *summary;   // one line for the list of verbs
    const char *arguments; // as in the usage line: "SCENE", "FILE..."; empty for none
    int min_arguments, max_arguments;
    const char *about;    // a paragraph of help
    const char *examples; // lines of help, each a command
    cmd_options options;
    // A failure is reported by main, with CMD_EXIT_ERROR. Otherwise `*exit_code`, which is CMD_EXIT_FINE at first, says
    // what was found.
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

// The method of that name (methods.c); fails with a message that names the nearest one.
mote_result cmd_method_by_name(const char *name, const mote_method_info **out);

#endif
