// Space mapping by compactly supported radial basis functions, as Senin et al. 2003 deform their
// models: Kojekine, Savchenko, Senin, Hagiwara, "Real-time 3D deformations by means of compactly
// supported radial basis functions", 2002.
//
// No polynomial is added to the sum of functions, because it would move every vertex. Vertices that
// are out of reach of all controls must not move.

#include "deform/csrbf.h"

#include <math.h>
#include <string.h>

#include "core/box.h"
#include "core/box_tree.h"
#include "core/float_env.h"
#include "core/morton.h"
#include "core/result.h"
#include "core/sort.h"

#define COOKIE 0x72626663u // "rbfc"

static const mote_deformer_kind csrbf_kind;

mote_csrbf_def mote_default_csrbf_def(void)
{
    return (mote_csrbf_def){.cookie = COOKIE};
}

// ---------------------------------------------------------------------------------------------
// The def

static mote_result check_controls(const mote_csrbf_def *def)
{
    for (uint32_t i = 0; i < def->control_count; i++)
        if (!mote_vec_finite(def->starts[i]) || !mote_vec_finite(def->ends[i]))
            return mote_fail(MOTE_ERROR_DATA, "mote_csrbf_create: def.%s[%u] is not finite",
                             mote_vec_finite(def->starts[i]) ? "ends" : "starts", i);
    return MOTE_OK;
}

static mote_result check_def(const mote_csrbf_def *def, const mote_deformer_basis *basis)
{
    mote_result result = mote_deformer_check(basis);
    if (result != MOTE_OK) return result;
    if ((uint32_t)def->wendland > MOTE_WENDLAND_C4)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_csrbf_create: def.wendland %u is unknown",
                         (unsigned)def->wendland);
    if (!(def->support_radius > 0 && def->support_radius < INFINITY))
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "mote_csrbf_create: def.support_radius is %g, expected a finite number above 0",
            (double)def->support_radius);
    if (def->control_count == 0)
        return mote_fail(MOTE_ERROR_DATA, "mote_csrbf_create: def.control_count is 0");
    if (!def->starts || !def->ends)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_csrbf_create: def.%s is null",
                         def->starts ? "ends" : "starts");
    return check_controls(def);
}

// ---------------------------------------------------------------------------------------------
// The field

// Sorts the controls along a space-filling curve, so that runs of them are compact.
static bool order_controls(const mote_csrbf_def *def, const mote_allocator *allocator,
                           uint32_t *order)
{
    uint32_t count = def->control_count;
    uint64_t *keys = mote_allocate(allocator, count, 2 * sizeof *keys);
    if (!keys) return false;
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < count; i++) mote_box_add_point(&all, def->starts[i]);
    for (uint32_t i = 0; i < count; i++) {
        mote_box point = {def->starts[i], def->starts[i]};
        keys[i] = (uint64_t)mote_morton_code(&point, &all) << 32 | i;
    }
    mote_sort_keys(keys, count, keys + count);
    for (uint32_t i = 0; i < count; i++) order[i] = (uint32_t)keys[i];
    mote_release(allocator, keys, count, 2 * sizeof *keys);
    return true;
}

static void fill_block(mote_csrbf_field *field, uint32_t block, const mote_csrbf_def *def,
                       const uint32_t *order, const mote_dvec3 *u)
{
    mote_csrbf_block *b = &field->blocks[block];
    mote_box box = mote_box_empty();
    for (uint32_t k = 0; k < MOTE_CSRBF_BLOCK; k++) {
        uint32_t place = block * MOTE_CSRBF_BLOCK + k;
        bool used = place < def->control_count;
        uint32_t control = order[used ? place : def->control_count - 1];
        mote_dvec3 start = mote_vec_widen(def->starts[control]);
        b->x[k] = start.x, b->y[k] = start.y, b->z[k] = start.z;
        b->dx[k] = used ? u[control].x : 0;
        b->dy[k] = used ? u[control].y : 0;
        b->dz[k] = used ? u[control].z : 0;
        mote_box_add_point(&box, def->starts[control]);
    }
    box = mote_box_widened(&box, def->support_radius);
    mote_box8_set(&field->reaches[block / 8], block % 8, &box);
}

