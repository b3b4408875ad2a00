#include "assets/asset.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"

void asset_release(asset_file *asset)
{
#define RELEASE(type, name) mote_array_release(&asset->name, &mote_libc_allocator);
    ASSET_LISTS(RELEASE)
#undef RELEASE
}

mote_result asset_add_name(asset_file *asset, const char *name, size_t length, uint32_t *out)
{
    if (length >= (UINT32_MAX - asset->text.count) / MOTE_ESCAPED)
        return mote_fail_memory(length, "a name");
    size_t room = length * MOTE_ESCAPED + 8;
    char *to = mote_array_room(&asset->text, &mote_libc_allocator, room);
    if (!to) return mote_fail_memory(room, "a name");
    *out = (uint32_t)asset->text.count;
    asset->text.count += mote_escape_text(name, length, to, room) + 1;
    return MOTE_OK;
}

mote_result asset_add_remark(asset_file *asset, asset_remark_kind kind, uint64_t count,
                             const char *format, ...)
{
    if (count == 0) return MOTE_OK;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    asset_remark remark = {.kind = kind, .count = count};
    size_t shown = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    mote_result result = asset_add_name(asset, text, shown, &remark.text);
    asset_span span;
    if (!result && !asset_add(&asset->remarks, &remark, 1, &span))
        result = mote_fail_memory(sizeof remark, "a remark");
    return result;
}

const char *asset_text(const asset_file *asset, uint32_t name)
{
    return asset->text.data + name;
}

void asset_time_clip(const asset_file *asset, asset_clip *clip)
{
    const asset_track *tracks = asset->tracks.data;
    const double *times = asset->times.data;
    bool any = false;
    clip->start = clip->end = 0;
    for (uint64_t i = clip->tracks.first; i < clip->tracks.first + clip->tracks.count; i++) {
        asset_span span = tracks[i].times;
        if (span.count == 0) continue;
        double first = times[span.first], last = times[span.first + span.count - 1];
        if (!any || first < clip->start) clip->start = first;
        if (!any || last > clip->end) clip->end = last;
        any = true;
    }
    for (uint64_t i = clip->curves.first; i < clip->curves.first + clip->curves.count; i++) {
        asset_span span = asset->curves.data[i].keys;
        if (span.count < 2) continue; // no animation
        double first = asset->keys.data[span.first].time;
        double last = asset->keys.data[span.first + span.count - 1].time;
        if (!any || first < clip->start) clip->start = first;
        if (!any || last > clip->end) clip->end = last;
        any = true;
    }
}
