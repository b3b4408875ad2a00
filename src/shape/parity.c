// Point in shape: the triangles of the clusters that the ray of geometry/parity.h can reach.

#include "core/box.h"
#include "shape/shape.h"

// A box that holds a cluster's triangles: that of its own vertices and those of its owners, which
// own the others.
static mote_box reach_of_cluster(const mote_shape *shape, uint32_t cluster)
{
    const mote_clusters *clusters = shape->clusters;
    mote_box box = mote_box8_get(&shape->own_boxes[cluster / 8], cluster % 8);
    for (uint32_t i = clusters->owner_first[cluster]; i < clusters->owner_first[cluster + 1]; i++) {
        uint32_t owner = clusters->owners[i];
        mote_box further = mote_box8_get(&shape->own_boxes[owner / 8], owner % 8);
        mote_box_add_box(&box, &further);
    }
    return box;
}

mote_parity mote_shape_parity(const mote_shape *shape, mote_vec3 point)
{
    const mote_clusters *clusters = shape->clusters;
    mote_parity parity = {.point = point};
    if (!mote_parity_needs(&parity, &shape->box) || point.x < shape->box.min.x) return parity;
    for (uint32_t c = 0; c < clusters->cluster_count && !parity.on_surface; c++) {
        mote_box box = reach_of_cluster(shape, c);
        if (!mote_parity_needs(&parity, &box)) continue;
        uint32_t end = mote_cluster_end(clusters, c);
        for (uint32_t slot = mote_cluster_first(c); slot < end; slot++) {
            mote_vec3 t[3];
            mote_shape_triangle(shape, slot, t);
            mote_parity_add(&parity, t);
        }
    }
    return parity;
}
