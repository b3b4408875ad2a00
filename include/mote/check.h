/// @file check.h
/// Checks an animation: finds every frame in which parts of it penetrate, touch or come near each other.
/// This is what the command 'mote check' does, as a library of its own (libmote_check).
///
///     mote_check_def def = mote_check_default_def();
///     def.inputs = (const char *const[]){"walk.glb"};
///     def.input_count = 1;
///     mote_check *check;
///     if (mote_check_open(&def, &check) == MOTE_OK && mote_check_run(check, NULL) == MOTE_OK) {
///         mote_check_outcome outcome;
///         mote_check_get_outcome(check, &outcome);
///         ...
///     }
///     mote_check_close(check);
///
/// The library prints nothing and has no global state. One thread at a time may use a check;
/// different checks are independent. Files of other programs (glTF, FBX, ...) are read in a child
/// process made by fork, so that a malicious file cannot crash the caller.

#ifndef MOTE_CHECK_H
#define MOTE_CHECK_H

#include <mote/world.h>

#ifdef __cplusplus
#define MOTE_CHECK_API extern "C"
#else
#define MOTE_CHECK_API extern
#endif

/// One check, from mote_check_open to mote_check_close.
typedef struct mote_check mote_check;

// ---------------------------------------------------------------------------------------------
// What to check

/// How the inputs are split into parts. Parts are checked against each other.
typedef enum mote_check_split {
    MOTE_CHECK_SPLIT_AUTO = 0, ///< one part per node; one per file if there are several inputs
    MOTE_CHECK_SPLIT_FILE,     ///< one part per file
    MOTE_CHECK_SPLIT_NODE,     ///< one part per node that shows a mesh
    MOTE_CHECK_SPLIT_MESH,     ///< one part per mesh
    MOTE_CHECK_SPLIT_MATERIAL, ///< one part per material
    MOTE_CHECK_SPLIT_COMPONENT ///< one part per set of connected triangles; also splits parts in memory
} mote_check_split;

/// "auto", "file" and so on, as in the option --parts; null for a value past the last.
MOTE_CHECK_API const char *mote_check_split_name(mote_check_split split);

/// Whether each part is checked against itself too.
typedef enum mote_check_self {
    MOTE_CHECK_SELF_AUTO = 0, ///< if there is one part only
    MOTE_CHECK_SELF_NO,       ///< never
    MOTE_CHECK_SELF_YES       ///< always
} mote_check_self;

/// How bad a finding is, from best to worst.
typedef enum mote_check_severity {
    MOTE_CHECK_CLEAN = 0, ///< nothing was found
    MOTE_CHECK_NEAR,      ///< no faces meet, some are within the tolerance
    MOTE_CHECK_TOUCH,     ///< faces share points, but none crosses another
    MOTE_CHECK_PENETRATE  ///< faces cross, or one part lies inside the other
} mote_check_severity;

/// "clean", "near", "touch" or "penetrate". Never null.
MOTE_CHECK_API const char *mote_check_severity_name(mote_check_severity severity);

/// What a check amounts to.
typedef enum mote_check_verdict {
    MOTE_CHECK_VERDICT_CLEAN = 0, ///< all of the input was checked, and nothing was found
    MOTE_CHECK_VERDICT_PASSED, ///< all of it was checked; nothing that was found makes the check fail
    MOTE_CHECK_VERDICT_FINDINGS, ///< something was found that makes the check fail
    MOTE_CHECK_VERDICT_INCOMPLETE ///< nothing of the kind was found, but not all of the input was checked
} mote_check_verdict;

/// "clean", "passed", "findings" or "incomplete". Never null.
MOTE_CHECK_API const char *mote_check_verdict_name(mote_check_verdict verdict);

