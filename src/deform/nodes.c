// The tree of nodes above the triangles of a mesh, in the order of its clusters: runs of 16
// triangles are leaves, and eight nodes have one parent. Only leaves store lists of vertices. The
// lists are adjacent, so the list of an inner node is the concatenation of its leaves' lists.

#include "deform/nodes.h"

#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "mesh/mesh.h"

#define COOKIE 0x6e6f6465u // "node"

mote_nodes_def mote_default_nodes_def(void)
{
    return (mote_nodes_def){.cookie = COOKIE};
}

// ---------------------------------------------------------------------------------------------
// Numbering

static uint32_t leaf_count(const mote_nodes *nodes)
{
    return nodes->levels.node_first[1];
}

static uint32_t level_of(const mote_nodes *nodes, uint32_t node)
{
    uint32_t level = 0;
    while (node >= nodes->levels.node_first[level + 1]) level++;
    return level;
}

mote_vertex_span mote_nodes_vertices(const mote_nodes *nodes, uint32_t node)
{
    uint32_t level = level_of(nodes, node);
    uint64_t index = node - nodes->levels.node_first[level];
    uint64_t first = index << (3 * level), end = (index + 1) << (3 * level);
    if (end > leaf_count(nodes)) end = leaf_count(nodes);
    return (mote_vertex_span){.vertices = nodes->vertices + nodes->leaf_first[first],
                              .count = nodes->leaf_first[end] - nodes->leaf_first[first]};
}

// ---------------------------------------------------------------------------------------------
// Lists of vertices

// The distinct vertices of a leaf's triangles, in the order of their first use; `out` has room for
// three per triangle.
static uint32_t list_leaf(const mote_clusters *clusters, uint32_t leaf, uint32_t *out)
{
    uint32_t first = leaf * MOTE_NODE_TRIANGLES, left = clusters->triangle_count - first;
    uint32_t triangles = left < MOTE_NODE_TRIANGLES ? left : MOTE_NODE_TRIANGLES;
    const uint32_t *corners = clusters->corners + 3 * (size_t)first;
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3 * triangles; i++) {
        uint32_t vertex = clusters->vertex_of[corners[i]], k = 0;
        while (k < count && out[k] != vertex) k++;
        if (k == count) out[count++] = vertex;
    }
    return count;
}

