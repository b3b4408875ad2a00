// Compares each seed of a with several seeds of b at a time. The nearest seed for each seed of b
// stays in its lane; the nearest seed for the seed of a is selected among the lanes at the end.

#include "method/paired/paired.h"

#include <math.h>

typedef struct nearest_lanes {
    mote_f32n nearness;
    mote_i32n other;
} nearest_lanes;

static inline mote_f32n splat(float x)
{
    mote_f32n zero = {0};
    return zero + x;
}

static inline void keep_nearer(nearest_lanes *kept, mote_f32n nearness, mote_i32n other)
{
    mote_i32n nearer = nearness < kept->nearness;
    kept->nearness = mote_f32n_select(nearer, nearness, kept->nearness);
    kept->other = (mote_i32n)mote_f32n_select(nearer, (mote_f32n)other, (mote_f32n)kept->other);
}

static void reduce(nearest_lanes lanes, float *nearness, uint32_t *other)
{
    *nearness = INFINITY;
    *other = 0;
    for (int k = 0; k < MOTE_F32N_LANES; k++) {
        bool nearer = lanes.nearness[k] < *nearness;
        bool tie = lanes.nearness[k] == *nearness && (uint32_t)lanes.other[k] < *other;
        if (!nearer && !tie) continue;
        *nearness = lanes.nearness[k];
        *other = (uint32_t)lanes.other[k];
    }
}

void MOTE_KERNEL(mote_nearest_seeds)(const mote_seed_points *a, const mote_seed_points *b,
                                     mote_nearest_seed *of_a, mote_nearest_seed *of_b)
{
    mote_i32n lane_number;
    for (int k = 0; k < MOTE_F32N_LANES; k++) lane_number[k] = k;
    for (uint32_t j = 0; j < b->count; j += MOTE_F32N_LANES) {
        nearest_lanes none = {splat(INFINITY), {0}};
        memcpy(of_b->nearness + j, &none.nearness, sizeof none.nearness);
        memcpy(of_b->other + j, &none.other, sizeof none.other);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        nearest_lanes row = {splat(INFINITY), {0}};
        for (uint32_t j = 0; j < b->count; j += MOTE_F32N_LANES) {
            mote_f32n x = mote_f32n_load(b->x + j) - a->x[i];
            mote_f32n y = mote_f32n_load(b->y + j) - a->y[i];
            mote_f32n z = mote_f32n_load(b->z + j) - a->z[i];
            mote_f32n reach = mote_f32n_load(b->reach + j) + a->reach[i];
            mote_f32n nearness = (x * x + y * y + z * z) / (reach * reach);
            keep_nearer(&row, nearness, lane_number + (int32_t)j);
            nearest_lanes column;
            memcpy(&column.nearness, of_b->nearness + j, sizeof column.nearness);
            memcpy(&column.other, of_b->other + j, sizeof column.other);
            keep_nearer(&column, nearness, (mote_i32n){0} + (int32_t)i);
            memcpy(of_b->nearness + j, &column.nearness, sizeof column.nearness);
            memcpy(of_b->other + j, &column.other, sizeof column.other);
        }
        reduce(row, &of_a->nearness[i], &of_a->other[i]);
    }
}
