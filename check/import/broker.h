// Opens files for the child process, which may not open any. The child sends a request to its
// parent. The parent decides, opens the file and sends the descriptor. The parent does not trust
// the requests.

#ifndef MOTE_CHECK_BROKER_H
#define MOTE_CHECK_BROKER_H

#include "check/import/import.h"

enum { CHECK_ASKED_FILE = 'O', CHECK_MAX_ASKED_NAME = 4095, CHECK_MAX_ASKED_FILES = 10000 };

// In the child: connections to the parent.
typedef struct check_broker {
    int questions; // a pipe to the parent
    int answers;   // a socket from the parent
} check_broker;

// In the child: an asset_beside with a check_broker as its context.
mote_result check_broker_read(void *broker, const char *path, const char *name, unsigned char **out,
                              size_t *size);

// In the parent: the size of the first request in the bytes from the child; 0 if it is incomplete
// or not a request.
size_t check_broker_question(const unsigned char *bytes, size_t size);

// In the parent: answers such a request of the child that reads the file `path`.
void check_broker_answer(int answers, const unsigned char *question, const char *path,
                         const check_import_limits *limits);

#endif
