#include "shape/node_tree.h"

#include "core/box.h"

void mote_cluster_tree_release(mote_cluster_tree *tree, const mote_allocator *allocator)
{
    mote_box_tree_release(&tree->tree, allocator);
    tree->version = 0;
}

static mote_box cluster_box(const mote_shape *shape, uint32_t cluster)
{
    const mote_clusters *clusters = shape->clusters;
    mote_box box = mote_box8_get(&shape->own_boxes[cluster / 8], cluster % 8);
    for (uint32_t i = clusters->border_first[cluster]; i < clusters->border_first[cluster + 1]; i++)
        mote_box_add_point(&box, mote_shape_vertex(shape, clusters->border[i]));
    return box;
}

bool mote_cluster_tree_update(mote_cluster_tree *tree, const mote_shape *shape,
                              const mote_allocator *allocator)
{
    if (tree->version == shape->version) return true;
    uint32_t count = shape->clusters->cluster_count;
    if (!mote_box_tree_begin(&tree->tree, allocator, count)) return false;
    for (uint32_t c = 0; c < count; c++) {
        mote_box box = cluster_box(shape, c);
        mote_box_tree_set(&tree->tree, c, &box);
    }
    mote_box_tree_finish(&tree->tree);
    tree->version = shape->version;
    return true;
}

static void widen_lanes(mote_box8 *boxes, float by)
{
    for (uint32_t lane = 0; lane < 8; lane++) {
        mote_box box = mote_box8_get(boxes, lane);
        if (box.min.x > box.max.x) continue; // an empty box stays empty
        box = mote_box_widened(&box, by);
        mote_box8_set(boxes, lane, &box);
    }
}

const mote_box8 *mote_node_tree_boxes_over_step(const mote_node_tree *tree, uint32_t level,
                                                uint32_t group, mote_box8 *room)
{
    const mote_box8 *start = mote_on_demand_boxes(tree->shape, level, group);
    mote_box8_unite(start, mote_on_demand_boxes(tree->end, level, group), room);
    if (tree->by > 0) widen_lanes(room, tree->by);
    return room;
}
