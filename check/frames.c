#include "check/frames.h"

#include "core/result.h"

mote_result check_frames_open(check_frames *frames, const check_checker_def *def)
{
    frames->def = *def;
    return check_checker_create(def, &frames->checker);
}

void check_frames_release(check_frames *frames)
{
    check_lanes_destroy(frames->lanes);
    check_checker_destroy(frames->checker);
    *frames = (check_frames){0};
}

// Starts lanes, so that threads check several frames at a time. Collisions between frames are found
// one frame after the other.
mote_result check_frames_start(check_frames *frames)
{
    const check_checker_def *def = &frames->def;
    uint32_t wanted = check_animation_wanted(def->animation);
    frames->next_clip = 0;
    frames->next_frame = def->animation->clips[0].first_frame;
    if (def->worker_count == 1 || def->between || wanted < 2 || def->animation->part_count == 0)
        return MOTE_OK;
    return check_lanes_create(def, wanted, &frames->lanes);
}

bool check_frames_are_done(const check_frames *frames)
{
    return frames->next_clip >= frames->def.animation->clip_count;
}

static void advance(check_frames *frames)
{
    const check_animation *animation = frames->def.animation;
    if (frames->next_frame++ < animation->clips[frames->next_clip].last_frame) return;
    if (++frames->next_clip < animation->clip_count)
        frames->next_frame = animation->clips[frames->next_clip].first_frame;
}

static mote_result look(check_frames *frames, double deadline, check_found *out)
{
    if (!frames->lanes)
        return check_checker_look_on(frames->checker, frames->next_clip, frames->next_frame,
                                     deadline, out);
    mote_result result = MOTE_OK;
    if (check_lanes_are_empty(frames->lanes)) {
        uint32_t last = frames->def.animation->clips[frames->next_clip].last_frame;
        result = check_lanes_look(frames->lanes, frames->next_clip, frames->next_frame,
                                  last - frames->next_frame + 1, deadline);
    }
    return result ? result : check_lanes_take(frames->lanes, &frames->checker->kept, out);
}

mote_result check_frames_next(check_frames *frames, double deadline, check_found *out)
{
    mote_result result = look(frames, deadline, out);
    if (!result) result = check_checker_keep(frames->checker, &out->frame);
    if (!result) advance(frames);
    return result;
}

mote_result check_frames_evaluate(const check_frames *frames, uint32_t part)
{
    return frames->lanes ? check_lanes_evaluate(frames->lanes, part)
                         : check_evaluate_part(frames->def.animation, part, NULL);
}

mote_result check_frames_skip(check_frames *frames, uint32_t count)
{
    while (count-- > 0 && !check_frames_are_done(frames)) advance(frames);
    if (check_frames_are_done(frames)) return MOTE_OK;
    const check_clip *clip = &frames->def.animation->clips[frames->next_clip];
    if (frames->next_frame == clip->first_frame) return MOTE_OK;
    check_found before;
    frames->next_frame--;
    return check_frames_next(frames, 0, &before);
}

mote_result check_frames_pass(check_frames *frames, const mote_check_frame *frame)
{
    if (frame->clip != frames->next_clip || frame->number != frames->next_frame)
        return mote_fail(MOTE_ERROR_DATA,
                         "frame %u of clip %u comes in place of frame %u of clip %u", frame->number,
                         frame->clip, frames->next_frame, frames->next_clip);
    advance(frames);
    return MOTE_OK;
}
