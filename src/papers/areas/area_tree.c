// The tree of areas, and the size, centroid, box, seed and distortion of each of its nodes.
//
// The tree is the binary tree of the LBG splits with areas in the place of cells: a cell without an
// area is left out, a cell with several areas becomes their parent, and a node with one child is
// replaced by the child.

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"
#include "mesh/lists.h"
#include "papers/areas/areas.h"

// ---------------------------------------------------------------------------------------------
// The tree

typedef struct tree_builder {
    mote_area_node *nodes;
    uint32_t node_count;
    uint32_t *first_child, *last_child; // per split: nodes, or MOTE_NONE
    uint32_t *next;                     // per node: the next child of the same split
} tree_builder;

static void add_child(tree_builder *b, uint32_t split, uint32_t node)
{
    b->next[node] = MOTE_NONE;
    if (b->first_child[split] == MOTE_NONE)
        b->first_child[split] = node;
    else
        b->next[b->last_child[split]] = node;
    b->last_child[split] = node;
}

// The node of a split whose children are known; MOTE_NONE if it has none.
static uint32_t close_split(tree_builder *b, uint32_t split)
{
    if (b->first_child[split] == b->last_child[split]) return b->first_child[split];
    uint32_t node = b->node_count++;
    for (uint32_t child = b->first_child[split]; child != MOTE_NONE; child = b->next[child])
        b->nodes[child].parent = node;
    return node;
}

static void list_children(const mote_area_node *nodes, uint32_t node_count, uint32_t *first,
                          uint32_t *items)
{
    memset(first, 0, ((size_t)node_count + 1) * sizeof *first);
    for (uint32_t i = 0; i + 1 < node_count; i++) first[nodes[i].parent]++;
    mote_lists_start(first, node_count);
    for (uint32_t i = 0; i + 1 < node_count; i++) items[first[nodes[i].parent]++] = i;
    mote_lists_rewind(first, node_count);
}

static mote_result store_children(mote_areas *areas)
{
    uint32_t count = areas->view.node_count;
    uint32_t *first = mote_areas_allocate(areas, (size_t)count + 1, sizeof *first);
    uint32_t *items = mote_areas_allocate(areas, count - 1, sizeof *items);
    if (!first || !items) return MOTE_ERROR_MEMORY;
    list_children(areas->view.nodes, count, first, items);
    areas->view.children = (mote_lists){.first = first, .items = items, .count = count};
    return MOTE_OK;
}

mote_result mote_areas_build_tree(mote_areas *areas, const mote_split_tree *splits,
                                  const mote_area_regions *regions, uint32_t cell_count,
                                  mote_arena *scratch)
{
    size_t max_nodes = 2 * (size_t)regions->count;
    tree_builder b = {.node_count = regions->count};
    b.nodes = mote_areas_allocate(areas, max_nodes, sizeof *b.nodes);
    if (!b.nodes) return MOTE_ERROR_MEMORY;
    b.first_child = mote_arena_take(scratch, 2 * (size_t)cell_count, sizeof *b.first_child);
    b.last_child = mote_arena_take(scratch, 2 * (size_t)cell_count, sizeof *b.last_child);
    b.next = mote_arena_take(scratch, max_nodes, sizeof *b.next);
    if (!b.first_child || !b.last_child || !b.next)
        return mote_fail_memory(max_nodes * sizeof *b.next, "the tree of areas");
    memset(b.first_child, 0xff, splits->node_count * sizeof *b.first_child); // MOTE_NONE
    memset(b.last_child, 0xff, splits->node_count * sizeof *b.last_child);
    for (uint32_t a = 0; a < regions->count; a++) add_child(&b, splits->leaf[regions->cell[a]], a);
    uint32_t root = MOTE_NONE;
    for (uint32_t split = splits->node_count; split-- > 0;) {
        uint32_t node = close_split(&b, split);
        if (splits->parent[split] == MOTE_NONE)
            root = node;
        else if (node != MOTE_NONE)
            add_child(&b, splits->parent[split], node);
    }
    b.nodes[root].parent = MOTE_NONE;
    areas->view.nodes = b.nodes;
    areas->view.node_count = b.node_count;
    return store_children(areas);
}

// ---------------------------------------------------------------------------------------------
// Measures of the nodes

typedef struct measures {
    const mote_area_points *points;
    const uint32_t *area_of;
    mote_area_node *nodes;
    uint32_t node_count;
    double *means;         // per node: the mean of its vectors, at first their sum
    mote_dvec3 *centroids; // per node: at first the sum of its positions
    double *nearest;       // per node: squared distance of its seed to the mean
    double *radius;        // per node, squared
} measures;

