/// @file recording.h
/// Recording a world and playing it back, so that a bug report is a file.
///
/// A recording holds the input of each detect, bit for bit: meshes, bodies, positions, transforms,
/// promised bounds, filters and ignored pairs; and the hash of the report. A sweep is a frame too:
/// its motions are added, as positions at both ends. User data and the caller's hooks are left out.
/// docs/recording.md describes the format.

#ifndef MOTE_RECORDING_H
#define MOTE_RECORDING_H

#include <mote/world.h>

// ---------------------------------------------------------------------------------------------
// Recording

/// Takes the bytes of a recording. Called on the thread that uses the world.
typedef struct mote_record_sink {
    /// Writes the next `size` bytes; false if they could not be written. The text of errno then
    /// becomes part of the message.
    bool (*write)(void *context, const void *data, size_t size);
    /// Called when the recording ends; false if bytes written before turn out to be lost. May be
    /// null.
    bool (*close)(void *context);
    void *context;
} mote_record_sink;

/// Starts to record. From here on, each detect writes its input before it begins, so that a detect
/// that never returns can be played back too, and the hash when it is done. Bodies that exist
/// already are recorded by the next detect. If one of them has positions that were set before the
/// last detect, are not persistent, and cannot be read from the library's own copy because the body
/// has a transform, recording fails with MOTE_ERROR_STATE: set its positions before that detect.
///
/// If recording fails later (the sink, or no memory), the world is not affected: detect continues
/// as if nothing were recorded, a warning goes to the world's log, the sink is only called again to
/// be closed, and mote_world_record_stop returns the failure.
///
/// Fails with MOTE_ERROR_ARGUMENT (null), MOTE_ERROR_STATE (the world is being recorded already),
/// MOTE_ERROR_REFUSED (options that a recording cannot hold: particle laws of the caller),
/// MOTE_ERROR_IO or MOTE_ERROR_MEMORY; the sink is then not closed.
MOTE_API mote_result mote_world_record(mote_world *world, const mote_record_sink *sink);

/// The same to a file, which is created or overwritten.
MOTE_API mote_result mote_world_record_to_file(mote_world *world, const char *path);

/// Ends and closes the recording. MOTE_OK if every frame was recorded, else the first failure;
/// MOTE_ERROR_STATE if nothing was being recorded. Destroying a world stops its recording too.
MOTE_API mote_result mote_world_record_stop(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Reading

/// A recording that was opened.
typedef struct mote_recording mote_recording;

/// What a recording holds.
typedef struct mote_recording_info {
    /// The def of the recorded world, for mote_player_create as it is or with changes. Hooks are
    /// zero, worker_count is 1, and there is no time budget, because that would end elsewhere on
    /// another machine.
    mote_world_def def;
    uint32_t worker_count; ///< of the recorded world
    double time_budget;    ///< of the recorded world, seconds
    uint64_t frame_count;  ///< that can be played
    /// Ended by mote_world_record_stop. If false, the recording program did not get there, or the
    /// end is lost.
    bool complete;
    size_t whole_bytes; ///< intact bytes from the start; any that follow are damaged or cut off
} mote_recording_info;

/// Reads a recording in memory. The bytes are not copied: they must stay unchanged until the
/// recording is closed. `allocator` may be null. The bytes are not trusted: each chunk has a
/// checksum, and reading allocates at most a small multiple of `size`.
///
/// Fails with MOTE_ERROR_DATA, naming the byte, if this is not a recording, has another
/// version, or the description of the world is damaged. Damage further on is no failure
/// here: the frames before it can be played.
MOTE_API mote_result mote_recording_open(const void *data, size_t size,
                                         const mote_allocator *allocator, mote_recording **out);

/// The same from a file, which is read into memory that the recording owns.
MOTE_API mote_result mote_recording_open_file(const char *path, const mote_allocator *allocator,
                                              mote_recording **out);

/// Null is allowed. All players of the recording must be destroyed before.
MOTE_API void mote_recording_close(mote_recording *recording);

/// Describes the recording.
MOTE_API void mote_recording_get_info(const mote_recording *recording, mote_recording_info *out);

// ---------------------------------------------------------------------------------------------
// Playing

/// Plays a recording into a world of its own. A recording may have any number of players.
typedef struct mote_player mote_player;

/// `def` is that of the player's world and may differ from the recording's in anything, such as
/// method and workers. Null means the recording's own. The recording must outlive the player. Fails
/// as mote_world_create does.
MOTE_API mote_result mote_player_create(const mote_recording *recording, const mote_world_def *def,
                                        mote_player **out);

/// Destroys the player and its world. Null is allowed.
MOTE_API void mote_player_destroy(mote_player *player);

/// The world that is played into, for its report and for queries. It belongs to the player: do not
/// create, move or destroy its bodies. Ids are those of the recorded world.
MOTE_API mote_world *mote_player_world(mote_player *player);

/// One frame of a recording, beside the same frame played again.
typedef struct mote_played_frame {
    uint64_t frame; ///< counted from 0 in the recording
    bool finished;  ///< the recorded detect returned; if false, the recording ends within it
    mote_result recorded_result;              ///< what the recorded detect returned
    uint64_t recorded_hash, hash;             ///< mote_report.hash then and now
    uint64_t recorded_face_pairs, face_pairs; ///< their numbers then and now
    /// The two hashes are comparable. They are not if this frame or the one before it was cut short
    /// by a budget or failed, or if the player's def differs in a way that changes the report:
    /// another detect, tolerance or containment, a method that is not exact, or DETECT_FIRST by
    /// another method.
    bool compared;
    bool equal; ///< compared, and the hashes are the same
    /// A mote_world_sweep, not a detect: the numbers of face pairs are those of impacts. Not
    /// compared if the player's method cannot sweep.
    bool is_sweep;
} mote_played_frame;

/// Reads the next frame and detects, or sweeps. Fails with
/// - MOTE_ERROR_DATA, naming the byte, if the recording is damaged there;
/// - MOTE_ERROR_LIMIT if its bodies have more triangles in all than the recording has bytes;
/// - MOTE_ERROR_STATE after the last frame, and after a failure;
/// - what mote_mesh_create, mote_body_create, mote_world_detect and mote_world_sweep fail with.
MOTE_API mote_result mote_player_step(mote_player *player, mote_played_frame *out);

#endif
