// The distance of a vertex and a face, and of two edges, with what the closest points are made of; and whether it is at most
// a given number, exactly.
//
// The caller has entered core/float_env.h. Coordinates are finite.

#ifndef MOTE_GEOMETRY_FEATURE_DISTANCE_H
#define MOTE_GEOMETRY_FEATURE_DISTANCE_H

#include <mote/base.h>

typedef struct mote_feature_distance {
    float distance;        // 0 exactly when they share a point
    double weights[4];     // of the four points
    mote_dvec3 on_a, on_b; // on the first feature and on the second
} mote_feature_distance;

// Is the distance at most `distance`, which is 0 or more, and may be infinite? Of the vertex p[0] and the face p[1] to p[3]; of the edges
// p[0], p[1] and p[2], p[3].
bool mote_vertex_face_is_within(const mote_vec3 p[4], float distance);
bool mote_edges_are_within(const mote_vec3 p[4], float distance);

void mote_vertex_face_distance_find(const mote_vec3 p[4], mote_feature_distance *out);
void mote_edges_distance_find(const mote_vec3 p[4], mote_feature_distance *out);

// ---------------------------------------------------------------------------------------------
// The exact decision, in integers (feature_distance_exact.c), for what double cannot decide

bool mote_vertex_face_is_within_exact(const mote_vec3 p[4], float distance);
bool mote_edges_are_within_exact(const mote_vec3 p[4], float distance);

#endif
