// States are the kinds of the two features, as in the article: vertex-vertex, vertex-edge, edge-edge,
// vertex-face, edge-face. Two faces do not occur: whoever is closest to a face, a vertex of it or an
// edge is too. Each step either ends the walk or puts a feature in the place of one that is not the
// closest.

#include "papers/rivals/closest_feature/vclip.h"

#include <mote/geometry.h>

// From anywhere to anywhere on spheres of thousands of faces takes a few hundred.
enum { MOST_STEPS = 4096 };

typedef enum step { STEP_ON, STEP_APART, STEP_TOUCH, STEP_LOST } step;

// A body and the feature of it that the walk is at.
typedef struct side {
    const placed_body *body;
    feature *at;
} side;

static bool move_to(side *s, feature to)
{
    *s->at = to;
    return true;
}

// ---------------------------------------------------------------------------------------------
// An edge clipped by planes: what is left of it, and which planes cut it

typedef struct clipped_edge {
    mote_dvec3 tail, along;
    double low, high;            // what is left: tail + t * along
    feature low_side, high_side; // beyond the planes that cut there
    bool low_is_cut, high_is_cut;
    bool outside_one; // all of it is beyond one plane: low_side
    bool empty;       // nothing is left
} clipped_edge;

static clipped_edge whole_edge(const placed_body *body, uint32_t edge)
{
    clipped_edge e = {.tail = mote_vertex_place(body, mote_edge_tail(body, edge)), .high = 1};
    e.along = mote_dvec_sub(mote_vertex_place(body, mote_edge_head(body, edge)), e.tail);
    return e;
}

static mote_dvec3 point_on(const clipped_edge *e, double t)
{
    return mote_dvec_add(e->tail, mote_dvec_scale(e->along, t));
}

