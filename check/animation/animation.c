#define _POSIX_C_SOURCE 200809L
#include "check/animation/animation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/animation/evaluation.h"
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
    for (uint32_t i = 0; i < source->clip_count; i++) free(source->clips[i].name);
    free(source->clips);
    source->kind->close(source);
}

mote_result check_source_set_length(check_source *source, double end)
{
    source->clips = calloc(1, sizeof *source->clips);
    if (!source->clips) return mote_fail_memory(sizeof *source->clips, "a clip");
    source->clips[0].end = end;
    source->clip_count = 1;
    return MOTE_OK;
}

void check_animation_close(check_animation *animation)
{
    if (!animation) return;
    for (uint32_t i = 0; i < animation->source_count; i++)
        check_source_close(animation->sources[i]);
    free(animation->sources);
    free(animation->parts);
    free(animation->source_of);
    free(animation->clips);
    free(animation->source_clips);
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
        animation->sources[i]->first_part = animation->part_count;
        for (uint32_t k = 0; k < animation->sources[i]->part_count; k++) {
            animation->parts[animation->part_count] = &animation->sources[i]->parts[k];
            animation->source_of[animation->part_count++] = i;
        }
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Clips

static bool has_clips(const check_source *source)
{
    return source->clips[0].name != NULL;
}

// The clip of that name; else, for a number, the clip of that number; else CHECK_REST_CLIP.
static uint32_t find_clip(const check_source *source, const char *name)
{
    if (!has_clips(source)) return 0;
    for (uint32_t i = 0; i < source->clip_count; i++)
        if (strcmp(source->clips[i].name, name) == 0) return i;
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    bool is_number = name[0] >= '0' && name[0] <= '9' && !*end;
    return is_number && number < source->clip_count ? (uint32_t)number : CHECK_REST_CLIP;
}

static mote_result fail_clip(const check_animation_def *def, const check_animation *animation)
{
    char room[IO_SHORT_NAME], list[240] = "";
    for (uint32_t i = 0; i < animation->source_count; i++)
        for (uint32_t k = 0; k < animation->sources[i]->clip_count; k++)
            if (has_clips(animation->sources[i]))
                check_append_name(list, sizeof list, animation->sources[i]->clips[k].name);
    return mote_fail(MOTE_ERROR_ARGUMENT, "%s: unknown clip '%.64s'; %s%s",
                     io_short_name(def->input_count ? def->inputs[0] : "the parts", room),
                     def->clip, list[0] ? "the clips are: " : "there are no clips", list);
}

// Fails because a clip is too long. The message names the clip and the file.
static mote_result fail_length(const check_animation_def *def, uint32_t source, const char *clip,
                               mote_result result)
{
    char message[256];
    snprintf(message, sizeof message, "%s", mote_last_message());
    if (clip) result = mote_fail(result, "clip '%.64s': %s", clip, message);
    return source < def->input_count ? io_name_file(result, def->inputs[source]) : result;
}

// Adds a clip that plays the clip of that name in each source. A null name selects the first clip
// of each source.
static mote_result add_clip(const check_animation_def *def, check_animation *animation,
                            const char *name)
{
    check_clip clip = {.name = name};
    uint32_t *chosen =
        &animation->source_clips[(size_t)animation->clip_count * animation->source_count];
    for (uint32_t i = 0; i < animation->source_count; i++) {
        const check_source *source = animation->sources[i];
        chosen[i] = name ? find_clip(source, name) : 0;
        if (chosen[i] == CHECK_REST_CLIP) continue;
        const check_source_clip *part = &source->clips[chosen[i]];
        uint32_t frame_count;
        mote_result result =
            check_count_frames(part->start, part->end, animation->fps, &frame_count);
        if (result) return fail_length(def, i, part->name, result);
        if (frame_count > clip.frame_count) {
            clip.frame_count = frame_count;
            clip.start = part->start;
            clip.end = part->end;
        }
        if (part->name && (!clip.name || clip.name == name)) clip.name = part->name;
    }
    clip.last_frame = clip.frame_count - 1;
    animation->clips[animation->clip_count++] = clip;
    return MOTE_OK;
}

static bool has_clip(const check_animation *animation, const char *name)
{
    for (uint32_t i = 0; i < animation->clip_count; i++)
        if (strcmp(animation->clips[i].name, name) == 0) return true;
    return false;
}

// Adds one clip for each name, in the order in which the names first appear.
static mote_result add_all_clips(const check_animation_def *def, check_animation *animation)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < animation->source_count; i++) {
        const check_source *source = animation->sources[i];
        for (uint32_t k = 0; k < source->clip_count && has_clips(source) && !result; k++)
            if (!has_clip(animation, source->clips[k].name))
                result = add_clip(def, animation, source->clips[k].name);
    }
    return result;
}

