// Plays: animations whose every position is known by formula, and what 'mote check' must find in
// them.

#ifndef MOTE_TEST_CHECK_PLAY_H
#define MOTE_TEST_CHECK_PLAY_H

#include "support/meshes.h"

enum { PLAY_PARTS = 4 };

typedef struct play play;

// Where a vertex is at a time, from its rest position. Independent of what the command does.
typedef mote_dvec3 play_motion(const play *p, uint32_t part, uint32_t vertex, double time);

struct play {
    const char *name; // of the case
    test_mesh parts[PLAY_PARTS];
    uint32_t part_count;
    play_motion *motion;
    bool self; // parts are checked against themselves
    double start, end, fps;
};

mote_dvec3 play_rest(const play *p, uint32_t part, uint32_t vertex);
void play_release(play *p);

// A box of the given half sizes around a place, each side cut into `cells` by `cells` squares.
test_mesh play_box(mote_dvec3 place, mote_dvec3 half, uint32_t cells);

// A file name in a folder of the test's own.
const char *play_path(char room[4096], const char *name);

// Runs 'mote VERB ARGUMENTS' with the shell; its exit code, or -1 for a signal. Standard output and
// standard error go to the files out.txt and err.txt of the folder. Skips the test where there is
// no command.
int play_run_verb(const char *verb, const char *arguments);

// The same of 'mote check'.
int play_run(const char *arguments);

// Everything a file holds, with a final zero; the caller frees it.
char *play_slurp(const char *path);

// 'mote check ARGUMENTS' finds exactly what trying every face against every face of the play's
// formula finds: the frames, the pairs of parts, the pairs of faces. The same report comes from
// every method and number of threads. At least one frame is bad and one is clean.
void play_expect(const play *p, const char *arguments);

#endif
