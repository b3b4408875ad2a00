#include "world/distance/look.h"

#include "core/box.h"
#include "world/distance/line_span.h"

// What finding the near triangles of two clusters costs, in measured triangle pairs.
enum { WORK_OF_LOOK = 16 };

mote_cluster_ref mote_cluster_refer(const mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    const mote_clusters *c = shape->clusters;
    uint32_t border = c->border_first[cluster];
    mote_box box = MOTE_SEARCH_KERNEL(mote_axis_box)(
        &search->axes, shape->xyz, c->own_first[cluster], c->own_first[cluster + 1],
        c->border + border, c->border_first[cluster + 1] - border);
    return (mote_cluster_ref){cluster, box};
}

static mote_line_span cluster_span(const mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    const mote_clusters *c = shape->clusters;
    mote_line_span span = mote_line_span_empty();
    for (uint32_t v = c->own_first[cluster]; v < c->own_first[cluster + 1]; v++)
        mote_line_span_add(search, &span, mote_shape_vertex(shape, v));
    for (uint32_t i = c->border_first[cluster]; i < c->border_first[cluster + 1]; i++)
        mote_line_span_add(search, &span, mote_shape_vertex(shape, c->border[i]));
    return span;
}

// As mote_line_spans_part for all triangles of two clusters; asked only where their boxes leave it
// open.
static bool clusters_part(const mote_search *search, const mote_cluster_ref *a,
                          const mote_cluster_ref *b)
{
    float gap = b->box.min.x - a->box.max.x + search->near.slack;
    if (!(gap > 0 && gap * gap >= search->near.squared * (1 - 1e-4f))) return false;
    mote_line_span on_a = cluster_span(search, 0, a->cluster);
    mote_line_span on_b = cluster_span(search, 1, b->cluster);
    return mote_line_spans_part(search, &on_a, &on_b);
}

static const mote_triangle_boxes *triangle_boxes(mote_search *search, int side, uint32_t cluster)
{
    const mote_shape *shape = search->side[side].shape;
    mote_triangle_boxes *cached = &search->side[side].cache[cluster % MOTE_CACHED_CLUSTERS];
    if (cached->cluster == cluster) return cached;
    uint32_t first = mote_cluster_first(cluster);
    uint32_t count = mote_cluster_end(shape->clusters, cluster) - first;
    MOTE_SEARCH_KERNEL(mote_axis_triangle_boxes)
    (&search->axes, shape->xyz, shape->clusters->corners + 3 * (size_t)first, count, cached->boxes);
    cached->cluster = cluster;
    cached->group_count = (count + 7) / 8;
    return cached;
}

// Some boxes of a cluster's triangles, and which those are.
typedef struct chosen_boxes {
    uint32_t count, group_count;
    uint32_t which[MOTE_CLUSTER_TRIANGLES];
    mote_box8 boxes[MOTE_CLUSTER_GROUPS];
    mote_box whole;
} chosen_boxes;

static void choose_near(const mote_triangle_boxes *from, const mote_box *box, mote_nearness near,
                        chosen_boxes *out)
{
    float squared[MOTE_CLUSTER_TRIANGLES];
    out->count = MOTE_SEARCH_KERNEL(mote_near_boxes)(box, from->boxes, from->group_count, near,
                                                     out->which, squared);
    out->group_count = (out->count + 7) / 8;
    out->whole = mote_box_empty();
    const mote_box empty = mote_box_empty();
    for (uint32_t i = 0; i < 8 * out->group_count; i++) {
        mote_box one = empty;
        if (i < out->count) one = mote_box8_get(&from->boxes[out->which[i] / 8], out->which[i] % 8);
        mote_box8_set(&out->boxes[i / 8], i % 8, &one);
        mote_box_add_box(&out->whole, &one);
    }
}

void mote_look_at(mote_search *search, const mote_cluster_ref *a, const mote_cluster_ref *b,
                  mote_effort effort)
{
    search->waiting_count = 0;
    if (effort == MOTE_LOOK && clusters_part(search, a, b)) return;
    search->work += WORK_OF_LOOK;
    chosen_boxes near_b;
    uint32_t near_a[MOTE_CLUSTER_TRIANGLES], row[MOTE_CLUSTER_TRIANGLES];
    float squared[MOTE_CLUSTER_TRIANGLES];
    const mote_triangle_boxes *boxes_a = triangle_boxes(search, 0, a->cluster);
    choose_near(triangle_boxes(search, 1, b->cluster), &a->box, search->near, &near_b);
    uint32_t count_a = MOTE_SEARCH_KERNEL(mote_near_boxes)(
        &near_b.whole, boxes_a->boxes, boxes_a->group_count, search->near, near_a, squared);
    for (uint32_t i = 0; i < count_a && search->bound > 0; i++) {
        if (mote_search_wants_new_axes(search)) return;
        mote_box box = mote_box8_get(&boxes_a->boxes[near_a[i] / 8], near_a[i] % 8);
        uint32_t count = MOTE_SEARCH_KERNEL(mote_near_boxes)(&box, near_b.boxes, near_b.group_count,
                                                             search->near, row, squared);
        for (uint32_t j = 0; j < count && search->bound > 0; j++)
            mote_waiting_add(search,
                             (mote_waiting){mote_cluster_first(a->cluster) + near_a[i],
                                            mote_cluster_first(b->cluster) + near_b.which[row[j]],
                                            squared[j]},
                             effort);
    }
    mote_waiting_measure(search, effort);
}
