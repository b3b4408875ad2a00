#include "bench/against/ratio.h"

#include <math.h>
#include <stdlib.h>

#include "bench/times.h"
#include "core/random.h"
#include "core/result.h"

enum { RESAMPLES = 1000 };

typedef struct sampler {
    double *ratios; // logarithms: of frame f in round r at f * rounds + r
    uint32_t frame_count, rounds;
    uint32_t *drawn; // rounds of the present resample
    double *of_frame;
    double *of_resample;
} sampler;

static double frame_ratio(const sampler *s, uint32_t frame)
{
    const double *of_rounds = s->ratios + (size_t)frame * s->rounds;
    for (uint32_t r = 0; r < s->rounds; r++) s->of_frame[r] = of_rounds[s->drawn[r]];
    return bench_summarize(s->of_frame, s->rounds).median;
}

static double overall_ratio(const sampler *s)
{
    for (uint32_t r = 0; r < s->rounds; r++) s->drawn[r] = r;
    double sum = 0.0;
    for (uint32_t f = 0; f < s->frame_count; f++) sum += frame_ratio(s, f);
    return sum / s->frame_count;
}

static double resampled_ratio(const sampler *s, mote_random *random)
{
    for (uint32_t r = 0; r < s->rounds; r++) s->drawn[r] = mote_random_below(random, s->rounds);
    double sum = 0.0;
    for (uint32_t i = 0; i < s->frame_count; i++)
        sum += frame_ratio(s, mote_random_below(random, s->frame_count));
    return sum / s->frame_count;
}

static void take_logarithms(sampler *s, const bench_paired_times *times, const bool *chosen)
{
    for (uint32_t f = 0; f < times->frame_count; f++) {
        if (chosen && !chosen[f]) continue;
        double *to = s->ratios + (size_t)s->frame_count++ * s->rounds;
        for (uint32_t r = 0; r < s->rounds; r++) {
            size_t at = (size_t)f * s->rounds + r;
            to[r] = log(times->a[at] / times->b[at]);
        }
    }
}

static void find_interval(const sampler *s, bench_ratio *out)
{
    if (s->frame_count == 0) return;
    out->value = exp(overall_ratio(s));
    mote_random random = mote_random_stream(s->frame_count, s->rounds, 0);
    for (int i = 0; i < RESAMPLES; i++) s->of_resample[i] = resampled_ratio(s, &random);
    bench_summarize(s->of_resample, RESAMPLES); // sorts
    out->low = exp(s->of_resample[RESAMPLES * 25 / 1000]);
    out->high = exp(s->of_resample[RESAMPLES * 975 / 1000]);
}

mote_result bench_ratio_of(const bench_paired_times *times, const bool *chosen, bench_ratio *out)
{
    *out = (bench_ratio){.value = 1.0, .high = (double)INFINITY};
    sampler s = {.rounds = times->rounds};
    size_t count = (size_t)times->frame_count * times->rounds;
    s.ratios = calloc(count + 1, sizeof *s.ratios);
    s.drawn = calloc(times->rounds, sizeof *s.drawn);
    s.of_frame = calloc(times->rounds, sizeof *s.of_frame);
    s.of_resample = calloc(RESAMPLES, sizeof *s.of_resample);
    mote_result result = MOTE_OK;
    if (s.ratios && s.drawn && s.of_frame && s.of_resample) {
        take_logarithms(&s, times, chosen);
        out->frame_count = s.frame_count;
        find_interval(&s, out);
    } else {
        result = mote_fail_memory(count * sizeof *s.ratios, "ratios of times");
    }
    free(s.ratios);
    free(s.drawn);
    free(s.of_frame);
    free(s.of_resample);
    return result;
}
