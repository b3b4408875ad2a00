// The options of a world by name: one row an option.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/module.h"
#include "bindings/js/module/whole.h"
#include "core/result.h"

typedef enum option_kind {
    OPTION_BOOL,
    OPTION_U32, // enumerators too
    OPTION_U64,
    OPTION_FLOAT,
    OPTION_DOUBLE
} option_kind;

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
    OPTION(U32, detect),
    OPTION(FLOAT, tolerance),
    OPTION(BOOL, contacts),
    OPTION(BOOL, containment),
    OPTION(BOOL, certify),
    OPTION(DOUBLE, time_budget),
    OPTION(U64, candidate_budget),
    OPTION(U64, seed),
    OPTION(U32, smith.level),
    OPTION(BOOL, smith.root_is_region),
    OPTION(BOOL, smith.skip_boxes),
    OPTION(BOOL, smith.face_box),
    OPTION(BOOL, smith.bintree),
    OPTION(BOOL, smith.paper_face_pair),
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
    OPTION(U32, lbg.particles),
    OPTION(U32, lbg.count),
    OPTION(BOOL, lbg.literal_areas),
    OPTION(U32, lbg.distance),
    OPTION(U32, lbg.closest_pairs),
    OPTION(BOOL, lbg.pursue),
    OPTION(U32, lbg.faces),
    OPTION(FLOAT, lbg.acceptable),
    OPTION(BOOL, lbg.literal_rectangles),
    OPTION(U32, paired.starts),
    OPTION(BOOL, paired.flood),
};

mote_result mote_js_options_create(mote_world_def **out)
{
    *out = malloc(sizeof **out);
    if (!*out) return mote_fail_memory(sizeof **out, "options");
    **out = mote_default_world_def();
    return MOTE_OK;
}

mote_result mote_js_options_method(mote_world_def *world, const char *name)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        if (strcmp(info->name, name) != 0) continue;
        world->method = info->method;
        return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "there is no method '%.64s'", name);
}

void mote_js_options_literal(mote_world_def *world)
{
    world->senin = mote_literal_senin_options();
    world->lbg = mote_literal_lbg_options();
}

static const option *find(const char *name)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(options[i].name, name) == 0) return &options[i];
    }
    return NULL;
}

static mote_result set_whole(char *field, const option *which, double value)
{
    double most = which->kind == OPTION_BOOL  ? 1
                  : which->kind == OPTION_U32 ? (double)UINT32_MAX
                                              : 9007199254740991.0; // 2^53 - 1
    if (!mote_js_is_whole(value, 0, most))
        return mote_fail(MOTE_ERROR_ARGUMENT, "option '%s': %g is no whole number from 0 to %.0f",
                         which->name, value, most);
    bool truth = value != 0;
    uint64_t wide = (uint64_t)value;
    uint32_t narrow = (uint32_t)wide;
    switch (which->kind) {
    case OPTION_BOOL: memcpy(field, &truth, sizeof truth); break;
    case OPTION_U64: memcpy(field, &wide, sizeof wide); break;
    default: memcpy(field, &narrow, sizeof narrow); break;
    }
    return MOTE_OK;
}

mote_result mote_js_options_set(mote_world_def *world, const char *name, double value)
{
    const option *which = find(name);
    if (!which) return mote_fail(MOTE_ERROR_ARGUMENT, "there is no option '%.64s'", name);
    char *field = (char *)world + which->offset;
    float narrow = (float)value;
    switch (which->kind) {
    case OPTION_FLOAT: memcpy(field, &narrow, sizeof narrow); return MOTE_OK;
    case OPTION_DOUBLE: memcpy(field, &value, sizeof value); return MOTE_OK;
    default: return set_whole(field, which, value);
    }
}
