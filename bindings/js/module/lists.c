// Memory, messages, and what is built in.

#include <stdlib.h>

#include "bindings/js/module/module.h"
#include "scenes/scenes.h"

void *mote_js_allocate(size_t size)
{
    return malloc(size ? size : 1);
}

void mote_js_release(void *pointer)
{
    free(pointer);
}

const char *mote_js_version(void)
{
    return mote_version();
}

const char *mote_js_message(void)
{
    return mote_last_message();
}

const char *mote_js_result_name(mote_result result)
{
    return mote_result_name(result);
}

const mote_method_info *mote_js_method_at(uint32_t index)
{
    return mote_method_at(index);
}

static mote_js_entry entry;

const mote_js_entry *mote_js_scene_at(uint32_t index)
{
    size_t count;
    const mote_scene_info *infos = mote_scene_list(&count);
    if (index >= count) return NULL;
    const mote_scene_info *info = &infos[index];
    entry = (mote_js_entry){info->name, info->summary, info->group, info->frame_count};
    return &entry;
}

const mote_js_entry *mote_js_model_at(uint32_t index)
{
    size_t count;
    const mote_model_info *infos = mote_model_list(&count);
    if (index >= count) return NULL;
    entry = (mote_js_entry){.name = infos[index].name, .summary = infos[index].summary};
    return &entry;
}
