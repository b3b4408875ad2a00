#include "io/name.h"

#include <stdio.h>
#include <string.h>

const char *mote_short_name(const char *name, char room[MOTE_SHORT_NAME])
{
    size_t length = strlen(name);
    if (length < MOTE_SHORT_NAME) return name;
    snprintf(room, MOTE_SHORT_NAME, "...%s", name + length - (MOTE_SHORT_NAME - 4));
    return room;
}
