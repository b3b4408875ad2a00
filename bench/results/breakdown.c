#include "bench/results/breakdown.h"

#include <math.h>
#include <stdlib.h>

#include "bench/method_contender.h"
#include "core/result.h"

const char *bench_part_name(bench_frame_part part)
{
    static const char *const names[] = {"update", "broad phase", "face pairs", "report",
                                        "contacts"};
    return names[part];
}

// One sequence of frames, with contacts or without, and the least times of each frame so far.
typedef struct sequence {
    const bench_stage *stage;
    bench_contender contender;
    double *parts[BENCH_PART_CONTACTS]; // of each frame
    bool *in_contact;
} sequence;

static double whole_frame(const sequence *s, uint32_t frame)
{
    double sum = 0;
    for (int part = 0; part < BENCH_PART_CONTACTS; part++) sum += s->parts[part][frame];
    return sum;
}

// What the library's clock does not see, setting positions, counts as update.
static void keep_if_less(const sequence *s, uint32_t frame, double seconds,
                         const mote_report *report)
{
    const mote_stats *stats = &report->stats;
    s->in_contact[frame] = report->face_pair_count > 0;
    if (seconds >= whole_frame(s, frame)) return;
    s->parts[BENCH_PART_UPDATE][frame] = seconds - stats->total_seconds + stats->update_seconds;
    s->parts[BENCH_PART_BROAD][frame] = stats->broad_seconds;
    s->parts[BENCH_PART_PAIRS][frame] = stats->pairs_seconds;
    s->parts[BENCH_PART_REPORT][frame] = stats->report_seconds;
}

static mote_result play(const sequence *s)
{
    void *state = NULL;
    bench_stage_show(s->stage, 0);
    mote_result result =
        s->contender.open(s->contender.settings, s->stage, BENCH_ASK_PAIRS, &state);
    for (uint32_t frame = 0; frame < s->stage->frame_count && !result; frame++) {
        bench_stage_show(s->stage, frame);
        double start = bench_clock_now(BENCH_CLOCK_WALL);
        result = s->contender.frame(state, s->stage);
        double seconds = bench_clock_now(BENCH_CLOCK_WALL) - start;
        mote_report report;
        if (!result) result = s->contender.report(state, &report);
        if (!result) keep_if_less(s, frame, seconds, &report);
    }
    s->contender.close(state);
    return result;
}

static bool create(uint32_t frame_count, bench_breakdown *out)
{
    *out = (bench_breakdown){.frame_count = frame_count};
    out->in_contact = calloc(frame_count, sizeof *out->in_contact);
    bool ok = out->in_contact != NULL;
    for (int part = 0; part < BENCH_PART_COUNT; part++) {
        out->parts[part] = malloc(frame_count * sizeof(double));
        for (uint32_t i = 0; i < frame_count && out->parts[part]; i++)
            out->parts[part][i] = (double)INFINITY;
        ok = ok && out->parts[part];
    }
    return ok;
}

void bench_breakdown_release(bench_breakdown *breakdown)
{
    for (int part = 0; part < BENCH_PART_COUNT; part++) free(breakdown->parts[part]);
    free(breakdown->in_contact);
    *breakdown = (bench_breakdown){0};
}

static sequence sequence_of(const bench_stage *stage, const bench_method_settings *settings,
                            const bench_breakdown *into)
{
    sequence s = {.stage = stage,
                  .contender = bench_method_contender(settings),
                  .in_contact = into->in_contact};
    for (int part = 0; part < BENCH_PART_CONTACTS; part++) s.parts[part] = into->parts[part];
    return s;
}

mote_result bench_breakdown_measure(const bench_stage *stage, uint32_t repeats,
                                    bench_breakdown *out)
{
    bench_method_settings settings[2];
    bench_breakdown with = {0};
    if (!create(stage->frame_count, out) || !create(stage->frame_count, &with)) {
        bench_breakdown_release(out);
        bench_breakdown_release(&with);
        return mote_fail_memory(stage->frame_count * sizeof(double), "the times of frames");
    }
    for (int i = 0; i < 2; i++) {
        bench_method_settings_make("hybrid", 1, &settings[i]);
        settings[i].world.contacts = i == 1;
    }
    sequence plain = sequence_of(stage, &settings[0], out);
    sequence full = sequence_of(stage, &settings[1], &with);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < repeats && !result; i++) {
        result = play(&plain);
        if (!result) result = play(&full);
    }
    for (uint32_t i = 0; i < stage->frame_count; i++) {
        double more = with.parts[BENCH_PART_REPORT][i] - out->parts[BENCH_PART_REPORT][i];
        out->parts[BENCH_PART_CONTACTS][i] = more > 0 ? more : 0;
    }
    bench_breakdown_release(&with);
    if (result) bench_breakdown_release(out);
    return result;
}

double bench_breakdown_median(const bench_breakdown *breakdown, bench_frame_part part, bool contact)
{
    double *seconds = calloc((size_t)breakdown->frame_count + 1, sizeof *seconds);
    if (!seconds) return 0;
    size_t count = 0;
    for (uint32_t i = 0; i < breakdown->frame_count; i++) {
        if (contact && !breakdown->in_contact[i]) continue;
        double sum = 0;
        for (int k = 0; k < BENCH_PART_COUNT; k++) sum += breakdown->parts[k][i];
        seconds[count++] = part == BENCH_PART_COUNT ? sum : breakdown->parts[part][i];
    }
    double median = bench_summarize(seconds, count).median;
    free(seconds);
    return median;
}
