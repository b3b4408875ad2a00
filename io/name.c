#include "io/name.h"

#include <stdio.h>
#include <string.h>

#include "core/result.h"

const char *io_short_name(const char *name, char room[IO_SHORT_NAME])
{
    size_t length = strlen(name);
    if (length < IO_SHORT_NAME) return name;
    const char *end = name + length - (IO_SHORT_NAME - 4);
    while ((*end & 0xc0) == 0x80) end++; // do not cut a character
    snprintf(room, IO_SHORT_NAME, "...%s", end);
    return room;
}

mote_result io_name_file(mote_result result, const char *name)
{
    char message[512], room[IO_SHORT_NAME], shown[IO_SHORT_NAME * MOTE_ESCAPED];
    if (!result) return result;
    const char *short_name = io_short_name(name, room);
    mote_escape_text(short_name, strlen(short_name), shown, sizeof shown);
    if (strstr(mote_last_message(), shown)) return result;
    snprintf(message, sizeof message, "%s", mote_last_message());
    return mote_fail(result, "%s: %s", short_name, message);
}
