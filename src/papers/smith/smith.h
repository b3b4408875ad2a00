// The parts of method smith, which follows
//
//   Smith, Kitamura, Takemura, Kishino: "A Simple and Efficient Method for Accurate Collision Detection Among
//   Deformable Polyhedral Objects in Arbitrary Motion", VRAIS 1995, and its journal version, Kitamura, Smith,
//   Takemura, Kishino: "A Real-Time Algorithm for Accurate Collision Detection for Deformable Polyhedral
//   Objects", Presence 7 (1), 1998. Section numbers are the latter's.

#ifndef MOTE_PAPERS_SMITH_SMITH_H
#define MOTE_PAPERS_SMITH_SMITH_H

#include <mote/geometry.h>

#include "core/box.h"
#include "method/face_pair.h"
#include "papers/smith/options.h"

// A face in a checklist.
typedef struct mote_smith_face {
    mote_vec3 corners[3];
    mote_box box; // widened by half the tolerance
    uint32_t object, slot;
} mote_smith_face;

// ---------------------------------------------------------------------------------------------
// Cells of the octree, and whether a face is in one (section 3.7; face_cell.c)
//
// A cell is given by integers, in units of the smallest cells; its planes are rounded from them in
// one way, so that cells of any size agree on the planes they share. Cells are closed: a point on a
// plane is in the cells on both sides.
//
// The paper clips the face by the box in floating point. An error there can hide a pair that
// touches in one point only, so the exact test decides here (mote_triangle_box, which also tries
// the face's box and a corner inside first). The paper's test is an option.

typedef struct mote_smith_grid {
    float low[3], high[3];
    double step[3];     // size of the smallest cells
    uint32_t extent[3]; // in smallest cells: a power of two
    float reach;        // cells are widened by this before faces are clipped by them
    bool face_box;      // a face is in a cell when its box is
    bool paper_clip;    // a face is in a cell when the paper's clipping leaves some of it
} mote_smith_grid;

typedef struct mote_smith_cell {
    uint32_t at[3], extent[3];
} mote_smith_cell;

// Room for `level` halvings of each axis of the root, or as many as floats can resolve. `bodies` is
// a box around all faces.
mote_smith_grid mote_smith_grid_of(const mote_box *root, uint32_t level, const mote_box *bodies,
                                   const mote_frame *frame);

static inline mote_smith_cell mote_smith_root(const mote_smith_grid *grid)
{
    return (mote_smith_cell){{0, 0, 0}, {grid->extent[0], grid->extent[1], grid->extent[2]}};
}

static inline float mote_smith_plane(const mote_smith_grid *grid, int axis, uint32_t at)
{
    if (at == grid->extent[axis]) return grid->high[axis];
    return (float)((double)grid->low[axis] + at * grid->step[axis]);
}

static inline mote_box mote_smith_cell_box(const mote_smith_grid *grid, const mote_smith_cell *cell)
{
    return (mote_box){{mote_smith_plane(grid, 0, cell->at[0]),
                       mote_smith_plane(grid, 1, cell->at[1]),
                       mote_smith_plane(grid, 2, cell->at[2])},
                      {mote_smith_plane(grid, 0, cell->at[0] + cell->extent[0]),
                       mote_smith_plane(grid, 1, cell->at[1] + cell->extent[1]),
                       mote_smith_plane(grid, 2, cell->at[2] + cell->extent[2])}};
}

static inline bool mote_smith_is_smallest(const mote_smith_cell *cell)
{
    return cell->extent[0] == 1 && cell->extent[1] == 1 && cell->extent[2] == 1;
}

// The paper's tests, within a float environment that has been entered: mote_triangle_box_clip
// (tri_box_clip.c) for finite corners, and mote_smith_face_pair (face_pair.c).
bool mote_smith_clip_triangle(const mote_vec3 triangle[3], const mote_box *box);
bool mote_smith_faces_meet(const mote_vec3 a[3], const mote_vec3 b[3]);

// For a face whose box overlaps the cell's.
static inline bool mote_smith_clip(const mote_smith_grid *grid, const mote_smith_face *face,
                                   const mote_box *box)
{
    if (grid->face_box) return true;
    mote_box wide = mote_box_widened(box, grid->reach);
    return grid->paper_clip ? mote_smith_clip_triangle(face->corners, &wide)
                            : mote_triangle_box(face->corners, &wide);
}

static inline bool mote_smith_in_cell(const mote_smith_grid *grid, const mote_smith_face *face,
                                      const mote_box *box)
{
    return mote_boxes_overlap(&face->box, box) && mote_smith_clip(grid, face, box);
}

