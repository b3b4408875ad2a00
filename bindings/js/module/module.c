// Memory, messages, and lists of the built-in methods, scenes and models.

#include <stdlib.h>

#include "bindings/js/module/module.h"
#include "scenes/scenes.h"

void *js_allocate(size_t size)
{
    return malloc(size ? size : 1);
}

void js_release(void *pointer)
{
    free(pointer);
}

const char *js_version(void)
{
    return mote_version();
}

const char *js_message(void)
{
    return mote_last_message();
}

const char *js_result_name(mote_result result)
{
    return mote_result_name(result);
}

const mote_method_info *js_method_at(uint32_t index)
{
    return mote_method_at(index);
}

static js_entry entry;

const js_entry *js_scene_at(uint32_t index)
{
    size_t count;
    const scene_info *infos = scene_list(&count);
    if (index >= count) return NULL;
    const scene_info *info = &infos[index];
    entry = (js_entry){info->name, info->summary, info->group, info->frame_count};
    return &entry;
}

const js_entry *js_model_at(uint32_t index)
{
    size_t count;
    const scene_model_info *infos = scene_model_list(&count);
    if (index >= count) return NULL;
    entry = (js_entry){.name = infos[index].name, .summary = infos[index].summary};
    return &entry;
}