static bool list_vertices(mote_nodes *nodes)
{
    const mote_clusters *clusters = nodes->mesh->clusters;
    uint32_t leaves = leaf_count(nodes), list[3 * MOTE_NODE_TRIANGLES], total = 0;
    nodes->leaf_first =
        mote_allocate_zeroed(&nodes->allocator, (size_t)leaves + 1, sizeof(uint32_t));
    if (!nodes->leaf_first) return false;
    for (uint32_t leaf = 0; leaf < leaves; leaf++) {
        total += list_leaf(clusters, leaf, list);
        nodes->leaf_first[leaf + 1] = total;
    }
    nodes->vertices = mote_allocate(&nodes->allocator, total, sizeof(uint32_t));
    if (!nodes->vertices) return false;
    for (uint32_t leaf = 0; leaf < leaves; leaf++) {
        uint32_t count = list_leaf(clusters, leaf, list);
        memcpy(nodes->vertices + nodes->leaf_first[leaf], list, count * sizeof *list);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Boxes

float mote_round_up(double x)
{
    float nearest = (float)x;
    return (double)nearest < x ? nextafterf(nearest, INFINITY) : nearest;
}

mote_dvec3 mote_node_place(const mote_node_shape *shape, mote_vec3 position)
{
    mote_dvec3 d = mote_dvec_sub(mote_vec_widen(position), mote_vec_widen(shape->box.center));
    double s[3];
    for (int j = 0; j < 3; j++) {
        mote_dvec3 axis = mote_vec_widen(shape->box.axis[j]);
        double square = mote_dvec_dot(axis, axis);
        s[j] = square > 0 ? fmax(-1.0, fmin(1.0, mote_dvec_dot(axis, d) / square)) : 0.0;
    }
    return (mote_dvec3){s[0], s[1], s[2]};
}

static mote_dvec3 rest_miss(const mote_node_shape *shape, mote_vec3 position)
{
    mote_dvec3 s = mote_node_place(shape, position);
    mote_dvec3 p = mote_vec_widen(shape->box.center);
    p = mote_dvec_add(p, mote_dvec_scale(mote_vec_widen(shape->box.axis[0]), s.x));
    p = mote_dvec_add(p, mote_dvec_scale(mote_vec_widen(shape->box.axis[1]), s.y));
    p = mote_dvec_add(p, mote_dvec_scale(mote_vec_widen(shape->box.axis[2]), s.z));
    return mote_dvec_abs(mote_dvec_sub(mote_vec_widen(position), p));
}

// `rest` has the positions of the listed vertices, in the order of the list.
static void shape_node(mote_nodes *nodes, uint32_t node, const mote_vec3 *rest)
{
    mote_node_shape *shape = &nodes->shapes[node];
    mote_vertex_span span = mote_nodes_vertices(nodes, node);
    const mote_vec3 *points = rest + (span.vertices - nodes->vertices);
    shape->box = mote_fit_box(points, span.count);
    mote_dvec3 most = {0, 0, 0};
    for (uint32_t i = 0; i < span.count; i++) {
        mote_dvec3 miss = rest_miss(shape, points[i]);
        most = (mote_dvec3){fmax(most.x, miss.x), fmax(most.y, miss.y), fmax(most.z, miss.z)};
    }
    shape->rounding =
        (mote_vec3){mote_round_up(most.x), mote_round_up(most.y), mote_round_up(most.z)};
}

static size_t listed_count(const mote_nodes *nodes)
{
    return nodes->leaf_first ? nodes->leaf_first[leaf_count(nodes)] : 0;
}

static bool shape_nodes(mote_nodes *nodes)
{
    size_t count = listed_count(nodes);
    mote_vec3 *rest = mote_allocate(&nodes->allocator, count, sizeof *rest);
    if (!rest) return false;
    for (size_t i = 0; i < count; i++) rest[i] = nodes->mesh->positions[nodes->vertices[i]];
    for (uint32_t node = 0; node < nodes->node_count; node++) shape_node(nodes, node, rest);
    mote_release(&nodes->allocator, rest, count, sizeof *rest);
    return true;
}

mote_node_bound mote_nodes_rest_bound(const mote_nodes *nodes, uint32_t node)
{
    const mote_node_shape *shape = &nodes->shapes[node];
    return (mote_node_bound){.c = mote_vec_widen(shape->box.center),
                             .g = {mote_vec_widen(shape->box.axis[0]),
                                   mote_vec_widen(shape->box.axis[1]),
                                   mote_vec_widen(shape->box.axis[2])},
                             .r = mote_vec_widen(shape->rounding)};
}

void mote_node_bound_transform(const mote_transform *transform, mote_node_bound *bound)
{
    mote_affine m = mote_affine_of(transform);
    mote_dvec3 reach = mote_node_bound_reach(bound);
    mote_dvec3 magnitude = mote_dvec_add(mote_affine_extent(&m, reach), mote_dvec_abs(m.t));
    bound->c = mote_affine_point(&m, bound->c);
    for (int j = 0; j < 3; j++) bound->g[j] = mote_affine_linear(&m, bound->g[j]);
    bound->r = mote_dvec_add(mote_affine_extent(&m, bound->r),
                             mote_dvec_scale(magnitude, MOTE_FLOAT_UNIT));
}

static float round_out(double x, float towards)
{
    return nextafterf((float)x, towards);
}

// A bound of the sum of the rounding errors of denormal results, which are absolute.
#define DENORMAL_ERRORS 1e-42

mote_box mote_node_bound_box(const mote_node_bound *bound)
{
    mote_dvec3 e = mote_node_bound_extent(bound), c = bound->c;
    e = mote_dvec_add(e, (mote_dvec3){DENORMAL_ERRORS, DENORMAL_ERRORS, DENORMAL_ERRORS});
    return (mote_box){{round_out(c.x - e.x, -INFINITY), round_out(c.y - e.y, -INFINITY),
                       round_out(c.z - e.z, -INFINITY)},
                      {round_out(c.x + e.x, INFINITY), round_out(c.y + e.y, INFINITY),
                       round_out(c.z + e.z, INFINITY)}};
}

// ---------------------------------------------------------------------------------------------
// Public functions

static mote_result check_def(const mote_nodes_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_nodes_create: def is null");
    if (def->cookie != COOKIE)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_nodes_create: def.cookie is not set: start from mote_default_nodes_def()");
    if (!def->mesh) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_nodes_create: def.mesh is null");
    if (!def->mesh->clusters)
        return mote_fail(MOTE_ERROR_REFUSED,
                         "mote_nodes_create: def.mesh was created without MOTE_MESH_CLUSTERS");
    return mote_allocator_check(&def->allocator, "mote_nodes_create");
}

mote_result mote_nodes_create(const mote_nodes_def *def, mote_nodes **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_nodes_create: out is null");
    *out = NULL;
    mote_result result = check_def(def);
    if (result != MOTE_OK) return result;
    mote_allocator source = mote_allocator_or_default(def->allocator);
    mote_nodes *nodes = mote_allocate_zeroed(&source, 1, sizeof *nodes);
    if (!nodes) return mote_fail_memory(sizeof *nodes, "nodes");
    nodes->allocator = mote_memory_begin(&nodes->memory, source, sizeof *nodes);
    nodes->mesh = def->mesh;
    nodes->levels = nodes->mesh->clusters->levels;
    // A single leaf is the root.
    nodes->node_count = leaf_count(nodes) == 1 ? 1 : nodes->levels.node_first[nodes->levels.count];
    nodes->shapes = mote_allocate(&nodes->allocator, nodes->node_count, sizeof *nodes->shapes);
    mote_float_env env = mote_float_env_enter();
    bool done = nodes->shapes && list_vertices(nodes) && shape_nodes(nodes);
    mote_float_env_leave(env);
    if (!done) {
        size_t bytes = nodes->node_count * sizeof *nodes->shapes;
        mote_nodes_destroy(nodes);
        return mote_fail_memory(bytes, "nodes of a mesh");
    }
    *out = nodes;
    return MOTE_OK;
}

void mote_nodes_destroy(mote_nodes *nodes)
{
    if (!nodes) return;
    const mote_allocator *allocator = &nodes->allocator;
    mote_release(allocator, nodes->vertices, listed_count(nodes), sizeof *nodes->vertices);
    mote_release(allocator, nodes->leaf_first, (size_t)leaf_count(nodes) + 1, sizeof(uint32_t));
    mote_release(allocator, nodes->shapes, nodes->node_count, sizeof *nodes->shapes);
    mote_allocator source = nodes->memory.source;
    mote_release(&source, nodes, 1, sizeof *nodes);
}

void mote_nodes_get_info(const mote_nodes *nodes, mote_nodes_info *out)
{
    *out = (mote_nodes_info){.node_count = nodes->node_count,
                             .leaf_count = leaf_count(nodes),
                             .bytes = mote_memory_bytes(&nodes->memory)};
}

mote_result mote_nodes_get(const mote_nodes *nodes, uint32_t id, mote_node *out)
{
    if (!nodes || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_nodes_get: %s is null",
                         nodes ? "out" : "nodes");
    if (id >= nodes->node_count)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_nodes_get: node %u, but there are %u nodes", id,
                         nodes->node_count);
    mote_vertex_span span = mote_nodes_vertices(nodes, id);
    *out = (mote_node){.id = id,
                       .box = nodes->shapes[id].box,
                       .rounding = nodes->shapes[id].rounding,
                       .vertices = span.vertices,
                       .vertex_count = span.count,
                       .first_child = MOTE_NONE};
    uint32_t level = level_of(nodes, id);
    if (level == 0) return MOTE_OK;
    out->first_child =
        nodes->levels.node_first[level - 1] + 8 * (id - nodes->levels.node_first[level]);
    uint32_t left = nodes->levels.node_first[level] - out->first_child;
    out->child_count = left < 8 ? left : 8;
    return MOTE_OK;
}
