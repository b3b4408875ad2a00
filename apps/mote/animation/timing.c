#include <math.h>

#include "apps/mote/animation/animation.h"
#include "core/result.h"

static const double most_frames = 1e6;

// A clip whose length is a whole number of frames but for rounding ends on a frame.
static const double frame_rounding = 1e-4;

mote_result check_count_frames(double start, double end, double fps, uint32_t *out)
{
    double frames = ceil((end - start) * fps - frame_rounding);
    if (!(frames < most_frames))
        return mote_fail(MOTE_ERROR_LIMIT, "%g seconds at %g frames a second are too many frames",
                         end - start, fps);
    *out = frames > 0 ? (uint32_t)frames + 1 : 1;
    return MOTE_OK;
}

double check_frame_time(double start, double end, double fps, uint32_t frame, uint32_t count)
{
    return frame + 1 >= count ? end : start + frame / fps;
}
