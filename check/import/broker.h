// Files for the child process, which may open none: it asks its parent, which decides, opens the file and passes the
// descriptor. The parent trusts nothing that it is asked.

#ifndef MOTE_CHECK_BROKER_H
#define MOTE_CHECK_BROKER_H

#include "check/import/import.h"

enum { CHECK_ASKED_FILE = 'O', CHECK_MAX_ASKED_NAME = 4095, CHECK_MAX_ASKED_FILES = 10000 };

// In the child: the connections to the parent.
typedef struct check_broker {
    int questions; // a pipe to the parent
    int answers;   // a socket from it
} check_broker;

// In the child: an asset_beside with a check_broker as its context.
mote_result check_broker_read(void *broker, const char *path, const char *name, unsigned char **out,
                              size_t *size);

// In the parent: the bytes of the first question in what the child has sent; 0 if it has not arrived whole, or is none.
size_t check_broker_question(const unsigned char *bytes, size_t size);

// In the parent: answers such a question, which the file `path` asks.
void check_broker_answer(int answers, const unsigned char *question, const char *path,
                         const check_import_limits *limits);

#endif
