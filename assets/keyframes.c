#include "assets/keyframes.h"

#include <math.h>

// A time between two keys.
typedef struct place {
    uint64_t before, after; // equal outside of the keys
    double t;               // from 0 at `before` to 1 at `after`
    double length;          // seconds from `before` to `after`
} place;

static place find_place(const double *times, uint64_t count, double time)
{
    if (!(time > times[0])) return (place){0, 0, 0, 0};
    if (time >= times[count - 1]) return (place){count - 1, count - 1, 0, 0};
    uint64_t low = 0, high = count - 1; // times[low] <= time < times[high]
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    double length = times[high] - times[low];
    return (place){low, high, (time - times[low]) / length, length};
}

static void normalize(double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] = length > 0 ? q[i] / length : i == 3;
}

// sin(t angle) / sin(angle) for cosine = cos(angle) from 0 to 1, by its power series in cosine - 1:
// the same bits on every target, and no division by a small sine. Eberly, "A Fast and Accurate
// Algorithm for Computing SLERP", 2011; the terms shrink at least by half.
static double sine_ratio(double t, double cosine)
{
    double term = t, sum = t;
    for (int i = 1; i < 64 && fabs(term) > 1e-18; i++) {
        term *= (t * t - (double)i * i) / (i * (2.0 * i + 1)) * (cosine - 1);
        sum += term;
    }
    return sum;
}

void asset_slerp(const double a[4], const double b[4], double t, double out[4])
{
    double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    double sign = cosine < 0 ? -1 : 1;
    cosine = fmin(cosine * sign, 1);
    double of_a = sine_ratio(1 - t, cosine), of_b = sine_ratio(t, cosine) * sign;
    for (int i = 0; i < 4; i++) out[i] = of_a * a[i] + of_b * b[i];
    normalize(out);
}

static void widen(const float *numbers, uint32_t count, double *out)
{
    for (uint32_t i = 0; i < count; i++) out[i] = (double)numbers[i];
}

static void sample_linear(const asset_track *track, const float *values, place p, double *out)
{
    const float *before = values + p.before * track->width,
                *after = values + p.after * track->width;
    if (track->path == ASSET_PATH_ROTATION) {
        double a[4], b[4];
        widen(before, 4, a);
        widen(after, 4, b);
        normalize(a);
        normalize(b);
        asset_slerp(a, b, p.t, out);
        return;
    }
    for (uint32_t i = 0; i < track->width; i++)
        out[i] = (double)before[i] * (1 - p.t) + (double)after[i] * p.t;
}

// Each key is an in-tangent, a value and an out-tangent. Tangents are per second.
static void sample_cubic(const asset_track *track, const float *values, place p, double *out)
{
    uint32_t width = track->width;
    const float *before = values + p.before * width * 3, *after = values + p.after * width * 3;
    double t = p.t, t2 = t * t, t3 = t2 * t;
    for (uint32_t i = 0; i < width; i++) {
        double from = (double)before[width + i], to = (double)after[width + i];
        double leaving = p.length * (double)before[2 * width + i];
        double arriving = p.length * (double)after[i];
        out[i] = (2 * t3 - 3 * t2 + 1) * from + (t3 - 2 * t2 + t) * leaving +
                 (3 * t2 - 2 * t3) * to + (t3 - t2) * arriving;
    }
}

void asset_track_sample(const asset_file *asset, const asset_track *track, double time, double *out)
{
    const double *times = asset->times.data + track->times.first;
    const float *values = asset->numbers.data + track->first_value;
    place p = find_place(times, track->times.count, time);
    switch ((asset_interpolation)track->interpolation) {
    case ASSET_INTERPOLATION_STEP:
        widen(values + p.before * track->width, track->width, out);
        break;
    case ASSET_INTERPOLATION_LINEAR: sample_linear(track, values, p, out); break;
    case ASSET_INTERPOLATION_CUBIC: sample_cubic(track, values, p, out); break;
    }
    if (track->path == ASSET_PATH_ROTATION) normalize(out);
}
