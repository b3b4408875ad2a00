// Internals of recordings: reading and writing chunks, an opened recording, and the recorder of a
// world.

#ifndef MOTE_WORLD_RECORDING_H
#define MOTE_WORLD_RECORDING_H

#include <mote/motion.h>
#include <mote/recording.h>

#include "world/recording_format.h"
#include "world/world.h"

struct mote_recording {
    mote_allocator allocator;
    const unsigned char *data;
    size_t size;
    mote_byte_array owned; // bytes of a file; empty if they belong to the caller
    uint32_t version;
    size_t world_at;    // offset of the world's chunk
    size_t turns_at;    // offset of the chunk of turns, or 0
    const char *damage; // what is wrong after the intact bytes, or null
    mote_recording_info info;
};

// ---------------------------------------------------------------------------------------------
// Chunks (recording_chunk.c)

// Collects a chunk and sends it. These functions return no failure: after the first failure nothing
// more is written, and `result` and `message` describe it.
typedef struct mote_chunk_writer {
    mote_record_sink sink;
    const mote_allocator *allocator;
    mote_log log;
    mote_byte_array chunk; // being written
    uint64_t frame_count;  // number of frames recorded, for messages
    mote_result result;    // if not MOTE_OK, the recording has ended
    char message[256];
} mote_chunk_writer;

void mote_chunk_begin(mote_chunk_writer *out, mote_chunk_kind kind);
void mote_put_u32(mote_chunk_writer *out, uint32_t value);
void mote_put_u64(mote_chunk_writer *out, uint64_t value);
void mote_put_double(mote_chunk_writer *out, double value);
void mote_put_floats(mote_chunk_writer *out, const float *values, size_t count);
void mote_put_indices(mote_chunk_writer *out, const uint32_t *values, size_t count);

// Reserves bytes in the chunk. Returns null after a failure.
unsigned char *mote_put_room(mote_chunk_writer *out, size_t size);

// Reserves a number to be filled in later. Returns its offset for mote_fill_in.
size_t mote_put_later(mote_chunk_writer *out);
void mote_fill_in(mote_chunk_writer *out, size_t at, uint32_t value);

// Adds the length and the checksum, and sends the chunk.
void mote_chunk_end(mote_chunk_writer *out);

// Sends the file header.
void mote_chunk_send_file_header(mote_chunk_writer *out);

// Sends the chunk unchanged.
void mote_chunk_send(mote_chunk_writer *out);

// Ends the recording with a message, which is also logged.
__attribute__((format(printf, 3, 4))) void
mote_chunk_fail(mote_chunk_writer *out, mote_result result, const char *format, ...);
void mote_chunk_out_of_memory(mote_chunk_writer *out);

// Reads numbers from a chunk. Reading past the end returns zero and sets `overrun`.
typedef struct mote_cursor {
    const unsigned char *data; // of the whole recording
    size_t at, end;            // bytes of the recording
    bool overrun;
} mote_cursor;

// Returns a cursor over the contents of the intact chunk at `at`. Sets `next` to the offset of the
// next chunk.
mote_cursor mote_recording_chunk(const mote_recording *recording, size_t at, mote_chunk_kind *kind,
                                 size_t *next);

uint32_t mote_cursor_u32(mote_cursor *cursor);
uint64_t mote_cursor_u64(mote_cursor *cursor);
double mote_cursor_double(mote_cursor *cursor);
void mote_cursor_floats(mote_cursor *cursor, float *out, size_t count);

// Are `count` elements of `size` bytes left? If not, sets `overrun`.
bool mote_cursor_holds(mote_cursor *cursor, uint64_t count, size_t size);

// Fails with MOTE_ERROR_DATA and a message that starts with the byte offset.
__attribute__((format(printf, 2, 3))) mote_result mote_fail_at(size_t byte, const char *format,
                                                               ...);

// Converts the failure of a call into a failure of the recording at a byte offset.
mote_result mote_blame_recording(mote_result result, size_t byte, const char *what);

// Returns MOTE_OK if the chunk was read exactly to its end.
mote_result mote_cursor_finish(const mote_cursor *cursor, const char *what);

// Fills `frame` and `before` of a world before a recording is played into it.
mote_result mote_recording_begin_world(const mote_recording *recording, mote_world *world);

// ---------------------------------------------------------------------------------------------
// State of the recorder and the player

