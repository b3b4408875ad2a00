// The nearest code vector of each point: points stay in registers while the loop passes over all
// codes. Six dimensions, position and normal, have a loop of their own in which the compiler
// unrolls the coordinates.

#include "papers/areas/areas.h"

#include <math.h>

enum { USUAL_DIMENSIONS = 6 };

static inline mote_f32n splat(float x)
{
    mote_f32n zero = {0};
    return zero + x;
}

static inline __attribute__((always_inline)) void search_lanes(const mote_code_search *s,
                                                               uint32_t dimensions, size_t point,
                                                               uint32_t *nearest, float *squared)
{
    mote_f32n x[USUAL_DIMENSIONS];
    uint32_t kept = dimensions < USUAL_DIMENSIONS ? dimensions : USUAL_DIMENSIONS;
    for (uint32_t k = 0; k < kept; k++) x[k] = mote_f32n_load(s->columns + k * s->stride + point);
    mote_f32n smallest = splat(INFINITY);
    mote_i32n index = {0};
    const float *code = s->codes;
    for (uint32_t c = 0; c < s->code_count; c++, code += dimensions) {
        mote_f32n sum = {0};
        for (uint32_t k = 0; k < dimensions; k++) {
            mote_f32n here = k < kept ? x[k] : mote_f32n_load(s->columns + k * s->stride + point);
            mote_f32n difference = here - code[k];
            sum += difference * difference;
        }
        mote_i32n nearer = sum < smallest;
        smallest = mote_f32n_select(nearer, sum, smallest);
        index = (mote_i32n)mote_f32n_select(nearer, (mote_f32n)((mote_i32n){0} + (int32_t)c),
                                            (mote_f32n)index);
    }
    memcpy(nearest + point, &index, sizeof index);
    memcpy(squared + point, &smallest, sizeof smallest);
}

void MOTE_KERNEL(mote_nearest_codes)(const mote_code_search *s, uint32_t *nearest, float *squared)
{
    if (s->dimensions == USUAL_DIMENSIONS)
        for (size_t p = 0; p < s->stride; p += MOTE_F32N_LANES)
            search_lanes(s, USUAL_DIMENSIONS, p, nearest, squared);
    else
        for (size_t p = 0; p < s->stride; p += MOTE_F32N_LANES)
            search_lanes(s, s->dimensions, p, nearest, squared);
}
