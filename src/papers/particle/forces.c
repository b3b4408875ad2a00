// The scalar twins of the kernels in forces_simd.c.

#include "papers/particle/forces.h"

float mote_inverse_reach(float reach)
{
    const float min = 1e-30f, max = 1e30f;
    if (!(reach > min)) reach = min;
    return 1.0f / (reach < max ? reach : max);
}

// Squared distance in units of the reach, clamped to the minimum and the maximum. NaN gives the
// maximum.
static float squared(const mote_force_sources *s, uint32_t source, const mote_force_points *p,
                     int point)
{
    float dx = (p->x[point] - s->at[source].x) * s->inverse_reach;
    float dy = (p->y[point] - s->at[source].y) * s->inverse_reach;
    float dz = (p->z[point] - s->at[source].z) * s->inverse_reach;
    float q = dx * dx + dy * dy + dz * dz;
    float max = s->unlimited ? MOTE_MAX_SQUARE : 1.0f;
    q = q < max ? q : max;
    return q > MOTE_MIN_SQUARE ? q : MOTE_MIN_SQUARE;
}

static float half_log(float q)
{
    int32_t bits;
    memcpy(&bits, &q, sizeof bits);
    int32_t exponent = (bits - MOTE_SQRT_HALF_BITS) >> MOTE_MANTISSA_BITS;
    int32_t mantissa = bits - exponent * (1 << MOTE_MANTISSA_BITS);
    float m;
    memcpy(&m, &mantissa, sizeof m);
    float s = (m - 1.0f) / (m + 1.0f), t = s * s;
    float series = 1.0f + t * (MOTE_THIRD + t * (MOTE_FIFTH + t * MOTE_SEVENTH));
    return (float)exponent * MOTE_HALF_LN2 + s * series;
}

void mote_log_potentials_scalar(const mote_force_sources *sources, const mote_force_points *points,
                                float sums[MOTE_FORCE_POINTS])
{
    for (uint32_t i = 0; i < sources->count; i++) {
        for (int k = 0; k < MOTE_FORCE_POINTS; k++)
            sums[k] += half_log(squared(sources, i, points, k));
    }
}

void mote_inverse_squares_scalar(const mote_force_sources *sources, const mote_force_points *points,
                                 float sums[MOTE_FORCE_POINTS])
{
    for (uint32_t i = 0; i < sources->count; i++) {
        for (int k = 0; k < MOTE_FORCE_POINTS; k++) {
            float q = squared(sources, i, points, k);
            sums[k] += q < 1.0f || sources->unlimited ? 1.0f / q : 0.0f;
        }
    }
}