// The recorded state of a body slot.
typedef struct mote_known_slot {
    uint32_t generation; // 0 if the slot is free
    uint32_t mesh;       // index of the body's mesh
    bool promised;       // has promised bounds
} mote_known_slot;

// Meshes are identified by content, because an address may be reused for another mesh.
typedef struct mote_known_mesh {
    uint64_t hash;
    uint32_t vertex_count, triangle_count, flags;
} mote_known_mesh;

typedef struct mote_recorder {
    mote_chunk_writer out;
    MOTE_ARRAY(mote_known_slot) places; // parallel to the world's bodies
    MOTE_ARRAY(mote_known_mesh) meshes;
    mote_u64_array ignored;    // keys last written
    mote_vec3_array positions; // of one body
} mote_recorder;

// Data of a played body.
typedef struct mote_played_body {
    float *positions; // in the order of the body's def; null if the slot is free
    uint32_t vertex_count;
} mote_played_body;

struct mote_player {
    const mote_recording *recording;
    mote_allocator allocator;
    mote_world *world;
    MOTE_ARRAY(mote_played_body) bodies; // parallel to the world's
    MOTE_ARRAY(mote_mesh *) meshes;
    mote_vec3_array scratch; // positions of one body in the caller's order
    mote_vec3_array motions; // positions of all motions of a step
    mote_u32_array map;      // face map of a body that gets a new mesh
    mote_sweep_def step;     // options of the present step
    uint64_t triangles;      // sum over all bodies
    size_t at;               // offset of the next chunk
    uint64_t frame;          // index of the next frame
    bool same_question;      // hashes are comparable
    bool exact_before;       // the last frame was exact
    bool turns_lost;         // a budget may resume at a different pair than in the recorded world
    bool failed;
};

// ---------------------------------------------------------------------------------------------
// Meshes, new meshes of bodies, and new origins (recording_mesh.c)

// Returns the index of a mesh in the recording. Writes the mesh if it is new.
uint32_t mote_recorder_number_of_mesh(mote_world *world, const mote_mesh *mesh);
mote_result mote_player_take_mesh(mote_player *player, mote_cursor *cursor);

// Write a change that is not part of the next frame. The world must be recording; the body has its
// new mesh.
void mote_recorder_put_remesh(mote_world *world, mote_body_id body, const uint32_t *new_face_of,
                              size_t count);
void mote_recorder_put_origin(mote_world *world);

// Read such a change and apply it.
mote_result mote_player_take_remesh(mote_player *player, mote_cursor *cursor);
mote_result mote_player_take_origin(mote_player *player, mote_cursor *cursor);

// Allocates zeroed positions for a body that has just got its mesh.
mote_result mote_player_make_room(mote_player *player, uint32_t index);

// Returns MOTE_ERROR_LIMIT if the bodies would have more triangles in total than the recording has
// bytes.
mote_result mote_player_check_triangles(const mote_player *player, const mote_cursor *cursor,
                                        uint64_t triangles);

// ---------------------------------------------------------------------------------------------
// Steps (recording_sweep.c)

// Writes the data of a step that follows the data of a frame: options and motions of the world's
// present sweep.
void mote_recording_put_step(mote_chunk_writer *out, const mote_world *world);

// Reads the data of mote_recording_put_step: gives the bodies their motions, with positions in
// `room`, and fills `def`. If the world's method cannot sweep, the motions are skipped.
mote_result mote_recording_take_step(mote_world *world, mote_cursor *cursor,
                                     const mote_allocator *allocator, mote_vec3_array *room,
                                     mote_sweep_def *def);

// ---------------------------------------------------------------------------------------------
// The recorder (recording_write.c). These functions return no failure: a recording that fails ends, and mote_world_record_stop
// returns the failure.

// Write the input of a detect, and its result. The world must be recording.
void mote_recorder_begin_frame(mote_world *world);
void mote_recorder_end_frame(mote_world *world, mote_result result);

// Write the input of a sweep, whose bodies are updated, and its result.
void mote_recorder_begin_sweep(mote_world *world);
void mote_recorder_end_sweep(mote_world *world, mote_result result);

// Stops the recording, if any, and ignores failures.
void mote_recorder_drop(mote_world *world);

// Releases buffers that are empty between frames.
void mote_recorder_trim(mote_world *world);

#endif