// Allocates memory for the clips of all sources.
static mote_result allocate_clips(check_animation *animation)
{
    size_t count = 1;
    for (uint32_t i = 0; i < animation->source_count; i++)
        count += animation->sources[i]->clip_count;
    animation->clips = calloc(count, sizeof *animation->clips);
    animation->source_clips =
        calloc(count * animation->source_count + 1, sizeof *animation->source_clips);
    return animation->clips && animation->source_clips
               ? MOTE_OK
               : mote_fail_memory(count * sizeof *animation->clips, "the clips");
}

static void add_rest_pose(check_animation *animation)
{
    for (uint32_t i = 0; i < animation->source_count; i++)
        animation->source_clips[i] = CHECK_REST_CLIP;
    animation->clips[animation->clip_count++] = (check_clip){.frame_count = 1};
}

// Sources with one clip each play together, whatever its name. Several clips are matched by name.
static mote_result choose_clips(const check_animation_def *def, check_animation *animation)
{
    bool several = false, found = false;
    for (uint32_t i = 0; i < animation->source_count; i++) {
        const check_source *source = animation->sources[i];
        several |= source->clip_count > 1;
        found |= def->clip && has_clips(source) && find_clip(source, def->clip) != CHECK_REST_CLIP;
    }
    if (def->clip && !found) return fail_clip(def, animation);
    if (def->rest_pose) {
        add_rest_pose(animation);
        return MOTE_OK;
    }
    if (def->clip) return add_clip(def, animation, def->clip);
    return several ? add_all_clips(def, animation) : add_clip(def, animation, NULL);
}

// Adds remarks about clips that some sources have and others lack.
static mote_result tell_missing(const check_animation_def *def, const check_animation *animation,
                                uint32_t source)
{
    uint32_t missing = 0;
    char list[240] = "", room[IO_SHORT_NAME];
    for (uint32_t i = 0; i < animation->clip_count; i++) {
        if (animation->source_clips[(size_t)i * animation->source_count + source] !=
            CHECK_REST_CLIP)
            continue;
        missing++;
        check_append_name(list, sizeof list, animation->clips[i].name);
    }
    return check_remarks_tell(def->remarks, MOTE_CHECK_REMARK_CLIP, true, missing,
                              "%s lacks %u of %u clips and stays in its rest pose in them: %s",
                              io_short_name(def->inputs[source], room), missing,
                              animation->clip_count, list);
}

// Adds remarks about clips and frames that the request leaves out.
static mote_result tell_unchosen(const check_animation_def *def, const check_animation *animation)
{
    uint32_t unchosen = 0;
    for (uint32_t i = 0; i < animation->source_count; i++) {
        const check_source *source = animation->sources[i];
        bool plays = !def->rest_pose && find_clip(source, def->clip) != CHECK_REST_CLIP;
        unchosen += has_clips(source) ? source->clip_count - plays : 0;
    }
    return check_remarks_tell(def->remarks, MOTE_CHECK_REMARK_REQUEST, false, unchosen,
                              "%u clip%s not checked, because only %s is asked for", unchosen,
                              unchosen == 1 ? " is" : "s are",
                              def->rest_pose ? "the rest pose" : "one clip");
}

