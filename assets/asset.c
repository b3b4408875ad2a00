#include "assets/asset.h"

#include <stdint.h>
#include <string.h>

#include "core/result.h"

static mote_allocator libc_allocator(void)
{
    return mote_allocator_or_default((mote_allocator){0});
}

asset_file asset_create(void)
{
    return (asset_file){.nodes = mote_untyped_of(sizeof(asset_node)),
                        .bones = mote_untyped_of(sizeof(asset_bone)),
                        .surfaces = mote_untyped_of(sizeof(asset_surface)),
                        .clips = mote_untyped_of(sizeof(asset_clip)),
                        .tracks = mote_untyped_of(sizeof(asset_track)),
                        .positions = mote_untyped_of(sizeof(mote_vec3)),
                        .deltas = mote_untyped_of(sizeof(mote_vec3)),
                        .corners = mote_untyped_of(sizeof(uint32_t)),
                        .influence_bones = mote_untyped_of(sizeof(uint16_t)),
                        .influence_weights = mote_untyped_of(sizeof(float)),
                        .times = mote_untyped_of(sizeof(double)),
                        .numbers = mote_untyped_of(sizeof(float)),
                        .text = mote_untyped_of(sizeof(char))};
}

void asset_lists(asset_file *asset, mote_untyped *out[ASSET_LISTS])
{
    mote_untyped *lists[ASSET_LISTS] = {&asset->nodes,
                                        &asset->bones,
                                        &asset->surfaces,
                                        &asset->clips,
                                        &asset->tracks,
                                        &asset->positions,
                                        &asset->deltas,
                                        &asset->corners,
                                        &asset->influence_bones,
                                        &asset->influence_weights,
                                        &asset->times,
                                        &asset->numbers,
                                        &asset->text};
    memcpy(out, lists, sizeof lists);
}

void asset_release(asset_file *asset)
{
    mote_allocator allocator = libc_allocator();
    mote_untyped *lists[ASSET_LISTS];
    asset_lists(asset, lists);
    for (int i = 0; i < ASSET_LISTS; i++) mote_untyped_release(lists[i], &allocator);
}

bool asset_add(mote_untyped *list, const void *things, size_t count, asset_span *out)
{
    mote_allocator allocator = libc_allocator();
    *out = (asset_span){list->count, count};
    if (count == 0) return true;
    void *to = mote_untyped_room(list, &allocator, count);
    if (!to) return false;
    memcpy(to, things, count * list->size);
    list->count += count;
    return true;
}

mote_result asset_add_name(asset_file *asset, const char *name, size_t length, uint32_t *out)
{
    mote_allocator allocator = libc_allocator();
    char *to = mote_untyped_room(&asset->text, &allocator, length + 1);
    if (!to || asset->text.count + length >= UINT32_MAX) return mote_fail_memory(length, "a name");
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        to[i] = (char)(c < 0x20 || c == 0x7f ? '?' : c);
    }
    to[length] = '\0';
    *out = (uint32_t)asset->text.count;
    asset->text.count += length + 1;
    return MOTE_OK;
}

const char *asset_text(const asset_file *asset, uint32_t name)
{
    return (const char *)asset->text.data + name;
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
}
