// Runs of 'mote check' on files that mean harm: however they are made, the command ends by itself
// with 0, 1 or 2, shows nothing that cannot be shown, and nothing of files that it was not given.

#ifndef MOTE_TEST_HOSTILE_H
#define MOTE_TEST_HOSTILE_H

#include <mote/base.h>

// Stands in files, and in the environment of the command, that no report may quote.
#define HOSTILE_SECRET "TOPSECRET7251"

typedef struct hostile_outcome {
    int code;                   // 0, 1 or 2
    bool complete;              // says the report
    char verdict[16];           // of the report; empty if there is none
    uint32_t parts, clips;      // of the report
    uint64_t triangles, frames; // of all parts; frames that were checked
    char message[1024];         // on standard error
} hostile_outcome;

// Runs 'mote check ARGUMENTS --json hostile.json' by the shell in the folder of the test
// (check_play.h). Fails the test, with `what`, for any other end, for more than a minute, and for
// output that is not as above.
hostile_outcome hostile_run(const char *arguments, const char *what);

// Writes a file in the folder of the test.
void hostile_write(const char *name, const void *bytes, size_t size);

#endif
