// What points take up of the line through the closest points, in double.

#ifndef MOTE_WORLD_DISTANCE_LINE_SPAN_H
#define MOTE_WORLD_DISTANCE_LINE_SPAN_H

#include <float.h>
#include <math.h>

#include "core/vec.h"
#include "world/distance/search.h"

// What some points take up of the line, and a bound of the coordinates behind that.
typedef struct mote_line_span {
    double low, high, size;
} mote_line_span;

static inline mote_line_span mote_line_span_empty(void)
{
    return (mote_line_span){(double)INFINITY, (double)-INFINITY, 0};
}

static inline void mote_line_span_add(const mote_search *search, mote_line_span *span,
                                      mote_vec3 point)
{
    mote_dvec3 p = mote_dvec_sub(mote_vec_widen(point), search->from);
    double along = mote_dvec_dot(p, search->line);
    double size = fabs(p.x) + fabs(p.y) + fabs(p.z);
    span->low = along < span->low ? along : span->low;
    span->high = along > span->high ? along : span->high;
    span->size = size > span->size ? size : span->size;
}

// Parted along the line by the bound, in double: faces around the closest corners, and all faces of
// parallel planes, are exactly as far apart as the closest ones. A quarter of 1e-6 of the bound
// is given away for that, less than distances are accurate to.
static inline bool mote_line_spans_part(const mote_search *search, const mote_line_span *a,
                                        const mote_line_span *b)
{
    mote_dvec3 w = search->line;
    double error = 8 * DBL_EPSILON * (fabs(w.x) + fabs(w.y) + fabs(w.z)) * (a->size + b->size);
    double apart = b->low - a->high - error;
    return apart > 0 && apart * apart >= mote_dvec_dot(w, w) * search->bound * (1 - 5e-7);
}

#endif
