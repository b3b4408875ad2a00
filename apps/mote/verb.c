#include "apps/mote/verb.h"

int cmd_verb_fail(const char *verb)
{
    fprintf(stderr, "mote %s: %s\n", verb, mote_last_message());
    return CMD_EXIT_ERROR;
}
