#include "assets/curve.h"

#include <math.h>

// Where a Bezier curve with ends 0 and 1 is at `u`.
static double bezier(double first, double second, double u)
{
    double v = 1 - u;
    return 3 * v * v * u * first + 3 * v * u * u * second + u * u * u;
}

// The parameter at which the Bezier curve of times reaches `t`. Both reaches are at most 1, so that times never fall.
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
    double first = key->leaving * length * reach; // above the value of the key
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

// How a time outside of the keys falls within them, and what is added to the value there.
static double extrapolate(const asset_key *keys, uint64_t count, asset_extrapolation how,
                          double time, double *added)
{
    double start = keys[0].time, end = keys[count - 1].time, length = end - start;
    *added = 0;
    if (how == ASSET_EXTRAPOLATE_CONSTANT || !(length > 0)) return time;
    double turns = floor((time - start) / length);
    double within = time - start - turns * length;
    within = within < 0 ? 0 : within > length ? length : within;
    if (how == ASSET_EXTRAPOLATE_MIRROR && fmod(turns, 2) != 0) within = length - within;
    if (how == ASSET_EXTRAPOLATE_OFFSET) *added = turns * (keys[count - 1].value - keys[0].value);
    return start + within;
}

double asset_curve_sample(const asset_file *asset, const asset_curve *curve, double time)
{
    const asset_key *keys = asset->keys.data + curve->keys.first;
    uint64_t count = curve->keys.count;
    double added = 0;
    time = nearbyint(time * ASSET_TICKS_PER_SECOND) / ASSET_TICKS_PER_SECOND;
    if (time < keys[0].time)
        time = extrapolate(keys, count, (asset_extrapolation)curve->before, time, &added);
    else if (time > keys[count - 1].time)
        time = extrapolate(keys, count, (asset_extrapolation)curve->after, time, &added);
    return sample_keys(keys, count, time) + added;
}

void asset_channel_weights(const float *full, uint64_t count, double percent, double *weights)
{
    for (uint64_t i = 0; i < count; i++) weights[i] = 0;
    if (count == 0) return;
    uint64_t above = 0; // the first target at this percentage or more, or the last
    while (above + 1 < count && percent > (double)full[above]) above++;
    double low = above ? (double)full[above - 1] : 0, high = (double)full[above];
    double t = (percent - low) / (high - low);
    weights[above] = t;
    if (above) weights[above - 1] = 1 - t;
}
