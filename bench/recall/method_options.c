#include "bench/recall/method_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mote/options.h>

#include "core/result.h"

// Options of the world itself have no dot in their names.
static bool is_of_method(const mote_world_option *option)
{
    return strchr(option->name, '.') != NULL;
}

static bool has_prefix(const mote_world_option *option, const char *name, size_t length)
{
    return strncmp(option->name, name, length) == 0;
}

// Lists the options of the method that is named before the dot, or all of them.
static mote_result fail_unknown(const char *name)
{
    char list[896] = "";
    size_t prefix = strcspn(name, "."), used = 0;
    bool known = false;
    const mote_world_option *option;
    for (size_t i = 0; (option = mote_world_option_at(i)); i++)
        known |= prefix > 0 && is_of_method(option) && has_prefix(option, name, prefix + 1);
    for (size_t i = 0; (option = mote_world_option_at(i)) && used < sizeof list; i++) {
        if (!is_of_method(option) || (known && !has_prefix(option, name, prefix + 1))) continue;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                 option->name);
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "unknown option '%s', expected one of: %s", name, list);
}

// A number, or the name of a choice.
static bool read_value(const mote_world_option *option, const char *text, double *out)
{
    for (uint32_t i = 0; option->choices && i <= (uint32_t)option->max; i++) {
        *out = i;
        if (strcmp(option->choices[i], text) == 0) return true;
    }
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end;
}

static mote_result set_item(const char *name, const char *text, mote_world_def *def)
{
    const mote_world_option *option = mote_world_option_find(name);
    if (!option || !is_of_method(option)) return fail_unknown(name);
    double value;
    if (read_value(option, text, &value)) return mote_world_option_set(def, name, value);
    return mote_fail(MOTE_ERROR_ARGUMENT, "option '%s' is '%s', expected a number", name, text);
}

mote_result recall_method_options_set(const char *text, mote_world_def *def)
{
    mote_result result = MOTE_OK;
    while (text && !result) {
        char item[64];
        const char *comma = strchr(text, ',');
        size_t length = comma ? (size_t)(comma - text) : strlen(text);
        snprintf(item, sizeof item, "%.*s", (int)(length < 63 ? length : 63), text);
        char *equals = strchr(item, '=');
        if (equals) *equals = '\0';
        result = set_item(item, equals ? equals + 1 : "", def);
        text = comma ? comma + 1 : NULL;
    }
    return result;
}
