#include "papers/smith/face_cell.h"

// Planes closer than a few steps of float rounding would fall together, and a face in them be in
// many cells of no width; in cells finer than the tolerance each face would be in many as well.
static uint32_t usable_level(float low, float high, uint32_t level, float tolerance)
{
    double largest = fmax(fabs((double)low), fabs((double)high));
    double finest = fmax((double)tolerance, fmax(largest * 0x1p-22, 0x1p-147));
    double size = (double)high - (double)low;
    while (level > 0 && ldexp(size, -(int)level) < finest) level--;
    return level;
}

// A pair counts as near when its distance, as computed, is at most the tolerance; the cell around
// the middle of the shortest line between the two must list both in spite of the error of that
// distance, 1e-6 d + 1e-14 times the largest coordinate (geometry.h), which is doubled here twice.
static float clip_reach(const mote_box *root, float tolerance)
{
    if (!(tolerance > 0)) return 0;
    float x = fmaxf(fabsf(root->min.x), fabsf(root->max.x));
    float y = fmaxf(fabsf(root->min.y), fabsf(root->max.y));
    float z = fmaxf(fabsf(root->min.z), fabsf(root->max.z));
    float largest = fmaxf(x, fmaxf(y, z));
    return 0.5f * tolerance * 1.000004f + 4e-14f * largest;
}

smith_grid smith_grid_of(const mote_box *root, uint32_t level, const mote_frame *frame)
{
    smith_grid grid = {.low = {root->min.x, root->min.y, root->min.z},
                       .high = {root->max.x, root->max.y, root->max.z},
                       .reach = clip_reach(root, frame->tolerance),
                       .face_box = frame->settings->smith.face_box};
    for (int k = 0; k < 3; k++) {
        uint32_t usable = usable_level(grid.low[k], grid.high[k], level, frame->tolerance);
        grid.extent[k] = 1u << usable;
        grid.step[k] = ldexp((double)grid.high[k] - (double)grid.low[k], -(int)usable);
    }
    return grid;
}
