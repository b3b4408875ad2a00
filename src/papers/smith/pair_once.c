// Each face pair once (section 3.5: "only if it was not previously put there by examination of
// another voxel"). The paper does not say how; a set of pairs would need memory. Instead a pair
// belongs to the first cell, in the order of the octree, in which both faces are. Nearly always
// that is the cell with the lowest corner of what their boxes have in common, and nothing has to be
// looked for: that cell is before all others that both boxes reach. Where exact clipping keeps a
// face out of that cell, the octree between is searched.

#include "papers/smith/face_cell.h"

static bool strictly_between(float low, float x, float y, float high)
{
    return low < x && y < high;
}

// The smallest block of the octree, around a smallest cell, that holds all cells that `common`
// reaches.
static smith_cell block_around(const smith_grid *grid, const smith_cell *cell,
                               const mote_box *common)
{
    smith_cell block = *cell;
    for (uint32_t size = 2;; size *= 2) {
        bool whole = true;
        for (int k = 0; k < 3; k++) {
            uint32_t extent = size < grid->extent[k] ? size : grid->extent[k];
            block.extent[k] = extent;
            block.at[k] = cell->at[k] & ~(extent - 1);
            whole &= extent == grid->extent[k];
        }
        mote_box box = smith_cell_box(grid, &block);
        if (whole || (strictly_between(box.min.x, common->min.x, common->max.x, box.max.x) &&
                      strictly_between(box.min.y, common->min.y, common->max.y, box.max.y) &&
                      strictly_between(box.min.z, common->min.z, common->max.z, box.max.z)))
            return block;
    }
}

static bool same_cell(const smith_cell *a, const smith_cell *b)
{
    return a->at[0] == b->at[0] && a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

// The first smallest cell with both faces in `block`; false where there is none.
static bool find_first(const smith_grid *grid, const smith_cell *block, const smith_face *f,
                       const smith_face *g, smith_cell *first)
{
    mote_box box = smith_cell_box(grid, block);
    if (!smith_in_cell(grid, f, &box) || !smith_in_cell(grid, g, &box)) return false;
    *first = *block;
    if (smith_is_smallest(block)) return true;
    uint32_t axes = smith_octree_axes(block);
    for (uint32_t child = 0; child < 8; child++) {
        if (child & ~axes) continue;
        smith_cell inner = smith_child(block, axes, child);
        if (find_first(grid, &inner, f, g, first)) return true;
    }
    return false;
}

bool smith_is_first_cell(const smith_grid *grid, const smith_cell *cell, const smith_face *f,
                         const smith_face *g)
{
    mote_box common = mote_box_intersection(&f->box, &g->box);
    const float lowest[3] = {common.min.x, common.min.y, common.min.z};
    bool has_lowest = true;
    for (int k = 0; k < 3; k++)
        has_lowest &= cell->at[k] == 0 || lowest[k] > smith_plane(grid, k, cell->at[k]);
    if (has_lowest || grid->face_box) return has_lowest;
    smith_cell block = block_around(grid, cell, &common), first;
    return find_first(grid, &block, f, g, &first) && same_cell(&first, cell);
}
