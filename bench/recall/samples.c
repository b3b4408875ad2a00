#include "bench/recall/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static mote_result reserve(recall_samples *samples, size_t count)
{
    if (count <= samples->capacity) return MOTE_OK;
    size_t capacity = samples->capacity ? samples->capacity : 64;
    while (capacity < count) capacity *= 2;
    double *values = realloc(samples->values, capacity * sizeof *values);
    if (!values) return mote_fail_memory(capacity * sizeof *values, "samples");
    samples->values = values;
    samples->capacity = capacity;
    return MOTE_OK;
}

mote_result recall_samples_add(recall_samples *samples, double value)
{
    mote_result result = reserve(samples, samples->count + 1);
    if (result) return result;
    samples->values[samples->count++] = value;
    samples->sorted = false;
    return MOTE_OK;
}

mote_result recall_samples_add_all(recall_samples *samples, const recall_samples *others)
{
    if (others->count == 0) return MOTE_OK;
    mote_result result = reserve(samples, samples->count + others->count);
    if (result) return result;
    memcpy(samples->values + samples->count, others->values,
           others->count * sizeof *others->values);
    samples->count += others->count;
    samples->sorted = false;
    return MOTE_OK;
}

void recall_samples_release(recall_samples *samples)
{
    free(samples->values);
    *samples = (recall_samples){0};
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double recall_samples_quantile(recall_samples *samples, double share)
{
    if (samples->count == 0) return (double)NAN;
    if (!samples->sorted) qsort(samples->values, samples->count, sizeof(double), ascending);
    samples->sorted = true;
    // A hair less, for shares such as 0.9 that are no binary fractions.
    double rank = ceil(share * (double)samples->count - 1e-9);
    return samples->values[rank < 1.0 ? 0 : (size_t)rank - 1];
}

double recall_samples_sum(const recall_samples *samples)
{
    double sum = 0.0;
    for (size_t i = 0; i < samples->count; i++) sum += samples->values[i];
    return sum;
}
