// States are the kinds of the two features, as in the article: vertex-vertex, vertex-edge,
// edge-edge, vertex-face, edge-face. Two faces do not occur: where one is closest to a face, so is
// one of its vertices or edges. Each step either ends the walk or replaces a feature that is not
// the closest.

#include <mote/geometry.h>

#include "papers/rivals/closest_feature/closest_feature.h"

// A walk across spheres of thousands of faces takes a few hundred steps.
enum { MAX_STEPS = 4096 };

typedef enum step { STEP_ON, STEP_APART, STEP_TOUCH, STEP_LOST } step;

// A body and the feature of it that the walk is at.
typedef struct side {
    const mote_placed_body *body;
    mote_feature *at;
} side;

static bool move_to(side *s, mote_feature to)
{
    *s->at = to;
    return true;
}

// ---------------------------------------------------------------------------------------------
// An edge clipped by planes: the part that is left, and which planes cut it

typedef struct clipped_edge {
    mote_dvec3 tail, along;
    double low, high;                 // the part that is left: tail + t * along
    mote_feature low_side, high_side; // beyond the planes that cut there
    bool low_is_cut, high_is_cut;
    bool outside_one; // all of it is beyond one plane; low_side is the feature there
    bool empty;       // nothing is left
} clipped_edge;

static clipped_edge whole_edge(const mote_placed_body *body, uint32_t edge)
{
    clipped_edge e = {.tail = mote_placed_vertex(body, mote_edge_tail(body, edge)), .high = 1};
    e.along = mote_dvec_sub(mote_placed_vertex(body, mote_edge_head(body, edge)), e.tail);
    return e;
}

static mote_dvec3 point_on(const clipped_edge *e, double t)
{
    return mote_dvec_add(e->tail, mote_dvec_scale(e->along, t));
}

static void cut_by(clipped_edge *e, const mote_region_plane *by)
{
    double tail = mote_height_above_plane(by, e->tail),
           head = mote_height_above_plane(by, point_on(e, 1));
    if (tail < 0 && head < 0) {
        e->outside_one = e->empty = true;
        e->low_side = by->beyond;
    } else if (tail < 0 && tail / (tail - head) > e->low) {
        e->low = tail / (tail - head);
        e->low_side = by->beyond;
        e->low_is_cut = true;
    } else if (head < 0 && tail / (tail - head) < e->high) {
        e->high = tail / (tail - head);
        e->high_side = by->beyond;
        e->high_is_cut = true;
    }
    e->empty |= e->low > e->high;
}

static void cut_by_all(clipped_edge *e, const mote_region_plane *planes, int count)
{
    for (int i = 0; i < count && !e->empty; i++) cut_by(e, &planes[i]);
}

// From the nearest point of a vertex, an edge's line or a face's plane to p.
static mote_dvec3 away_from(const mote_placed_body *body, mote_feature of, mote_dvec3 p)
{
    mote_dvec3 q = mote_placed_vertex(body, mote_vertex_of_feature(body, of));
    mote_dvec3 offset = mote_dvec_sub(p, q);
    if (of.kind == MOTE_FEATURE_VERTEX) return offset;
    mote_dvec3 axis = of.kind == MOTE_FEATURE_FACE ? mote_outward_normal(body, of.index)
                                                   : whole_edge(body, of.index).along;
    double square = mote_dvec_dot(axis, axis);
    mote_dvec3 part = mote_dvec_scale(axis, square > 0 ? mote_dvec_dot(offset, axis) / square : 0);
    return of.kind == MOTE_FEATURE_FACE ? part : mote_dvec_sub(offset, part);
}

// How the distance to a feature changes along the edge at one of its points.
static double slope_at(const clipped_edge *e, double t, const mote_placed_body *body,
                       mote_feature from)
{
    return mote_dvec_dot(e->along, away_from(body, from, point_on(e, t)));
}

// Moves to another feature if clipping an edge of the other body by the region of this one shows
// that it is closer.
static bool leave_by_clip(side *s, const clipped_edge *e)
{
    if (e->outside_one) return move_to(s, e->low_side);
    if (e->low_is_cut && slope_at(e, e->low, s->body, *s->at) > 0) return move_to(s, e->low_side);
    if (e->high_is_cut && slope_at(e, e->high, s->body, *s->at) < 0)
        return move_to(s, e->high_side);
    return false;
}

// ---------------------------------------------------------------------------------------------
// The states

// Moves to the feature beyond the plane of this feature's region that the point violates most.
static bool leave_by_point(side *s, mote_dvec3 p)
{
    mote_region_plane planes[MOTE_MAX_REGION_PLANES];
    int count = mote_region_planes(s->body, *s->at, planes), worst = -1;
    double least = 0;
    for (int i = 0; i < count; i++) {
        double length = mote_dvec_length(planes[i].normal);
        double height = length > 0 ? mote_height_above_plane(&planes[i], p) / length : 0;
        if (height >= least) continue;
        least = height;
        worst = i;
    }
    return worst >= 0 && move_to(s, planes[worst].beyond);
}

