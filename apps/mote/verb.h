// A verb of the command: what it is called, what it takes, and what it does.

#ifndef MOTE_COMMAND_VERB_H
#define MOTE_COMMAND_VERB_H

#include "apps/mote/options.h"

// Exit codes of every verb.
enum {
    CMD_EXIT_FINE = 0,
    CMD_EXIT_FOUND = 1, // the verb looked for something wrong and found it
    CMD_EXIT_ERROR = 2  // it could not do what was asked
};

typedef struct cmd_verb {
    const char *name;
    const char *summary;   // one line for the list of verbs
    const char *arguments; // as in the usage line: "SCENE", "FILE..."; empty for none
    int least_arguments, most_arguments;
    const char *about;    // a paragraph of help
    const char *examples; // lines of help, each a command
    cmd_options options;
    int (*run)(cmd_arguments arguments);
} cmd_verb;

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

// "mote VERB: message" with the library's last message; returns CMD_EXIT_ERROR.
int cmd_verb_fail(const char *verb);

#endif
