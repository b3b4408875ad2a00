#include "check/thresholds.h"

check_thresholds check_thresholds_of(const mote_check_def *def)
{
    return (check_thresholds){.fail_on = def->fail_on,
                              .fail_depth = def->fail_depth,
                              .pass_unknown_depth = def->pass_unknown_depth,
                              .min_area = def->min_area,
                              .min_faces = def->min_faces,
                              .min_frames = def->min_frames};
}

bool check_thresholds_exceeded(const check_thresholds *t, const mote_check_region *region)
{
    if (region->severity < t->fail_on) return false;
    // A part inside another has no face pairs and no area, so a minimum must not exclude it.
    if (region->face_pair_count &&
        (region->face_pair_count < t->min_faces || region->area < t->min_area))
        return false;
    if (t->fail_on < MOTE_CHECK_PENETRATE || t->fail_depth <= 0) return true;
    if (region->depth_kind != MOTE_DEPTH_ESTIMATE) return !t->pass_unknown_depth;
    return region->depth > t->fail_depth;
}
