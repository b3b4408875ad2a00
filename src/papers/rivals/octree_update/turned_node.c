#include "core/transform.h"
#include "papers/rivals/octree_update/octree_update.h"

double mote_octree_slack(const mote_box *box)
{
    mote_dvec3 low = mote_dvec_abs(mote_vec_widen(box->min));
    mote_dvec3 high = mote_dvec_abs(mote_vec_widen(box->max));
    double largest = fmax(fmax(low.x, fmax(low.y, low.z)), fmax(high.x, fmax(high.y, high.z)));
    // Four times the error of rounding to nearest, which is an absolute one for denormal numbers.
    return 2.5e-7 * largest + (double)FLT_TRUE_MIN;
}

mote_turned_node mote_turned_node_of(const mote_shape *shape, const mote_affine *map, double half)
{
    mote_turned_node node;
    double slack = mote_octree_slack(&shape->box);
    mote_dvec3 axes[3] = {{half, 0, 0}, {0, half, 0}, {0, 0, half}}, extent = {slack, slack, slack};
    for (int k = 0; k < 3; k++) {
        node.half[k] = mote_affine_linear(map, axes[k]);
        extent.x += fabs(node.half[k].x);
        extent.y += fabs(node.half[k].y);
        extent.z += fabs(node.half[k].z);
    }
    for (int k = 0; k < 3; k++) {
        mote_dvec3 normal = mote_dvec_cross(node.half[(k + 1) % 3], node.half[(k + 2) % 3]);
        double length = mote_dvec_length(normal);
        node.normal[k] = length > 0 ? mote_dvec_scale(normal, 1 / length) : (mote_dvec3){0, 0, 0};
        node.reach[k] = fabs(mote_dvec_dot(node.normal[k], node.half[k])) + slack;
    }
    node.extent = extent;
    return node;
}

bool mote_turned_node_meets(const mote_turned_node *node, mote_dvec3 center,
                            const mote_octree_cell *c)
{
    mote_dvec3 d = mote_dvec_sub(center, c->center);
    mote_dvec3 half = mote_dvec_scale(c->half, MOTE_OCTREE_MARGIN);
    if (fabs(d.x) > half.x + node->extent.x || fabs(d.y) > half.y + node->extent.y ||
        fabs(d.z) > half.z + node->extent.z)
        return false;
    for (int k = 0; k < 3; k++) {
        mote_dvec3 n = node->normal[k];
        double reach =
            node->reach[k] + fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z;
        if (fabs(mote_dvec_dot(d, n)) > reach) return false;
    }
    return true;
}
