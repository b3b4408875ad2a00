#include "assets/curve.h"

#include <math.h>

// The value at `u` of a Bezier curve from 0 to 1 with these control points.
static double bezier(double first, double second, double u)
{
    double v = 1 - u;
    return 3 * v * v * u * first + 3 * v * u * u * second + u * u * u;
}

// Finds the parameter at which the Bezier curve of the times has the value `t`. Control points are
// within [0, 1], so the times are monotonic.
static double solve(double first, double second, double t)
{
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (bezier(first, second, middle) < t)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static double sample_cubic(const asset_key *key, const asset_key *next, double t)
{
    const float third = 1.0f / 3;
    double length = next->time - key->time, rise = next->value - key->value;
    bool plain = key->leaving_reach == third && key->arriving_reach == third;
    double reach = plain ? 1.0 / 3 : (double)key->leaving_reach;
    double back = plain ? 1.0 / 3 : (double)key->arriving_reach;
    double u = plain ? t : solve(reach, 1 - back, t), v = 1 - u;
    double first = key->leaving * length * reach; // relative to the value of the key
    double second = rise - key->arriving * length * back;
    return key->value + 3 * v * v * u * first + 3 * v * u * u * second + u * u * u * rise;
}

static double sample_keys(const asset_key *keys, uint64_t count, double time)
{
    if (!(time > keys[0].time)) return keys[0].value;
    if (time >= keys[count - 1].time) return keys[count - 1].value;
    uint64_t low = 0, high = count - 1; // keys[low].time <= time < keys[high].time
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (keys[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    const asset_key *key = &keys[low], *next = &keys[high];
    if (time == key->time) return key->value;
    double t = (time - key->time) / (next->time - key->time);
    switch ((asset_key_kind)key->kind) {
    case ASSET_KEY_CONSTANT: return key->value;
    case ASSET_KEY_CONSTANT_NEXT: return next->value;
    case ASSET_KEY_LINEAR: return key->value * (1 - t) + next->value * t;
    case ASSET_KEY_CUBIC: break;
    }
    return sample_cubic(key, next, t);
}

// The slope of the curve at its first or its last key.
static double slope_at_end(const asset_key *keys, uint64_t count, bool last)
{
    if (count < 2) return 0;
    const asset_key *key = last ? &keys[count - 2] : keys, *next = key + 1;
    switch ((asset_key_kind)key->kind) {
    case ASSET_KEY_CONSTANT:
    case ASSET_KEY_CONSTANT_NEXT: return 0;
    case ASSET_KEY_LINEAR: return (next->value - key->value) / (next->time - key->time);
    case ASSET_KEY_CUBIC: break;
    }
    return last ? key->arriving : key->leaving;
}

// Extrapolates beyond the keys. Counts time in ticks, so that the end of a repetition is exact; at
// that time the curve has the value of the key nearer to the keyed range.
static double sample_outside(const asset_key *keys, uint64_t count, asset_extrapolation how,
                             double time)
{
    const asset_key *first = keys, *end = &keys[count - 1];
    bool after = time > end->time;
    if (how == ASSET_EXTRAPOLATE_CONSTANT || count < 2) return after ? end->value : first->value;
    if (how == ASSET_EXTRAPOLATE_SLOPE)
        return (after ? end->value : first->value) +
               (time - (after ? end->time : first->time)) * slope_at_end(keys, count, after);
    double start = nearbyint(first->time * ASSET_TICKS_PER_SECOND);
    double length = nearbyint(end->time * ASSET_TICKS_PER_SECOND) - start;
    double from_start = nearbyint(time * ASSET_TICKS_PER_SECOND) - start;
    if (!(length > 0)) return after ? end->value : first->value;
    double turns = after ? floor(from_start / length) : -floor(-from_start / length) - 1;
    double within = from_start - turns * length;
    if (how == ASSET_EXTRAPOLATE_MIRROR && fmod(turns, 2) != 0) within = length - within;
    double added = how == ASSET_EXTRAPOLATE_OFFSET ? turns * (end->value - first->value) : 0;
    return sample_keys(keys, count, (start + within) / ASSET_TICKS_PER_SECOND) + added;
}

double asset_curve_sample(const asset_file *asset, const asset_curve *curve, double time)
{
    const asset_key *keys = asset->keys.data + curve->keys.first;
    uint64_t count = curve->keys.count;
    time = nearbyint(time * ASSET_TICKS_PER_SECOND) / ASSET_TICKS_PER_SECOND;
    if (time < keys[0].time)
        return sample_outside(keys, count, (asset_extrapolation)curve->before, time);
    if (time > keys[count - 1].time)
        return sample_outside(keys, count, (asset_extrapolation)curve->after, time);
    return sample_keys(keys, count, time);
}

void asset_channel_weights(const float *full, uint64_t count, double percent, double *weights)
{
    for (uint64_t i = 0; i < count; i++) weights[i] = 0;
    if (count == 0) return;
    uint64_t above = 0; // first target at this percentage or more, or the last target
    while (above + 1 < count && percent > (double)full[above]) above++;
    double low = above ? (double)full[above - 1] : 0, high = (double)full[above];
    double t = (percent - low) / (high - low);
    weights[above] = t;
    if (above) weights[above - 1] = 1 - t;
}
