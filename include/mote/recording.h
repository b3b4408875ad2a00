/// @file recording.h
/// Recording a world and playing it back, so that a bug report is a file.
///
/// A recording holds what went into each detect, bit for bit: meshes, bodies, positions,
/// transforms, promised bounds, filters and ignored pairs; and the hash of what came out. User data
/// and the caller's hooks are left out. The format is described in docs/recording.md.

#ifndef MOTE_RECORDING_H
#define MOTE_RECORDING_H

#include <mote/world.h>

// ---------------------------------------------------------------------------------------------
// Recording

/// Where a recording goes. Called on the thread that calls the world.
typedef struct mote_record_sink {
    /// Takes the next `size` bytes; false when they could not be written. What errno says then
    /// becomes part of the message.
    bool (*write)(void *context, const void *data, size_t size);
    /// The recording is over; false when bytes taken before turn out to be lost. May be null.
    bool (*close)(void *context);
    void *context;
} mote_record_sink;

/// Starts to record: from here each detect hands the sink what it is about to look at, before it
/// looks, so that a detect that never returns can be played back too; and the hash when it is done.
/// Bodies that exist already are recorded by the next detect.
///
/// A recording that fails (the sink, or no memory) never disturbs the world: detect goes on as if
/// nothing were recorded, the world's log hears a warning, the sink is called no more but to be
/// closed, and mote_world_record_stop returns the failure.
///
/// Fails with MOTE_ERROR_ARGUMENT (null), MOTE_ERROR_STATE (the world is being recorded already),
/// MOTE_ERROR_REFUSED (options that a recording cannot hold: particle laws of the caller),
/// MOTE_ERROR_IO or MOTE_ERROR_MEMORY; then the sink remains the caller's and is not closed.
MOTE_API mote_result mote_world_record(mote_world *world, const mote_record_sink *sink);

/// The same to a file, which is made or emptied.
MOTE_API mote_result mote_world_record_to_file(mote_world *world, const char *path);

/// Ends and closes the recording: MOTE_OK when every frame was recorded, else the first failure.
/// MOTE_ERROR_STATE when nothing was being recorded. Destroying a world stops its recording too.
MOTE_API mote_result mote_world_record_stop(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Reading

typedef struct mote_recording mote_recording;

typedef struct mote_recording_info {
    /// Of the recorded world, to be played as it is or changed first: hooks are zero, worker_count
    /// is 1, and there is no time budget, which would mean something else on another machine.
    mote_world_def def;
    uint32_t worker_count; ///< of the recorded world
    double time_budget;    ///< of the recorded world, seconds
    uint64_t frame_count;  ///< that can be played
    bool complete;      ///< ended by mote_world_record_stop; else the program that recorded did not
                        ///< come so far, or the end is lost
    size_t whole_bytes; ///< from the start; the bytes from here on, if any, are damaged or cut off
} mote_recording_info;

/// Reads a recording in memory. The bytes are borrowed: they must stay unchanged until the
/// recording is closed. `allocator` may be null. Nothing in the bytes is trusted: each piece has a
/// checksum, and reading allocates no more than a small multiple of `size`.
///
/// Fails with MOTE_ERROR_DATA, naming the byte, for bytes that are no recording or of another
/// version, and where the description of the world is damaged. Damage further on is no failure
/// here: the frames before it can be played.
MOTE_API mote_result mote_recording_open(const void *data, size_t size,
                                         const mote_allocator *allocator, mote_recording **out);

/// The same from a file, which is read into memory that the recording owns.
MOTE_API mote_result mote_recording_open_file(const char *path, const mote_allocator *allocator,
                                              mote_recording **out);

/// Null is allowed. No player may use it any more.
MOTE_API void mote_recording_close(mote_recording *recording);

MOTE_API void mote_recording_get_info(const mote_recording *recording, mote_recording_info *out);

// ---------------------------------------------------------------------------------------------
// Playing

/// Plays a recording into a world of its own. Any number may play one recording.
typedef struct mote_player mote_player;

/// `def` may be the recording's own or differ in anything, such as method and workers; null is the
/// recording's own. Fails as mote_world_create does.
MOTE_API mote_result mote_player_create(const mote_recording *recording, const mote_world_def *def,
                                        mote_player **out);

/// Destroys the player and its world. Null is allowed.
MOTE_API void mote_player_destroy(mote_player *player);

/// The world that is played into, for its report and for queries. Owned by the player: its bodies
/// are not to be created, moved or destroyed by others. Ids are those of the recorded world.
MOTE_API mote_world *mote_player_world(mote_player *player);

typedef struct mote_played_frame {
    uint64_t frame; ///< counted from 0 in the recording
    bool finished;  ///< the recorded detect returned; else the recording ends within it
    mote_result recorded_result;
    uint64_t recorded_hash, hash;
    uint64_t recorded_face_pairs, face_pairs;
    /// The hashes say something about each other. Not so when a frame or the one before it was cut
    /// short by a budget or failed, or when the player's def asks another question: another
    /// detect, tolerance or containment, a method that is not exact, or DETECT_FIRST by another
    /// method.
    bool compared;
    bool equal; ///< compared, and the hashes are the same
} mote_played_frame;

/// Takes in the next frame and detects. Fails with
/// - MOTE_ERROR_DATA, naming the byte, where the recording is damaged;
/// - MOTE_ERROR_LIMIT when its bodies have more triangles in all than the recording has bytes;
/// - MOTE_ERROR_STATE behind the last frame of a recording without damage, and after a failure;
/// - what mote_mesh_create, mote_body_create and mote_world_detect fail with.
MOTE_API mote_result mote_player_step(mote_player *player, mote_played_frame *out);

#endif
