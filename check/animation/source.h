// A source: an input that has parts and moves them. There is one file per kind: rig_source.c,
// mesh_source.c, scene_source.c. input.c chooses.

#ifndef MOTE_CHECK_SOURCE_H
#define MOTE_CHECK_SOURCE_H

#include "assets/asset.h"
#include "assets/part.h"
#include "check/animation/animation.h"

// A clip of a source. A source without clips has one clip without a name.
typedef struct check_source_clip {
    char *name;        // from malloc; owned
    double start, end; // seconds, of the first and the last frame
} check_source_clip;

typedef struct check_source_kind {
    // Moves the parts to a frame of a clip; CHECK_REST_CLIP is the rest pose. A frame past the last
    // one is the same as the last one. Each part that moves gets a new `version`. Parts of a rig
    // are not evaluated.
    mote_result (*pose)(check_source *source, uint32_t clip, uint32_t frame);
    // Moves the parts to a time between a frame and the next, at `share` of the way in [0, 1]. Null
    // for sources that know frames only.
    mote_result (*pose_between)(check_source *source, uint32_t clip, uint32_t frame, double share);
    void (*close)(check_source *source); // the caller releases the parts
} check_source_kind;

struct check_source {
    const check_source_kind *kind;
    asset_part *parts; // from malloc; owned
    uint32_t part_count;
    uint32_t first_part;      // number of the first part in the animation
    check_source_clip *clips; // from malloc; owned
    uint32_t clip_count;      // at least 1
    bool z_up;                // the up axis is z; otherwise y, as in glTF
    const char *unit;         // of lengths, such as "m"; null if unknown
    const asset_file *asset;  // of a file with nodes, skins and clips; null for other sources
    asset_rig *rig;           // evaluates the parts (evaluation.h); null for other sources
};

// Gives a source without clips one clip, from 0 to `end` seconds.
mote_result check_source_set_length(check_source *source, double end);

// Opens a file or folder if it exists, else a pattern of numbered files, else a scene by its name.
// Builds for WebAssembly use another implementation (memory_input.c). All open functions set `*out`
// only on success.
mote_result check_open_input(const char *input, const check_animation_def *def, check_source **out);

mote_result check_open_scene_source(const char *name, double fps, check_source **out);
mote_result check_open_rig_source(const char *path, const check_animation_def *def,
                                  check_source **out);
// Opens a mesh file, a folder of meshes, or a pattern of numbered files.
mote_result check_open_file_source(const char *path, const check_animation_def *def,
                                   check_source **out);
// Opens the meshes of def->parts.
mote_result check_open_memory_source(const check_animation_def *def, check_source **out);

// Null is allowed.
void check_source_close(check_source *source);

#endif