static step vertex_vertex(side *v, side *w)
{
    mote_dvec3 p = mote_placed_vertex(v->body, v->at->index),
               q = mote_placed_vertex(w->body, w->at->index);
    if (leave_by_point(v, q) || leave_by_point(w, p)) return STEP_ON;
    return p.x == q.x && p.y == q.y && p.z == q.z ? STEP_TOUCH : STEP_APART;
}

static step vertex_edge(side *v, side *e)
{
    mote_region_plane planes[MOTE_MAX_REGION_PLANES];
    if (leave_by_point(e, mote_placed_vertex(v->body, v->at->index))) return STEP_ON;
    clipped_edge clipped = whole_edge(e->body, e->at->index);
    cut_by_all(&clipped, planes, mote_region_planes(v->body, *v->at, planes));
    return leave_by_clip(v, &clipped) ? STEP_ON : STEP_APART;
}

// First by the planes at the ends of the one edge, then by those towards its faces.
static bool leave_edge_by_edge(side *one, const side *other)
{
    mote_region_plane planes[MOTE_MAX_REGION_PLANES];
    mote_region_planes(one->body, *one->at, planes);
    for (int pair = 0; pair < 4; pair += 2) {
        clipped_edge clipped = whole_edge(other->body, other->at->index);
        cut_by_all(&clipped, planes + pair, 2);
        if (leave_by_clip(one, &clipped)) return true;
    }
    return false;
}

static step edge_edge(side *e, side *f)
{
    return leave_edge_by_edge(e, f) || leave_edge_by_edge(f, e) ? STEP_ON : STEP_APART;
}

// The vertex is below the face, and none of its edges leads up: moves to the face that it is
// highest above.
static step leave_local_minimum(side *f, mote_dvec3 p)
{
    double most = -(double)INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < f->body->mesh->triangle_count; i++) {
        double length = mote_dvec_length(mote_outward_normal(f->body, i));
        if (length == 0) continue;
        double height = mote_height_above_face(f->body, i, p) / length;
        if (height <= most) continue;
        most = height;
        best = i;
    }
    if (most <= 0) return STEP_TOUCH;
    if (best == f->at->index) return STEP_LOST;
    move_to(f, (mote_feature){MOTE_FEATURE_FACE, best});
    return STEP_ON;
}

static step vertex_face(side *v, side *f)
{
    uint32_t vertex = v->at->index;
    mote_dvec3 p = mote_placed_vertex(v->body, vertex);
    if (leave_by_point(f, p)) return STEP_ON;
    double height = mote_height_above_face(f->body, f->at->index, p);
    const mote_lists *neighbors = &v->body->mesh->vertex_neighbors;
    for (uint32_t i = neighbors->first[vertex]; i < neighbors->first[vertex + 1]; i++) {
        uint32_t other = neighbors->items[i];
        double there =
            mote_height_above_face(f->body, f->at->index, mote_placed_vertex(v->body, other));
        if (height >= 0 ? there >= height : there <= height) continue;
        move_to(v, (mote_feature){MOTE_FEATURE_EDGE, mote_edge_between(v->body, vertex, other)});
        return STEP_ON;
    }
    if (height > 0) return STEP_APART;
    return height == 0 ? STEP_TOUCH : leave_local_minimum(f, p);
}

static double segment_distance(const clipped_edge *e, const clipped_edge *f)
{
    mote_vec3 a[2] = {mote_dvec_narrow(e->tail), mote_dvec_narrow(point_on(e, 1))};
    mote_vec3 b[2] = {mote_dvec_narrow(f->tail), mote_dvec_narrow(point_on(f, 1))};
    return (double)mote_segments_distance(a, b, NULL, NULL);
}

// The edge is not above the face: moves to the closest edge of the face.
static step leave_to_boundary(side *f, const clipped_edge *e)
{
    double least = (double)INFINITY;
    uint32_t best = 0;
    for (uint32_t k = 0; k < 3; k++) {
        clipped_edge side_of_face = whole_edge(f->body, 3 * f->at->index + k);
        double distance = segment_distance(e, &side_of_face);
        if (distance >= least) continue;
        least = distance;
        best = k;
    }
    move_to(f, (mote_feature){MOTE_FEATURE_EDGE, 3 * f->at->index + best});
    return STEP_ON;
}

