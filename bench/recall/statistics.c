#include "bench/recall/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Shares

static const double z = 1.959963984540054; // 97.5 % of the normal distribution lie below

void recall_share_count(recall_share *share, bool hit)
{
    share->hits += hit;
    share->of++;
}

void recall_share_add(recall_share *share, recall_share other)
{
    share->hits += other.hits;
    share->of += other.of;
}

double recall_share_value(recall_share share)
{
    return share.of ? (double)share.hits / (double)share.of : (double)NAN;
}

recall_interval recall_share_interval(recall_share share)
{
    if (share.of == 0) return (recall_interval){0.0, 1.0};
    double n = (double)share.of, p = (double)share.hits / n;
    double middle = p + z * z / (2.0 * n);
    double half = z * sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n));
    double scale = 1.0 / (1.0 + z * z / n);
    // At the ends the formula gives 0 and 1, except for rounding.
    return (recall_interval){share.hits == 0 ? 0.0 : (middle - half) * scale,
                             share.hits == share.of ? 1.0 : (middle + half) * scale};
}

// ---------------------------------------------------------------------------------------------
// Samples

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
    // Slightly less, for shares such as 0.9 that are not binary fractions.
    double rank = ceil(share * (double)samples->count - 1e-9);
    return samples->values[rank < 1.0 ? 0 : (size_t)rank - 1];
}

double recall_samples_sum(const recall_samples *samples)
{
    double sum = 0.0;
    for (size_t i = 0; i < samples->count; i++) sum += samples->values[i];
    return sum;
}