/// What a remark is about.
typedef enum mote_check_remark_kind {
    MOTE_CHECK_REMARK_ERROR = 0, ///< a failure ended the check
    MOTE_CHECK_REMARK_CANCELED,  ///< the caller ended the check before the last frame
    MOTE_CHECK_REMARK_BUDGET,    ///< def.time_budget was used up
    MOTE_CHECK_REMARK_CROWDED,   ///< frames with more candidate face pairs than the limit
    MOTE_CHECK_REMARK_INVALID,   ///< frames in which a part has positions that are NaN or infinite
    MOTE_CHECK_REMARK_FILES,     ///< files in a folder that were not read
    MOTE_CHECK_REMARK_CLIP,      ///< an input that lacks the clip stays in its rest pose
    MOTE_CHECK_REMARK_CONTENT,   ///< something in a file that was not read
    MOTE_CHECK_REMARK_BASELINE,  ///< a baseline that matches nothing, or not everything
    MOTE_CHECK_REMARK_OUTPUT,    ///< files of an earlier check beside those of this one
    MOTE_CHECK_REMARK_REQUEST,   ///< not checked because the caller asked for that
    MOTE_CHECK_REMARK_DEPTH,     ///< penetrations whose depth is not known
    MOTE_CHECK_REMARK_MOTION, ///< parts move so far that a crossing between frames may have been missed
    MOTE_CHECK_REMARK_SANDBOX ///< a file was read without a filter of system calls
} mote_check_remark_kind;

/// "error", "canceled", "budget" and so on, as in the option --accept; null for a value past the
/// last.
MOTE_CHECK_API const char *mote_check_remark_name(mote_check_remark_kind kind);

/// Something that the reader of a report should know beside the findings.
typedef struct mote_check_remark {
    mote_check_remark_kind kind; ///< what it is about
    /// Some of the input was not checked: the verdict is not "clean" or "passed".
    bool incomplete;
    /// Of what the text is about: frames, files, face pairs, ...; at least 1.
    uint64_t count;
    /// One sentence without its period, in UTF-8.
    const char *text;
} mote_check_remark;

/// A part given in memory. Its triangles are the same in every frame.
typedef struct mote_check_part {
    /// UTF-8; null means "part 1" and so on. If a name occurs twice, a number is appended to the
    /// later one.
    const char *name;
    /// Three vertex indices per triangle.
    const uint32_t *triangles;
    uint32_t triangle_count; ///< triangles of the part
    uint32_t vertex_count;   ///< vertices of the part
    /// frame_count times vertex_count positions, frame by frame. If null, def.get_positions is
    /// called.
    const mote_vec3 *positions;
} mote_check_part;

/// Writes the vertex_count positions of a part in a frame to `out`. Called from the thread that
/// called mote_check_open or the check's functions, for frames in any order and more than once. A
/// failure ends that call; its message is mote_last_message().
typedef mote_result mote_check_get_positions(void *context, uint32_t part, uint32_t frame,
                                             mote_vec3 *out);

