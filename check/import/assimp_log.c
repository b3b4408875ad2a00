#define _GNU_SOURCE // strcasestr
#include "check/import/assimp_log.h"

#include <stdio.h>
#include <string.h>

static bool has_word(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcasestr(text, *words)) return true;
    return false;
}

// A line is "Warn,  T0: ..." or "Error, T0: ...".
static bool is_about_shape(const char *line)
{
    static const char *const looks[] = {"material", "texture", "image",   "shader",  "light",
                                        "camera",   "uv ",     "color",   "colour",  "normal",
                                        "tangent",  "smooth",  "opacity", "diffuse", NULL};
    bool warns = strncmp(line, "Warn", 4) == 0 || strncmp(line, "Error", 5) == 0;
    return warns && !has_word(line, looks);
}

static void take_line(const char *line, char *context)
{
    check_assimp_log *log = (check_assimp_log *)(void *)context;
    if (!is_about_shape(line)) return;
    const char *text = strstr(line, ": ");
    text = text ? text + 2 : line;
    if (log->count++ == 0)
        snprintf(log->first, sizeof log->first, "%.*s", (int)strcspn(text, "\r\n"), text);
}

void check_assimp_log_open(check_assimp_log *log, const check_assimp_library *library)
{
    *log = (check_assimp_log){0};
    const struct aiLogStream stream = {take_line, (char *)(void *)log};
    library->attach_log(&stream);
}
