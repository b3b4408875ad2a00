// The scalar twins of refit_simd.c.

#include "core/box.h"
#include "method/refit/kernels.h"

static mote_box triangle_box(const mote_refit_source *source, uint32_t slot)
{
    mote_vec3 t[3];
    for (int k = 0; k < 3; k++) {
        const float *p = source->xyz + 3 * (size_t)source->corners[3 * (size_t)slot + (size_t)k];
        t[k] = (mote_vec3){p[0], p[1], p[2]};
    }
    mote_box box = mote_box_of_triangle(t);
    return mote_box_widened(&box, source->reach);
}

void mote_refit_leaves_scalar(const mote_refit_source *source, uint32_t first, uint32_t end,
                              mote_box8 *groups)
{
    for (uint32_t slot = 8 * first; slot < 8 * end; slot++) {
        mote_box box =
            slot < source->triangle_count ? triangle_box(source, slot) : mote_box_empty();
        mote_box8_set(&groups[slot / 8], slot % 8, &box);
    }
}

void mote_refit_parents_scalar(const mote_box8 *groups, uint32_t count, mote_box8 *parents)
{
    for (uint32_t i = 0; i < (count + 7) / 8 * 8; i++) {
        mote_box box = mote_box_empty();
        for (uint32_t lane = 0; lane < 8 && i < count; lane++) {
            mote_box child = mote_box8_get(&groups[i], lane);
            mote_box_add_box(&box, &child);
        }
        mote_box8_set(&parents[i / 8], i % 8, &box);
    }
}
