#include "bench/recall/method_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mote/options.h>

#include "core/result.h"

// Those of the world itself have no dot.
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
    return mote_fail(MOTE_ERROR_ARGUMENT, "no option of a method is called '%s'; there are: %s",
                     name, list);
}

static const char *wanted(mote_world_option_kind kind)
{
    switch (kind) {
    case MOTE_WORLD_OPTION_BOOLEAN: return "0 or 1";
    case MOTE_WORLD_OPTION_NUMBER: return "a number";
    case MOTE_WORLD_OPTION_INTEGER:
    case MOTE_WORLD_OPTION_CHOICE:
    default: return "a whole number";
    }
}

static mote_result set_item(const char *name, const char *text, mote_world_def *def)
{
    const mote_world_option *option = mote_world_option_find(name);
    if (!option || !is_of_method(option)) return fail_unknown(name);
    char *end;
    double value = strtod(text, &end);
    if (end != text && !*end && !isnan(value) && mote_world_option_set(def, name, value) == MOTE_OK)
        return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "%s: '%s' is not %s", name, text, wanted(option->kind));
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

void recall_method_options_literal(mote_world_def *def)
{
    def->senin = mote_literal_senin_options();
    def->lbg = mote_literal_lbg_options();
}
