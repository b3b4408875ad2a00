// Recordings from the inside: chunks both ways, an opened recording, and what a world does while it
// is recorded.

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
    size_t turns_at;    // offset of the chunk of turns; 0 for none
    const char *damage; // what is wrong after the intact bytes; null for nothing
    mote_recording_info info;
};

// ---------------------------------------------------------------------------------------------
// Chunks (recording_chunk.c)

// Collects a chunk and sends it. Nothing here returns a failure: after the first one nothing is
// written any more, and `result` and `message` keep what happened.
typedef struct mote_chunk_writer {
    mote_record_sink sink;
    const mote_allocator *allocator;
    mote_log log;
    mote_byte_array chunk; // being written
    uint64_t frame_count;  // frames recorded so far, for messages
    mote_result result;    // other than MOTE_OK: the recording is over
    char message[256];
} mote_chunk_writer;

void mote_chunk_begin(mote_chunk_writer *out, mote_chunk_kind kind);
void mote_put_u32(mote_chunk_writer *out, uint32_t value);
void mote_put_u64(mote_chunk_writer *out, uint64_t value);
void mote_put_double(mote_chunk_writer *out, double value);
void mote_put_floats(mote_chunk_writer *out, const float *values, size_t count);
void mote_put_indices(mote_chunk_writer *out, const uint32_t *values, size_t count);

// Room for bytes of any kind; null after a failure.
unsigned char *mote_put_room(mote_chunk_writer *out, size_t size);

// A number that is not known yet: returns its offset, which mote_fill_in takes.
size_t mote_put_later(mote_chunk_writer *out);
void mote_fill_in(mote_chunk_writer *out, size_t at, uint32_t value);

// Adds the length and the checksum, and sends the chunk.
void mote_chunk_end(mote_chunk_writer *out);

// What stands before the first chunk.
void mote_chunk_send_file_header(mote_chunk_writer *out);

// Sends the bytes as they are.
void mote_chunk_send(mote_chunk_writer *out);

// Ends the recording with a message, which is logged.
__attribute__((format(printf, 3, 4))) void
mote_chunk_fail(mote_chunk_writer *out, mote_result result, const char *format, ...);
void mote_chunk_out_of_memory(mote_chunk_writer *out);

// Numbers of a chunk. Reading past the end gives zero and is remembered.
typedef struct mote_cursor {
    const unsigned char *data; // of the whole recording
    size_t at, end;            // bytes of the recording
    bool overrun;
} mote_cursor;

// The chunk at `at`, which is known to be whole: a cursor over what it holds. `next` is where the
// next one is.
mote_cursor mote_recording_chunk(const mote_recording *recording, size_t at, mote_chunk_kind *kind,
                                 size_t *next);

uint32_t mote_cursor_u32(mote_cursor *cursor);
uint64_t mote_cursor_u64(mote_cursor *cursor);
double mote_cursor_double(mote_cursor *cursor);
void mote_cursor_floats(mote_cursor *cursor, float *out, size_t count);

// Are `count` elements of `size` bytes left? If not, the cursor fails.
bool mote_cursor_holds(mote_cursor *cursor, uint64_t count, size_t size);

// MOTE_ERROR_DATA with the byte before the message.
__attribute__((format(printf, 2, 3))) mote_result mote_fail_at(size_t byte, const char *format,
                                                               ...);

// Turns the failure of a call into one of the recording, at a byte.
mote_result mote_blame_recording(mote_result result, size_t byte, const char *what);

// MOTE_OK if the chunk was read exactly to its end.
mote_result mote_cursor_finish(const mote_cursor *cursor, const char *what);

// Fills `frame` and `before` of a world that is about to be played into.
mote_result mote_recording_begin_world(const mote_recording *recording, mote_world *world);

// ---------------------------------------------------------------------------------------------
// What a recorder and a player keep

// What was recorded of a slot of the bodies.
typedef struct mote_known_slot {
    uint32_t generation; // 0 while it is free
    uint32_t mesh;       // the number of the body's mesh
    bool promised;       // has promised bounds
} mote_known_slot;

// Meshes are identified by content: the address of one may be used again for another.
typedef struct mote_known_mesh {
    uint64_t hash;
    uint32_t vertex_count, triangle_count, flags;
} mote_known_mesh;

typedef struct mote_recorder {
    mote_chunk_writer out;
    MOTE_ARRAY(mote_known_slot) places; // parallel to the world's bodies
    MOTE_ARRAY(mote_known_mesh) meshes;
    mote_u64_array ignored;    // the keys last written
    mote_vec3_array positions; // of one body
} mote_recorder;

// What the player stores for a body.
typedef struct mote_played_body {
    float *positions; // in the order of the body's def; null while the slot is free
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
    mote_u32_array map;      // of the faces of a body that gets a new mesh
    mote_sweep_def step;     // the options of the present step
    uint64_t triangles;      // of all bodies
    size_t at;               // the next chunk
    uint64_t frame;          // the next one's number
    bool same_question;      // hashes are comparable
    bool exact_before;       // so was the last frame
    bool turns_lost;         // a budget may go on elsewhere than in the recorded world
    bool failed;
};

// ---------------------------------------------------------------------------------------------
// Meshes, new meshes of bodies, and new origins (recording_mesh.c)

// The number of a mesh in the recording, which is written if it is new.
uint32_t mote_recorder_number_of_mesh(mote_world *world, const mote_mesh *mesh);
mote_result mote_player_take_mesh(mote_player *player, mote_cursor *cursor);

// Write a change that the next frame does not show. The world is being recorded. The body has its new mesh.
void mote_recorder_put_remesh(mote_world *world, mote_body_id body, const uint32_t *new_face_of,
                              size_t count);
void mote_recorder_put_origin(mote_world *world);

// Read it back and apply it.
mote_result mote_player_take_remesh(mote_player *player, mote_cursor *cursor);
mote_result mote_player_take_origin(mote_player *player, mote_cursor *cursor);

// Room for the positions of a body that has just got its mesh; zeroed.
mote_result mote_player_make_room(mote_player *player, uint32_t index);

// MOTE_ERROR_LIMIT if the bodies would have more triangles in all than the recording has bytes.
mote_result mote_player_check_triangles(const mote_player *player, const mote_cursor *cursor,
                                        uint64_t triangles);

// ---------------------------------------------------------------------------------------------
// Steps (recording_sweep.c)

// What a chunk of a step has after what a frame has: the options and motions of the world's present sweep.
void mote_recording_put_step(mote_chunk_writer *out, const mote_world *world);

// Reads it back: gives the bodies their motions, with positions in `room`, and fills `def`. A world whose method cannot sweep gets no
// motions.
mote_result mote_recording_take_step(mote_world *world, mote_cursor *cursor,
                                     const mote_allocator *allocator, mote_vec3_array *room,
                                     mote_sweep_def *def);

// ---------------------------------------------------------------------------------------------
// What a world does while it is recorded (recording_write.c). Nothing here returns a failure: a
// recording that fails ends, and mote_world_record_stop returns the failure.

// Writes the input of a detect, and its result. The world is being recorded.
void mote_recorder_begin_frame(mote_world *world);
void mote_recorder_end_frame(mote_world *world, mote_result result);

// The same of a sweep, whose bodies are updated.
void mote_recorder_begin_sweep(mote_world *world);
void mote_recorder_end_sweep(mote_world *world, mote_result result);

// Stops the recording, if there is one, and ignores failures.
void mote_recorder_drop(mote_world *world);

// Gives back buffers that hold nothing between frames.
void mote_recorder_trim(mote_world *world);

#endif