static mote_result make_field(mote_csrbf *csrbf, const mote_csrbf_def *def, uint32_t *order,
                              mote_dvec3 *u)
{
    mote_csrbf_field *field = &csrbf->field;
    const mote_allocator *allocator = &csrbf->base.allocator;
    if (!field->blocks || !field->reaches || !order || !u || !order_controls(def, allocator, order))
        return mote_fail_memory(field->block_count * sizeof *field->blocks, "a space mapping");
    mote_result result = mote_csrbf_solve(def, allocator, u);
    if (result != MOTE_OK) return result;
    for (uint32_t lane = 0; lane < 8 * ((field->block_count + 7) / 8); lane++) {
        mote_box empty = mote_box_empty();
        mote_box8_set(&field->reaches[lane / 8], lane % 8, &empty);
    }
    for (uint32_t block = 0; block < field->block_count; block++)
        fill_block(field, block, def, order, u);
    return MOTE_OK;
}

static mote_result make_csrbf(mote_csrbf *csrbf, const mote_csrbf_def *def)
{
    const mote_allocator *allocator = &csrbf->base.allocator;
    size_t count = def->control_count, blocks = (count + MOTE_CSRBF_BLOCK - 1) / MOTE_CSRBF_BLOCK;
    double radius = (double)def->support_radius;
    csrbf->control_count = def->control_count;
    csrbf->field = (mote_csrbf_field){
        .wendland = def->wendland,
        .radius = radius,
        .inverse_square = 1.0 / (radius * radius),
        .blend = 1.0,
        .block_count = (uint32_t)blocks,
        .blocks = mote_allocate(allocator, blocks, sizeof(mote_csrbf_block)),
        .reaches = mote_allocate(allocator, (blocks + 7) / 8, sizeof(mote_box8))};
    uint32_t *order = mote_allocate(allocator, count, sizeof *order);
    mote_dvec3 *u = mote_allocate(allocator, count, sizeof *u);
    mote_result result = make_field(csrbf, def, order, u);
    mote_release(allocator, u, count, sizeof *u);
    mote_release(allocator, order, count, sizeof *order);
    return result;
}

mote_result mote_csrbf_create(const mote_csrbf_def *def, mote_deformer **out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_csrbf_create: out is null");
    *out = NULL;
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_csrbf_create: def is null");
    mote_deformer_basis basis = {"csrbf", def->cookie == COOKIE, def->mesh, def->nodes,
                                 def->allocator};
    mote_result result = check_def(def, &basis);
    if (result != MOTE_OK) return result;
    mote_csrbf *csrbf = mote_deformer_allocate(&basis, &csrbf_kind, sizeof *csrbf);
    if (!csrbf) return MOTE_ERROR_MEMORY;
    mote_float_env env = mote_float_env_enter();
    result = make_csrbf(csrbf, def);
    mote_float_env_leave(env);
    if (result == MOTE_OK) {
        *out = &csrbf->base;
    } else {
        mote_deformer_destroy(&csrbf->base);
    }
    return result;
}

static void release(mote_deformer *self)
{
    mote_csrbf *csrbf = (mote_csrbf *)(void *)self;
    size_t blocks = csrbf->field.block_count;
    mote_release(&self->allocator, csrbf->field.blocks, blocks, sizeof(mote_csrbf_block));
    mote_release(&self->allocator, csrbf->field.reaches, (blocks + 7) / 8, sizeof(mote_box8));
}

// ---------------------------------------------------------------------------------------------
// Each frame

mote_result mote_csrbf_set_blend(mote_deformer *deformer, float blend)
{
    mote_result result = mote_deformer_expect(deformer, &csrbf_kind, __func__);
    if (result != MOTE_OK) return result;
    if (!isfinite(blend))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_csrbf_set_blend: blend %g is not finite",
                         (double)blend);
    ((mote_csrbf *)(void *)deformer)->field.blend = (double)blend;
    return MOTE_OK;
}