/// Everything that the def points at must exist, unchanged, until mote_check_close.
typedef struct mote_check_def {
    /// Set by mote_check_default_def.
    uint32_t cookie;

    /// Files, folders, patterns of numbered files such as walk_%04d.obj, and names of built-in
    /// scenes.
    const char *const *inputs;
    uint32_t input_count;
    /// Parts in memory, checked together with the inputs.
    const mote_check_part *parts;
    uint32_t part_count;
    /// The number of frames of `parts`; default 1.
    uint32_t frame_count;
    mote_check_get_positions *get_positions; ///< gives the positions of parts without an array
    void *get_positions_context;             ///< passed to get_positions

    mote_check_split split; ///< what one part is
    /// Which vertices are merged; many formats split vertices at texture seams. The default,
    /// MOTE_WELD_EXACT, merges vertices with the same position and motion; in files of meshes, with
    /// the same position in the first and in the last frame.
    mote_weld weld;
    /// Distance in the rest pose, for MOTE_WELD_TOLERANCE.
    float weld_tolerance;
    /// The name of the only clip to check, or its number from 0. Null means all clips of all files:
    /// clips with the same name are checked together; files with one clip each play them together,
    /// whatever their names.
    const char *clip;
    /// Frames per second, default 30: frame i is at start + i / fps, and the last key is a frame
    /// too.
    double fps;
    /// The number that the first frame of each clip has in reports, as the artist's tool has it;
    /// default 0. In this library frames are numbered from 0 all the same.
    int32_t first_frame;
    /// The first frame of a clip has the number start * fps instead, rounded, plus first_frame.
    /// Default false.
    bool number_by_time;
    /// Check only the rest pose, not the animation. The rest pose of parts in memory is frame 0.
    bool rest_pose;

    /// Also find what happens between each frame and the next (mote_check_crossing). Vertices move
    /// on straight lines between the two; see docs/check.md for what that means. The method must
    /// have MOTE_ABILITY_SWEEP. Default false.
    bool between;
    /// With `between`: how many times inputs with curves (skins, morph targets, moving nodes) are
    /// posed between two frames, at equal distances, so that the straight lines follow the curves;
    /// at most 1000. Default 0. Parts that are known in whole frames only move straight in any
    /// case.
    uint32_t substeps;

    mote_check_self self; ///< whether each part is checked against itself
    /// Pairs of parts not to check. If `only` is not empty, only the pairs in it are checked. "A:B" means the parts
    /// named A and B, in either order; "A" means A with any part, itself included. In names, * matches any
    /// characters and ? matches one; \ escapes the next character.
    const char *const *ignore;
    uint32_t ignore_count;
    const char *const *only;
    uint32_t only_count;
    /// Regions that may meet, and are not reported: "SIDE x SIDE", or "SIDE" with anything. A side
    /// is a name with * and ?, of a bone or a part; "part=", "bone=", "material=" or "attribute="
    /// before it says of what. ", clip=NAME", ", frames=FIRST:LAST" (as in reports) and ", depth<D"
    /// may follow. Names are those of mote_check_region: an attribute must be painted on all faces
    /// of a side.
    const char *const *allow;
    uint32_t allow_count;
    /// Also find faces at most this far apart; default 0.
    float tolerance;
    /// Default MOTE_METHOD_HYBRID. Every exact method gives the same report.
    mote_method method;
    /// Threads, the caller's included; default 1. 0 means one per processor. Each checks frames of
    /// its own, with memory of its own, unless `between` is set; reports do not depend on how many
    /// there are.
    uint32_t worker_count;
    /// The most seconds that checking may take, from the first frame on; 0 means no limit. The
    /// remaining frames are not checked. The reports are completed with what was found.
    double time_budget;

    /// outcome.failed is true for findings of this severity or worse; default MOTE_CHECK_PENETRATE.
    mote_check_severity fail_on;
    /// If above 0, penetrations count only if their depth is greater than this, or not known.
    /// Default -1.
    float fail_depth;
    /// With fail_depth: penetrations of unknown depth do not count. Default false.
    bool pass_unknown_depth;
    /// Regions count only if the area of their faces (mote_check_region.area) and their face pairs
    /// are at least this many, in at least so many frames of an episode; default 0.
    float min_area;
    uint32_t min_faces, min_frames;
    /// Bits 1 << kind of the remarks that do not make the check incomplete; default 0. Only remarks
    /// about the input and the output can be accepted: FILES, CLIP, CONTENT, BASELINE and OUTPUT.
    uint32_t accept;
    /// A file written by mote_check_add_baseline: the face pairs in it are not reported; or by
    /// mote_check_add_region_baseline: the regions in it are not. Null for none.
    const char *baseline;
    /// Do not report face pairs that meet in the rest pose. Cannot be combined with `baseline`.
    bool rest_baseline;

    /// Limits of the child process that reads a file: seconds, default 60, and bytes of memory,
    /// default 2 GiB.
    double import_seconds;
    uint64_t import_bytes;
    /// Pairs of faces with overlapping boxes in a frame, above which it is cut short; default 10
    /// million. Heavy contact of two meshes of 70,000 faces needs a few per cent of that; a file
    /// made of the same triangle over and over would take all memory without a limit.
    uint64_t max_candidates;
    /// A file may name other files only in its own folder and below, and a file that is found in a
    /// folder may not be a symbolic link out of it, unless this is true. Default false.
    bool allow_outside;
    /// glTF, FBX and the formats of libassimp are read in a child process that has a filter of
    /// system calls (seccomp), where the system allows one; where not, a remark says so. If this is
    /// true such files are refused instead (MOTE_ERROR_REFUSED). Default false.
    bool require_filter;
    /// The format of the input "-", which is standard input: an extension without its dot, such as
    /// "glb". Null: there is no such input.
    const char *input_format;

    /// Asked while files are read and before each frame, by the thread that calls; true ends the
    /// check as soon as possible. Then mote_check_open succeeds all the same, if need be without
    /// parts, and the reports hold what was found and say that the check was canceled. Null: never.
    bool (*is_canceled)(void *context);
    void *is_canceled_context;

    /// Called before a file is opened, with its path: inputs and the files that they name, and the
    /// baseline. A file may be opened several times, and a path may turn out not to exist. By the
    /// thread that calls. Null: not called.
    void (*on_read)(void *context, const char *path);
    void *on_read_context;
} mote_check_def;

