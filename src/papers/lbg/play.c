#include "papers/lbg/play.h"

#include <string.h>

static bool join(mote_lbg_play *play, const mote_frame *frame, mote_lbg_body *body)
{
    if (body->frame == frame->number) return true;
    body->frame = frame->number;
    body->place = (uint32_t)play->bodies.count;
    return mote_array_push(&play->bodies, frame->allocator, body);
}

static bool list_bodies(mote_lbg_play *play, const mote_frame *frame,
                        const mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!join(play, frame, candidates[i].state_a) || !join(play, frame, candidates[i].state_b))
            return false;
    }
    return true;
}

// Counts neighbors, sums, then fills from behind: afterwards `first` is where each list begins.
static void link_bodies(uint32_t *first, uint32_t body_count, mote_lbg_body **others,
                        const mote_candidate *candidates, uint32_t count)
{
    memset(first, 0, (body_count + 1) * sizeof *first);
    for (uint32_t i = 0; i < count; i++) {
        first[((mote_lbg_body *)candidates[i].state_a)->place]++;
        first[((mote_lbg_body *)candidates[i].state_b)->place]++;
    }
    for (uint32_t i = 0; i < body_count; i++) first[i + 1] += first[i];
    for (uint32_t i = count; i-- > 0;) {
        mote_lbg_body *a = candidates[i].state_a, *b = candidates[i].state_b;
        others[--first[a->place]] = b;
        others[--first[b->place]] = a;
    }
}

bool mote_lbg_play_begin(mote_lbg_play *play, const mote_frame *frame,
                         const mote_candidate *candidates, uint32_t count)
{
    play->bodies.count = play->first.count = play->others.count = 0;
    if (!list_bodies(play, frame, candidates, count)) return false;
    uint32_t *first = mote_array_room(&play->first, frame->allocator, play->bodies.count + 1);
    mote_lbg_body **others = mote_array_room(&play->others, frame->allocator, 2 * (size_t)count);
    if (!first || !others) return false;
    link_bodies(first, (uint32_t)play->bodies.count, others, candidates, count);
    return true;
}

void mote_lbg_play_release(mote_lbg_play *play, const mote_allocator *allocator)
{
    mote_array_release(&play->bodies, allocator);
    mote_array_release(&play->first, allocator);
    mote_array_release(&play->others, allocator);
}
