// The options of a world by name: include/mote/options.h for JavaScript.

#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/module.h"
#include "core/result.h"

mote_result js_options_create(mote_world_def **out)
{
    *out = malloc(sizeof **out);
    if (!*out) return mote_fail_memory(sizeof **out, "options");
    **out = mote_default_world_def();
    (*out)->worker_count = js_worker_count();
    return MOTE_OK;
}

mote_result js_options_method(mote_world_def *world, const char *name)
{
    const mote_method_info *info;
    for (size_t i = 0; (info = mote_method_at(i)); i++) {
        if (strcmp(info->name, name) != 0) continue;
        world->method = info->method;
        return MOTE_OK;
    }
    return mote_fail(MOTE_ERROR_ARGUMENT, "unknown method '%.64s'", name);
}

void js_options_literal(mote_world_def *world)
{
    mote_world_def_set_literal(world);
}

mote_result js_options_set(mote_world_def *world, const char *name, double value)
{
    return mote_world_option_set(world, name, value);
}

double js_options_get(const mote_world_def *world, const char *name)
{
    double value = 0;
    mote_world_option_get(world, name, &value);
    return value;
}

const mote_world_option *js_option_at(uint32_t index)
{
    return mote_world_option_at(index);
}

bool js_option_concerns(const mote_world_option *option, uint32_t method_index)
{
    const mote_method_info *info = mote_method_at(method_index);
    return info && mote_world_option_concerns(option, info->method);
}
