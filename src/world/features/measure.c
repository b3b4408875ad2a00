// Computes the closest points of two features, given by their indices.

#include "core/vec.h"
#include "geometry/feature_distance.h"
#include "world/features/search.h"

// Lists the caller's indices of the vertices of a feature. Returns their number.
static uint32_t vertices_of(const mote_shape *shape, mote_near_kind kind, bool is_a,
                            uint32_t feature, uint32_t out[3])
{
    const uint32_t *triangles = shape->mesh->triangles;
    bool is_vertex = kind == (is_a ? MOTE_FEATURE_VERTEX_FACE : MOTE_FEATURE_FACE_VERTEX);
    if (kind == MOTE_FEATURE_EDGE_EDGE) {
        const uint32_t *t = triangles + (feature - feature % 3);
        out[0] = t[feature % 3];
        out[1] = t[(feature + 1) % 3];
        return 2;
    }
    if (is_vertex) {
        out[0] = feature;
        return 1;
    }
    for (uint32_t k = 0; k < 3; k++) out[k] = triangles[3 * (size_t)feature + k];
    return 3;
}

static void read_points(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                        mote_vec3 *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = mote_shape_vertex(shape, shape->clusters->place_of[vertices[i]]);
}

// Like mote_vertex_face_distance_find, with the face on side a and the vertex on side b.
static void find_face_vertex(const mote_vec3 p[4], mote_feature_distance *out)
{
    const mote_vec3 turned[4] = {p[3], p[0], p[1], p[2]};
    mote_feature_distance found;
    mote_vertex_face_distance_find(turned, &found);
    *out = (mote_feature_distance){
        found.distance,
        {found.weights[1], found.weights[2], found.weights[3], found.weights[0]},
        found.on_b,
        found.on_a};
}

void mote_features_measure(const mote_world *world, const mote_feature_body_pair *pair,
                           mote_near_kind kind, uint64_t key, mote_near_pair *out)
{
    const mote_shape *a = &mote_world_body_at(world, pair->a.index)->shape;
    const mote_shape *b = &mote_world_body_at(world, pair->b.index)->shape;
    mote_near_pair f = {.feature_a = (uint32_t)(key >> 32), .feature_b = (uint32_t)key};
    mote_vec3 p[4];
    uint32_t count = vertices_of(a, kind, true, f.feature_a, f.vertices);
    uint32_t rest[3];
    vertices_of(b, kind, false, f.feature_b, rest);
    for (uint32_t i = count; i < 4; i++) f.vertices[i] = rest[i - count];
    read_points(a, f.vertices, count, p);
    read_points(b, f.vertices + count, 4 - count, p + count);
    mote_feature_distance found;
    switch (kind) {
    case MOTE_FEATURE_VERTEX_FACE: mote_vertex_face_distance_find(p, &found); break;
    case MOTE_FEATURE_FACE_VERTEX: find_face_vertex(p, &found); break;
    case MOTE_FEATURE_EDGE_EDGE: mote_edges_distance_find(p, &found); break;
    }
    for (uint32_t i = 0; i < 4; i++) {
        f.weights[i] = (float)found.weights[i];
        f.support |= (uint32_t)(f.weights[i] != 0) << i;
    }
    f.distance = found.distance;
    f.on_a = mote_dvec_narrow(found.on_a);
    f.on_b = mote_dvec_narrow(found.on_b);
    *out = f;
}
