// Fragments: the connected pieces of labelled points.

#ifndef MOTE_PAPERS_AREAS_FRAGMENTS_H
#define MOTE_PAPERS_AREAS_FRAGMENTS_H

#include "papers/areas/area_points.h"

typedef struct mote_fragments {
    uint32_t count;
    uint32_t *fragment_of; // of each point; numbered by their lowest point
    uint32_t *label;       // of each fragment
    uint32_t *size;        // of each fragment, in points
} mote_fragments;

// Two points are in one fragment if a path of edges joins them on which all points have the same label.
mote_result mote_fragments_find(const mote_area_points *points, const uint32_t *label_of,
                                mote_arena *scratch, mote_fragments *out);

// Which labels an edge joins: for each, the others, ascending.
mote_result mote_labels_adjacency(const mote_area_points *points, const uint32_t *label_of,
                                  uint32_t label_count, mote_arena *scratch, mote_lists *out);

// The points joined to a point by an edge are the point_of of these vertices.
static inline const uint32_t *mote_point_neighbors(const mote_area_points *points, uint32_t point,
                                                   uint32_t *count)
{
    const mote_lists *lists = &points->mesh->vertex_neighbors;
    const uint32_t *first = lists->first + points->vertex[point];
    *count = first[1] - first[0];
    return lists->items + first[0];
}

#endif
