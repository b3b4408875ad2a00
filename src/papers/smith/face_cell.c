// Cells of the octree, and the one cell of each face pair.

#include "papers/smith/smith.h"

// Planes closer than a few steps of float rounding would coincide, and a face in them would be in
// many cells of no width; in cells finer than the tolerance, too, each face would be in many.
static uint32_t usable_level(float low, float high, uint32_t level, float tolerance)
{
    double largest = fmax(fabs((double)low), fabs((double)high));
    double finest = fmax((double)tolerance, fmax(largest * 0x1p-22, 0x1p-147));
    double size = (double)high - (double)low;
    while (level > 0 && ldexp(size, -(int)level) < finest) level--;
    return level;
}

// A pair counts as near when its distance, as computed, is at most the tolerance. The cell around
// the middle of the shortest line between the two must contain both in spite of the error of that
// distance, 1e-6 d + 1e-14 times the largest coordinate (geometry.h), which is multiplied by four
// here. That coordinate may be outside the root.
static float clip_reach(const mote_box *bodies, float tolerance)
{
    if (!(tolerance > 0)) return 0;
    float x = fmaxf(fabsf(bodies->min.x), fabsf(bodies->max.x));
    float y = fmaxf(fabsf(bodies->min.y), fabsf(bodies->max.y));
    float z = fmaxf(fabsf(bodies->min.z), fabsf(bodies->max.z));
    float largest = fmaxf(x, fmaxf(y, z));
    return mote_half_reach(tolerance) * 1.000004f + 4e-14f * largest;
}

mote_smith_grid mote_smith_grid_of(const mote_box *root, uint32_t level, const mote_box *bodies,
                                   const mote_frame *frame)
{
    const mote_smith_options *options = mote_smith_options_of(frame->settings);
    mote_smith_grid grid = {.low = {root->min.x, root->min.y, root->min.z},
                            .high = {root->max.x, root->max.y, root->max.z},
                            .reach = clip_reach(bodies, frame->tolerance),
                            .face_box = options->face_box,
                            .paper_clip = options->paper_clip};
    for (int k = 0; k < 3; k++) {
        uint32_t usable = usable_level(grid.low[k], grid.high[k], level, frame->tolerance);
        grid.extent[k] = 1u << usable;
        grid.step[k] = ldexp((double)grid.high[k] - (double)grid.low[k], -(int)usable);
    }
    return grid;
}

// ---------------------------------------------------------------------------------------------
// Each face pair once (section 3.5: "only if it was not previously put there by examination of another voxel").
// The paper does not say how; a set of pairs would need memory. Instead a pair belongs to the first cell, in
// the order of the octree, that contains both faces. That is nearly always the cell with the lowest corner of the
// overlap of their boxes, which precedes all other cells that both boxes reach; then no search is necessary.
// Where clipping keeps a face out of that cell, the octree in between is searched. The paper's own clipping is not
// consistent: it may keep a face out of a cell and in one of its children. Then the search must begin at the root and ask
// the same questions as the division did, or a pair would be tested twice or never.

static bool strictly_between(float low, float x, float y, float high)
{
    return low < x && y < high;
}

// The smallest block of the octree around a smallest cell that contains all cells which `common`
// reaches.
static mote_smith_cell block_around(const mote_smith_grid *grid, const mote_smith_cell *cell,
                                    const mote_box *common)
{
    mote_smith_cell block = *cell;
    for (uint32_t size = 2;; size *= 2) {
        bool whole = true;
        for (int k = 0; k < 3; k++) {
            uint32_t extent = size < grid->extent[k] ? size : grid->extent[k];
            block.extent[k] = extent;
            block.at[k] = cell->at[k] & ~(extent - 1);
            whole &= extent == grid->extent[k];
        }
        mote_box box = mote_smith_cell_box(grid, &block);
        if (whole || (strictly_between(box.min.x, common->min.x, common->max.x, box.max.x) &&
                      strictly_between(box.min.y, common->min.y, common->max.y, box.max.y) &&
                      strictly_between(box.min.z, common->min.z, common->max.z, box.max.z)))
            return block;
    }
}

static bool same_cell(const mote_smith_cell *a, const mote_smith_cell *b)
{
    return a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

// The first smallest cell in `block` that contains both faces; false if there is none.
static bool find_first(const mote_smith_grid *grid, const mote_smith_cell *block,
                       const mote_smith_face *f, const mote_smith_face *g, mote_smith_cell *first)
{
    mote_box box = mote_smith_cell_box(grid, block);
    if (!mote_smith_in_cell(grid, f, &box) || !mote_smith_in_cell(grid, g, &box)) return false;
    *first = *block;
    if (mote_smith_is_smallest(block)) return true;
    uint32_t axes = mote_smith_octree_axes(block);
    for (uint32_t child = 0; child < 8; child++) {
        if (child & ~axes) continue;
        mote_smith_cell inner = mote_smith_child(block, axes, child);
        if (find_first(grid, &inner, f, g, first)) return true;
    }
    return false;
}

bool mote_smith_is_first_cell(const mote_smith_grid *grid, const mote_smith_cell *cell,
                              const mote_smith_face *f, const mote_smith_face *g)
{
    mote_box common = mote_box_intersection(&f->box, &g->box);
    const float lowest[3] = {common.min.x, common.min.y, common.min.z};
    bool has_lowest = true;
    for (int k = 0; k < 3; k++)
        has_lowest &= cell->at[k] == 0 || lowest[k] > mote_smith_plane(grid, k, cell->at[k]);
    if (has_lowest || grid->face_box) return has_lowest;
    mote_smith_cell first,
        block = grid->paper_clip ? mote_smith_root(grid) : block_around(grid, cell, &common);
    return find_first(grid, &block, f, g, &first) && same_cell(&first, cell);
}