/// A def with its cookie and the defaults that the fields name.
MOTE_CHECK_API mote_check_def mote_check_default_def(void);

/// Reads the inputs and prepares the check. Fails with a message that names the file, the part or
/// the field of the def; then `*out` is null. Files are read as untrusted: see "Untrusted files" in
/// docs/check.md.
MOTE_CHECK_API mote_result mote_check_open(const mote_check_def *def, mote_check **out);

/// Adds a remark of the caller to the reports; the text is copied. MOTE_ERROR_STATE after
/// mote_check_finish.
MOTE_CHECK_API mote_result mote_check_add_remark(mote_check *check,
                                                 const mote_check_remark *remark);

/// Null is allowed. Everything that the check's functions have returned becomes invalid. Reports of
/// a check that was not finished stay incomplete.
MOTE_CHECK_API void mote_check_close(mote_check *check);

// ---------------------------------------------------------------------------------------------
// What was read

/// Strings are valid until mote_check_close.
typedef struct mote_check_info {
    uint32_t part_count; ///< parts of all inputs
    /// At least 1: inputs without clips are one clip without a name.
    uint32_t clip_count;
    /// Frames that mote_check_run checks, of all clips together.
    uint32_t wanted_count;
    double fps;
    /// Whether parts are checked against themselves.
    bool self;
    /// Whether z is up in the first input; otherwise y is.
    bool z_up;
    /// What lengths are in: "m" if the inputs say so (glTF, FBX), else null.
    const char *unit;
} mote_check_info;

/// Describes what was read.
MOTE_CHECK_API void mote_check_get_info(const mote_check *check, mote_check_info *out);

/// What all inputs do together. Strings are valid until mote_check_close.
typedef struct mote_check_clip {
    /// Null if no input has clips, and for the rest pose.
    const char *name;
    /// The number of frames of the longest input. Frames are numbered from 0 in each clip.
    uint32_t frame_count;
    /// Times of the first and the last frame, in seconds.
    double start, end;
    /// Frames that mote_check_run checks, both included.
    uint32_t first_frame, last_frame;
    /// What reports add to the number of a frame: def.first_frame and def.number_by_time.
    int32_t frame_offset;
} mote_check_clip;

/// MOTE_ERROR_ARGUMENT for a clip that does not exist.
MOTE_CHECK_API mote_result mote_check_get_clip(const mote_check *check, uint32_t clip,
                                               mote_check_clip *out);

/// A part as it was read. The name is valid until mote_check_close.
typedef struct mote_check_part_info {
    const char *name;                      ///< in UTF-8; no two parts have the same
    uint32_t vertex_count, triangle_count; ///< of the arrays below
    bool closed;                           ///< as mote_mesh_info.closed
    /// Three vertex indices per triangle. Valid until mote_check_close.
    const uint32_t *triangles;
    /// The positions in the frame that was checked last. Valid until the next frame.
    const mote_vec3 *positions;
} mote_check_part_info;

/// The name of a bone or vertex group of a part, as in mote_check_region.bone_a; null for MOTE_NONE
/// and for what does not exist. Valid until mote_check_close.
MOTE_CHECK_API const char *mote_check_get_bone(const mote_check *check, uint32_t part,
                                               uint32_t bone);

/// MOTE_ERROR_ARGUMENT for a part that does not exist.
MOTE_CHECK_API mote_result mote_check_get_part(const mote_check *check, uint32_t part,
                                               mote_check_part_info *out);

