// Rules of Saenghaengtham and Kanongchaiyos 2006 for bodies that are taken for spheres.

#include <math.h>
#include <mote/papers.h>

#include "core/result.h"

enum { KISSING_NUMBER = 12 };

uint32_t mote_count_by_kissing(uint32_t body_count)
{
    return body_count < KISSING_NUMBER ? body_count : KISSING_NUMBER;
}

// Thirteen equal spheres that touch a larger one are at least so far apart as seen from its center, at best: the
// Tammes problem for thirteen points (Musin and Tarasov 2012), 57.1367 degrees. Half of it is the half angle of a
// shadow, of which this is the sine.
#define SINE_FOR_THIRTEEN 0.478196

// Seen from the center of X a sphere of radius r that touches it fills a cone of half angle asin(r / (R + r)),
// which cuts a cap of area B = 2 pi (1 - cos) from the unit sphere, A = 4 pi.
mote_result mote_count_by_shadows(float radius, float other_radius, uint32_t *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "count by shadows: out is null");
    if (!(radius >= 0.0f && isfinite(radius) && other_radius > 0.0f && isfinite(other_radius)))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "count by shadows: radii %g and %g are not both sizes", (double)radius,
                         (double)other_radius);
    double sine = (double)other_radius / ((double)radius + (double)other_radius);
    // 1 - cos = sin^2 / (1 + cos), which does not cancel for small spheres
    double ratio = 2.0 * (1.0 + sqrt(1.0 - sine * sine)) / (sine * sine);
    if (sine > SINE_FOR_THIRTEEN) ratio = fmin(ratio, KISSING_NUMBER);
    ratio *= 1.0 + 1e-12; // a whole number must not lose one to rounding
    *out = ratio < (double)UINT32_MAX ? (uint32_t)ratio : UINT32_MAX;
    return MOTE_OK;
}
