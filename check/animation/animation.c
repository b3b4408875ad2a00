#define _POSIX_C_SOURCE 200809L
#include "check/animation/animation.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check/animation/files.h"
#include "check/animation/source.h"
#include "core/result.h"
#include "io/io.h"
#include "io/name.h"

check_animation_def check_default_animation_def(void)
{
    return (check_animation_def){.frame_count = 1,
                                 .weld = MOTE_WELD_EXACT,
                                 .fps = 30,
                                 .limits = check_default_import_limits()};
}

void check_source_close(check_source *source)
{
    if (!source) return;
    for (uint32_t i = 0; i < source->part_count; i++) asset_part_release(&source->parts[i]);
    free(source->parts);
    source->kind->close(source);
}

void check_animation_close(check_animation *animation)
{
    if (!animation) return;
    for (uint32_t i = 0; i < animation->source_count; i++)
        check_source_close(animation->sources[i]);
    free(animation->sources);
    free(animation->parts);
    free(animation->source_of);
    free(animation);
}

void check_append_name(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    bool full = used >= 3 && strcmp(list + used - 3, "...") == 0;
    bool fits = used + strlen(name) + sizeof ", , ..." <= size;
    if (!full) snprintf(list + used, size - used, "%s%s", used ? ", " : "", fits ? name : "...");
}

// ---------------------------------------------------------------------------------------------
// Opening

static mote_result open_file(const char *path, const struct stat *status,
                             const check_animation_def *def, check_source **out)
{
    bool meshes = S_ISDIR(status->st_mode) || io_format_of(path) != IO_UNKNOWN;
    return meshes ? check_open_file_source(path, def, out) : check_open_rig_source(path, def, out);
}

// A file or folder that exists, else a pattern of numbered files, else the name of a scene.
static mote_result open_input(const char *input, const check_animation_def *def, check_source **out)
{
    struct stat status;
    char room[IO_SHORT_NAME];
    if (stat(input, &status) == 0) return open_file(input, &status, def, out);
    int reason = errno;
    if (check_is_file_pattern(input)) return check_open_file_source(input, def, out);
    if (strpbrk(input, "/."))
        return mote_fail(MOTE_ERROR_IO, "%s: cannot be read: %s", io_short_name(input, room),
                         strerror(reason));
    return check_open_scene_source(input, def->fps, out);
}

static mote_result list_parts(check_animation *animation)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < animation->source_count; i++)
        count += animation->sources[i]->part_count;
    // Never an empty block, for which malloc may return null.
    animation->parts = malloc((size_t)(count + 1) * sizeof *animation->parts);
    animation->source_of = malloc((size_t)(count + 1) * sizeof *animation->source_of);
    if (!animation->parts || !animation->source_of)
        return mote_fail_memory((size_t)count * sizeof *animation->parts, "the parts");
    for (uint32_t i = 0; i < animation->source_count; i++) {
        for (uint32_t k = 0; k < animation->sources[i]->part_count; k++) {
            animation->parts[animation->part_count] = &animation->sources[i]->parts[k];
            animation->source_of[animation->part_count++] = i;
        }
    }
    return MOTE_OK;
}

// The longest source sets the time.
static void find_times(check_animation *animation)
{
    for (uint32_t i = 0; i < animation->source_count; i++) {
        const check_source *source = animation->sources[i];
        if (source->frame_count > animation->frame_count) {
            animation->frame_count = source->frame_count;
            animation->start = source->start;
            animation->end = source->end;
        }
        if (!animation->clip) animation->clip = source->clip;
    }
}

static mote_result open_sources(const check_animation_def *def, check_animation *animation)
{
    animation->fps = def->fps;
    animation->sources = calloc((size_t)def->input_count + 1, sizeof(check_source *));
    if (!animation->sources) return mote_fail_memory(def->input_count, "the sources");
    for (uint32_t i = 0; i < def->input_count; i++) {
        if (check_is_canceled(&def->limits))
            return mote_fail(MOTE_ERROR_STATE, "reading the inputs was canceled");
        mote_result result =
            io_name_file(open_input(def->inputs[i], def, &animation->sources[i]), def->inputs[i]);
        if (result) return result;
        animation->source_count++;
    }
    if (def->part_count) {
        mote_result result =
            check_open_memory_source(def, &animation->sources[animation->source_count]);
        if (result) return result;
        animation->source_count++;
    }
    mote_result result = list_parts(animation);
    if (!result) result = asset_make_names_unique(animation->parts, animation->part_count);
    if (!result) find_times(animation);
    if (!result && animation->source_count) animation->z_up = animation->sources[0]->z_up;
    return result;
}

mote_result check_animation_open(const check_animation_def *given, check_animation **out)
{
    *out = NULL;
    check_animation_def def = *given;
    if (def.split == ASSET_SPLIT_AUTO)
        def.split = def.input_count > 1 ? ASSET_SPLIT_FILE : ASSET_SPLIT_NODE;
    check_animation *animation = calloc(1, sizeof *animation);
    if (!animation) return mote_fail_memory(sizeof *animation, "an animation");
    mote_result result = open_sources(&def, animation);
    if (result)
        check_animation_close(animation);
    else
        *out = animation;
    return result;
}

mote_result check_animation_create_empty(double fps, check_animation **out)
{
    *out = calloc(1, sizeof **out);
    if (!*out) return mote_fail_memory(sizeof **out, "an animation");
    (*out)->fps = fps;
    (*out)->frame_count = 1;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Frames

static const double max_frames = 1e6;

// A clip whose length is a whole number of frames up to this rounding ends on a frame.
static const double frame_rounding = 1e-4;

mote_result check_count_frames(double start, double end, double fps, uint32_t *out)
{
    double frames = ceil((end - start) * fps - frame_rounding);
    if (!(frames < max_frames))
        return mote_fail(MOTE_ERROR_LIMIT, "%g seconds at %g frames per second are too many frames",
                         end - start, fps);
    *out = frames > 0 ? (uint32_t)frames + 1 : 1;
    return MOTE_OK;
}

double check_frame_time(double start, double end, double fps, uint32_t frame, uint32_t count)
{
    return frame + 1 >= count ? end : start + frame / fps;
}

mote_result check_animation_pose(check_animation *animation, uint32_t frame,
                                 const mote_tasks *tasks)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < animation->source_count && !result; i++)
        result = animation->sources[i]->kind->pose(animation->sources[i], frame, tasks);
    return result;
}

double check_animation_time(const check_animation *animation, uint32_t frame)
{
    if (frame == CHECK_REST_FRAME) return animation->start;
    return check_frame_time(animation->start, animation->end, animation->fps, frame,
                            animation->frame_count);
}
