#include "papers/rivals/closest_feature/sweep.h"

void mote_sweep_sort(mote_swept_box *boxes, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        mote_swept_box moving = boxes[i];
        uint32_t at = i;
        for (; at > 0 && boxes[at - 1].box.min.x > moving.box.min.x; at--)
            boxes[at] = boxes[at - 1];
        boxes[at] = moving;
    }
}

uint32_t mote_sweep_end(const mote_swept_box *boxes, uint32_t count, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < count && boxes[end].box.min.x <= boxes[first].box.max.x) end++;
    return end;
}