static void add_points(measures *m)
{
    const mote_area_points *points = m->points;
    for (uint32_t p = 0; p < points->count; p++) {
        uint32_t area = m->area_of[p];
        mote_vec3 at = points->positions[points->vertex[p]];
        double *sum = m->means + (size_t)area * points->dimensions;
        for (uint32_t k = 0; k < points->dimensions; k++)
            sum[k] += (double)points->columns[k * points->stride + p];
        m->centroids[area] = mote_dvec_add(m->centroids[area], mote_vec_widen(at));
        m->nodes[area].vertex_count++;
        mote_box_add_point(&m->nodes[area].box, at);
    }
}

// Parents have higher numbers than their children.
static void add_to_parents(measures *m)
{
    uint32_t dimensions = m->points->dimensions;
    for (uint32_t i = 0; i < m->node_count; i++) {
        uint32_t parent = m->nodes[i].parent;
        if (parent == MOTE_NONE) continue;
        for (uint32_t k = 0; k < dimensions; k++)
            m->means[(size_t)parent * dimensions + k] += m->means[(size_t)i * dimensions + k];
        m->centroids[parent] = mote_dvec_add(m->centroids[parent], m->centroids[i]);
        m->nodes[parent].vertex_count += m->nodes[i].vertex_count;
        mote_box_add_box(&m->nodes[parent].box, &m->nodes[i].box);
    }
}

static void divide_by_count(measures *m)
{
    for (uint32_t i = 0; i < m->node_count; i++) {
        if (m->nodes[i].vertex_count == 0) continue;
        double share = 1.0 / m->nodes[i].vertex_count;
        for (uint32_t k = 0; k < m->points->dimensions; k++)
            m->means[(size_t)i * m->points->dimensions + k] *= share;
        m->centroids[i] = mote_dvec_scale(m->centroids[i], share);
        m->nodes[i].centroid = mote_dvec_narrow(m->centroids[i]);
    }
}

// Compares a point with all nodes that contain it.
static void compare_point(measures *m, uint32_t point)
{
    uint32_t vertex = m->points->vertex[point];
    mote_dvec3 at = mote_vec_widen(m->points->positions[vertex]);
    for (uint32_t i = m->area_of[point]; i != MOTE_NONE; i = m->nodes[i].parent) {
        const double *mean = m->means + (size_t)i * m->points->dimensions;
        double squared = mote_area_squared(m->points, point, mean);
        mote_dvec3 away = mote_dvec_sub(at, m->centroids[i]);
        m->nodes[i].distortion += squared;
        m->radius[i] = fmax(m->radius[i], mote_dvec_dot(away, away));
        if (m->nodes[i].seed != MOTE_NONE && squared >= m->nearest[i]) continue;
        m->nodes[i].seed = vertex;
        m->nearest[i] = squared;
    }
}

mote_result mote_areas_measure(mote_areas *areas, const mote_area_points *points,
                               const mote_area_regions *regions, mote_arena *scratch)
{
    size_t count = areas->view.node_count, coordinates = count * points->dimensions;
    measures m = {.points = points,
                  .area_of = regions->area_of,
                  .nodes = (mote_area_node *)areas->view.nodes,
                  .node_count = areas->view.node_count,
                  .means = mote_arena_take(scratch, coordinates, sizeof *m.means),
                  .centroids = mote_arena_take(scratch, count, sizeof *m.centroids),
                  .nearest = mote_arena_take(scratch, count, sizeof *m.nearest),
                  .radius = mote_arena_take(scratch, count, sizeof *m.radius)};
    if (!m.means || !m.centroids || !m.nearest || !m.radius)
        return mote_fail_memory(coordinates * sizeof *m.means, "the measures of areas");
    memset(m.means, 0, coordinates * sizeof *m.means);
    memset(m.centroids, 0, count * sizeof *m.centroids);
    memset(m.radius, 0, count * sizeof *m.radius);
    for (uint32_t i = 0; i < count; i++)
        m.nodes[i] = (mote_area_node){
            .parent = m.nodes[i].parent, .seed = MOTE_NONE, .box = mote_box_empty()};
    add_points(&m);
    add_to_parents(&m);
    divide_by_count(&m);
    for (uint32_t p = 0; p < points->count; p++) compare_point(&m, p);
    for (uint32_t i = 0; i < count; i++) m.nodes[i].radius = (float)sqrt(m.radius[i]);
    return MOTE_OK;
}