/// Chooses the frames of mote_check_run, both included; default all. MOTE_ERROR_ARGUMENT for frames that do
/// not exist, MOTE_ERROR_STATE after the first frame, for a check of the rest pose and if there are several clips:
/// def.clip chooses one.
MOTE_CHECK_API mote_result mote_check_set_frames(mote_check *check, uint32_t first, uint32_t last);

// ---------------------------------------------------------------------------------------------
// What was found

/// One place where two parts meet in a frame: faces that lie side by side on both parts. A part
/// that lies inside another without touching it is a region without faces.
typedef struct mote_check_region {
    mote_check_severity severity; ///< the worst of its face pairs
    /// The greatest depth of its contacts. If negative, minus the distance. NONE if the depth of a
    /// contact that pierces is not known.
    float depth;
    mote_depth_kind depth_kind;
    /// How far the crossing reaches along the surface: the greatest distance between two points of
    /// the curve in which faces meet. Known where faces meet, with or without a depth; else 0. It
    /// says nothing about depth.
    float reach;
    /// The area of the faces that meet, of the part or side where it is smaller.
    float area;
    uint32_t face_pair_count;
    /// The bones or vertex groups around it, one of part a and one of part b, for
    /// mote_check_get_bone; those of a part with itself in the order of their names. MOTE_NONE for
    /// parts without bones.
    uint32_t bone_a, bone_b;
    /// Face pairs that meet in the rest pose too. 0 where that is not known: with def.rest_pose and
    /// def.rest_baseline, where nothing moves, and where a limit cut the rest pose short.
    uint32_t rest_face_pair_count;
    /// The point of the deepest contact; if nothing touches, the center of the inner part.
    mote_vec3 point;
} mote_check_region;

/// Two parts in one frame.
typedef struct mote_check_finding {
    /// Parts; a < b, or a == b for a part with itself.
    uint32_t a, b;
    mote_check_severity severity;
    /// TOUCH, NEAR, A_IN_B or B_IN_A.
    mote_relation relation;
    /// The greatest depth of the contacts; if negative, minus the distance.
    float depth;
    mote_depth_kind depth_kind;
    /// Sorted. Faces are numbered in the order of the parts' triangles.
    const mote_face_pair *face_pairs;
    uint32_t face_pair_count;
    /// The fields pair, first_segment and segment_count are not used here.
    const mote_contact *contacts;
    uint32_t contact_count;
    /// At least one; numbered by their first face pair.
    const mote_check_region *regions;
    uint32_t region_count;
    /// Of each face pair: its region, and whether it names the two sides of the region the other
    /// way round than the region's first pair, which only happens in a part with itself.
    const uint32_t *region_of;
    const bool *swapped;
    /// By a limit: there may be more.
    bool cut_short;
} mote_check_finding;

/// Two faces that meet between two frames, but not in the first of them.
typedef struct mote_check_crossing_faces {
    uint32_t face_a, face_b; ///< of part a and of part b
    /// When they first share a point, in frames: 41.37 is between frames 41 and 42.
    double at;
} mote_check_crossing_faces;

/// Two parts of which faces meet between two frames that do not meet in the first of them.
typedef struct mote_check_crossing {
    /// Parts; a < b, or a == b for a part with itself.
    uint32_t a, b;
    /// PENETRATE if a vertex or an edge passes to the other side of what it meets, else TOUCH.
    mote_check_severity severity;
    /// When the first of the faces meet, in frames.
    double at;
    /// The same in seconds.
    double time;
    /// Where that is.
    mote_vec3 point;
    /// Sorted by (face_a, face_b).
    const mote_check_crossing_faces *faces;
    uint32_t face_pair_count;
    /// The two parts meet neither in the frame before nor in the one after: frames alone do not
    /// show it.
    bool hidden;
} mote_check_crossing;

/// One frame. Its arrays are valid until the next frame is checked.
typedef struct mote_check_frame {
    uint32_t clip; ///< numbered as in mote_check_get_clip
    /// Within the clip.
    uint32_t number;
    /// Seconds.
    double time;
    /// Sorted by (a, b).
    const mote_check_finding *findings;
    uint32_t finding_count;
    /// With def.between: what happened since the frame before, sorted by (a, b). Nothing in the
    /// first frame of a clip.
    const mote_check_crossing *crossings;
    uint32_t crossing_count;
    /// Parts that were not checked because a position is NaN or infinite.
    const uint32_t *invalid;
    uint32_t invalid_count;
    /// By a limit: there may be more.
    bool cut_short;
} mote_check_frame;