static void cut_by(clipped_edge *e, const plane *by)
{
    double tail = above(by, e->tail), head = above(by, point_on(e, 1));
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

static void cut_by_all(clipped_edge *e, const plane *planes, int count)
{
    for (int i = 0; i < count && !e->empty; i++) cut_by(e, &planes[i]);
}

// From the nearest point of a vertex, an edge's line or a face's plane to p.
static mote_dvec3 away_from(const placed_body *body, feature of, mote_dvec3 p)
{
    mote_dvec3 q = mote_vertex_place(body, mote_vertex_of_feature(body, of));
    mote_dvec3 offset = mote_dvec_sub(p, q);
    if (of.kind == FEATURE_VERTEX) return offset;
    mote_dvec3 axis = of.kind == FEATURE_FACE ? mote_outward_normal(body, of.index)
                                              : whole_edge(body, of.index).along;
    double square = mote_dvec_dot(axis, axis);
    mote_dvec3 part = mote_dvec_scale(axis, square > 0 ? mote_dvec_dot(offset, axis) / square : 0);
    return of.kind == FEATURE_FACE ? part : mote_dvec_sub(offset, part);
}

// How the distance to a feature changes along the edge at one of its points.
static double slope_at(const clipped_edge *e, double t, const placed_body *body, feature from)
{
    return mote_dvec_dot(e->along, away_from(body, from, point_on(e, t)));
}

// Where clipping an edge of the other body by the region of this feature shows that another is closer.
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

// To what is beyond the plane of the feature's region that the point violates most.
static bool leave_by_point(side *s, mote_dvec3 p)
{
    plane planes[MOST_PLANES];
    int count = mote_region_planes(s->body, *s->at, planes), worst = -1;
    double least = 0;
    for (int i = 0; i < count; i++) {
        double length = mote_dvec_length(planes[i].normal);
        double height = length > 0 ? above(&planes[i], p) / length : 0;
        if (height >= least) continue;
        least = height;
        worst = i;
    }
    return worst >= 0 && move_to(s, planes[worst].beyond);
}

static step vertex_vertex(side *v, side *w)
{
    mote_dvec3 p = mote_vertex_place(v->body, v->at->index),
               q = mote_vertex_place(w->body, w->at->index);
    if (leave_by_point(v, q) || leave_by_point(w, p)) return STEP_ON;
    return p.x == q.x && p.y == q.y && p.z == q.z ? STEP_TOUCH : STEP_APART;
}

static step vertex_edge(side *v, side *e)
{
    plane planes[MOST_PLANES];
    if (leave_by_point(e, mote_vertex_place(v->body, v->at->index))) return STEP_ON;
    clipped_edge clipped = whole_edge(e->body, e->at->index);
    cut_by_all(&clipped, planes, mote_region_planes(v->body, *v->at, planes));
    return leave_by_clip(v, &clipped) ? STEP_ON : STEP_APART;
}

// First by the planes at the ends of the one edge, then by those on its faces.
static bool leave_edge_by_edge(side *one, const side *other)
{
    plane planes[MOST_PLANES];
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

// The vertex is below the face, and none of its edges leads up: to the face that it is highest above.
static step leave_local_minimum(side *f, mote_dvec3 p)
{
    double most = -(double)INFINITY;
    uint32_t best = 0;
    for (uint32_t i = 0; i < f->body->mesh->triangle_count; i++) {
        double length = mote_dvec_length(mote_outward_normal(f->body, i));
        if (length == 0) continue;
        double height = mote_height_above(f->body, i, p) / length;
        if (height <= most) continue;
        most = height;
        best = i;
    }
    if (most <= 0) return STEP_TOUCH;
    if (best == f->at->index) return STEP_LOST;
    move_to(f, (feature){FEATURE_FACE, best});
    return STEP_ON;
}

static step vertex_face(side *v, side *f)
{
    uint32_t vertex = v->at->index;
    mote_dvec3 p = mote_vertex_place(v->body, vertex);
    if (leave_by_point(f, p)) return STEP_ON;
    double height = mote_height_above(f->body, f->at->index, p);
    const mote_lists *neighbors = &v->body->mesh->vertex_neighbors;
    for (uint32_t i = neighbors->first[vertex]; i < neighbors->first[vertex + 1]; i++) {
        uint32_t other = neighbors->items[i];
        double there = mote_height_above(f->body, f->at->index, mote_vertex_place(v->body, other));
        if (height >= 0 ? there >= height : there <= height) continue;
        move_to(v, (feature){FEATURE_EDGE, mote_edge_between(v->body, vertex, other)});
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

// The face is not under the edge: to the edge of the face that is closest.
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
    move_to(f, (feature){FEATURE_EDGE, 3 * f->at->index + best});
    return STEP_ON;
}

static step edge_face(side *e, side *f)
{
    plane planes[MOST_PLANES];
    uint32_t edge = e->at->index;
    clipped_edge whole = whole_edge(e->body, edge), clipped = whole;
    cut_by_all(&clipped, planes, mote_region_planes(f->body, *f->at, planes));
    if (clipped.empty) return leave_to_boundary(f, &whole);
    double low = mote_height_above(f->body, f->at->index, point_on(&clipped, clipped.low));
    double high = mote_height_above(f->body, f->at->index, point_on(&clipped, clipped.high));
    if ((low <= 0 && high >= 0) || (low >= 0 && high <= 0)) return STEP_TOUCH;
    bool rises = low > 0 ? high >= low : high <= low; // away from the face, towards the head
    if (rises && clipped.low_is_cut) {
        move_to(f, clipped.low_side);
    } else if (rises) {
        move_to(e, (feature){FEATURE_VERTEX, mote_edge_tail(e->body, edge)});
    } else if (clipped.high_is_cut) {
        move_to(f, clipped.high_side);
    } else {
        move_to(e, (feature){FEATURE_VERTEX, mote_edge_head(e->body, edge)});
    }
    return STEP_ON;
}

static step take_step(side *a, side *b)
{
    if (a->at->kind > b->at->kind) return take_step(b, a);
    if (a->at->kind == FEATURE_VERTEX) {
        if (b->at->kind == FEATURE_VERTEX) return vertex_vertex(a, b);
        return b->at->kind == FEATURE_EDGE ? vertex_edge(a, b) : vertex_face(a, b);
    }
    if (b->at->kind == FEATURE_EDGE) return edge_edge(a, b);
    return a->at->kind == FEATURE_EDGE ? edge_face(a, b) : STEP_LOST;
}

vclip_end mote_vclip_walk(const placed_body *a, const placed_body *b, feature_pair *at,
                          uint64_t *steps)
{
    side sides[2] = {{a, &at->a}, {b, &at->b}};
    for (int i = 0; i < MOST_STEPS; i++) {
        ++*steps;
        switch (take_step(&sides[0], &sides[1])) {
        case STEP_APART: return VCLIP_APART;
        case STEP_TOUCH: return VCLIP_TOUCH;
        case STEP_LOST: return VCLIP_UNDECIDED;
        case STEP_ON:
        default: break;
        }
    }
    return VCLIP_UNDECIDED;
}

// ---------------------------------------------------------------------------------------------
// What the closest features prove

// Across two edges; for parallel ones, between them.
static mote_dvec3 axis_across(const placed_body *a, uint32_t edge_a, const placed_body *b,
                              uint32_t edge_b)
{
    clipped_edge e = whole_edge(a, edge_a), f = whole_edge(b, edge_b);
    mote_dvec3 axis = mote_dvec_cross(e.along, f.along);
    double scale = mote_dvec_dot(e.along, e.along) * mote_dvec_dot(f.along, f.along);
    if (mote_dvec_dot(axis, axis) <= 1e-20 * scale)
        return away_from(a, (feature){FEATURE_EDGE, edge_a}, f.tail);
    bool points_to_b = mote_dvec_dot(axis, mote_dvec_sub(f.tail, e.tail)) >= 0;
    return mote_dvec_scale(axis, points_to_b ? 1 : -1);
}

// From a to b, by the closest features, of which one is a vertex, or both are edges.
static mote_dvec3 axis_between(const placed_body *a, const placed_body *b, const feature_pair *at)
{
    if (at->b.kind == FEATURE_VERTEX) return away_from(a, at->a, mote_vertex_place(b, at->b.index));
    if (at->a.kind == FEATURE_VERTEX)
        return mote_dvec_scale(away_from(b, at->b, mote_vertex_place(a, at->a.index)), -1);
    return axis_across(a, at->a.index, b, at->b.index);
}

bool mote_vclip_proves_apart(const placed_body *a, const placed_body *b, const feature_pair *at)
{
    mote_dvec3 axis = axis_between(a, b, at);
    uint32_t top = mote_climb_to_farthest(a, mote_vertex_of_feature(a, at->a), axis);
    uint32_t bottom =
        mote_climb_to_farthest(b, mote_vertex_of_feature(b, at->b), mote_dvec_scale(axis, -1));
    mote_dvec3 gap = mote_dvec_sub(mote_vertex_place(b, bottom), mote_vertex_place(a, top));
    return mote_dvec_dot(gap, axis) > 0;
}
