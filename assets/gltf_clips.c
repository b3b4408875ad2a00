// Reads the animations of a glTF file, with the keys of all interpolations. assets/keyframes.h
// interpolates them.

#include <stdlib.h>
#include <string.h>

#include "assets/gltf.h"
#include "core/result.h"

// State for one animation. Its channels refer to its own samplers.
typedef struct clip_reader {
    asset_gltf *gltf;
    uint32_t number; // index of the animation
    const io_json_node **samplers;
    uint32_t sampler_count;
} clip_reader;

static bool find_path(const char *name, size_t length, uint32_t *out)
{
    static const char *const names[] = {"translation", "rotation", "scale", "weights"};
    for (uint32_t i = 0; i < 4; i++) {
        *out = i;
        if (strlen(names[i]) == length && memcmp(name, names[i], length) == 0) return true;
    }
    return false;
}

// Finds the node and the property that a channel animates, named directly or by a pointer of
// KHR_animation_pointer. Does not set `*node` if the target names none. Returns false for an
// unknown target, and counts it unless it has no effect on triangles.
static bool read_target(asset_gltf *gltf, const io_json_node *target, uint32_t *node,
                        uint32_t *path)
{
    const char *property;
    size_t length;
    const io_json_node *name = io_json_member(&gltf->json, target, "path");
    if (name && name->kind == IO_JSON_STRING &&
        find_path(name->text, (size_t)(name->end - name->text), path))
        return true;
    bool at_node = asset_gltf_point_at_node(gltf, target, node, &property, &length);
    if (at_node && find_path(property, length, path)) return true;
    bool harmless = asset_gltf_moves_look_alone(gltf, target) ||
                    (at_node && asset_gltf_is_visibility(property, length)); // see gltf_pointers.c
    if (!harmless) gltf->unknown_channels++;
    return false;
}

static uint32_t read_interpolation(const io_json_node *name)
{
    if (io_json_is(name, "STEP")) return ASSET_INTERPOLATION_STEP;
    return io_json_is(name, "CUBICSPLINE") ? ASSET_INTERPOLATION_CUBIC : ASSET_INTERPOLATION_LINEAR;
}

static mote_result add_times(clip_reader *r, const float *times, uint32_t count, asset_span *out)
{
    asset_file *asset = r->gltf->asset;
    double *to = mote_array_room(&asset->times, &mote_libc_allocator, count);
    if (!to) return mote_fail_memory(count * sizeof *to, "keys");
    for (uint32_t i = 0; i < count; i++) to[i] = (double)times[i];
    *out = (asset_span){asset->times.count, count};
    asset->times.count += count;
    return MOTE_OK;
}

// Values are vectors, or single numbers for weights.
static mote_result read_keys(clip_reader *r, const io_json_node *sampler, asset_track *track)
{
    asset_gltf *gltf = r->gltf;
    uint32_t input, output, time_count, element_count;
    float *times = NULL, *values = NULL;
    uint32_t element = track->path == ASSET_PATH_WEIGHTS ? 1 : track->width;
    mote_result result = asset_gltf_number(gltf, sampler, "input", gltf->accessors.count, &input);
    if (!result)
        result = asset_gltf_number(gltf, sampler, "output", gltf->accessors.count, &output);
    if (!result) result = asset_gltf_read_floats(gltf, input, 1, &times, &time_count);
    if (!result) result = asset_gltf_read_floats(gltf, output, element, &values, &element_count);
    uint64_t wanted = 0;
    if (!result) {
        wanted = (uint64_t)time_count * track->width *
                 (track->interpolation == ASSET_INTERPOLATION_CUBIC ? 3 : 1);
        if ((uint64_t)element_count * element < wanted)
            result = asset_gltf_fail(gltf, "animations %u: a sampler has fewer values than keys",
                                     r->number);
    }
    asset_span span;
    if (!result) result = add_times(r, times, time_count, &track->times);
    if (!result && !asset_add(&gltf->asset->numbers, values, (size_t)wanted, &span))
        result = mote_fail_memory((size_t)wanted * sizeof *values, "keys");
    if (!result) track->first_value = span.first;
    free(times);
    free(values);
    return result;
}

static mote_result add_channel(clip_reader *r, const io_json_node *channel, uint64_t *count)
{
    asset_gltf *gltf = r->gltf;
    const io_json_node *target = io_json_member(&gltf->json, channel, "target");
    uint32_t node, sampler;
    asset_track track;
    memset(&track, 0, sizeof track);
    mote_result result = asset_gltf_number(gltf, target, "node", gltf->nodes.count, &node);
    if (!result) result = asset_gltf_number(gltf, channel, "sampler", r->sampler_count, &sampler);
    if (result || !read_target(gltf, target, &node, &track.path) || node == MOTE_NONE)
        return result;
    if (sampler == MOTE_NONE)
        return asset_gltf_fail(gltf, "animations %u: a channel has no sampler", r->number);
    const asset_node *nodes = gltf->asset->nodes.data;
    track.node = gltf->node_of[node];
    const uint64_t widths[] = {3, 4, 3, nodes[track.node].weights.count};
    track.width = (uint32_t)widths[track.path];
    if (track.width == 0) return MOTE_OK; // weights of a node without morph targets
    track.interpolation =
        read_interpolation(io_json_member(&gltf->json, r->samplers[sampler], "interpolation"));
    result = read_keys(r, r->samplers[sampler], &track);
    asset_span span;
    if (!result && track.times.count > 0) {
        if (!asset_add(&gltf->asset->tracks, &track, 1, &span))
            return mote_fail_memory(sizeof track, "a track");
        ++*count;
    }
    return result;
}

static mote_result add_clip(clip_reader *r)
{
    asset_gltf *gltf = r->gltf;
    const io_json_node *animation = gltf->animations.items[r->number];
    asset_clip clip;
    memset(&clip, 0, sizeof clip);
    clip.tracks.first = gltf->asset->tracks.count;
    mote_result result = asset_gltf_name(gltf, animation, "clip", r->number, &clip.name);
    const io_json_node *channel =
        io_json_first(&gltf->json, io_json_member(&gltf->json, animation, "channels"));
    for (; channel && !result; channel = io_json_next(&gltf->json, channel))
        result = add_channel(r, channel, &clip.tracks.count);
    if (result) return result;
    asset_time_clip(gltf->asset, &clip);
    asset_span span;
    return asset_add(&gltf->asset->clips, &clip, 1, &span)
               ? MOTE_OK
               : mote_fail_memory(sizeof clip, "a clip");
}

static mote_result list_samplers(clip_reader *r)
{
    const asset_gltf *gltf = r->gltf;
    const io_json_node *list =
        io_json_member(&gltf->json, gltf->animations.items[r->number], "samplers");
    const io_json_node *sampler = io_json_first(&gltf->json, list);
    for (; sampler; sampler = io_json_next(&gltf->json, sampler)) r->sampler_count++;
    r->samplers = malloc((size_t)r->sampler_count * sizeof *r->samplers + 1);
    if (!r->samplers) return mote_fail_memory(r->sampler_count * sizeof *r->samplers, "samplers");
    uint32_t at = 0;
    sampler = io_json_first(&gltf->json, list);
    for (; sampler; sampler = io_json_next(&gltf->json, sampler)) r->samplers[at++] = sampler;
    return MOTE_OK;
}

mote_result asset_gltf_add_clips(asset_gltf *gltf)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < gltf->animations.count && !result; i++) {
        clip_reader r = {.gltf = gltf, .number = i};
        result = list_samplers(&r);
        if (!result) result = add_clip(&r);
        free(r.samplers);
    }
    return result;
}