/// A region of the same two parts in successive frames of a clip. Regions are the same if they
/// overlap on both parts, or lie so near each other that they must have moved; regions that grow
/// together or fall apart are one, and so are those of a frame that lie side by side between the
/// same two bones, or without bones around each other.
typedef struct mote_check_episode {
    uint32_t a, b; ///< parts; a <= b, equal for a part with itself
    uint32_t clip; ///< numbered as in mote_check_get_clip
    /// First and last frame, both included.
    uint32_t first, last;
    /// In how many frames it is seen; 0 if it is hidden.
    uint32_t frame_count;
    mote_check_severity severity;
    /// The frame with the greatest severity, then depth, then number of face pairs. The fields
    /// below are those of that frame.
    uint32_t worst_frame;
    uint32_t face_pair_count;
    float depth;
    mote_depth_kind depth_kind;
    /// As in mote_check_region; `area` and `face_pair_count` are sums if it has several regions.
    float reach, area;
    mote_relation relation;
    /// As in mote_check_region: the bones of the worst frame.
    uint32_t bone_a, bone_b;
    /// The point of the deepest contact; if nothing touches, the center of the inner part; if it is
    /// hidden, of the first impact.
    mote_vec3 point;
    /// All of it, in every frame, meets in the rest pose too: def.rest_baseline would leave it out.
    bool rest;
    /// In how many frames it is as bad as def.fail_on and above the thresholds.
    uint32_t failing_frame_count;
    /// It makes the check fail: there are def.min_frames or more of these, or it is hidden.
    bool fails;
    /// When it began, in frames: `first`, or before that where def.between found the moment.
    double began;
    /// No frame shows it: the parts met between `first` - 1 and `first`, or between several such
    /// frames.
    bool hidden;
} mote_check_episode;

/// Bits of mote_check_frame_sum.flags.
typedef enum mote_check_frame_flag {
    MOTE_CHECK_FRAME_CUT_SHORT = 1, ///< by a limit: there may be more
    MOTE_CHECK_FRAME_INVALID = 2,   ///< a part was not checked
    /// Parts met since the frame before, although neither of the two frames shows it. The severity
    /// does not count it.
    MOTE_CHECK_FRAME_HIDDEN = 4
} mote_check_frame_flag;

/// A compact summary of a checked frame, for time lines.
typedef struct mote_check_frame_sum {
    uint32_t face_pair_count; ///< of all findings of the frame
    /// At most 65,535 are counted.
    uint16_t finding_count;
    /// A mote_check_severity, the worst of the frame.
    uint8_t severity;
    /// Of mote_check_frame_flag.
    uint8_t flags;
} mote_check_frame_sum;

/// Sums over all frames that were checked.
typedef struct mote_check_total {
    /// Frames that were requested, of all clips together.
    uint32_t wanted;
    /// Frames that were checked.
    uint32_t checked;
    /// Frames by their worst severity.
    uint32_t frames[MOTE_CHECK_PENETRATE + 1];
    uint64_t findings, face_pairs;
    /// Face pairs that were not reported because they are in the baseline, and because def.allow
    /// allows their regions.
    uint64_t baseline_face_pairs, allowed_face_pairs;
    /// Of face_pairs: those that meet in the rest pose too. 0 where that is not known; see
    /// mote_check_region.
    uint64_t rest_face_pairs;
    /// The greatest depth; 0 if none is known.
    float deepest;
    /// Something was not checked: the budget or another limit was reached, or the check was
    /// canceled.
    bool cut_short;
    bool canceled;
    /// The time budget was used up.
    bool out_of_time;
    /// Frames that were cut short because too many faces are close to each other.
    uint32_t crowded_frames;
    /// Penetrations, one for two parts in a frame, whose depth is not known.
    uint64_t unknown_depths;
    /// Frames in which a part was not checked.
    uint32_t invalid_frames;
    /// With def.between: pairs of parts that met between two frames, and those of them that no
    /// frame shows.
    uint64_t crossings, hidden_crossings;
    /// Without def.between: frames before which parts moved so far that a crossing may have been
    /// missed.
    uint32_t leaps;
} mote_check_total;