typedef struct sum {
    double x, y, z;
    bool reached;
} sum;

static void add_block(const mote_csrbf_field *field, const mote_csrbf_block *b, double x, double y,
                      double z, sum *u)
{
    for (int k = 0; k < MOTE_CSRBF_BLOCK; k++) {
        double dx = x - b->x[k], dy = y - b->y[k], dz = z - b->z[k];
        double q = (dx * dx + dy * dy + dz * dz) * field->inverse_square;
        if (!(q < 1.0)) continue;
        double phi = mote_wendland_value(field->wendland, sqrt(q));
        u->reached = true;
        u->x += phi * b->dx[k];
        u->y += phi * b->dy[k];
        u->z += phi * b->dz[k];
    }
}

void mote_csrbf_displace_scalar(const mote_csrbf_field *field, mote_vec3 *positions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        double x = (double)positions[i].x, y = (double)positions[i].y, z = (double)positions[i].z;
        sum u = {0, 0, 0, false};
        for (uint32_t b = 0; b < field->block_count; b++)
            add_block(field, &field->blocks[b], x, y, z, &u);
        if (u.reached)
            positions[i] =
                (mote_vec3){(float)(x + field->blend * u.x), (float)(y + field->blend * u.y),
                            (float)(z + field->blend * u.z)};
    }
}

static void apply(const mote_deformer *self, const uint32_t *vertices, uint32_t count,
                  mote_vec3 *positions)
{
    (void)vertices;
    const mote_csrbf *csrbf = (const mote_csrbf *)(const void *)self;
#ifdef MOTE_SCALAR
    mote_csrbf_displace_scalar(&csrbf->field, positions, count);
#else
    MOTE_PICK_KERNEL(mote_csrbf_displace)(&csrbf->field, positions, count);
#endif
}

// ---------------------------------------------------------------------------------------------
// Bounding a node: Taylor's formula at the node's center. The remainder of each control is bounded by its
// curvature or by the range of its values, whichever is smaller. docs/deformers.md has the formulas and proofs.

// u near the center: value + slope (x - c), within `error`. `size` is the magnitude of all terms,
// for rounding errors.
typedef struct taylor {
    mote_dvec3 value;
    mote_affine slope; // the translation is not used
    mote_dvec3 error;
    mote_dvec3 size;
} taylor;

// The largest distance of a vertex from the center.
static double node_radius(const mote_node_bound *b)
{
    double most = 0;
    for (int corner = 0; corner < 4; corner++) { // the other four are opposite
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

static mote_result bound_node(const mote_deformer *self, uint32_t node, mote_node_bound *bound)
{
    (void)node;
    const mote_csrbf_field *field = &((const mote_csrbf *)(const void *)self)->field;
    taylor t = expand(field, bound);
    // Vertices out of reach keep their bits.
    if (t.size.x == 0 && t.size.y == 0 && t.size.z == 0) return MOTE_OK;
    double blend = field->blend;
    mote_dvec3 reach = mote_node_bound_reach(bound), error = t.error;
    bound->c = mote_dvec_add(bound->c, mote_dvec_scale(t.value, blend));
    for (int j = 0; j < 3; j++)
        bound->g[j] = mote_dvec_add(
            bound->g[j], mote_dvec_scale(mote_affine_linear(&t.slope, bound->g[j]), blend));
    error = mote_dvec_add(error, mote_affine_extent(&t.slope, bound->r));
    bound->r = mote_dvec_add(bound->r, mote_dvec_scale(error, fabs(blend)));
    // Errors of the sums in double, relative to the terms, and one rounding to float.
    bound->r = mote_dvec_add(bound->r, mote_dvec_scale(t.size, 1e-12 * fabs(blend)));
    reach = mote_dvec_add(reach, mote_node_bound_reach(bound));
    bound->r = mote_dvec_add(bound->r, mote_dvec_scale(reach, MOTE_FLOAT_UNIT));
    return MOTE_OK;
}

static const mote_deformer_kind csrbf_kind = {
    .name = "csrbf", .apply = apply, .bound = bound_node, .release = release};
