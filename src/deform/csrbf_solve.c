// Controls are sorted along the longest axis of their box. In this order, controls within reach of
// each other are close together, so the envelope is narrow for small radii and full for large ones.
// A few rounds of iterative refinement remove most of the rounding error.

#include "deform/csrbf.h"

#include <string.h>

#include "core/box.h"
#include "core/result.h"
#include "core/sort.h"
#include "core/vec.h"
#include "deform/envelope.h"

enum { REFINEMENTS = 4 };

// Below this, a pivot is only rounding error. Diagonal elements of the unfactored matrix are 1.
#define MIN_PIVOT 1e-13

// The error that refinement must reach, relative to the largest displacement: a tenth of the
// documented error.
#define REACHED 1e-6

typedef struct system {
    const mote_csrbf_def *def;
    uint32_t count;
    uint32_t *order;     // the caller's number of each row
    uint32_t *row_first; // the first column within reach of each row
    double *u;           // 3 * count: the solution, x of all rows, then y, then z
    double *residual;    // 3 * count
    mote_envelope envelope;
} system_t;

static mote_dvec3 start_of(const system_t *s, uint32_t row)
{
    return mote_vec_widen(s->def->starts[s->order[row]]);
}

static double distance(const system_t *s, uint32_t row, uint32_t column)
{
    return mote_dvec_length(mote_dvec_sub(start_of(s, row), start_of(s, column)));
}

static double element(const system_t *s, uint32_t row, uint32_t column)
{
    double r = distance(s, row, column) / (double)s->def->support_radius;
    return r < 1.0 ? mote_wendland_value(s->def->wendland, r) : 0.0;
}

static int longest_axis(const mote_csrbf_def *def)
{
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < def->control_count; i++) mote_box_add_point(&box, def->starts[i]);
    mote_dvec3 d = mote_dvec_sub(mote_vec_widen(box.max), mote_vec_widen(box.min));
    return d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
}

static float coordinate(mote_vec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Maps floats to unsigned integers in the same order.
static uint32_t ordered_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static bool sort_controls(system_t *s, int axis, const mote_allocator *allocator)
{
    uint64_t *keys = mote_allocate(allocator, s->count, 2 * sizeof *keys);
    if (!keys) return false;
    for (uint32_t i = 0; i < s->count; i++)
        keys[i] = (uint64_t)ordered_bits(coordinate(s->def->starts[i], axis)) << 32 | i;
    mote_sort_keys(keys, s->count, keys + s->count);
    for (uint32_t i = 0; i < s->count; i++) s->order[i] = (uint32_t)keys[i];
    mote_release(allocator, keys, s->count, 2 * sizeof *keys);
    return true;
}

// Finds the first column of each row. Earlier rows at a distance above the radius along the axis
// are out of reach.
static mote_result find_reach(system_t *s, int axis)
{
    const mote_vec3 *starts = s->def->starts;
    double radius = (double)s->def->support_radius;
    uint32_t begin = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        double here = (double)coordinate(starts[s->order[i]], axis);
        while (here - (double)coordinate(starts[s->order[begin]], axis) > radius) begin++;
        s->row_first[i] = i;
        for (uint32_t j = begin; j < i; j++) {
            double d = distance(s, i, j);
            if (d == 0)
                return mote_fail(MOTE_ERROR_DATA,
                                 "mote_csrbf_create: control points %u and %u coincide",
                                 s->order[j], s->order[i]);
            if (d < radius && j < s->row_first[i]) s->row_first[i] = j;
        }
    }
    return MOTE_OK;
}

static mote_result fail_singular(const system_t *s, uint32_t row)
{
    uint32_t nearest = row ? 0 : 1;
    for (uint32_t j = 0; j < s->count; j++)
        if (j != row && distance(s, row, j) < distance(s, row, nearest)) nearest = j;
    return mote_fail(
        MOTE_ERROR_DATA,
        "mote_csrbf_create: the system is singular in double precision at control point %u; "
        "the nearest other one is control point %u, %g away, and the support radius is %g",
        s->order[row], s->order[nearest], distance(s, row, nearest),
        (double)s->def->support_radius);
}

