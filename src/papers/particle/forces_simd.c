// Places side by side in the lanes, sources one after the other.

#include "papers/particle/forces.h"
#include "papers/particle/forces_math.h"

typedef struct lanes {
    mote_f32n x, y, z;
} lanes;

static inline mote_f32n splat(float x)
{
    return (mote_f32n){0} + x;
}

static inline lanes load(const mote_places8 *places, int k)
{
    return (lanes){mote_f32n_load(places->x + k), mote_f32n_load(places->y + k),
                   mote_f32n_load(places->z + k)};
}

static inline mote_f32n squared(const mote_sources *s, uint32_t source, lanes p, mote_f32n most)
{
    mote_f32n dx = (p.x - s->at[source].x) * s->per_reach;
    mote_f32n dy = (p.y - s->at[source].y) * s->per_reach;
    mote_f32n dz = (p.z - s->at[source].z) * s->per_reach;
    mote_f32n q = dx * dx + dy * dy + dz * dz, least = splat(MOTE_LEAST_SQUARE);
    q = mote_f32n_select(q < most, q, most);
    return mote_f32n_select(q > least, q, least);
}

static inline mote_f32n half_log(mote_f32n q)
{
    mote_i32n bits = (mote_i32n)q;
    mote_i32n exponent = (bits - MOTE_SQRT_HALF_BITS) >> MOTE_MANTISSA_BITS;
    mote_f32n m = (mote_f32n)(bits - exponent * (1 << MOTE_MANTISSA_BITS));
    mote_f32n s = (m - 1.0f) / (m + 1.0f), t = s * s;
    mote_f32n series = 1.0f + t * (MOTE_THIRD + t * (MOTE_FIFTH + t * MOTE_SEVENTH));
    return __builtin_convertvector(exponent, mote_f32n) * MOTE_HALF_LN2 + s * series;
}

void MOTE_KERNEL(mote_log_potentials)(const mote_sources *sources, const mote_places8 *places,
                                      float sums[MOTE_PLACES])
{
    mote_f32n most = splat(sources->endless ? MOTE_MOST_SQUARE : 1.0f);
    for (int k = 0; k < MOTE_PLACES; k += MOTE_F32N_LANES) {
        lanes p = load(places, k);
        mote_f32n sum = mote_f32n_load(sums + k);
        for (uint32_t i = 0; i < sources->count; i++) sum += half_log(squared(sources, i, p, most));
        memcpy(sums + k, &sum, sizeof sum);
    }
}

void MOTE_KERNEL(mote_inverse_squares)(const mote_sources *sources, const mote_places8 *places,
                                       float sums[MOTE_PLACES])
{
    mote_f32n most = splat(sources->endless ? MOTE_MOST_SQUARE : 1.0f);
    mote_i32n always = (mote_i32n){0} - (sources->endless ? 1 : 0);
    for (int k = 0; k < MOTE_PLACES; k += MOTE_F32N_LANES) {
        lanes p = load(places, k);
        mote_f32n sum = mote_f32n_load(sums + k);
        for (uint32_t i = 0; i < sources->count; i++) {
            mote_f32n q = squared(sources, i, p, most);
            sum += mote_f32n_select((q < 1.0f) | always, 1.0f / q, splat(0.0f));
        }
        memcpy(sums + k, &sum, sizeof sum);
    }
}
