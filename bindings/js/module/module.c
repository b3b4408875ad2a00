// Memory, messages, and the list of the methods.

#include <stdlib.h>

#include "bindings/js/module/module.h"

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

static uint32_t worker_count = 1;

void js_set_worker_count(uint32_t count)
{
    worker_count = count;
}

uint32_t js_worker_count(void)
{
    return worker_count;
}

const mote_method_info *js_method_at(uint32_t index)
{
    static mote_method_info listed;
    const mote_method_info *info = mote_method_at(index);
    if (!info) return NULL;
    listed = *info;
    if (worker_count == 1) listed.abilities &= ~(uint32_t)MOTE_ABILITY_THREADS;
    return &listed;
}