/// Arrays are valid until the next frame is checked.
typedef struct mote_check_outcome {
    mote_check_total total; ///< sums over all frames
    /// After mote_check_finish sorted with the worst first: by severity, depth, face pairs, then
    /// the earlier clip and frame.
    const mote_check_episode *episodes;
    size_t episode_count;
    /// total.checked elements: of each clip its frames from first_frame to last_frame, clip after
    /// clip.
    const mote_check_frame_sum *frames;
    /// Something of severity def.fail_on or worse was found.
    bool failed;
    /// Why the check ended early; null if it did not.
    const char *error;
    /// The check is finished, and all of the input was checked: no remark is of the kind that says
    /// otherwise.
    bool complete;
    mote_check_verdict verdict;
    const mote_check_remark *remarks;
    size_t remark_count;
} mote_check_outcome;

/// What an episode is called, in UTF-8: "LeftUpperArm x Spine2" where bones are known, else the
/// names of the two parts, "body x shirt"; of a part with itself without bones, its name. At most
/// `size` bytes with the final zero are written to `out`; returns the length of the whole name.
MOTE_CHECK_API size_t mote_check_name_episode(const mote_check *check,
                                              const mote_check_episode *episode, char *out,
                                              size_t size);

/// What was found so far. May be called at any time.
MOTE_CHECK_API void mote_check_get_outcome(const mote_check *check, mote_check_outcome *out);

// ---------------------------------------------------------------------------------------------
// Reports

/// Receives a report, piece by piece.
typedef struct mote_check_sink {
    /// Writes all bytes, or returns false and is not called again. If it sets errno, the message
    /// gives the reason.
    bool (*write)(void *context, const char *bytes, size_t size);
    void *context;
    /// A name for messages, such as the path of a file; null means "the report".
    const char *name;
} mote_check_sink;

/// What a report is written in. docs/check.md describes the formats.
typedef enum mote_check_format {
    MOTE_CHECK_FORMAT_JSON = 0, ///< everything, for programs
    MOTE_CHECK_FORMAT_HTML,     ///< a page that needs no other file
    MOTE_CHECK_FORMAT_JUNIT, ///< JUnit XML: a test suite per clip, a test case per pair of parts that meet
    MOTE_CHECK_FORMAT_SARIF,  ///< SARIF 2.1.0: a result per episode
    MOTE_CHECK_FORMAT_CSV,    ///< a row per episode, the worst first
    MOTE_CHECK_FORMAT_GITHUB, ///< annotations of GitHub Actions: lines for the output of a workflow
    MOTE_CHECK_FORMAT_SQLITE, ///< a database; needs libsqlite3 at run time
    MOTE_CHECK_FORMAT_COUNT   ///< the number of formats
} mote_check_format;

/// "json", "html", "junit", "sarif", "csv", "github" or "sqlite"; null past the last.
MOTE_CHECK_API const char *mote_check_format_name(mote_check_format format);

/// A report to be written. mote_check_default_report_def fills it; the sink has to be set.
typedef struct mote_check_report_def {
    mote_check_format format; ///< what it is written in
    mote_check_sink sink;     ///< receives the report
    /// JSON and SQLite: list every pair of faces; default true.
    bool faces;
    /// JSON: add the triangles around the worst place of this many episodes, default 0. HTML: the
    /// most that have a picture, default 8.
    uint32_t view_count;
    /// HTML: about how large the page may become; 0 for any size. Default 5 million. What does not
    /// fit is left out, and the page says so: first pictures and views of the less bad, then all
    /// but the worst pair of parts of later frames.
    uint64_t max_bytes;
} mote_check_report_def;

/// The defaults for a format, without a sink.
MOTE_CHECK_API mote_check_report_def mote_check_default_report_def(mote_check_format format);

