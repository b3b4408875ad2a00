// Where a space mapping can take a node: Taylor's formula at the node's center, with the remainder of
// each control by its curvature or, where that is worse, by the range of its values. docs/deformers.md
// has the formulas and their proof.

#include "core/box_tree.h"
#include "deform/csrbf.h"
#include "deform/nodes.h"
#include "deform/wendland.h"

// u near the center: value + slope (x - c), within `error`. `size` is of all the terms, for rounding.
typedef struct taylor {
    mote_dvec3 value;
    mote_affine slope; // its translation is not used
    mote_dvec3 error;
    mote_dvec3 size;
} taylor;

// The largest distance of a vertex from the center.
static double node_radius(const mote_node_bound *b)
{
    double most = 0;
    for (int corner = 0; corner < 4; corner++) { // the other four lie opposite
        mote_dvec3 p = mote_dvec_add(b->g[0], mote_dvec_scale(b->g[1], corner & 1 ? -1 : 1));
        p = mote_dvec_add(p, mote_dvec_scale(b->g[2], corner & 2 ? -1 : 1));
        most = fmax(most, mote_dvec_length(p));
    }
    return (most + mote_dvec_length(b->r)) * (1 + 1e-12);
}

static double value_at(mote_wendland kind, double r)
{
    return r < 1 ? mote_wendland_value(kind, r) : 0;
}

static void add_control(const mote_csrbf_field *field, mote_dvec3 start, mote_dvec3 d, mote_dvec3 c,
                        double node_radius, taylor *t)
{
    mote_dvec3 away = mote_dvec_sub(c, start);
    double r = mote_dvec_length(away) / field->radius, rho = node_radius / field->radius;
    double least = fmax(0, r - rho) * (1 - 1e-12), most = (r + rho) * (1 + 1e-12);
    if (least >= 1) return;
    double high = value_at(field->wendland, least), low = value_at(field->wendland, most);
    double by_curvature = 0.5 * mote_wendland_curvature(field->wendland, least) * rho * rho;
    mote_dvec3 size = mote_dvec_abs(d);
    t->size = mote_dvec_add(t->size, size);
    if (by_curvature < 0.5 * (high - low)) {
        double s = r < 1 ? mote_wendland_slope(field->wendland, r) * field->inverse_square : 0;
        t->value = mote_dvec_add(t->value, mote_dvec_scale(d, value_at(field->wendland, r)));
        t->slope.cx = mote_dvec_add(t->slope.cx, mote_dvec_scale(d, s * away.x));
        t->slope.cy = mote_dvec_add(t->slope.cy, mote_dvec_scale(d, s * away.y));
        t->slope.cz = mote_dvec_add(t->slope.cz, mote_dvec_scale(d, s * away.z));
        t->error = mote_dvec_add(t->error, mote_dvec_scale(size, by_curvature));
    } else {
        t->value = mote_dvec_add(t->value, mote_dvec_scale(d, 0.5 * (high + low)));
        t->error = mote_dvec_add(t->error, mote_dvec_scale(size, 0.5 * (high - low)));
    }
}

static taylor expand(const mote_csrbf_field *field, const mote_node_bound *bound)
{
    taylor t = {.value = {0, 0, 0}};
    mote_box box = mote_node_bound_box(bound);
    double radius = node_radius(bound);
    for (uint32_t first = 0; first < field->block_count; first += 8) {
        uint32_t near = mote_box8_overlaps(&field->reaches[first / 8], &box);
        for (; near; near &= near - 1) {
            const mote_csrbf_block *b = &field->blocks[first + (uint32_t)__builtin_ctz(near)];
            for (int k = 0; k < MOTE_CSRBF_BLOCK; k++)
                add_control(field, (mote_dvec3){b->x[k], b->y[k], b->z[k]},
                            (mote_dvec3){b->dx[k], b->dy[k], b->dz[k]}, bound->c, radius, &t);
        }
    }
    return t;
}

mote_result mote_csrbf_bound(const mote_deformer *self, uint32_t node, mote_node_bound *bound)
{
    (void)node;
    const mote_csrbf_field *field = &((const mote_csrbf *)(const void *)self)->field;
    taylor t = expand(field, bound);
    // Out of reach: the vertices keep their bits.
    if (t.size.x == 0 && t.size.y == 0 && t.size.z == 0) return MOTE_OK;
    double blend = field->blend;
    mote_dvec3 reach = mote_node_bound_reach(bound), error = t.error;
    bound->c = mote_dvec_add(bound->c, mote_dvec_scale(t.value, blend));
    for (int j = 0; j < 3; j++)
        bound->g[j] = mote_dvec_add(
            bound->g[j], mote_dvec_scale(mote_affine_linear(&t.slope, bound->g[j]), blend));
    error = mote_dvec_add(error, mote_affine_extent(&t.slope, bound->r));
    bound->r = mote_dvec_add(bound->r, mote_dvec_scale(error, fabs(blend)));
    // Sums in double, whose errors are relative to the terms, and one rounding to float.
    bound->r = mote_dvec_add(bound->r, mote_dvec_scale(t.size, 1e-12 * fabs(blend)));
    reach = mote_dvec_add(reach, mote_node_bound_reach(bound));
    bound->r = mote_dvec_add(bound->r, mote_dvec_scale(reach, MOTE_FLOAT_UNIT));
    return MOTE_OK;
}
