#include "apps/mote/verb.h"

int mote_verb_fail(const char *verb)
{
    fprintf(stderr, "mote %s: %s\n", verb, mote_last_message());
    return MOTE_EXIT_ERROR;
}
