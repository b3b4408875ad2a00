// Finds the features of two clusters: tests the features owned by faces with near boxes.

#include "geometry/feature_distance.h"
#include "shape/face_tree.h"
#include "world/features/search.h"

// One side of a test.
typedef struct side {
    const mote_shape *shape;
    const mote_face_tree *faces;
    const uint8_t *owned;
} side;

typedef struct test {
    side a, b;
    bool is_self;
    bool shared_vertex;
    float distance;
    uint32_t bucket; // bucket of the first kind
    const mote_allocator *allocator;
    mote_feature_sink *sink;
} test;

// A face with its corners in mesh order.
typedef struct face {
    uint32_t slot;
    const uint32_t *corners;
    mote_vec3 at[3];
    mote_box near; // widened by the distance
    uint8_t owned;
} face;

static face face_in(const side *s, uint32_t slot, const mote_box *box, float distance)
{
    face f = {.slot = slot,
              .corners = s->shape->clusters->corners + 3 * (size_t)slot,
              .near = mote_box_widened(box, distance),
              .owned = s->owned[slot]};
    mote_shape_triangle(s->shape, slot, f.at);
    return f;
}

static void add_hit(const test *t, mote_near_kind kind, uint32_t a, uint32_t b)
{
    mote_feature_hit hit = {(uint64_t)a << 32 | b, t->bucket + (uint32_t)kind};
    if (!mote_array_push(&t->sink->hits, t->allocator, hit)) t->sink->failed = true;
}

static bool box_holds(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

static bool has_corner(const face *f, uint32_t vertex)
{
    return f->corners[0] == vertex || f->corners[1] == vertex || f->corners[2] == vertex;
}

// Tests the vertices that face `f` of side s owns against face `g` of the other side.
static void test_vertices(const test *t, const side *s, const face *f, const side *other,
                          const face *g, mote_near_kind kind)
{
    for (uint32_t k = 0; k < 3; k++) {
        if (!(f->owned >> k & 1) || !box_holds(&g->near, f->at[k])) continue;
        if (t->is_self && !t->shared_vertex && has_corner(g, f->corners[k])) continue;
        const mote_vec3 p[4] = {f->at[k], g->at[0], g->at[1], g->at[2]};
        if (!mote_vertex_face_is_within(p, t->distance)) continue;
        uint32_t vertex = s->shape->clusters->vertex_of[f->corners[k]];
        uint32_t number = mote_shape_face(other->shape, g->slot);
        bool vertex_first = kind == MOTE_FEATURE_VERTEX_FACE;
        add_hit(t, kind, vertex_first ? vertex : number, vertex_first ? number : vertex);
    }
}

static uint32_t edge_number(const side *s, const face *f, uint32_t k)
{
    return 3 * mote_shape_face(s->shape, f->slot) + k;
}

static bool edges_share_end(const face *f, uint32_t i, const face *g, uint32_t j)
{
    uint32_t u = f->corners[i], v = f->corners[(i + 1) % 3];
    uint32_t x = g->corners[j], y = g->corners[(j + 1) % 3];
    return u == x || u == y || v == x || v == y;
}

static mote_box edge_box(const face *f, uint32_t k)
{
    mote_box box = {f->at[k], f->at[k]};
    mote_box_add_point(&box, f->at[(k + 1) % 3]);
    return box;
}

static void test_edges(const test *t, const face *f, uint32_t i, const mote_box *near,
                       const face *g, uint32_t j)
{
    mote_box box = edge_box(g, j);
    if (!mote_boxes_overlap(near, &box)) return;
    if (t->is_self && !t->shared_vertex && edges_share_end(f, i, g, j)) return;
    const mote_vec3 p[4] = {f->at[i], f->at[(i + 1) % 3], g->at[j], g->at[(j + 1) % 3]};
    if (!mote_edges_are_within(p, t->distance)) return;
    uint32_t a = edge_number(&t->a, f, i), b = edge_number(&t->b, g, j);
    bool swap = t->is_self && a > b;
    add_hit(t, MOTE_FEATURE_EDGE_EDGE, swap ? b : a, swap ? a : b);
}

// Tests the edges that the faces own against each other. For a face with itself, each pair once.
static void test_all_edges(const test *t, const face *f, const face *g)
{
    bool is_same = t->is_self && f->slot == g->slot;
    for (uint32_t i = 0; i < 3; i++) {
        if (!(f->owned >> (3 + i) & 1)) continue;
        mote_box own = edge_box(f, i), near = mote_box_widened(&own, t->distance);
        if (!mote_boxes_overlap(&near, &g->near)) continue;
        for (uint32_t j = is_same ? i + 1 : 0; j < 3; j++)
            if (g->owned >> (3 + j) & 1) test_edges(t, f, i, &near, g, j);
    }
}

static void test_faces(const test *t, const face *f, const face *g)
{
    bool is_same = t->is_self && f->slot == g->slot;
    test_vertices(t, &t->a, f, &t->b, g, MOTE_FEATURE_VERTEX_FACE);
    if (!is_same)
        test_vertices(t, &t->b, g, &t->a, f,
                      t->is_self ? MOTE_FEATURE_VERTEX_FACE : MOTE_FEATURE_FACE_VERTEX);
    test_all_edges(t, f, g);
}

// Tests a face against a group of eight faces of the other side.
static void test_group(const test *t, const face *f, uint32_t group)
{
    const mote_box8 *boxes = mote_face_tree_faces(t->b.faces, group);
    for (uint32_t bits = mote_box8_overlaps(boxes, &f->near); bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits), slot = 8 * group + lane;
        if (t->is_self && (slot < f->slot || (slot == f->slot && !t->shared_vertex))) continue;
        mote_box box = mote_box8_get(boxes, lane);
        face g = face_in(&t->b, slot, &box, t->distance);
        if (f->owned || g.owned) test_faces(t, f, &g);
    }
}

