// Rigid bodies on demand: the rest shape and its transform.

#include "shape/on_demand.h"

#include <math.h>

#include "core/transform.h"

static void evaluate(const void *context, const uint32_t *vertices, uint32_t count, mote_vec3 *out)
{
    const mote_mesh *mesh = context;
    for (uint32_t i = 0; i < count; i++) out[i] = mesh->positions[vertices[i]];
}

// Clips min and max to the extent of the moved sphere along one axis.
static void cut_axis(float center, mote_vec3 row, float radius, float *min, float *max)
{
    double x = (double)row.x, y = (double)row.y, z = (double)row.z;
    double reach = sqrt(x * x + y * y + z * z) * (double)radius;
    // The center and the vertices are rounded to float, each by 2^-24 of its magnitude.
    reach += 0x1p-20 * (fabs((double)center) + reach) + 0x1p-126;
    float low = nextafterf((float)((double)center - reach), -INFINITY);
    float high = nextafterf((float)((double)center + reach), INFINITY);
    if (low > *min) *min = low;
    if (high < *max) *max = high;
}

// The box of a rotated box may be up to 1.7 times larger than its contents; the bounding sphere
// limits it.
static void cut_by_sphere(const mote_clusters *clusters, const mote_transform *m, mote_box8 *root)
{
    mote_vec3 c = mote_transform_point(m, clusters->rest_center);
    float r = clusters->rest_radius;
    cut_axis(c.x, (mote_vec3){m->cx.x, m->cy.x, m->cz.x}, r, root->min_x, root->max_x);
    cut_axis(c.y, (mote_vec3){m->cx.y, m->cy.y, m->cz.y}, r, root->min_y, root->max_y);
    cut_axis(c.z, (mote_vec3){m->cx.z, m->cy.z, m->cz.z}, r, root->min_z, root->max_z);
}

static void bound(const void *context, uint32_t first, uint32_t count,
                  const mote_transform *transform, mote_box8 *out)
{
    (void)count;
    const mote_clusters *clusters = ((const mote_mesh *)context)->clusters;
    const mote_node_levels *levels = &clusters->levels;
    uint32_t level = 0;
    while (first >= levels->node_first[level + 1]) level++;
    uint32_t group = levels->group_first[level] + (first - levels->node_first[level]) / 8;
    const mote_transform none = MOTE_NO_TRANSFORM, *m = transform ? transform : &none;
    MOTE_PICK_KERNEL(mote_transform_boxes)(&clusters->rest_boxes[group], m, out);
    if (level == levels->count - 1) cut_by_sphere(clusters, m, out);
}

mote_deformation mote_rigid_deformation(const mote_mesh *mesh)
{
    return (mote_deformation){
        .context = mesh, .evaluate = evaluate, .bound = bound, .vertices_per_bound = 2};
}
