// The force kernels: points are in the lanes, and the loop passes over the sources.

#include "papers/particle/forces.h"

typedef struct lanes {
    mote_f32n x, y, z;
} lanes;

static inline mote_f32n splat(float x)
{
    return (mote_f32n){0} + x;
}

static inline lanes load(const mote_force_points *points, int k)
{
    return (lanes){mote_f32n_load(points->x + k), mote_f32n_load(points->y + k),
                   mote_f32n_load(points->z + k)};
}

static inline mote_f32n squared(const mote_force_sources *s, uint32_t source, lanes p,
                                mote_f32n max)
{
    mote_f32n dx = (p.x - s->at[source].x) * s->inverse_reach;
    mote_f32n dy = (p.y - s->at[source].y) * s->inverse_reach;
    mote_f32n dz = (p.z - s->at[source].z) * s->inverse_reach;
    mote_f32n q = dx * dx + dy * dy + dz * dz, min = splat(MOTE_MIN_SQUARE);
    q = mote_f32n_select(q < max, q, max);
    return mote_f32n_select(q > min, q, min);
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

void MOTE_KERNEL(mote_log_potentials)(const mote_force_sources *sources,
                                      const mote_force_points *points,
                                      float sums[MOTE_FORCE_POINTS])
{
    mote_f32n max = splat(sources->unlimited ? MOTE_MAX_SQUARE : 1.0f);
    for (int k = 0; k < MOTE_FORCE_POINTS; k += MOTE_F32N_LANES) {
        lanes p = load(points, k);
        mote_f32n sum = mote_f32n_load(sums + k);
        for (uint32_t i = 0; i < sources->count; i++) sum += half_log(squared(sources, i, p, max));
        memcpy(sums + k, &sum, sizeof sum);
    }
}

void MOTE_KERNEL(mote_inverse_squares)(const mote_force_sources *sources,
                                       const mote_force_points *points,
                                       float sums[MOTE_FORCE_POINTS])
{
    mote_f32n max = splat(sources->unlimited ? MOTE_MAX_SQUARE : 1.0f);
    mote_i32n always = (mote_i32n){0} - (sources->unlimited ? 1 : 0);
    for (int k = 0; k < MOTE_FORCE_POINTS; k += MOTE_F32N_LANES) {
        lanes p = load(points, k);
        mote_f32n sum = mote_f32n_load(sums + k);
        for (uint32_t i = 0; i < sources->count; i++) {
            mote_f32n q = squared(sources, i, p, max);
            sum += mote_f32n_select((q < 1.0f) | always, 1.0f / q, splat(0.0f));
        }
        memcpy(sums + k, &sum, sizeof sum);
    }
}
