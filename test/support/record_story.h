// A world in which everything happens that a recording must keep: bodies come, go, move, stop and
// break, in every layout.

#ifndef MOTE_TEST_RECORD_STORY_H
#define MOTE_TEST_RECORD_STORY_H

#include <mote/recording.h>

#include "support/random_frames.h"

// A recording in memory.
typedef struct recorded_bytes {
    unsigned char *data;
    size_t size;
    size_t writes;
    size_t fail_at; // the write to fail, counted from 1; 0 never
    uint32_t closed;
    bool fails_to_close;
} recorded_bytes;

mote_record_sink recorded_bytes_sink(recorded_bytes *bytes);
void recorded_bytes_release(recorded_bytes *bytes);

// Writes right checksums as far as chunks have a sensible length.
void repair_recording(unsigned char *data, size_t size);

enum { STORY_STEPS = 8 };

typedef struct story {
    random_frames frames;
    mote_random random;
    mote_world_def def;
    mote_world *world;
    mote_body_id ids[RANDOM_BODIES]; // generation 0 while there is none
    uint64_t hashes[STORY_STEPS];
    uint32_t step;
    bool gentle; // a call that fails is no failure of the test: memory may be short
} story;

// Story number `index` with bodies of about `faces` triangles. Fails the test when a call does.
void story_begin(story *story, uint64_t index, uint32_t faces, const mote_allocator *allocator);
void story_end(story *story);

// Changes the world and detects. Returns what the detect did.
mote_result story_step(story *story);

#endif
