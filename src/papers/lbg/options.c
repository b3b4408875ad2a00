#include "papers/lbg/options.h"

#include "core/result.h"

mote_lbg_options mote_default_lbg_options(void)
{
    return (mote_lbg_options){.particles = 12,
                              .count = MOTE_LBG_COUNT_SPHERES,
                              .distance = MOTE_LBG_MEAN_EDGE,
                              .closest_pairs = 8,
                              .pursue = true,
                              .faces = 128,
                              .acceptable = 2};
}

mote_lbg_options mote_literal_lbg_options(void)
{
    return (mote_lbg_options){.particles = 12,
                              .count = MOTE_LBG_COUNT_SPHERES,
                              .literal_areas = true,
                              .distance = MOTE_LBG_MEAN_EDGE,
                              .closest_pairs = 1,
                              .acceptable = 1,
                              .literal_rectangles = true};
}

mote_result mote_lbg_check(const mote_settings *settings)
{
    const mote_lbg_options *o = mote_lbg_options_of(settings);
    if (o->particles > MOTE_LBG_MAX_PARTICLES)
        return mote_fail(MOTE_ERROR_ARGUMENT, "lbg.particles is %u, more than %d", o->particles,
                         MOTE_LBG_MAX_PARTICLES);
    if ((unsigned)o->count > MOTE_LBG_COUNT_KISSING)
        return mote_fail(MOTE_ERROR_ARGUMENT, "lbg.count %d is not a mote_lbg_count",
                         (int)o->count);
    if ((unsigned)o->distance > MOTE_LBG_ALL_PAIRS)
        return mote_fail(MOTE_ERROR_ARGUMENT, "lbg.distance %d is not a mote_lbg_distance",
                         (int)o->distance);
    if (o->closest_pairs < 1 || o->closest_pairs > MOTE_LBG_MAX_PAIRS)
        return mote_fail(MOTE_ERROR_ARGUMENT, "lbg.closest_pairs is %u, not 1 to %d",
                         o->closest_pairs, MOTE_LBG_MAX_PAIRS);
    if (!(o->acceptable >= 1))
        return mote_fail(MOTE_ERROR_ARGUMENT, "lbg.acceptable is %g, not 1 or more",
                         (double)o->acceptable);
    return MOTE_OK;
}
