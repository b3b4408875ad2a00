#include "papers/areas/nearest_code.h"

#include <math.h>

static float squared_distance(const mote_code_search *s, size_t point, const float *code)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < s->dimensions; k++) {
        float difference = s->columns[k * s->stride + point] - code[k];
        sum += difference * difference;
    }
    return sum;
}

void mote_nearest_codes_scalar(const mote_code_search *s, uint32_t *nearest, float *squared)
{
    for (size_t point = 0; point < s->stride; point++) {
        nearest[point] = 0;
        squared[point] = INFINITY;
        for (uint32_t c = 0; c < s->code_count; c++) {
            float d = squared_distance(s, point, s->codes + (size_t)c * s->dimensions);
            if (!(d < squared[point])) continue;
            nearest[point] = c;
            squared[point] = d;
        }
    }
}
