// The distance of a vertex and a face, and of two edges, with the weights of the closest points.
// Also the exact decision whether the distance is at most a given number.
//
// The caller has entered core/float_env.h. Coordinates are finite.

#ifndef MOTE_GEOMETRY_FEATURE_DISTANCE_H
#define MOTE_GEOMETRY_FEATURE_DISTANCE_H

#include <mote/base.h>

typedef struct mote_feature_distance {
    float distance;        // 0 if and only if the features share a point
    double weights[4];     // of the four points
    mote_dvec3 on_a, on_b; // on the first feature and on the second
} mote_feature_distance;

// True if the distance of the vertex p[0] and the face p[1] to p[3], or of the edges p[0], p[1] and
// p[2], p[3], is at most `distance`, which is at least 0 and may be infinite.
bool mote_vertex_face_is_within(const mote_vec3 p[4], float distance);
bool mote_edges_are_within(const mote_vec3 p[4], float distance);

void mote_vertex_face_distance_find(const mote_vec3 p[4], mote_feature_distance *out);
void mote_edges_distance_find(const mote_vec3 p[4], mote_feature_distance *out);

// ---------------------------------------------------------------------------------------------
// The exact decision in integers (feature_distance_exact.c), for cases that double cannot decide

bool mote_vertex_face_is_within_exact(const mote_vec3 p[4], float distance);
bool mote_edges_are_within_exact(const mote_vec3 p[4], float distance);

#endif
