// A file with nodes, skins, morph targets and clips as a source.

#include <stdlib.h>
#include <string.h>

#include "apps/mote/animation/source.h"
#include "apps/mote/import/import.h"
#include "core/result.h"
#include "io/name.h"

typedef struct rig_source {
    mote_source source;
    mote_rig *rig;
    const mote_asset_clip *clip; // null: only a rest pose
    double fps;
} rig_source;

static mote_result pose(mote_source *source, uint32_t frame, const mote_tasks *tasks)
{
    rig_source *r = (rig_source *)source;
    const mote_asset_clip *clip = frame == MOTE_REST_FRAME ? NULL : r->clip;
    double time =
        clip ? mote_frame_time(clip->start, clip->end, r->fps, frame, source->frame_count) : 0;
    mote_result result = mote_rig_pose(r->rig, clip, time);
    for (uint32_t i = 0; i < source->part_count && !result; i++) {
        const mote_rig_part *rig_part = &r->rig->rig_parts[i];
        mote_part *part = &source->parts[i];
        part->moved = rig_part->changed;
        if (part->moved)
            result = mote_deformer_evaluate_all(rig_part->chain, tasks, part->positions);
    }
    return result;
}

static void close_rig(mote_source *source)
{
    rig_source *r = (rig_source *)source;
    mote_rig_destroy(r->rig);
    free(r);
}

static const mote_source_kind kind = {pose, close_rig};

static mote_result open_rig(rig_source *r, const char *path, const mote_animation_def *def)
{
    mote_import_limits limits = mote_default_import_limits();
    mote_asset asset;
    mote_result result = mote_import(path, &limits, &asset);
    if (result) return result;
    mote_rig_def rig_def = mote_default_rig_def();
    rig_def.name = path;
    rig_def.names_with_file = def->input_count > 1;
    rig_def.split = def->split;
    rig_def.weld = def->weld;
    rig_def.weld_tolerance = def->weld_tolerance;
    result = mote_rig_create(&asset, &rig_def, &r->rig);
    if (result) return result;
    r->source.parts = r->rig->parts;
    r->source.part_count = r->rig->part_count;
    r->rig->parts = NULL;
    return MOTE_OK;
}

static mote_result choose_clip(rig_source *r, const char *path, const mote_animation_def *def)
{
    const mote_asset *asset = &r->rig->asset;
    const mote_asset_clip *clips = asset->clips.data;
    char room[MOTE_SHORT_NAME];
    for (size_t i = 0; i < asset->clips.count && !r->clip; i++)
        if (!def->clip || strcmp(mote_asset_text(asset, clips[i].name), def->clip) == 0)
            r->clip = &clips[i];
    if (!r->clip && def->clip && def->input_count == 1)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: has no clip '%s'%s%s",
                         mote_short_name(path, room), def->clip,
                         asset->clips.count ? "; the first is " : "",
                         asset->clips.count ? mote_asset_text(asset, clips[0].name) : "");
    r->source.frame_count = 1;
    if (!r->clip) return MOTE_OK;
    r->source.animated = true;
    r->source.clip = mote_asset_text(asset, r->clip->name);
    r->source.start = r->clip->start;
    r->source.end = r->clip->end;
    return mote_count_frames(r->clip->start, r->clip->end, def->fps, &r->source.frame_count);
}

mote_result mote_open_rig_source(const char *path, const mote_animation_def *def, mote_source **out)
{
    rig_source *r = calloc(1, sizeof *r);
    if (!r) return mote_fail_memory(sizeof *r, "a rig");
    r->source.kind = &kind;
    r->fps = def->fps;
    mote_result result = open_rig(r, path, def);
    if (!result) result = choose_clip(r, path, def);
    if (result)
        mote_source_close(&r->source);
    else
        *out = &r->source;
    return result;
}
