// What is quantized: one vector for each vertex that some triangle uses.

#ifndef MOTE_PAPERS_AREAS_AREA_POINTS_H
#define MOTE_PAPERS_AREAS_AREA_POINTS_H

#include <mote/papers.h>

#include "mesh/mesh.h"

// Points are the vertices in use, ascending; of a weld's class only the one that stands for it.
typedef struct mote_area_points {
    uint32_t count;
    uint32_t dimensions;
    size_t stride;      // of the columns, see nearest_code.h; beyond `count` there are zeros
    float *columns;     // coordinate k of point p is columns[k * stride + p]
    uint32_t *vertex;   // of each point
    uint32_t *point_of; // of each vertex; MOTE_NONE where it is no point
    const mote_vec3 *positions; // of the vertices
    const mote_mesh *mesh;
} mote_area_points;

// In `scratch`. Checks what the def points at for finite numbers.
mote_result mote_area_points_make(const mote_areas_def *def, mote_arena *scratch,
                                  mote_area_points *out);

static inline double mote_area_squared(const mote_area_points *points, uint32_t point,
                                       const double *mean)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < points->dimensions; k++) {
        double difference = (double)points->columns[k * points->stride + point] - mean[k];
        sum += difference * difference;
    }
    return sum;
}

#endif
