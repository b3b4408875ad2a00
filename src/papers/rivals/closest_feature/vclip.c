#include "papers/rivals/closest_feature/vclip.h"

#include <mote/geometry.h>

// ---------------------------------------------------------------------------------------------
// Features

mote_placed_body mote_place_body(const mote_shape *shape)
{
    mote_placed_body body = {.mesh = shape->mesh,
                             .columns = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             .outwards = shape->mesh->volume < 0 ? -1 : 1};
    if (!shape->has_transform) return body;
    const mote_transform *m = &shape->transform;
    body.columns[0] = mote_vec_widen(m->cx);
    body.columns[1] = mote_vec_widen(m->cy);
    body.columns[2] = mote_vec_widen(m->cz);
    body.origin = mote_vec_widen(m->t);
    mote_dvec3 turned = mote_dvec_cross(body.columns[0], body.columns[1]);
    if (mote_dvec_dot(turned, body.columns[2]) < 0) body.outwards = -body.outwards;
    return body;
}

mote_dvec3 mote_placed_vertex(const mote_placed_body *body, uint32_t vertex)
{
    mote_vec3 p = body->mesh->positions[vertex];
    mote_dvec3 x = mote_dvec_scale(body->columns[0], (double)p.x);
    mote_dvec3 y = mote_dvec_scale(body->columns[1], (double)p.y);
    mote_dvec3 z = mote_dvec_scale(body->columns[2], (double)p.z);
    return mote_dvec_add(mote_dvec_add(mote_dvec_add(x, y), z), body->origin);
}

static uint32_t corner_of(const mote_placed_body *body, uint32_t face, uint32_t corner)
{
    return body->mesh->triangles[3 * (size_t)face + corner % 3];
}

mote_dvec3 mote_outward_normal(const mote_placed_body *body, uint32_t face)
{
    mote_dvec3 a = mote_placed_vertex(body, corner_of(body, face, 0));
    mote_dvec3 ab = mote_dvec_sub(mote_placed_vertex(body, corner_of(body, face, 1)), a);
    mote_dvec3 ac = mote_dvec_sub(mote_placed_vertex(body, corner_of(body, face, 2)), a);
    return mote_dvec_scale(mote_dvec_cross(ab, ac), body->outwards);
}

double mote_height_above_face(const mote_placed_body *body, uint32_t face, mote_dvec3 p)
{
    mote_dvec3 a = mote_placed_vertex(body, corner_of(body, face, 0));
    return mote_dvec_dot(mote_dvec_sub(p, a), mote_outward_normal(body, face));
}

uint32_t mote_edge_tail(const mote_placed_body *body, uint32_t edge)
{
    return corner_of(body, edge / 3, edge % 3);
}

uint32_t mote_edge_head(const mote_placed_body *body, uint32_t edge)
{
    return corner_of(body, edge / 3, edge % 3 + 1);
}

uint32_t mote_edge_between(const mote_placed_body *body, uint32_t tail, uint32_t head)
{
    const mote_lists *faces = &body->mesh->vertex_faces;
    for (uint32_t i = faces->first[tail]; i < faces->first[tail + 1]; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = 3 * faces->items[i] + k;
            if (mote_edge_tail(body, edge) == tail && mote_edge_head(body, edge) == head)
                return edge;
        }
    }
    return MOTE_NONE; // cannot happen: in a closed mesh each edge runs both ways
}

// ---------------------------------------------------------------------------------------------
// Voronoi regions

static int vertex_planes(const mote_placed_body *body, uint32_t vertex, mote_region_plane *out)
{
    const mote_lists *neighbors = &body->mesh->vertex_neighbors;
    mote_dvec3 p = mote_placed_vertex(body, vertex);
    int count = 0;
    for (uint32_t i = neighbors->first[vertex]; i < neighbors->first[vertex + 1]; i++) {
        uint32_t other = neighbors->items[i];
        if (count == MOTE_MAX_REGION_PLANES) break;
        out[count++] =
            (mote_region_plane){p,
                                mote_dvec_sub(p, mote_placed_vertex(body, other)),
                                {MOTE_FEATURE_EDGE, mote_edge_between(body, vertex, other)}};
    }
    return count;
}

