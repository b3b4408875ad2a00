// Eight boxes side by side, one coordinate a vector. A lane without a box is empty: min +inf, max
// -inf.

#ifndef MOTE_CORE_BOX8_H
#define MOTE_CORE_BOX8_H

#include <mote/base.h>

typedef struct mote_box8 {
    union {
        struct {
            float min_x[8], min_y[8], min_z[8];
            float max_x[8], max_y[8], max_z[8];
        };
        float bound[6][8]; // the same, in this order
    };
} mote_box8;

static inline mote_box mote_box8_get(const mote_box8 *boxes, uint32_t lane)
{
    return (mote_box){{boxes->min_x[lane], boxes->min_y[lane], boxes->min_z[lane]},
                      {boxes->max_x[lane], boxes->max_y[lane], boxes->max_z[lane]}};
}

static inline void mote_box8_set(mote_box8 *boxes, uint32_t lane, const mote_box *box)
{
    boxes->min_x[lane] = box->min.x;
    boxes->min_y[lane] = box->min.y;
    boxes->min_z[lane] = box->min.z;
    boxes->max_x[lane] = box->max.x;
    boxes->max_y[lane] = box->max.y;
    boxes->max_z[lane] = box->max.z;
}

#endif
