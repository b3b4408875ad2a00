#include "papers/senin/options.h"

#include <math.h>

#include "core/result.h"

mote_senin_options mote_default_senin_options(void)
{
    return (mote_senin_options){.particles = 5,
                                .reach_part = 0.5f,
                                .neighborhood = 4,
                                .closest_pairs = 5,
                                .faces = 64,
                                .pursue = true,
                                .cache_distance = 0.5f};
}

mote_senin_options mote_literal_senin_options(void)
{
    mote_senin_options options = mote_default_senin_options();
    options.reach_part = 1;
    options.neighborhood = 1;
    options.closest_pairs = 1;
    options.pursue = false;
    return options;
}

static mote_result check_number(const char *name, uint32_t value, uint32_t least, uint32_t most)
{
    if (value >= least && value <= most) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "senin.%s is %u, not between %u and %u", name, value,
                     least, most);
}

static mote_result check_length(const char *name, float value)
{
    if (value >= 0 && value < INFINITY) return MOTE_OK;
    return mote_fail(MOTE_ERROR_ARGUMENT, "senin.%s is %g, which is no length", name,
                     (double)value);
}

mote_result mote_senin_check(const mote_settings *settings)
{
    const mote_senin_options *o = mote_senin_options_of(settings);
    const mote_result results[] = {
        check_number("particles", o->particles, 0, MOTE_SENIN_MOST_PARTICLES),
        check_number("closest_pairs", o->closest_pairs, 1, MOTE_SENIN_MOST_CLOSEST),
        check_number("faces", o->faces, 1, MOTE_SENIN_MOST_FACES),
        check_number("movement", (uint32_t)o->movement, 0, MOTE_SENIN_FACES),
        check_length("reach", o->reach),
        check_length("reach_part", o->reach_part),
        check_length("tolerance", o->tolerance),
        check_length("neighborhood", o->neighborhood),
        check_length("cache_distance", o->cache_distance),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i] != MOTE_OK) return results[i];
    return MOTE_OK;
}
