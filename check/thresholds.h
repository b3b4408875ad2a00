// The conditions that make a check fail.

#ifndef MOTE_CHECK_THRESHOLDS_H
#define MOTE_CHECK_THRESHOLDS_H

#include <mote/check.h>

// As in mote_check_def.
typedef struct check_thresholds {
    mote_check_severity fail_on;
    float fail_depth;
    bool pass_unknown_depth;
    float min_area;
    uint32_t min_faces, min_frames;
} check_thresholds;

check_thresholds check_thresholds_of(const mote_check_def *def);

// Does the region exceed the thresholds in its frame? The duration is tested elsewhere.
bool check_thresholds_exceeded(const check_thresholds *thresholds, const mote_check_region *region);

#endif