// Children of a cell, numbered by bits: 1 the upper half of x, 2 of y, 4 of z. `axes` has the bits
// of the axes that are halved.
static inline mote_smith_cell mote_smith_child(const mote_smith_cell *cell, uint32_t axes,
                                               uint32_t child)
{
    mote_smith_cell c = *cell;
    for (int k = 0; k < 3; k++) {
        if (!(axes >> k & 1)) continue;
        c.extent[k] /= 2;
        if (child >> k & 1) c.at[k] += c.extent[k];
    }
    return c;
}

// All axes that can be halved.
static inline uint32_t mote_smith_octree_axes(const mote_smith_cell *cell)
{
    return (cell->extent[0] > 1) | (cell->extent[1] > 1) << 1 | (cell->extent[2] > 1) << 2;
}

// Whether `cell`, in which both faces are, is the first such in the order of the octree.
bool mote_smith_is_first_cell(const mote_smith_grid *grid, const mote_smith_cell *cell,
                              const mote_smith_face *f, const mote_smith_face *g);

// ---------------------------------------------------------------------------------------------
// State

// The state of a body: its number among the objects of a frame.
typedef struct mote_smith_body {
    uint64_t frame; // in which the number is valid
    uint32_t object;
} mote_smith_body;

// A body that is in some candidate.
typedef struct mote_smith_object {
    const mote_shape *shape;
    uint32_t first_region, region_count; // its overlap regions with others
    uint32_t first_face, face_count;     // its face checklist
    bool with_itself;
    bool all_faces; // all faces are in the checklist, whatever the regions
} mote_smith_object;

// Which candidate two objects are.
typedef struct mote_smith_links {
    mote_u64_array keys;       // lower object, higher object; sorted
    mote_u32_array candidates; // parallel
    mote_u64_array scratch;
} mote_smith_links;

typedef struct mote_smith_block {
    uint32_t object, first_slot, end_slot;
    uint32_t first_found, count; // the slots found, in `slots`
    uint32_t first_face;
} mote_smith_block;

typedef struct mote_smith_checklist {
    MOTE_ARRAY(mote_box) regions;
    MOTE_ARRAY(mote_smith_block) blocks; // the faces of all objects in order, cut for workers
    mote_u32_array slots;
    MOTE_ARRAY(mote_smith_face) faces; // in the order of the objects
} mote_smith_checklist;

// A part of an octree that one worker searches.
typedef struct mote_smith_job {
    mote_smith_cell cell;
    uint32_t first, count; // its faces in mote_smith_world.lists
} mote_smith_job;

// What a worker keeps between frames: the stack of the recursion.
typedef struct mote_smith_worker {
    mote_u32_array list;        // faces of the cells from the root to the present one
    MOTE_ARRAY(uint8_t) masks;  // parallel: the children that each face is in
    MOTE_ARRAY(mote_box) cells; // smallest cells with faces of two objects, for drawing
    bool stopped;               // by the budget
} mote_smith_worker;

// Memory that is kept between frames.
typedef struct mote_smith_world {
    uint64_t frame; // stamps bodies that have an object number
    MOTE_ARRAY(mote_smith_object) objects;
    mote_smith_links links;
    mote_smith_checklist checklist;
    MOTE_ARRAY(uint8_t) found; // per candidate
    MOTE_ARRAY(mote_smith_job) jobs;
    mote_u32_array lists; // the faces of the jobs
    MOTE_ARRAY(mote_smith_worker) workers;
} mote_smith_world;

// One detect.
typedef struct mote_smith_frame {
    mote_frame *frame;
    mote_smith_world *world;
    mote_candidate *candidates;
    uint32_t candidate_count;
    uint8_t *found;
} mote_smith_frame;

// ---------------------------------------------------------------------------------------------
// Objects and their face checklists (sections 3.3 and 3.4; face_checklist.c). False for no memory.

// Numbers the bodies that are in some candidate, and records which candidate two of them are.
bool mote_smith_collect_objects(mote_smith_frame *f);

// The candidate of two objects, lower first, or of one with itself; MOTE_NONE if there is none.
// *swapped if the candidate has the higher one first.
uint32_t mote_smith_find_candidate(const mote_smith_links *links, uint32_t low, uint32_t high,
                                   bool *swapped);

bool mote_smith_fill_checklist(mote_smith_frame *f);

// ---------------------------------------------------------------------------------------------
// The implicit face octree (section 3.5; face_octree.c)

typedef struct mote_smith_octree {
    mote_smith_frame *frame;
    mote_smith_grid grid;
    uint32_t only; // the one candidate to search for, or MOTE_NONE for all
} mote_smith_octree;

// Finds the face pairs in the octree over the faces in mote_smith_world.lists, those of one object
// next to each other. False for no memory.
bool mote_smith_search_octree(mote_smith_octree *tree);

#endif