// Groups of eight faces of a cluster.
static uint32_t group_end(const side *s, uint32_t cluster)
{
    return (mote_cluster_end(s->shape->clusters, cluster) + 7) / 8;
}

static mote_box group_box(const mote_face_tree *faces, uint32_t group)
{
    const mote_box8 *boxes = mote_face_tree_faces(faces, group);
    mote_box all = mote_box8_get(boxes, 0);
    if (faces->tree.level_count > 1)
        return mote_box8_get(faces->tree.groups.data + faces->tree.first_group[1] + group / 8,
                             group % 8);
    for (uint32_t lane = 1; lane < 8; lane++) {
        mote_box box = mote_box8_get(boxes, lane);
        mote_box_add_box(&all, &box);
    }
    return all;
}

static void test_group_pair(const test *t, uint32_t group_a, const mote_box *near, uint32_t group_b)
{
    mote_box other = group_box(t->b.faces, group_b);
    if (!mote_boxes_overlap(near, &other)) return;
    const mote_box8 *boxes = mote_face_tree_faces(t->a.faces, group_a);
    mote_box reach = mote_box_widened(&other, t->distance);
    for (uint32_t bits = mote_box8_overlaps(boxes, &reach); bits; bits &= bits - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(bits);
        mote_box box = mote_box8_get(boxes, lane);
        face f = face_in(&t->a, 8 * group_a + lane, &box, t->distance);
        test_group(t, &f, group_b);
    }
}

static side side_of(const mote_world *world, mote_body_id id)
{
    const mote_body *body = mote_world_body_at(world, id.index);
    return (side){&body->shape, &body->faces, body->feature_owners};
}

void mote_features_test_clusters(const mote_world *world, const mote_feature_search *search,
                                 const mote_feature_clusters *clusters, mote_feature_sink *sink)
{
    const mote_feature_body_pair *pair = &search->pairs.data[clusters->pair];
    test t = {.a = side_of(world, pair->a),
              .b = side_of(world, pair->b),
              .is_self = pair->a.index == pair->b.index,
              .shared_vertex = search->shared_vertex,
              .distance = search->distance,
              .bucket = MOTE_FEATURE_KINDS * clusters->pair,
              .allocator = &world->allocator,
              .sink = sink};
    uint32_t first_b = mote_cluster_first(clusters->b) / 8, end_b = group_end(&t.b, clusters->b);
    for (uint32_t a = mote_cluster_first(clusters->a) / 8; a < group_end(&t.a, clusters->a); a++) {
        mote_box own = group_box(t.a.faces, a), near = mote_box_widened(&own, t.distance);
        uint32_t b = t.is_self && clusters->a == clusters->b && a > first_b ? a : first_b;
        for (; b < end_b; b++) test_group_pair(&t, a, &near, b);
    }
}
