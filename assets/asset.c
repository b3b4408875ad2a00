#include "assets/asset.h"

#include <stdint.h>
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
        if (span.count < 2) continue; // it does not move
        double first = asset->keys.data[span.first].time;
        double last = asset->keys.data[span.first + span.count - 1].time;
        if (!any || first < clip->start) clip->start = first;
        if (!any || last > clip->end) clip->end = last;
        any = true;
    }
}