static step edge_face(side *e, side *f)
{
    mote_region_plane planes[MOTE_MAX_REGION_PLANES];
    uint32_t edge = e->at->index;
    clipped_edge whole = whole_edge(e->body, edge), clipped = whole;
    cut_by_all(&clipped, planes, mote_region_planes(f->body, *f->at, planes));
    if (clipped.empty) return leave_to_boundary(f, &whole);
    double low = mote_height_above_face(f->body, f->at->index, point_on(&clipped, clipped.low));
    double high = mote_height_above_face(f->body, f->at->index, point_on(&clipped, clipped.high));
    if ((low <= 0 && high >= 0) || (low >= 0 && high <= 0)) return STEP_TOUCH;
    bool rises = low > 0 ? high >= low : high <= low; // away from the face, towards the head
    if (rises && clipped.low_is_cut) {
        move_to(f, clipped.low_side);
    } else if (rises) {
        move_to(e, (mote_feature){MOTE_FEATURE_VERTEX, mote_edge_tail(e->body, edge)});
    } else if (clipped.high_is_cut) {
        move_to(f, clipped.high_side);
    } else {
        move_to(e, (mote_feature){MOTE_FEATURE_VERTEX, mote_edge_head(e->body, edge)});
    }
    return STEP_ON;
}

static step take_step(side *a, side *b)
{
    if (a->at->kind > b->at->kind) return take_step(b, a);
    if (a->at->kind == MOTE_FEATURE_VERTEX) {
        if (b->at->kind == MOTE_FEATURE_VERTEX) return vertex_vertex(a, b);
        return b->at->kind == MOTE_FEATURE_EDGE ? vertex_edge(a, b) : vertex_face(a, b);
    }
    if (b->at->kind == MOTE_FEATURE_EDGE) return edge_edge(a, b);
    return a->at->kind == MOTE_FEATURE_EDGE ? edge_face(a, b) : STEP_LOST;
}

mote_vclip_end mote_vclip_walk(const mote_placed_body *a, const mote_placed_body *b,
                               mote_feature_pair *at, uint64_t *steps)
{
    side sides[2] = {{a, &at->a}, {b, &at->b}};
    for (int i = 0; i < MAX_STEPS; i++) {
        ++*steps;
        switch (take_step(&sides[0], &sides[1])) {
        case STEP_APART: return MOTE_VCLIP_APART;
        case STEP_TOUCH: return MOTE_VCLIP_TOUCH;
        case STEP_LOST: return MOTE_VCLIP_UNDECIDED;
        case STEP_ON:
        default: break;
        }
    }
    return MOTE_VCLIP_UNDECIDED;
}

// ---------------------------------------------------------------------------------------------
// The proof that bodies are apart

// Perpendicular to two edges; for parallel edges, from one to the other.
static mote_dvec3 axis_across(const mote_placed_body *a, uint32_t edge_a, const mote_placed_body *b,
                              uint32_t edge_b)
{
    clipped_edge e = whole_edge(a, edge_a), f = whole_edge(b, edge_b);
    mote_dvec3 axis = mote_dvec_cross(e.along, f.along);
    double scale = mote_dvec_dot(e.along, e.along) * mote_dvec_dot(f.along, f.along);
    if (mote_dvec_dot(axis, axis) <= 1e-20 * scale)
        return away_from(a, (mote_feature){MOTE_FEATURE_EDGE, edge_a}, f.tail);
    bool points_to_b = mote_dvec_dot(axis, mote_dvec_sub(f.tail, e.tail)) >= 0;
    return mote_dvec_scale(axis, points_to_b ? 1 : -1);
}

// From a to b. One of the closest features is a vertex, or both are edges.
static mote_dvec3 axis_between(const mote_placed_body *a, const mote_placed_body *b,
                               const mote_feature_pair *at)
{
    if (at->b.kind == MOTE_FEATURE_VERTEX)
        return away_from(a, at->a, mote_placed_vertex(b, at->b.index));
    if (at->a.kind == MOTE_FEATURE_VERTEX)
        return mote_dvec_scale(away_from(b, at->b, mote_placed_vertex(a, at->a.index)), -1);
    return axis_across(a, at->a.index, b, at->b.index);
}

bool mote_vclip_proves_apart(const mote_placed_body *a, const mote_placed_body *b,
                             const mote_feature_pair *at)
{
    mote_dvec3 axis = axis_between(a, b, at);
    uint32_t top = mote_climb_to_farthest(a, mote_vertex_of_feature(a, at->a), axis);
    uint32_t bottom =
        mote_climb_to_farthest(b, mote_vertex_of_feature(b, at->b), mote_dvec_scale(axis, -1));
    mote_dvec3 gap = mote_dvec_sub(mote_placed_vertex(b, bottom), mote_placed_vertex(a, top));
    return mote_dvec_dot(gap, axis) > 0;
}
