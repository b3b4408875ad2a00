// Cells of the octree, and whether a face is in one (section 3.7).
//
// A cell is named by whole numbers, in units of the smallest cells; its planes are rounded from
// them in one way, so that cells of any size agree about the planes they share. Cells are closed: a
// point on a plane is in the cells on both sides.
//
// The paper clips the face by the box in floating point. An error there can hide a pair that
// touches in one point only, so that here the exact test is asked (mote_triangle_box; a face's own
// box and a corner inside come first there too). mote_triangle_box_clip is the paper's.

#ifndef MOTE_PAPERS_SMITH_FACE_CELL_H
#define MOTE_PAPERS_SMITH_FACE_CELL_H

#include <mote/papers.h>

#include "core/box.h"
#include "papers/smith/smith.h"

typedef struct smith_grid {
    float low[3], high[3];
    double step[3];     // size of the smallest cells
    uint32_t extent[3]; // in smallest cells: a power of two
    float reach;        // cells are widened by so much before faces are clipped by them
    bool face_box;      // a face is in a cell when its box is
} smith_grid;

typedef struct smith_cell {
    uint32_t at[3], extent[3];
} smith_cell;

// Room for `level` halvings of each axis of the box, or as many as floats can tell apart.
smith_grid smith_grid_of(const mote_box *root, uint32_t level, const mote_frame *frame);

static inline smith_cell smith_root(const smith_grid *grid)
{
    return (smith_cell){{0, 0, 0}, {grid->extent[0], grid->extent[1], grid->extent[2]}};
}

static inline float smith_plane(const smith_grid *grid, int axis, uint32_t at)
{
    if (at == grid->extent[axis]) return grid->high[axis];
    return (float)((double)grid->low[axis] + at * grid->step[axis]);
}

static inline mote_box smith_cell_box(const smith_grid *grid, const smith_cell *cell)
{
    return (mote_box){{smith_plane(grid, 0, cell->at[0]), smith_plane(grid, 1, cell->at[1]),
                       smith_plane(grid, 2, cell->at[2])},
                      {smith_plane(grid, 0, cell->at[0] + cell->extent[0]),
                       smith_plane(grid, 1, cell->at[1] + cell->extent[1]),
                       smith_plane(grid, 2, cell->at[2] + cell->extent[2])}};
}

static inline bool smith_is_smallest(const smith_cell *cell)
{
    return cell->extent[0] == 1 && cell->extent[1] == 1 && cell->extent[2] == 1;
}

// For a face whose box overlaps the cell's.
static inline bool smith_clip(const smith_grid *grid, const smith_face *face, const mote_box *box)
{
    if (grid->face_box) return true;
    mote_box wide = mote_box_widened(box, grid->reach);
    return mote_triangle_box(face->corners, &wide);
}

static inline bool smith_in_cell(const smith_grid *grid, const smith_face *face,
                                 const mote_box *box)
{
    return mote_boxes_overlap(&face->box, box) && smith_clip(grid, face, box);
}

// Children of a cell, numbered by bits: 1 the upper half of x, 2 of y, 4 of z. `axes` are those
// that are halved, by the same bits.
static inline smith_cell smith_child(const smith_cell *cell, uint32_t axes, uint32_t child)
{
    smith_cell c = *cell;
    for (int k = 0; k < 3; k++) {
        if (!(axes >> k & 1)) continue;
        c.extent[k] /= 2;
        if (child >> k & 1) c.at[k] += c.extent[k];
    }
    return c;
}

// All axes that can be halved.
static inline uint32_t smith_octree_axes(const smith_cell *cell)
{
    return (cell->extent[0] > 1) | (cell->extent[1] > 1) << 1 | (cell->extent[2] > 1) << 2;
}

// Is `cell`, in which both faces are, the first such in the order of the octree? See pair_once.c.
bool smith_is_first_cell(const smith_grid *grid, const smith_cell *cell, const smith_face *f,
                         const smith_face *g);

#endif
