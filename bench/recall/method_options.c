#include "bench/recall/method_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

typedef enum option_kind { OPTION_BOOL, OPTION_U32, OPTION_FLOAT } option_kind;

typedef struct option {
    const char *name;
    option_kind kind;
    size_t offset;
} option;

#define OPTION(kind, field)                                                                        \
    {                                                                                              \
#field, OPTION_##kind, offsetof(mote_world_def, field)                                     \
    }

static const option options[] = {
    // Smith
    OPTION(U32, smith.level),
    OPTION(BOOL, smith.root_is_region),
    OPTION(BOOL, smith.skip_boxes),
    OPTION(BOOL, smith.face_box),
    OPTION(BOOL, smith.bintree),
    OPTION(BOOL, smith.paper_face_pair),
    // Senin
    OPTION(U32, senin.particles),
    OPTION(FLOAT, senin.reach),
    OPTION(FLOAT, senin.reach_part),
    OPTION(U32, senin.movement),
    OPTION(U32, senin.least_moving),
    OPTION(U32, senin.most_steps),
    OPTION(FLOAT, senin.tolerance),
    OPTION(FLOAT, senin.neighbourhood),
    OPTION(U32, senin.closest_pairs),
    OPTION(U32, senin.faces),
    OPTION(BOOL, senin.pursue),
    OPTION(BOOL, senin.cold_start),
    OPTION(U32, senin.cache_steps),
    OPTION(FLOAT, senin.cache_distance),
    OPTION(BOOL, senin.own_thread),
    // LBG
    OPTION(U32, lbg.particles),
    OPTION(U32, lbg.count),
    OPTION(BOOL, lbg.literal_areas),
    OPTION(U32, lbg.distance),
    OPTION(U32, lbg.closest_pairs),
    OPTION(BOOL, lbg.pursue),
    OPTION(U32, lbg.faces),
    OPTION(FLOAT, lbg.acceptable),
    OPTION(BOOL, lbg.literal_rectangles),
    // Paired descent
    OPTION(U32, paired.starts),
    OPTION(BOOL, paired.flood),
};

enum { OPTION_COUNT = sizeof options / sizeof options[0] };

// Lists the options of the method that is named before the dot, or all of them.
static mote_result fail_unknown(const char *name)
{
    char list[896] = "";
    size_t prefix = strcspn(name, "."), used = 0;
    bool known = false;
    for (size_t i = 0; i < OPTION_COUNT; i++)
        known |= prefix > 0 && strncmp(options[i].name, name, prefix + 1) == 0;
    for (size_t i = 0; i < OPTION_COUNT && used < sizeof list; i++) {
        if (known && strncmp(options[i].name, name, prefix + 1) != 0) continue;
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
                                 options[i].name);
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "no option of a method is called '%s'; there are: %s",
                     name, list);
}

static bool set_value(const option *which, const char *text, mote_world_def *def)
{
    char *field = (char *)def + which->offset, *end;
    double value = strtod(text, &end);
    if (end == text || *end || isnan(value)) return false;
    float real = (float)value;
    uint32_t whole = value >= 0.0 && value <= UINT32_MAX ? (uint32_t)value : 0;
    if (which->kind == OPTION_FLOAT) {
        memcpy(field, &real, sizeof real);
        return true;
    }
    if ((double)whole != value || (which->kind == OPTION_BOOL && whole > 1)) return false;
    if (which->kind == OPTION_BOOL)
        *(bool *)field = whole != 0;
    else
        memcpy(field, &whole, sizeof whole);
    return true;
}

static mote_result set_item(const char *name, const char *value, mote_world_def *def)
{
    static const char *const wanted[] = {
        [OPTION_BOOL] = "0 or 1", [OPTION_U32] = "a whole number", [OPTION_FLOAT] = "a number"};
    for (size_t i = 0; i < OPTION_COUNT; i++) {
        if (strcmp(options[i].name, name) != 0) continue;
        if (set_value(&options[i], value, def)) return MOTE_OK;
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: '%s' is not %s", name, value,
                         wanted[options[i].kind]);
    }
    return fail_unknown(name);
}

mote_result mote_method_options_set(const char *text, mote_world_def *def)
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

void mote_method_options_literal(mote_world_def *def)
{
    def->senin = mote_literal_senin_options();
    def->lbg = mote_literal_lbg_options();
}
