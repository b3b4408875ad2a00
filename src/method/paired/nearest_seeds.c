#include "method/paired/nearest_seeds.h"

#include <math.h>

static float nearness(const mote_seed_points *a, uint32_t i, const mote_seed_points *b, uint32_t j)
{
    float x = b->x[j] - a->x[i], y = b->y[j] - a->y[i], z = b->z[j] - a->z[i];
    float reach = b->reach[j] + a->reach[i];
    return (x * x + y * y + z * z) / (reach * reach);
}

void mote_nearest_seeds_scalar(const mote_seed_points *a, const mote_seed_points *b,
                               mote_nearest_seed *of_a, mote_nearest_seed *of_b)
{
    for (uint32_t j = 0; j < b->count; j++) {
        of_b->nearness[j] = INFINITY;
        of_b->other[j] = 0;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        of_a->nearness[i] = INFINITY;
        of_a->other[i] = 0;
        for (uint32_t j = 0; j < b->count; j++) {
            float near = nearness(a, i, b, j);
            if (near < of_a->nearness[i]) {
                of_a->nearness[i] = near;
                of_a->other[i] = j;
            }
            if (near < of_b->nearness[j]) {
                of_b->nearness[j] = near;
                of_b->other[j] = i;
            }
        }
    }
}