// The plane through an edge that is perpendicular to one of its faces; positive is away from the face.
static mote_region_plane wall_on(const mote_placed_body *body, uint32_t face, mote_dvec3 tail,
                                 mote_dvec3 along)
{
    mote_dvec3 inwards = mote_dvec_cross(mote_outward_normal(body, face), along);
    return (mote_region_plane){
        tail, mote_dvec_scale(inwards, -body->outwards), {MOTE_FEATURE_FACE, face}};
}

static int edge_planes(const mote_placed_body *body, uint32_t edge, mote_region_plane *out)
{
    uint32_t tail = mote_edge_tail(body, edge), head = mote_edge_head(body, edge);
    mote_dvec3 p = mote_placed_vertex(body, tail), q = mote_placed_vertex(body, head);
    mote_dvec3 along = mote_dvec_sub(q, p);
    out[0] = (mote_region_plane){p, along, {MOTE_FEATURE_VERTEX, tail}};
    out[1] = (mote_region_plane){q, mote_dvec_scale(along, -1), {MOTE_FEATURE_VERTEX, head}};
    // In its other face the edge runs the other way.
    out[2] = wall_on(body, edge / 3, p, along);
    out[3] = wall_on(body, body->mesh->face_neighbors[edge], p, mote_dvec_scale(along, -1));
    return 4;
}

static int face_planes(const mote_placed_body *body, uint32_t face, mote_region_plane *out)
{
    for (uint32_t k = 0; k < 3; k++) {
        mote_dvec3 p = mote_placed_vertex(body, corner_of(body, face, k));
        mote_dvec3 along = mote_dvec_sub(mote_placed_vertex(body, corner_of(body, face, k + 1)), p);
        out[k] = wall_on(body, face, p, along);
        out[k].normal = mote_dvec_scale(out[k].normal, -1);
        out[k].beyond = (mote_feature){MOTE_FEATURE_EDGE, 3 * face + k};
    }
    return 3;
}

int mote_region_planes(const mote_placed_body *body, mote_feature of, mote_region_plane *out)
{
    switch (of.kind) {
    case MOTE_FEATURE_VERTEX: return vertex_planes(body, of.index, out);
    case MOTE_FEATURE_EDGE: return edge_planes(body, of.index, out);
    case MOTE_FEATURE_FACE:
    default: return face_planes(body, of.index, out);
    }
}

// ---------------------------------------------------------------------------------------------

uint32_t mote_climb_to_farthest(const mote_placed_body *body, uint32_t from, mote_dvec3 direction)
{
    const mote_lists *neighbors = &body->mesh->vertex_neighbors;
    double most = mote_dvec_dot(mote_placed_vertex(body, from), direction);
    for (uint32_t before = MOTE_NONE; before != from;) {
        before = from;
        for (uint32_t i = neighbors->first[before]; i < neighbors->first[before + 1]; i++) {
            double height = mote_dvec_dot(mote_placed_vertex(body, neighbors->items[i]), direction);
            if (height <= most) continue;
            most = height;
            from = neighbors->items[i];
        }
    }
    return from;
}

uint32_t mote_vertex_of_feature(const mote_placed_body *body, mote_feature of)
{
    if (of.kind == MOTE_FEATURE_VERTEX) return of.index;
    return of.kind == MOTE_FEATURE_EDGE ? mote_edge_tail(body, of.index)
                                        : corner_of(body, of.index, 0);
}

// ---------------------------------------------------------------------------------------------
// The walk. Its states are the kinds of the two features, as in the article: vertex-vertex, vertex-edge, edge-edge,
// vertex-face, edge-face. Two faces do not occur: where one is closest to a face, so is one of its vertices or
// edges. Each step either ends the walk or replaces a feature that is not the closest.

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

// Moves to another feature if clipping an edge of the other body by the region of this one shows that it is closer.
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

// The vertex is below the face, and none of its edges leads up: moves to the face that it is highest above.
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
