#include "papers/rivals/closest_feature/features.h"

placed_body mote_placed_body(const mote_shape *shape)
{
    placed_body body = {.mesh = shape->mesh,
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

mote_dvec3 mote_vertex_place(const placed_body *body, uint32_t vertex)
{
    mote_vec3 p = body->mesh->positions[vertex];
    mote_dvec3 x = mote_dvec_scale(body->columns[0], (double)p.x);
    mote_dvec3 y = mote_dvec_scale(body->columns[1], (double)p.y);
    mote_dvec3 z = mote_dvec_scale(body->columns[2], (double)p.z);
    return mote_dvec_add(mote_dvec_add(mote_dvec_add(x, y), z), body->origin);
}

static uint32_t corner_of(const placed_body *body, uint32_t face, uint32_t corner)
{
    return body->mesh->triangles[3 * (size_t)face + corner % 3];
}

mote_dvec3 mote_outward_normal(const placed_body *body, uint32_t face)
{
    mote_dvec3 a = mote_vertex_place(body, corner_of(body, face, 0));
    mote_dvec3 ab = mote_dvec_sub(mote_vertex_place(body, corner_of(body, face, 1)), a);
    mote_dvec3 ac = mote_dvec_sub(mote_vertex_place(body, corner_of(body, face, 2)), a);
    return mote_dvec_scale(mote_dvec_cross(ab, ac), body->outwards);
}

double mote_height_above(const placed_body *body, uint32_t face, mote_dvec3 p)
{
    mote_dvec3 a = mote_vertex_place(body, corner_of(body, face, 0));
    return mote_dvec_dot(mote_dvec_sub(p, a), mote_outward_normal(body, face));
}

uint32_t mote_edge_tail(const placed_body *body, uint32_t edge)
{
    return corner_of(body, edge / 3, edge % 3);
}

uint32_t mote_edge_head(const placed_body *body, uint32_t edge)
{
    return corner_of(body, edge / 3, edge % 3 + 1);
}

uint32_t mote_edge_between(const placed_body *body, uint32_t tail, uint32_t head)
{
    const mote_lists *faces = &body->mesh->vertex_faces;
    for (uint32_t i = faces->first[tail]; i < faces->first[tail + 1]; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = 3 * faces->items[i] + k;
            if (mote_edge_tail(body, edge) == tail && mote_edge_head(body, edge) == head)
                return edge;
        }
    }
    return MOTE_NONE; // never: the mesh is closed, so that each edge runs both ways
}

// ---------------------------------------------------------------------------------------------
// Regions

static int vertex_planes(const placed_body *body, uint32_t vertex, plane *out)
{
    const mote_lists *neighbors = &body->mesh->vertex_neighbors;
    mote_dvec3 p = mote_vertex_place(body, vertex);
    int count = 0;
    for (uint32_t i = neighbors->first[vertex]; i < neighbors->first[vertex + 1]; i++) {
        uint32_t other = neighbors->items[i];
        if (count == MOST_PLANES) break;
        out[count++] = (plane){p,
                               mote_dvec_sub(p, mote_vertex_place(body, other)),
                               {FEATURE_EDGE, mote_edge_between(body, vertex, other)}};
    }
    return count;
}

// The plane of an edge that stands on one of its faces; positive is away from the face.
static plane wall_on(const placed_body *body, uint32_t face, mote_dvec3 tail, mote_dvec3 along)
{
    mote_dvec3 inwards = mote_dvec_cross(mote_outward_normal(body, face), along);
    return (plane){tail, mote_dvec_scale(inwards, -body->outwards), {FEATURE_FACE, face}};
}

static int edge_planes(const placed_body *body, uint32_t edge, plane *out)
{
    uint32_t tail = mote_edge_tail(body, edge), head = mote_edge_head(body, edge);
    mote_dvec3 p = mote_vertex_place(body, tail), q = mote_vertex_place(body, head);
    mote_dvec3 along = mote_dvec_sub(q, p);
    out[0] = (plane){p, along, {FEATURE_VERTEX, tail}};
    out[1] = (plane){q, mote_dvec_scale(along, -1), {FEATURE_VERTEX, head}};
    // Around its other face the edge runs the other way.
    out[2] = wall_on(body, edge / 3, p, along);
    out[3] = wall_on(body, body->mesh->face_neighbors[edge], p, mote_dvec_scale(along, -1));
    return 4;
}

static int face_planes(const placed_body *body, uint32_t face, plane *out)
{
    for (uint32_t k = 0; k < 3; k++) {
        mote_dvec3 p = mote_vertex_place(body, corner_of(body, face, k));
        mote_dvec3 along = mote_dvec_sub(mote_vertex_place(body, corner_of(body, face, k + 1)), p);
        out[k] = wall_on(body, face, p, along);
        out[k].normal = mote_dvec_scale(out[k].normal, -1);
        out[k].beyond = (feature){FEATURE_EDGE, 3 * face + k};
    }
    return 3;
}

int mote_region_planes(const placed_body *body, feature of, plane *out)
{
    switch (of.kind) {
    case FEATURE_VERTEX: return vertex_planes(body, of.index, out);
    case FEATURE_EDGE: return edge_planes(body, of.index, out);
    case FEATURE_FACE:
    default: return face_planes(body, of.index, out);
    }
}

// ---------------------------------------------------------------------------------------------

uint32_t mote_climb_to_farthest(const placed_body *body, uint32_t from, mote_dvec3 direction)
{
    const mote_lists *neighbors = &body->mesh->vertex_neighbors;
    double most = mote_dvec_dot(mote_vertex_place(body, from), direction);
    for (uint32_t before = MOTE_NONE; before != from;) {
        before = from;
        for (uint32_t i = neighbors->first[before]; i < neighbors->first[before + 1]; i++) {
            double height = mote_dvec_dot(mote_vertex_place(body, neighbors->items[i]), direction);
            if (height <= most) continue;
            most = height;
            from = neighbors->items[i];
        }
    }
    return from;
}

uint32_t mote_vertex_of_feature(const placed_body *body, feature of)
{
    if (of.kind == FEATURE_VERTEX) return of.index;
    return of.kind == FEATURE_EDGE ? mote_edge_tail(body, of.index) : corner_of(body, of.index, 0);
}