static mote_result make_clips(const check_animation_def *def, check_animation *animation)
{
    mote_result result = allocate_clips(animation);
    if (!result) result = choose_clips(def, animation);
    uint64_t frames = 0;
    for (uint32_t i = 0; i < animation->clip_count && !result; i++)
        frames += animation->clips[i].frame_count;
    if (!result && frames > INT32_MAX)
        result = mote_fail(MOTE_ERROR_LIMIT, "the %u clips have more than 2^31 frames together",
                           animation->clip_count);
    if (result || !def->remarks) return result;
    for (uint32_t i = 0; i < def->input_count && !result && !def->rest_pose; i++)
        result = tell_missing(def, animation, i);
    if (!result && (def->clip || def->rest_pose)) result = tell_unchosen(def, animation);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Sources

// The unit that all sources share. Null if a source has no unit or if the units differ.
static const char *common_unit(const check_animation *animation)
{
    const char *unit = animation->source_count ? animation->sources[0]->unit : NULL;
    for (uint32_t i = 1; i < animation->source_count && unit; i++)
        if (!animation->sources[i]->unit || strcmp(animation->sources[i]->unit, unit) != 0)
            unit = NULL;
    return unit;
}

static mote_result open_sources(const check_animation_def *def, check_animation *animation)
{
    animation->fps = def->fps;
    animation->sources = calloc((size_t)def->input_count + 1, sizeof(check_source *));
    if (!animation->sources) return mote_fail_memory(def->input_count, "the sources");
    for (uint32_t i = 0; i < def->input_count; i++) {
        if (check_is_canceled(&def->limits))
            return mote_fail(MOTE_ERROR_STATE, "reading the inputs was canceled");
        mote_result result = io_name_file(
            check_open_input(def->inputs[i], def, &animation->sources[i]), def->inputs[i]);
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
    if (!result) result = make_clips(def, animation);
    if (!result && animation->source_count) animation->z_up = animation->sources[0]->z_up;
    if (!result) animation->unit = common_unit(animation);
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
    *out = NULL;
    check_animation *animation = calloc(1, sizeof *animation);
    if (!animation) return mote_fail_memory(sizeof *animation, "an animation");
    animation->fps = fps;
    mote_result result = allocate_clips(animation);
    if (result) {
        check_animation_close(animation);
        return result;
    }
    add_rest_pose(animation);
    *out = animation;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Frames

static const double max_frames = 1e6;

// If the length of a clip is a whole number of frames within this tolerance, the clip ends on a
// frame.
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

// The clip that a source plays during a clip of the animation.
static uint32_t own_clip(const check_animation *animation, uint32_t clip, uint32_t source)
{
    if (clip == CHECK_REST_CLIP) return clip;
    return animation->source_clips[(size_t)clip * animation->source_count + source];
}

mote_result check_animation_move(check_animation *animation, uint32_t clip, uint32_t frame)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < animation->source_count && !result; i++) {
        check_source *source = animation->sources[i];
        result = source->kind->pose(source, own_clip(animation, clip, i), frame);
    }
    return result;
}

mote_result check_animation_pose(check_animation *animation, uint32_t clip, uint32_t frame,
                                 const mote_tasks *tasks)
{
    mote_result result = check_animation_move(animation, clip, frame);
    return result ? result : check_evaluate_all(animation, tasks);
}

mote_result check_animation_pose_between(check_animation *animation, uint32_t clip, uint32_t frame,
                                         double share, const mote_tasks *tasks)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < animation->source_count && !result; i++) {
        check_source *source = animation->sources[i];
        if (source->kind->pose_between)
            result = source->kind->pose_between(source, own_clip(animation, clip, i), frame, share);
    }
    return result ? result : check_evaluate_all(animation, tasks);
}

bool check_animation_has_curves(const check_animation *animation, uint32_t part)
{
    return animation->sources[animation->source_of[part]]->kind->pose_between != NULL;
}

double check_animation_time(const check_animation *animation, uint32_t clip, uint32_t frame)
{
    if (clip == CHECK_REST_CLIP) return 0;
    const check_clip *c = &animation->clips[clip];
    return check_frame_time(c->start, c->end, animation->fps, frame, c->frame_count);
}

uint32_t check_animation_wanted(const check_animation *animation)
{
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < animation->clip_count; i++)
        wanted += animation->clips[i].last_frame - animation->clips[i].first_frame + 1;
    return wanted;
}
