#include "shape/discs.h"

#include "core/vec.h"

static mote_dvec3 unit_or_z(mote_dvec3 v)
{
    double length = mote_dvec_length(v);
    return length > 0 && length < (double)INFINITY ? mote_dvec_scale(v, 1 / length)
                                                   : (mote_dvec3){0, 0, 1};
}

// The area-weighted mean normal. Normals of children that point the opposite way are flipped.
static mote_dvec3 normal_around(const mote_disc8 *discs, uint32_t count)
{
    mote_dvec3 sum = {0, 0, 0};
    for (uint32_t lane = 0; lane < count; lane++) {
        mote_disc disc = mote_disc8_get(discs, lane);
        mote_dvec3 n = mote_vec_widen(disc.normal);
        double area = (double)disc.radius * (double)disc.radius;
        sum = mote_dvec_add(sum, mote_dvec_scale(n, mote_dvec_dot(sum, n) < 0 ? -area : area));
    }
    return mote_vec_widen(mote_dvec_narrow(unit_or_z(sum)));
}

mote_disc mote_disc_of_span(mote_vec3 center, mote_vec3 normal, double radius, mote_disc_span span,
                            double spare)
{
    mote_dvec3 shift = mote_dvec_scale(mote_vec_widen(normal), (span.low + span.high) / 2);
    mote_dvec3 middle = mote_dvec_add(mote_vec_widen(center), shift);
    mote_vec3 rounded = mote_dvec_narrow(middle);
    double off = mote_dvec_length(mote_dvec_sub(mote_vec_widen(rounded), middle));
    double half = (span.high - span.low) / 2;
    return (mote_disc){rounded, normal, (float)((radius + off) * (1 + 1e-6)),
                       (float)((half + off + spare) * (1 + 1e-6))};
}

mote_disc mote_disc_around(const mote_disc8 *discs, uint32_t count, const mote_box *box)
{
    mote_vec3 center = mote_dvec_narrow(mote_box_center(box));
    mote_dvec3 c = mote_vec_widen(center), n = normal_around(discs, count);
    double radius = 0;
    mote_disc_span span = {(double)INFINITY, (double)-INFINITY};
    for (uint32_t lane = 0; lane < count; lane++) {
        mote_disc disc = mote_disc8_get(discs, lane);
        mote_dvec3 to = mote_dvec_sub(mote_vec_widen(disc.center), c);
        double cosine = fmin(fabs(mote_dvec_dot(n, mote_vec_widen(disc.normal))), 1);
        double sine = fmin(sqrt(1 - cosine * cosine + 1e-6), 1); // normals are rounded
        double along = mote_dvec_dot(to, n);
        double across = sqrt(fmax(mote_dvec_dot(to, to) - along * along, 0));
        double thick = (double)disc.half, wide = (double)disc.radius;
        double low = along - cosine * thick - sine * wide;
        double high = along + cosine * thick + sine * wide;
        double reach = across + wide + sine * thick;
        // Not fmin and fmax: gcc 12 cannot compile them here for AArch64.
        if (low < span.low) span.low = low;
        if (high > span.high) span.high = high;
        if (reach > radius) radius = reach;
    }
    double spare = 1e-6 * (radius + fmax(fabs(span.low), fabs(span.high)));
    return mote_disc_of_span(center, mote_dvec_narrow(n), radius + spare, span, spare);
}
