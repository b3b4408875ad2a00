#include "bench/recall/frames.h"

recall_frames recall_frames_choose(uint32_t count, uint32_t whole)
{
    if (count == 0) count = whole;
    uint32_t stretches = count >= whole ? 1 : (count - 1) / RECALL_STRETCH + 1;
    return (recall_frames){.count = count,
                           .whole = whole,
                           .stretch = (count - 1) / stretches + 1,
                           .stretch_count = stretches};
}

uint32_t recall_frames_at(const recall_frames *frames, uint32_t i)
{
    if (frames->count >= frames->whole) return i;
    // Each stretch lies in the middle of its part of the scene.
    uint64_t number = i / frames->stretch, parts = frames->stretch_count;
    uint32_t begin = (uint32_t)(number * frames->whole / parts);
    uint32_t length = (uint32_t)((number + 1) * frames->whole / parts) - begin;
    uint32_t before = length > frames->stretch ? (length - frames->stretch) / 2 : 0;
    return begin + before + i % frames->stretch;
}

bool recall_frames_begins_stretch(const recall_frames *frames, uint32_t i)
{
    return i % frames->stretch == 0;
}
