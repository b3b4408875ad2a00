#define _POSIX_C_SOURCE 200809L
// A file with nodes, skins, morph targets and clips as a source.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check/animation/source.h"
#include "check/import/import.h"
#include "core/result.h"
#include "io/name.h"

// No real animation has more clips, and naming them takes long.
enum { MAX_CLIPS = 4096 };

typedef struct rig_source {
    check_source source;
    asset_rig *rig;
    double fps;
} rig_source;

static mote_result find_time(const rig_source *r, const asset_clip *clip, uint32_t frame,
                             double *time)
{
    uint32_t count;
    mote_result result = check_count_frames(clip->start, clip->end, r->fps, &count);
    if (!result) *time = check_frame_time(clip->start, clip->end, r->fps, frame, count);
    return result;
}

static void bound_part(const asset_rig_part *rig_part, asset_part *part)
{
    const mote_box everything = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    if (!asset_rig_part_bound(rig_part, &part->bounds)) part->bounds = everything;
}

// After a failure it is unknown which parts have moved, so all count as moved.
static void note_motion(rig_source *r, bool failed)
{
    for (uint32_t i = 0; i < r->source.part_count; i++) {
        const asset_rig_part *rig_part = &r->rig->rig_parts[i];
        asset_part *part = &r->source.parts[i];
        if (!rig_part->changed && !failed) continue;
        part->version++;
        part->evaluated = false;
        bound_part(rig_part, part);
    }
}

static mote_result pose_between(check_source *source, uint32_t clip, uint32_t frame, double share)
{
    rig_source *r = (void *)source; // the first field
    bool rest = clip == CHECK_REST_CLIP || r->rig->asset.clips.count == 0;
    const asset_clip *moves = rest ? NULL : &r->rig->asset.clips.data[clip];
    double time = 0, next = 0;
    mote_result result = rest ? MOTE_OK : find_time(r, moves, frame, &time);
    if (!result && !rest && share > 0) result = find_time(r, moves, frame + 1, &next);
    if (share > 0) time = share < 1 ? time + (next - time) * share : next;
    if (!result) result = asset_rig_pose(r->rig, moves, time);
    note_motion(r, result != MOTE_OK);
    return result;
}

static mote_result pose(check_source *source, uint32_t clip, uint32_t frame)
{
    return pose_between(source, clip, frame, 0);
}

static void close_rig(check_source *source)
{
    rig_source *r = (void *)source; // the first field
    asset_rig_destroy(r->rig);
    free(r);
}

static const check_source_kind kind = {pose, pose_between, close_rig};

// glTF uses meters and FBX is converted to meters. Other formats have no known unit.
static const char *unit_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    bool known = dot && (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0 ||
                         strcasecmp(dot, ".fbx") == 0);
    return known ? "m" : NULL;
}

static mote_result open_rig(rig_source *r, const char *path, const check_animation_def *def)
{
    asset_file asset;
    mote_result result = check_import(path, def->opened, &def->limits, &asset);
    if (result) return result;
    asset_rig_def rig_def = asset_default_rig_def();
    rig_def.name = path;
    rig_def.names_with_file = def->input_count > 1;
    rig_def.split = def->split;
    rig_def.weld = def->weld;
    rig_def.weld_tolerance = def->weld_tolerance;
    result = asset_rig_create(&asset, &rig_def, &r->rig);
    if (result) return result;
    r->source.parts = r->rig->parts;
    r->source.part_count = r->rig->part_count;
    r->source.asset = &r->rig->asset;
    r->source.rig = r->rig;
    r->source.unit = unit_of(path);
    r->rig->parts = NULL;
    for (uint32_t i = 0; i < r->source.part_count; i++)
        bound_part(&r->rig->rig_parts[i], &r->source.parts[i]);
    return MOTE_OK;
}

// Adds remarks about what the reader left out and how it read the file.
static mote_result tell_remarks(const asset_file *asset, const char *path, check_remarks *remarks)
{
    char room[IO_SHORT_NAME];
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < asset->remarks.count && !result && remarks; i++) {
        const asset_remark *remark = &asset->remarks.data[i];
        bool unfiltered = remark->kind == ASSET_REMARK_UNFILTERED;
        if (remark->kind > ASSET_REMARK_NOTE && !unfiltered) continue;
        result = check_remarks_tell(
            remarks, unfiltered ? MOTE_CHECK_REMARK_SANDBOX : MOTE_CHECK_REMARK_CONTENT,
            remark->kind == ASSET_REMARK_OMISSION, remark->count, "%s: %s",
            io_short_name(path, room), asset_text(asset, remark->text));
    }
    return result;
}

static bool is_taken(const check_source *source, const char *name)
{
    for (uint32_t i = 0; i < source->clip_count; i++)
        if (strcmp(source->clips[i].name, name) == 0) return true;
    return false;
}

// Makes clip names unique: a second "walk" becomes "walk 2", or gets the next unused number.
static mote_result add_clip(check_source *source, const char *name, double start, double end)
{
    char unnamed[32];
    snprintf(unnamed, sizeof unnamed, "clip %u", source->clip_count);
    if (!*name) name = unnamed;
    size_t bytes = strlen(name) + 16;
    check_source_clip *clip = &source->clips[source->clip_count];
    *clip = (check_source_clip){.name = malloc(bytes), .start = start, .end = end};
    if (!clip->name) return mote_fail_memory(bytes, "a clip");
    snprintf(clip->name, bytes, "%s", name);
    for (uint32_t i = 2; is_taken(source, clip->name); i++)
        snprintf(clip->name, bytes, "%s %u", name, i);
    source->clip_count++;
    return MOTE_OK;
}

static mote_result list_clips(rig_source *r, const char *path)
{
    const asset_file *asset = &r->rig->asset;
    size_t count = asset->clips.count;
    char room[IO_SHORT_NAME];
    if (count == 0) return check_source_set_length(&r->source, 0);
    if (count > MAX_CLIPS)
        return mote_fail(MOTE_ERROR_LIMIT, "%s: has %zu clips, more than %d",
                         io_short_name(path, room), count, MAX_CLIPS);
    r->source.clips = calloc(count, sizeof *r->source.clips);
    if (!r->source.clips) return mote_fail_memory(count * sizeof *r->source.clips, "the clips");
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < count && !result; i++) {
        const asset_clip *clip = &asset->clips.data[i];
        result = add_clip(&r->source, asset_text(asset, clip->name), clip->start, clip->end);
    }
    return result;
}

mote_result check_open_rig_source(const char *path, const check_animation_def *def,
                                  check_source **out)
{
    rig_source *r = calloc(1, sizeof *r);
    if (!r) return mote_fail_memory(sizeof *r, "a rig");
    r->source.kind = &kind;
    r->fps = def->fps;
    mote_result result = open_rig(r, path, def);
    if (!result) result = list_clips(r, path);
    if (!result) result = tell_remarks(&r->rig->asset, path, def->remarks);
    if (result)
        check_source_close(&r->source);
    else
        *out = &r->source;
    return result;
}
