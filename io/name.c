#include "io/name.h"

#include <stdio.h>
#include <string.h>

#include "core/result.h"

const char *io_short_name(const char *name, char room[IO_SHORT_NAME])
{
    size_t length = strlen(name);
    if (length < IO_SHORT_NAME) return name;
    snprintf(room, IO_SHORT_NAME, "...%s", name + length - (IO_SHORT_NAME - 4));
    return room;
}

mote_result io_name_file(mote_result result, const char *name)
{
    char message[512], room[IO_SHORT_NAME];
    const char *short_name = io_short_name(name, room);
    if (!result || strstr(mote_last_message(), short_name)) return result;
    snprintf(message, sizeof message, "%s", mote_last_message());
    return mote_fail(result, "%s: %s", short_name, message);
}
