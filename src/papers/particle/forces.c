// The scalar twins: what the kernels of forces_simd.c do, one place after the other.

#include "papers/particle/forces.h"

#include "papers/particle/forces_math.h"

float mote_per_reach(float reach)
{
    const float least = 1e-30f, most = 1e30f;
    if (!(reach > least)) reach = least;
    return 1.0f / (reach < most ? reach : most);
}

// Squared distance in units of the reach, between the least and the most that count; the most for NaN.
static float squared(const mote_sources *s, uint32_t source, const mote_places8 *p, int place)
{
    float dx = (p->x[place] - s->at[source].x) * s->per_reach;
    float dy = (p->y[place] - s->at[source].y) * s->per_reach;
    float dz = (p->z[place] - s->at[source].z) * s->per_reach;
    float q = dx * dx + dy * dy + dz * dz;
    float most = s->endless ? MOTE_MOST_SQUARE : 1.0f;
    q = q < most ? q : most;
    return q > MOTE_LEAST_SQUARE ? q : MOTE_LEAST_SQUARE;
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

void mote_log_potentials_scalar(const mote_sources *sources, const mote_places8 *places,
                                float sums[MOTE_PLACES])
{
    for (uint32_t i = 0; i < sources->count; i++) {
        for (int k = 0; k < MOTE_PLACES; k++) sums[k] += half_log(squared(sources, i, places, k));
    }
}

void mote_inverse_squares_scalar(const mote_sources *sources, const mote_places8 *places,
                                 float sums[MOTE_PLACES])
{
    for (uint32_t i = 0; i < sources->count; i++) {
        for (int k = 0; k < MOTE_PLACES; k++) {
            float q = squared(sources, i, places, k);
            sums[k] += q < 1.0f || sources->endless ? 1.0f / q : 0.0f;
        }
    }
}
