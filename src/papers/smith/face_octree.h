// The implicit face octree (section 3.5).

#ifndef MOTE_PAPERS_SMITH_FACE_OCTREE_H
#define MOTE_PAPERS_SMITH_FACE_OCTREE_H

#include "papers/smith/face_cell.h"

// A part of an octree that one worker takes on.
typedef struct smith_job {
    smith_cell cell;
    uint32_t first, count; // its faces in smith_world.lists
} smith_job;

// What a worker keeps between frames: the stack of the recursion.
typedef struct smith_worker {
    mote_untyped list;  // uint32_t: faces of the cells from the root to the present one
    mote_untyped masks; // uint8_t, parallel: the children that each face is in
    mote_untyped cells; // mote_box: smallest cells with faces of two objects, for drawing
    bool stopped;       // by the budget
} smith_worker;

typedef struct smith_octree {
    smith_frame *frame;
    smith_grid grid;
    uint32_t only; // the one candidate that is asked for, or MOTE_NONE for all
} smith_octree;

// Finds the face pairs in the octree over the faces in smith_world.lists, those of one object next
// to each other. False for no memory.
bool smith_search_octree(smith_octree *tree);

#endif
