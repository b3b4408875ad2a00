// An animation: parts, and their positions in each frame. It comes from one or several sources:
// files with skins, morph targets and moving nodes, numbered files of meshes, built-in scenes,
// meshes in memory.

#ifndef MOTE_CHECK_ANIMATION_H
#define MOTE_CHECK_ANIMATION_H

#include <mote/check.h>

#include "assets/rig.h"
#include "check/animation/remarks.h"
#include "check/import/import.h"

// Used as a clip number for the pose without animation. Its only frame is 0.
#define CHECK_REST_CLIP UINT32_MAX

// As in mote_check_def.
typedef struct check_animation_def {
    const char *const *inputs;
    uint32_t input_count;
    const mote_check_part *parts;
    uint32_t part_count, frame_count;
    mote_check_get_positions *get_positions;
    void *get_positions_context;
    asset_split split;
    mote_weld weld;
    float weld_tolerance;
    const char *clip;
    double fps;
    bool rest_pose; // the only frame is the rest pose
    check_import_limits limits;
    const char *input_format; // of "-", standard input
    const int *opened;        // a descriptor to read instead of opening the path; may be null
    check_remarks *remarks;   // receives remarks about omissions; may be null
} check_animation_def;

check_animation_def check_default_animation_def(void);

typedef struct check_source check_source;

// A clip played by all sources together. A source that is shorter stays in its last frame.
typedef struct check_clip {
    const char *name;  // null if no source has clips
    double start, end; // seconds, of the longest source
    uint32_t frame_count;
    uint32_t first_frame, last_frame; // requested frames, both included
    int32_t frame_offset;             // added to frame numbers in reports
} check_clip;

typedef struct check_animation {
    check_source **sources;
    asset_part **parts;  // of all sources
    uint32_t *source_of; // the source of each part
    uint32_t source_count, part_count;
    check_clip *clips; // at least one
    uint32_t clip_count;
    uint32_t *source_clips; // clip of each source for each clip, or CHECK_REST_CLIP
    double fps;
    bool z_up;                   // the up axis of the first source: z, otherwise y
    const char *unit;            // of lengths; null if unknown
    uint64_t evaluated_vertices; // vertices of parts evaluated later (evaluation.h), up to now
} check_animation;

// Fails with a message that names the input, and sets `*out` to null. Everything the def points at
// must outlive the animation.
mote_result check_animation_open(const check_animation_def *def, check_animation **out);

// An animation of one frame without parts.
mote_result check_animation_create_empty(double fps, check_animation **out);

// Null is allowed.
void check_animation_close(check_animation *animation);

// Moves every part and evaluates it. `tasks` lends threads; null means the calling one.
mote_result check_animation_pose(check_animation *animation, uint32_t clip, uint32_t frame,
                                 const mote_tasks *tasks);

// Moves every part without evaluating the parts of rigs (evaluation.h).
mote_result check_animation_move(check_animation *animation, uint32_t clip, uint32_t frame);

// Moves the parts of sources with curves to the share `share`, in [0, 1], of the way from a frame
// to the next. Other parts stay.
mote_result check_animation_pose_between(check_animation *animation, uint32_t clip, uint32_t frame,
                                         double share, const mote_tasks *tasks);

// Does check_animation_pose_between move this part?
bool check_animation_has_curves(const check_animation *animation, uint32_t part);

// Seconds; 0 for the rest pose.
double check_animation_time(const check_animation *animation, uint32_t clip, uint32_t frame);

// The number of requested frames in all clips.
uint32_t check_animation_wanted(const check_animation *animation);

// Appends a name to a list for a message. When the name does not fit, appends "..." and ignores
// later names. The list must start empty.
void check_append_name(char *list, size_t size, const char *name);

// Counts the frames from start to end. Frame i is at start + i / fps; the last one is at end. Fails
// for more than a million.
mote_result check_count_frames(double start, double end, double fps, uint32_t *out);

// The time of frame `frame` of `count`: start + frame / fps, except that the last frame is at the
// end.
double check_frame_time(double start, double end, double fps, uint32_t frame, uint32_t count);

#endif
