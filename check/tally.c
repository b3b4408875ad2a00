#include "check/tally.h"

#include "core/result.h"

void check_tally_release(check_tally *tally)
{
    check_episodes_release(&tally->episodes);
    mote_array_release(&tally->frames, &mote_libc_allocator);
}

// Adds the crossings before the frame.
static void count_crossings(check_tally *tally, const check_found *found, mote_check_frame_sum *sum)
{
    const mote_check_frame *frame = &found->frame;
    tally->total.crossings += frame->crossing_count;
    for (uint32_t i = 0; i < frame->crossing_count; i++) {
        const mote_check_crossing *crossing = &frame->crossings[i];
        tally->total.hidden_crossings += crossing->hidden;
        if (crossing->hidden) sum->flags |= MOTE_CHECK_FRAME_HIDDEN;
    }
    if (found->leapt && tally->total.leaps++ == 0) {
        tally->first_leap = *found;
        tally->first_leap.frame =
            (mote_check_frame){.clip = frame->clip, .number = frame->number, .time = frame->time};
    }
}

static uint64_t rest_face_pairs(const mote_check_finding *finding)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < finding->region_count; i++)
        count += finding->regions[i].rest_face_pair_count;
    return count;
}

// Adds the findings of the frame. Returns the number of face pairs.
static uint64_t count_findings(mote_check_total *total, const mote_check_frame *frame,
                               mote_check_frame_sum *sum)
{
    uint64_t face_pairs = 0;
    for (uint32_t i = 0; i < frame->finding_count; i++) {
        const mote_check_finding *finding = &frame->findings[i];
        face_pairs += finding->face_pair_count;
        total->rest_face_pairs += rest_face_pairs(finding);
        if (finding->severity > sum->severity) sum->severity = (uint8_t)finding->severity;
        if (finding->depth_kind == MOTE_DEPTH_ESTIMATE && finding->depth > total->deepest)
            total->deepest = finding->depth;
        total->unknown_depths +=
            finding->severity == MOTE_CHECK_PENETRATE && finding->depth_kind != MOTE_DEPTH_ESTIMATE;
    }
    total->findings += frame->finding_count;
    total->face_pairs += face_pairs;
    return face_pairs;
}

mote_result check_tally_add(check_tally *tally, const check_found *found)
{
    const mote_check_frame *frame = &found->frame;
    mote_check_total *total = &tally->total;
    uint32_t count = frame->finding_count;
    mote_check_frame_sum sum = {
        .finding_count = (uint16_t)(count < UINT16_MAX ? count : UINT16_MAX),
        .flags = (uint8_t)((frame->cut_short ? MOTE_CHECK_FRAME_CUT_SHORT : 0) |
                           (frame->invalid_count ? MOTE_CHECK_FRAME_INVALID : 0))};
    uint64_t face_pairs = count_findings(total, frame, &sum);
    count_crossings(tally, found, &sum);
    sum.face_pair_count = face_pairs < UINT32_MAX ? (uint32_t)face_pairs : UINT32_MAX;
    total->checked++;
    total->frames[sum.severity]++;
    total->baseline_face_pairs += found->baseline_face_pairs;
    total->allowed_face_pairs += found->allowed_face_pairs;
    tally->baseline_met |= found->baseline_met;
    total->cut_short |= frame->cut_short;
    total->out_of_time |= frame->cut_short && found->out_of_time;
    total->crowded_frames += frame->cut_short && !found->out_of_time;
    total->invalid_frames += frame->invalid_count > 0;
    if (!mote_array_push(&tally->frames, &mote_libc_allocator, sum))
        return mote_fail_memory(sizeof sum, "the frames");
    return check_episodes_add(&tally->episodes, frame);
}
