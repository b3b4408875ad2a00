#include "support/manifold.h"

#include <stdlib.h>

#include "core/vec.h"
#include "support/run.h"

typedef struct edge {
    uint32_t low, high;
    int direction; // 1 from low to high, -1 back
} edge;

static int compare_edges(const void *p, const void *q)
{
    const edge *a = p, *b = q;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return 0;
}

static void count_edges(edge *edges, size_t count, manifold_counts *out)
{
    qsort(edges, count, sizeof *edges, compare_edges);
    for (size_t first = 0, next; first < count; first = next) {
        int direction = 0;
        for (next = first; next < count && compare_edges(&edges[first], &edges[next]) == 0;
             next++) {
            direction += edges[next].direction;
        }
        out->border_edges += next - first == 1;
        out->nonmanifold_edges += next - first > 2;
        out->flipped_edges += next - first == 2 && direction != 0;
    }
}

static void measure_triangle(const io_model *model, const uint32_t *corners, manifold_counts *out)
{
    mote_dvec3 a = mote_vec_widen(model->positions[corners[0]]);
    mote_dvec3 b = mote_vec_widen(model->positions[corners[1]]);
    mote_dvec3 c = mote_vec_widen(model->positions[corners[2]]);
    mote_dvec3 normal = mote_dvec_cross(mote_dvec_sub(b, a), mote_dvec_sub(c, a));
    out->degenerate_triangles += mote_dvec_dot(normal, normal) == 0.0;
    out->volume += mote_dvec_dot(a, mote_dvec_cross(b, c)) / 6.0;
}

manifold_counts count_manifold(const io_model *model)
{
    manifold_counts out = {0};
    size_t corner_count = (size_t)model->triangle_count * 3;
    edge *edges = malloc(corner_count * sizeof *edges);
    bool *used = calloc(model->vertex_count, sizeof *used);
    assert_non_null(edges);
    assert_non_null(used);
    for (size_t i = 0; i < corner_count; i++) {
        uint32_t from = model->triangles[i], to = model->triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[i] = from < to ? (edge){from, to, 1} : (edge){to, from, -1};
        used[from] = true;
        if (i % 3 == 0) measure_triangle(model, &model->triangles[i], &out);
    }
    count_edges(edges, corner_count, &out);
    for (uint32_t v = 0; v < model->vertex_count; v++) out.isolated_vertices += !used[v];
    free(edges);
    free(used);
    return out;
}
