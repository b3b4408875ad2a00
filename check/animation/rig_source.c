// A file with nodes, skins, morph targets and clips as a source.

#include <stdlib.h>
#include <string.h>

#include "check/animation/source.h"
#include "check/import/import.h"
#include "core/result.h"
#include "io/name.h"

typedef struct rig_source {
    check_source source;
    asset_rig *rig;
    const asset_clip *clip; // null: only a rest pose
    double fps;
} rig_source;

static mote_result pose(check_source *source, uint32_t frame, const mote_tasks *tasks)
{
    rig_source *r = (rig_source *)source;
    const asset_clip *clip = frame == CHECK_REST_FRAME ? NULL : r->clip;
    double time =
        clip ? check_frame_time(clip->start, clip->end, r->fps, frame, source->frame_count) : 0;
    mote_result result = asset_rig_pose(r->rig, clip, time);
    for (uint32_t i = 0; i < source->part_count && !result; i++) {
        const asset_rig_part *rig_part = &r->rig->rig_parts[i];
        asset_part *part = &source->parts[i];
        part->moved = rig_part->changed;
        if (part->moved)
            result = mote_deformer_evaluate_all(rig_part->chain, tasks, part->positions);
    }
    return result;
}

static void close_rig(check_source *source)
{
    rig_source *r = (rig_source *)source;
    asset_rig_destroy(r->rig);
    free(r);
}

static const check_source_kind kind = {pose, close_rig};

static mote_result open_rig(rig_source *r, const char *path, const check_animation_def *def)
{
    asset_file asset;
    mote_result result = check_import(path, &def->limits, &asset);
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
    r->rig->parts = NULL;
    return MOTE_OK;
}

static mote_result fail_clip(const asset_file *asset, const char *path, const char *clip)
{
    char room[IO_SHORT_NAME], list[160] = "";
    for (size_t i = 0; i < asset->clips.count; i++)
        check_append_name(list, sizeof list, asset_text(asset, asset->clips.data[i].name));
    return mote_fail(MOTE_ERROR_ARGUMENT, "%s: unknown clip '%.64s'; %s%s",
                     io_short_name(path, room), clip,
                     list[0] ? "the clips are: " : "there are no clips", list);
}

static mote_result choose_clip(rig_source *r, const char *path, const check_animation_def *def)
{
    const asset_file *asset = &r->rig->asset;
    const asset_clip *clips = asset->clips.data;
    for (size_t i = 0; i < asset->clips.count && !r->clip; i++)
        if (!def->clip || strcmp(asset_text(asset, clips[i].name), def->clip) == 0)
            r->clip = &clips[i];
    if (!r->clip && def->clip && def->input_count == 1) return fail_clip(asset, path, def->clip);
    r->source.frame_count = 1;
    if (!r->clip) return MOTE_OK;
    r->source.clip = asset_text(asset, r->clip->name);
    r->source.start = r->clip->start;
    r->source.end = r->clip->end;
    return check_count_frames(r->clip->start, r->clip->end, def->fps, &r->source.frame_count);
}

mote_result check_open_rig_source(const char *path, const check_animation_def *def,
                                  check_source **out)
{
    rig_source *r = calloc(1, sizeof *r);
    if (!r) return mote_fail_memory(sizeof *r, "a rig");
    r->source.kind = &kind;
    r->fps = def->fps;
    mote_result result = open_rig(r, path, def);
    if (!result) result = choose_clip(r, path, def);
    if (result)
        check_source_close(&r->source);
    else
        *out = &r->source;
    return result;
}
