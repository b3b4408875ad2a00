// All that a world draws, to be looked at.

#ifndef MOTE_TEST_SKETCH_H
#define MOTE_TEST_SKETCH_H

#include <mote/world.h>

typedef struct sketched_box {
    mote_draw_kind kind;
    mote_box box;
} sketched_box;

typedef struct sketched_point {
    mote_draw_kind kind;
    mote_body_id body;
    uint32_t id;
    mote_vec3 at;
} sketched_point;

typedef struct sketched_vector {
    mote_draw_kind kind;
    mote_body_id body;
    mote_vec3 at, v;
} sketched_vector;

typedef struct sketched_areas {
    mote_body_id body;
    const uint32_t *area_of; // not a copy
    uint32_t vertex_count, area_count;
} sketched_areas;

enum { SKETCH_ROOM = 1 << 16 };

typedef struct sketch {
    sketched_box boxes[SKETCH_ROOM];
    sketched_point points[SKETCH_ROOM];
    sketched_vector vectors[SKETCH_ROOM];
    sketched_areas areas[16];
    uint32_t box_count, point_count, vector_count, areas_count;
} sketch;

// Must succeed and fit.
void sketch_world(mote_world *world, sketch *out);

uint32_t sketch_boxes_of(const sketch *s, mote_draw_kind kind);
uint32_t sketch_points_of(const sketch *s, mote_draw_kind kind);
uint32_t sketch_vectors_of(const sketch *s, mote_draw_kind kind);

#endif
