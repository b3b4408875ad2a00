#include "bench/protocol.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/floor.h"
#include "core/result.h"

// What one call of bench_measure works with.
typedef struct session {
    const bench_stage *stage;
    const bench_contender *contenders;
    const bench_protocol *protocol;
    bench_measurement *result;
    bench_pair_set *expected;  // of each frame, what the first contender found
    float *expected_distances; // of each frame
    bench_pair_set found;
    double *seconds;     // of each frame of the sequence that is being played
    mote_vec3 *copied;   // where memcpy goes
    volatile float sink; // keeps the floor's result in use
} session;

// ---------------------------------------------------------------------------------------------
// Checking, in the warm-up

static void check_distance(session *s, uint32_t frame, float distance, bench_timing *timing)
{
    if (timing == s->result->timings) s->expected_distances[frame] = distance;
    double expected = (double)s->expected_distances[frame];
    double error = fabs((double)distance - expected);
    if (error > 0.0) error /= fmax(fabs(expected), 1e-30);
    timing->distance_error = fmax(timing->distance_error, error);
}

static mote_result check_pairs(session *s, uint32_t frame, bool bodies_only, bench_timing *timing)
{
    bench_measurement *result = s->result;
    bench_pair_set_normalize(&s->found);
    timing->pair_count += s->found.count;
    if (timing != result->timings) {
        bench_pair_difference difference =
            bodies_only ? bench_pair_set_compare_bodies(&s->expected[frame], &s->found)
                        : bench_pair_set_compare(&s->expected[frame], &s->found);
        timing->missed += difference.missed;
        timing->added += difference.added;
        return MOTE_OK;
    }
    size_t faces = bench_pair_set_face_count(&s->found);
    if (faces == SIZE_MAX) return mote_fail_memory(s->found.count * 32, "faces in contact");
    result->faces_in_contact[frame] = (uint32_t)faces;
    result->classes[frame] = bench_classify(faces, s->stage->triangle_count);
    s->expected[frame] = s->found;
    s->found = (bench_pair_set){0};
    return MOTE_OK;
}

static mote_result check_frame(session *s, uint32_t frame, const bench_contender *contender,
                               void *state, bench_timing *timing)
{
    bench_frame_facts facts = {0};
    s->found.count = 0;
    mote_result result = contender->read(state, &s->found, &facts);
    if (result) return result;
    timing->candidates += facts.candidates;
    timing->exact_calls += facts.exact_calls;
    if (facts.bytes > timing->bytes) timing->bytes = facts.bytes;
    check_distance(s, frame, facts.distance, timing);
    return check_pairs(s, frame, contender->bodies_only, timing);
}

// ---------------------------------------------------------------------------------------------
// Timing

static double now(const session *s)
{
    return bench_clock_now(s->protocol->clock);
}

static double time_floor(session *s)
{
    double start = now(s);
    mote_box box = bench_floor_min_max(s->stage->positions, s->stage->position_count);
    double seconds = now(s) - start;
    s->sink = box.min.x;
    return seconds;
}

static double time_copy(session *s)
{
    double start = now(s);
    memcpy(s->copied, s->stage->positions, s->stage->position_count * sizeof *s->copied);
    double seconds = now(s) - start;
    s->sink = s->copied[s->stage->position_count - 1].x;
    return seconds;
}

static mote_result time_frame(session *s, uint32_t frame, const bench_contender *contender,
                              void *state)
{
    mote_result result = MOTE_OK;
    if (contender->prepare) result = contender->prepare(state, s->stage);
    if (result) return result;
    bench_stage_show(s->stage, frame);
    double start = now(s);
    result = contender->frame(state, s->stage);
    s->seconds[frame] = now(s) - start;
    return result;
}

static void time_floors(session *s, uint32_t frame)
{
    bench_stage_show(s->stage, frame);
    double seconds = time_floor(s);
    bench_keep_least(&s->result->floor_seconds[frame], &seconds, 1);
    bench_stage_show(s->stage, frame);
    seconds = time_copy(s);
    bench_keep_least(&s->result->copy_seconds[frame], &seconds, 1);
}

// One whole sequence from a cold start, timed, and checked if it is the warm-up.
static mote_result play(session *s, uint32_t which, bool warm_up)
{
    const bench_contender *contender = &s->contenders[which];
    bench_timing *timing = &s->result->timings[which];
    void *state = NULL;
    bench_stage_show(s->stage, 0);
    mote_result result =
        contender->open(contender->settings, s->stage, s->protocol->question, &state);
    for (uint32_t frame = 0; frame < s->stage->frame_count && !result; frame++) {
        result = time_frame(s, frame, contender, state);
        if (result) break;
        if (warm_up) result = check_frame(s, frame, contender, state, timing);
        time_floors(s, frame);
    }
    contender->close(state);
    if (s->protocol->progress) s->protocol->progress(s->protocol->context);
    return result;
}