/// A JSON report to be written. mote_check_default_json_def fills it; the sink has to be set.
typedef struct mote_check_json_def {
    mote_check_sink sink; ///< receives the report
    /// List every pair of faces; default true.
    bool faces;
    /// Add the triangles around the worst place of this many episodes; default 0.
    uint32_t view_count;
} mote_check_json_def;

/// The defaults, without a sink.
MOTE_CHECK_API mote_check_json_def mote_check_default_json_def(void);

/// The functions mote_check_add_* select reports. They must be called before the first frame;
/// afterwards they return MOTE_ERROR_STATE. Each kind can be selected once. Reports are written
/// while the check runs, so that memory does not grow with the number of frames, and are completed
/// by mote_check_finish.
///
/// MOTE_ERROR_REFUSED if this build or this machine lacks what the format needs: HTML the page,
/// SQLite the library.
MOTE_CHECK_API mote_result mote_check_add_report(mote_check *check,
                                                 const mote_check_report_def *def);

/// The same for JSON.
MOTE_CHECK_API mote_result mote_check_add_json(mote_check *check, const mote_check_json_def *def);

/// The same for HTML.
MOTE_CHECK_API mote_result mote_check_add_html(mote_check *check, const mote_check_sink *sink);

/// All face pairs found, as a file for def.baseline. Written only if the check did not fail.
MOTE_CHECK_API mote_result mote_check_add_baseline(mote_check *check, const mote_check_sink *sink);

/// The same by regions: in which frames of which clip each episode meets, and where on the parts.
/// As def.baseline, such a file leaves out regions that lie in the same place in these frames, with
/// a small margin, and are not more severe or deeper; what grows, appears elsewhere or in other
/// frames is reported. Only one of the two baselines can be added.
MOTE_CHECK_API mote_result mote_check_add_region_baseline(mote_check *check,
                                                          const mote_check_sink *sink);

/// The text summary, at most 80 columns wide: the heading says what is checked, the summary what
/// was found. `color` adds terminal escape sequences.
MOTE_CHECK_API mote_result mote_check_write_heading(const mote_check *check,
                                                    const mote_check_sink *sink, bool color);
MOTE_CHECK_API mote_result mote_check_write_summary(const mote_check *check,
                                                    const mote_check_sink *sink, bool color);

/// Writes all parts of the frame that was checked last to a PLY file, each in a color of its own
/// and the faces that meet in red.
MOTE_CHECK_API mote_result mote_check_write_ply(const mote_check *check,
                                                const mote_check_frame *frame, const char *path);

// ---------------------------------------------------------------------------------------------
// Running

/// Each may be null.
typedef struct mote_check_callbacks {
    /// Called before each frame and after the last: `done` of `count` frames are checked. False
    /// cancels the check; what was found is kept and reported.
    bool (*progress)(void *context, uint32_t done, uint32_t count);
    /// Called after each frame. A failure ends the check; its message is mote_last_message().
    mote_result (*frame)(void *context, const mote_check *check, const mote_check_frame *frame);
    /// Called once, after the last frame and before the reports are completed: the place to add
    /// remarks.
    mote_result (*ending)(void *context, mote_check *check);
    void *context;
} mote_check_callbacks;

/// Checks all frames and completes the reports: calls mote_check_next until the last frame, then
/// mote_check_finish. Returns the first failure; what was found until then is in the outcome and in
/// the reports. `callbacks` may be null. A check runs once.
MOTE_CHECK_API mote_result mote_check_run(mote_check *check, const mote_check_callbacks *callbacks);

/// The same frame by frame: checks the next one and writes it to the reports. `*out` is null after
/// the last frame, and when the budget is used up.
MOTE_CHECK_API mote_result mote_check_next(mote_check *check, const mote_check_frame **out);

/// Completes the reports and sorts the episodes. If it is called before the last frame was checked,
/// it cancels the check. After a failure the reports contain the error.
MOTE_CHECK_API mote_result mote_check_finish(mote_check *check);

/// Checks a single frame, at any time, without adding it to the outcome or the reports. In a check
/// of the rest pose `clip` and `number` are 0.
MOTE_CHECK_API mote_result mote_check_frame_at(mote_check *check, uint32_t clip, uint32_t number,
                                               mote_check_frame *out);

#endif
