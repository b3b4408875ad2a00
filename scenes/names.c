#include "scenes/names.h"

#include <stdio.h>
#include <string.h>

#include "core/result.h"

// Parses decimal digits up to the end of the text; false for other characters and for more than 32
// bits.
static bool parse_number(const char *text, uint32_t *number)
{
    if (!*text) return false;
    uint64_t value = 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        value = value * 10 + (uint64_t)(*text - '0');
        if (value > UINT32_MAX) return false;
    }
    *number = (uint32_t)value;
    return true;
}

bool scene_name_fits(const char *name, const char *pattern, uint32_t *number)
{
    size_t length = strlen(pattern);
    if (length < 2 || strcmp(pattern + length - 2, "-N") != 0) return strcmp(name, pattern) == 0;
    size_t stem = length - 2;
    if (strncmp(name, pattern, stem) != 0) return false;
    if (!name[stem]) return true;
    return name[stem] == '-' && parse_number(name + stem + 1, number);
}

mote_result scene_name_unknown(const char *kind, const char *name, const char *const *first,
                               size_t stride, size_t count)
{
    char list[900] = "";
    size_t used = 0;
    for (size_t i = 0; i < count && used < sizeof list; i++) {
        const char *const *one = (const void *)((const char *)first + i * stride);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", *one);
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "unknown %s \"%.40s\"; there are: %s", kind, name, list);
}