static mote_result factor(system_t *s, const mote_allocator *allocator)
{
    if (!mote_envelope_create(&s->envelope, s->row_first, s->count, allocator))
        return mote_fail_memory(s->count * sizeof(double), "the system of a space mapping");
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = s->row_first[i]; j <= i; j++)
            *mote_envelope_at(&s->envelope, i, j) = element(s, i, j);
    uint32_t failed = mote_envelope_factor(&s->envelope, MIN_PIVOT);
    return failed < s->count ? fail_singular(s, failed) : MOTE_OK;
}

// Computes the wanted displacements minus those of u. Returns the largest residual.
static double compute_residual(system_t *s)
{
    uint32_t n = s->count;
    double *r = s->residual, most = 0;
    for (uint32_t i = 0; i < n; i++) {
        mote_dvec3 d = mote_dvec_sub(mote_vec_widen(s->def->ends[s->order[i]]), start_of(s, i));
        r[i] = d.x, r[n + i] = d.y, r[2 * (size_t)n + i] = d.z;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = s->row_first[i]; j <= i; j++) {
            double a = element(s, i, j);
            for (size_t axis = 0; axis < 3; axis++) {
                r[axis * n + i] -= a * s->u[axis * n + j];
                if (j < i) r[axis * n + j] -= a * s->u[axis * n + i];
            }
        }
    for (size_t k = 0; k < 3 * (size_t)n; k++) most = fmax(most, fabs(r[k]));
    return most;
}

// With u = 0 the residual is the right hand side.
static mote_result refine(system_t *s)
{
    double wanted = compute_residual(s), most = wanted;
    for (int round = 0; round < REFINEMENTS && most > 0; round++) {
        for (size_t axis = 0; axis < 3; axis++)
            mote_envelope_solve(&s->envelope, s->residual + axis * s->count);
        for (size_t k = 0; k < 3 * (size_t)s->count; k++) s->u[k] += s->residual[k];
        double next = compute_residual(s);
        if (round > 0 && next >= 0.5 * most) break;
        most = next;
    }
    if (!(compute_residual(s) <= REACHED * wanted))
        return mote_fail(
            MOTE_ERROR_DATA,
            "mote_csrbf_create: the system is too ill-conditioned: control points miss their ends "
            "by %g; use a smaller support radius or a less smooth function",
            compute_residual(s));
    return MOTE_OK;
}

static mote_result solve(system_t *s, const mote_allocator *allocator)
{
    int axis = longest_axis(s->def);
    if (!s->order || !s->row_first || !s->u || !s->residual || !sort_controls(s, axis, allocator))
        return mote_fail_memory(6 * s->count * sizeof(double), "the system of a space mapping");
    mote_result result = find_reach(s, axis);
    if (result == MOTE_OK) result = factor(s, allocator);
    return result == MOTE_OK ? refine(s) : result;
}

mote_result mote_csrbf_solve(const mote_csrbf_def *def, const mote_allocator *allocator,
                             mote_dvec3 *out)
{
    size_t n = def->control_count;
    system_t s = {.def = def,
                  .count = def->control_count,
                  .order = mote_allocate(allocator, n, sizeof *s.order),
                  .row_first = mote_allocate(allocator, n, sizeof *s.row_first),
                  .u = mote_allocate_zeroed(allocator, 3 * n, sizeof *s.u),
                  .residual = mote_allocate(allocator, 3 * n, sizeof *s.residual)};
    mote_result result = solve(&s, allocator);
    for (size_t i = 0; result == MOTE_OK && i < n; i++)
        out[s.order[i]] = (mote_dvec3){s.u[i], s.u[n + i], s.u[2 * n + i]};
    mote_envelope_release(&s.envelope, allocator);
    mote_release(allocator, s.residual, 3 * n, sizeof *s.residual);
    mote_release(allocator, s.u, 3 * n, sizeof *s.u);
    mote_release(allocator, s.row_first, n, sizeof *s.row_first);
    mote_release(allocator, s.order, n, sizeof *s.order);
    return result;
}
