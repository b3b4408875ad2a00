#include "check/pieces.h"

#include "check/state.h"

mote_result check_look_at_piece(mote_check *check, uint32_t first, uint32_t count,
                                check_found_take *take, void *context)
{
    mote_result result = check_need_ready(check, "check_look_at_piece");
    if (!result) result = check_frames_start(&check->frames);
    check->stage = CHECK_RUNNING;
    if (!result) result = check_frames_skip(&check->frames, first);
    for (; count > 0 && !result && !check_frames_are_done(&check->frames); count--) {
        check_found found;
        result = check_frames_next(&check->frames, 0, &found);
        if (!result) result = take(context, &found);
    }
    check_lanes_restore(check->frames.lanes);
    return result;
}

void check_replay(mote_check *check, check_found_next *next, void *context)
{
    check->next = next;
    check->next_context = context;
}

void check_record(mote_check *check, check_found_take *take, void *context)
{
    check->take = take;
    check->take_context = context;
}

const check_animation *check_animation_of(const mote_check *check)
{
    return check->animation;
}

uint64_t check_cost(const mote_check *check)
{
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < check->animation->part_count; i++)
        triangles += check->animation->parts[i]->triangle_count;
    return triangles * check_animation_wanted(check->animation);
}
