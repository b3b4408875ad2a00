// What is known of each node of the tree: size, centroid, extent, seed, distortion.

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"
#include "papers/areas/areas.h"

typedef struct measures {
    const mote_area_points *points;
    const uint32_t *area_of;
    mote_area_node *nodes;
    uint32_t node_count;
    double *means;         // of the vectors of each node: first their sums
    mote_dvec3 *centroids; // first sums of positions
    double *nearest;       // of each node: squared distance of its seed to the mean
    double *radius;        // of each node, squared
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

// Parents come after their children.
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

static void divide(measures *m)
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

// A point against all nodes that it is in.
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
        return mote_fail_memory(coordinates * sizeof *m.means, "measures of areas");
    memset(m.means, 0, coordinates * sizeof *m.means);
    memset(m.centroids, 0, count * sizeof *m.centroids);
    memset(m.radius, 0, count * sizeof *m.radius);
    for (uint32_t i = 0; i < count; i++)
        m.nodes[i] = (mote_area_node){
            .parent = m.nodes[i].parent, .seed = MOTE_NONE, .box = mote_box_empty()};
    add_points(&m);
    add_to_parents(&m);
    divide(&m);
    for (uint32_t p = 0; p < points->count; p++) compare_point(&m, p);
    for (uint32_t i = 0; i < count; i++) m.nodes[i].radius = (float)sqrt(m.radius[i]);
    return MOTE_OK;
}
