#include "papers/rivals/closest_feature/closest_feature.h"

mote_placed_body mote_place_body(const mote_shape *shape)
{
    mote_transform m = shape->has_transform ? shape->transform : MOTE_NO_TRANSFORM;
    mote_placed_body body = {.mesh = shape->mesh,
                             .map = mote_affine_of(&m),
                             .outwards = shape->mesh->volume < 0 ? -1 : 1};
    mote_dvec3 across = mote_dvec_cross(body.map.cx, body.map.cy);
    if (mote_dvec_dot(across, body.map.cz) < 0) body.outwards = -body.outwards; // a mirror image
    return body;
}

mote_dvec3 mote_placed_vertex(const mote_placed_body *body, uint32_t vertex)
{
    return mote_affine_point(&body->map, mote_vec_widen(body->mesh->positions[vertex]));
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

// The plane through an edge that is perpendicular to one of its faces; positive is away from the
// face.
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