static mote_result play_all(session *s)
{
    bench_measurement *m = s->result;
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < m->contender_count && !result; i++) result = play(s, i, true);
    for (uint32_t repeat = 0; repeat < m->repeats; repeat++) {
        for (uint32_t i = 0; i < m->contender_count && !result; i++) {
            // Each takes its turn at being first.
            uint32_t which = (i + repeat) % m->contender_count;
            result = play(s, which, false);
            if (result) break;
            bench_keep_least(m->timings[which].seconds, s->seconds, m->frame_count);
            m->timings[which].run_medians[repeat] =
                bench_summarize(s->seconds, m->frame_count).median;
        }
    }
    return result;
}

// ---------------------------------------------------------------------------------------------
// Memory

static double *infinite_seconds(size_t count)
{
    double *seconds = malloc(count * sizeof *seconds);
    for (size_t i = 0; i < count && seconds; i++) seconds[i] = (double)INFINITY;
    return seconds;
}

static bool create_measurement(const session *s, uint32_t count, bench_measurement *m)
{
    uint32_t frames = s->stage->frame_count;
    *m = (bench_measurement){.frame_count = frames,
                             .repeats = s->protocol->repeats,
                             .clock = s->protocol->clock,
                             .contender_count = count,
                             .timings = calloc(count, sizeof *m->timings),
                             .floor_seconds = infinite_seconds(frames),
                             .copy_seconds = infinite_seconds(frames),
                             .faces_in_contact = calloc(frames, sizeof *m->faces_in_contact),
                             .classes = calloc(frames, sizeof *m->classes)};
    if (!m->timings || !m->floor_seconds || !m->copy_seconds || !m->faces_in_contact || !m->classes)
        return false;
    bool ok = true;
    for (uint32_t i = 0; i < count; i++) {
        bench_timing *timing = &m->timings[i];
        const char *version = s->contenders[i].version;
        snprintf(timing->name, sizeof timing->name, "%s", s->contenders[i].name);
        snprintf(timing->version, sizeof timing->version, "%s", version ? version : "");
        timing->seconds = infinite_seconds(frames);
        timing->run_medians = infinite_seconds(m->repeats);
        ok = ok && timing->seconds && timing->run_medians;
    }
    return ok;
}

void bench_measurement_release(bench_measurement *m)
{
    for (uint32_t i = 0; i < m->contender_count && m->timings; i++) {
        free(m->timings[i].seconds);
        free(m->timings[i].run_medians);
    }
    free(m->timings);
    free(m->floor_seconds);
    free(m->copy_seconds);
    free(m->faces_in_contact);
    free(m->classes);
    *m = (bench_measurement){0};
}

static bool open_session(session *s)
{
    uint32_t frames = s->stage->frame_count;
    s->expected = calloc(frames, sizeof *s->expected);
    s->expected_distances = calloc(frames, sizeof *s->expected_distances);
    s->seconds = calloc(frames, sizeof *s->seconds);
    s->copied = calloc(s->stage->position_count, sizeof *s->copied);
    return s->expected && s->expected_distances && s->seconds && s->copied;
}

static void close_session(session *s)
{
    for (uint32_t i = 0; i < s->stage->frame_count && s->expected; i++)
        bench_pair_set_release(&s->expected[i]);
    bench_pair_set_release(&s->found);
    free(s->expected);
    free(s->expected_distances);
    free(s->seconds);
    free(s->copied);
}

mote_result bench_measure(const bench_stage *stage, const bench_contender *contenders,
                          uint32_t count, const bench_protocol *protocol, bench_measurement *out)
{
    session s = {.stage = stage, .contenders = contenders, .protocol = protocol, .result = out};
    mote_result result;
    if (create_measurement(&s, count, out) && open_session(&s))
        result = play_all(&s);
    else
        result = mote_fail_memory(stage->frame_count * sizeof(double), "a measurement");
    close_session(&s);
    if (result) bench_measurement_release(out);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Reading

bool bench_timing_agrees(const bench_timing *timing)
{
    return timing->missed == 0 && timing->added == 0 && timing->distance_error <= 1e-5;
}

bench_summary bench_summarize_frames(const bench_measurement *m, const double *seconds,
                                     bench_contact_class which)
{
    double *chosen = malloc((m->frame_count + (size_t)1) * sizeof *chosen);
    if (!chosen) return (bench_summary){0};
    size_t count = 0;
    for (uint32_t i = 0; i < m->frame_count; i++)
        if (bench_class_holds(which, m->classes[i])) chosen[count++] = seconds[i];
    bench_summary summary = bench_summarize(chosen, count);
    free(chosen);
    return summary;
}
