// A view: the triangles around the worst point of an episode, as data for a picture.

#ifndef MOTE_CHECK_VIEW_H
#define MOTE_CHECK_VIEW_H

#include "check/checker.h"
#include "check/episodes.h"

// The visible triangles of one part.
typedef struct check_view_part {
    uint32_t part;
    mote_vec3 *positions;
    uint32_t vertex_count;
    uint32_t *triangles; // three position indices each
    uint32_t *faces;     // face of the part for each triangle, ascending
    bool *marked;        // does the triangle meet the other part of the episode?
    uint32_t triangle_count;
} check_view_part;

typedef struct check_view {
    uint32_t clip, frame;
    double time;
    uint32_t a, b;   // the parts that meet
    mote_vec3 point; // worst point, the center of the view
    check_view_part *parts;
    uint32_t part_count;
    bool whole; // contains all triangles of the scene
} check_view;

// Checks the worst frames of the first episodes again, at most `*count`. Sets `*count`; the
// deadline (see check_checker_look) may reduce it. Of the triangles of a frame, the nearest few
// thousand are taken.
mote_result check_views_create(check_checker *checker, const check_episodes *episodes,
                               double deadline, check_view **out, size_t *count);
void check_views_release(check_view *views, size_t count);

#endif
