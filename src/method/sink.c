#include "method/sink.h"

void mote_sink_add(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate,
                   uint32_t face_a, uint32_t face_b, bool touches)
{
    mote_hit *last = sink->hits.count ? (mote_hit *)sink->hits.data + sink->hits.count - 1 : NULL;
    if (sink->counting && last && last->candidate == candidate) {
        last->face_a++;
        last->touches |= touches;
        return;
    }
    mote_hit hit = {candidate, sink->counting ? 1 : face_a, sink->counting ? 0 : face_b, touches};
    if (!mote_untyped_push(&sink->hits, allocator, &hit)) sink->failed = true;
}

void mote_sink_add_touch(mote_sink *sink, const mote_allocator *allocator, uint32_t candidate)
{
    mote_hit hit = {candidate, MOTE_NONE, MOTE_NONE, true};
    if (!mote_untyped_push(&sink->hits, allocator, &hit)) sink->failed = true;
}
