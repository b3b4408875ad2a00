// A scene played by several methods, timed by the common protocol in processor time.

#ifndef MOTE_PAPER_TIMED_H
#define MOTE_PAPER_TIMED_H

#include "bench/method_contender.h"
#include "bench/paper/paper.h"
#include "bench/protocol.h"

enum { MOTE_TIMED_METHODS = 12 };

typedef struct mote_timed_def {
    const char *scene;
    uint32_t detail;
    uint32_t first_frame, frame_count; // 0 frames: all that the scene shows
    uint32_t repeats;                  // at least 1
    mote_clock clock;                  // processor time unless told otherwise
    mote_method_settings settings[MOTE_TIMED_METHODS];
    uint32_t count;
} mote_timed_def;

typedef struct mote_timed {
    mote_stage stage;
    mote_measurement measured;
    const mote_timed_def *def;
} mote_timed;

// Without methods; three repeats, one when quick.
mote_timed_def mote_timed_of(const mote_paper_run *run, const char *scene);

// Adds a method with its default settings, one thread, and gives them to be changed. A method that this
// library does not have, or one too many, is left out: null.
mote_method_settings *mote_timed_add(mote_timed_def *def, const char *method);

// The last frames of a scene of `frames` in all, or all when there are fewer.
void mote_timed_take_last(mote_timed_def *def, uint32_t frames, uint32_t of);

// Plays and measures. The first method is what others are checked against; methods that are exact must
// agree with it, or this fails and says which does not.
mote_result mote_timed_run(const mote_timed_def *def, mote_timed *out);
void mote_timed_release(mote_timed *timed);

// Seconds: of one frame, of the last, the mean of all, of those with contact (NaN without any), the most.
typedef struct mote_timed_figures {
    double last, mean, mean_in_contact, most;
    uint32_t frames_in_contact;
} mote_timed_figures;

mote_timed_figures mote_timed_summary(const mote_timed *timed, uint32_t method);

// Milliseconds of each frame, for plots; release with free. Null for no memory.
double *mote_timed_milliseconds(const mote_timed *timed, uint32_t method);
double *mote_timed_frame_numbers(const mote_timed *timed);

#endif
