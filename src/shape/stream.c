#include "shape/stream.h"

#include <math.h>

#include "core/box.h"

static mote_box run_box(const float *xyz, uint32_t first, uint32_t end, bool *finite)
{
    mote_box box = mote_box_empty();
    for (uint32_t v = first; v < end; v++) {
        const float *p = xyz + 3 * (size_t)v;
        *finite = *finite && isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
        mote_box_add_point(&box, (mote_vec3){p[0], p[1], p[2]});
    }
    return box;
}

bool mote_own_boxes_scalar(const float *xyz, const uint32_t *run_first, uint32_t run_count,
                           uint32_t first_group, uint32_t end_group, mote_box8 *own,
                           mote_box *whole)
{
    bool finite = true;
    *whole = mote_box_empty();
    for (uint32_t run = 8 * first_group; run < 8 * end_group; run++) {
        mote_box box = mote_box_empty();
        if (run < run_count) box = run_box(xyz, run_first[run], run_first[run + 1], &finite);
        mote_box8_set(&own[run / 8], run % 8, &box);
        mote_box_add_box(whole, &box);
    }
    return finite;
}

bool mote_block_boxes_scalar(const float *xyz, uint32_t vertex_count, uint32_t first_group,
                             uint32_t end_group, mote_box8 *blocks, mote_box *whole)
{
    bool finite = true;
    *whole = mote_box_empty();
    for (uint32_t block = 8 * first_group; block < 8 * end_group; block++) {
        uint32_t first = block * MOTE_STREAM_BLOCK, end = first + MOTE_STREAM_BLOCK;
        mote_box box = run_box(xyz, first, end < vertex_count ? end : vertex_count, &finite);
        mote_box8_set(&blocks[block / 8], block % 8, &box);
        mote_box_add_box(whole, &box);
    }
    return finite;
}
