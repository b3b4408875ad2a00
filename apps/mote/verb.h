// A verb of the command: what it is called, what it takes, and what it does.

#ifndef MOTE_COMMAND_VERB_H
#define MOTE_COMMAND_VERB_H

#include "apps/mote/options.h"

// Exit codes of every verb.
enum {
    MOTE_EXIT_FINE = 0,
    MOTE_EXIT_FOUND = 1, // the verb looked for something wrong and found it
    MOTE_EXIT_ERROR = 2  // it could not do what was asked
};

typedef struct mote_verb {
    const char *name;
    const char *summary;   // one line for the list of verbs
    const char *arguments; // as in the usage line: "SCENE", "FILE..."; empty for none
    int least_arguments, most_arguments;
    const char *about;    // a paragraph of help
    const char *examples; // lines of help, each a command
    mote_options options;
    int (*run)(mote_arguments arguments);
} mote_verb;

extern const mote_verb mote_verb_bench;
extern const mote_verb mote_verb_check;
extern const mote_verb mote_verb_demo;
extern const mote_verb mote_verb_draw;
extern const mote_verb mote_verb_distance;
extern const mote_verb mote_verb_export;
extern const mote_verb mote_verb_info;
extern const mote_verb mote_verb_methods;
extern const mote_verb mote_verb_paper;
extern const mote_verb mote_verb_recall;
extern const mote_verb mote_verb_record;
extern const mote_verb mote_verb_replay;
extern const mote_verb mote_verb_scenes;

// "mote VERB: message" with the library's last message; returns MOTE_EXIT_ERROR.
int mote_verb_fail(const char *verb);

#endif
