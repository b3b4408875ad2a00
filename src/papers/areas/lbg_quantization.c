// LBG vector quantization (Linde, Buzo, Gray 1980) of the vertices of a surface: steps 4 to 10 and
// Eqs. 1 to 9 of Saenghaengtham and Kanongchaiyos, "Using LBG quantization for particle-based
// collision detection algorithm", 2006.
//
// Decisions where the paper is silent or wrong:
// - Step 9 repeats from step 4, which would start again with one code. It must repeat from step 5.
// - Eq. 9 needs D(0) after the first iteration of a round, but the paper does not define it. Here the first iteration never
//   ends a round. Comparing with D* of the previous round would end it too early: a split whose step is large compared
//   to the cell increases the distortion at first.
// - Eq. 8 uses the codes by which the points were classified, before Eq. 7 moves them.
// - Eq. 7 divides by zero for an empty cell. In the LITERAL form the code of an empty cell does not move.
// - Doubling yields powers of two only. The last round splits only as many cells as are missing, those of largest
//   distortion.
//
// The CONNECTED form differs in two ways:
// - Eqs. 3 and 4 do not split a code that is zero, and hardly one near zero, such as the mean of a closed surface around the
//   origin. A cell is split into its mean and its farthest member instead.
// - The code of an empty cell moves to the point that is farthest from its own code, which can only lower the distortion.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/result.h"
#include "core/sort.h"
#include "papers/areas/areas.h"

typedef struct job {
    const mote_areas_def *def;
    const mote_allocator *allocator;
    uint64_t *keys; // 2 * def->count
    mote_quantizer *q;
} job;

// ---------------------------------------------------------------------------------------------
// Classification: Eqs. 5 and 6

static float squared_distance(const mote_code_search *s, size_t point, const float *code)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < s->dimensions; k++) {
        float difference = s->columns[k * s->stride + point] - code[k];
        sum += difference * difference;
    }
    return sum;
}

void mote_nearest_codes_scalar(const mote_code_search *s, uint32_t *nearest, float *squared)
{
    for (size_t point = 0; point < s->stride; point++) {
        nearest[point] = 0;
        squared[point] = INFINITY;
        for (uint32_t c = 0; c < s->code_count; c++) {
            float d = squared_distance(s, point, s->codes + (size_t)c * s->dimensions);
            if (!(d < squared[point])) continue;
            nearest[point] = c;
            squared[point] = d;
        }
    }
}

static void find_nearest(mote_quantizer *q)
{
    mote_code_search search = {.columns = q->points->columns,
                               .stride = q->points->stride,
                               .dimensions = q->points->dimensions,
                               .codes = q->codes,
                               .code_count = q->code_count};
#ifdef MOTE_SCALAR
    mote_nearest_codes_scalar(&search, q->cell, q->squared);
#else
    MOTE_PICK_KERNEL(mote_nearest_codes)(&search, q->cell, q->squared);
#endif
}

// The sum of the vectors of each cell, in the order of the points.
static void add_vectors(mote_quantizer *q)
{
    const mote_area_points *points = q->points;
    uint32_t dimensions = points->dimensions;
    memset(q->sums, 0, (size_t)q->code_count * dimensions * sizeof *q->sums);
    for (uint32_t p = 0; p < points->count; p++) {
        double *sum = q->sums + (size_t)q->cell[p] * dimensions;
        for (uint32_t k = 0; k < dimensions; k++)
            sum[k] += (double)points->columns[k * points->stride + p];
    }
}

static void measure_cells(mote_quantizer *q)
{
    for (uint32_t c = 0; c < q->code_count; c++) {
        q->sizes[c] = 0;
        q->distortion[c] = 0.0;
        q->farthest[c] = MOTE_NONE;
    }
    for (uint32_t p = 0; p < q->points->count; p++) {
        uint32_t c = q->cell[p];
        q->sizes[c]++;
        q->distortion[c] += (double)q->squared[p];
        if (q->farthest[c] == MOTE_NONE || q->squared[p] > q->squared[q->farthest[c]])
            q->farthest[c] = p;
    }
}

// Eqs. 5 and 6. Returns Eq. 8.
static double classify(mote_quantizer *q)
{
    find_nearest(q);
    measure_cells(q);
    double sum = 0.0;
    for (uint32_t c = 0; c < q->code_count; c++) sum += q->distortion[c];
    return sum / ((double)q->points->count * q->points->dimensions);
}

// ---------------------------------------------------------------------------------------------
// Codes: Eq. 7

static void set_code(mote_quantizer *q, uint32_t cell, uint32_t point)
{
    const mote_area_points *points = q->points;
    for (uint32_t k = 0; k < points->dimensions; k++)
        q->codes[(size_t)cell * points->dimensions + k] =
            points->columns[k * points->stride + point];
}

// The point that is farthest from its own code; the next call returns another one. False if all
// points are at their codes.
static bool take_worst_point(mote_quantizer *q, uint32_t *point)
{
    uint32_t worst = 0;
    for (uint32_t p = 1; p < q->points->count; p++)
        if (q->squared[p] > q->squared[worst]) worst = p;
    if (!(q->squared[worst] > 0.0f)) return false;
    q->squared[worst] = 0.0f;
    *point = worst;
    return true;
}

static void recompute_codes(mote_quantizer *q, mote_areas_form form)
{
    uint32_t dimensions = q->points->dimensions, point;
    bool some_are_off = form == MOTE_AREAS_CONNECTED;
    add_vectors(q);
    for (uint32_t c = 0; c < q->code_count; c++) {
        if (q->sizes[c] > 0) {
            for (size_t i = (size_t)c * dimensions; i < (size_t)(c + 1) * dimensions; i++)
                q->codes[i] = (float)(q->sums[i] / q->sizes[c]);
        } else if (some_are_off) {
            some_are_off = take_worst_point(q, &point);
            if (some_are_off) set_code(q, c, point);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Splits: Eqs. 3 and 4

static void record_split(mote_split_tree *tree, uint32_t cell, uint32_t new_cell)
{
    uint32_t whole = tree->leaf[cell];
    tree->leaf[cell] = tree->node_count++;
    tree->leaf[new_cell] = tree->node_count++;
    tree->parent[tree->leaf[cell]] = whole;
    tree->parent[tree->leaf[new_cell]] = whole;
}

// Splits the code of `cell` in two: Eqs. 3 and 4 in the LITERAL form, mean and farthest member in
// the CONNECTED form.
static void split_code(mote_quantizer *q, const mote_areas_def *def, uint32_t cell,
                       uint32_t new_cell)
{
    uint32_t dimensions = q->points->dimensions;
    float *code = q->codes + (size_t)cell * dimensions;
    float *new_code = q->codes + (size_t)new_cell * dimensions;
    for (uint32_t k = 0; k < dimensions; k++) {
        new_code[k] = code[k];
        if (def->form == MOTE_AREAS_CONNECTED) continue;
        new_code[k] = (1.0f - def->epsilon) * code[k];
        code[k] = (1.0f + def->epsilon) * code[k];
    }
    if (def->form == MOTE_AREAS_CONNECTED && q->farthest[cell] != MOTE_NONE)
        set_code(q, new_cell, q->farthest[cell]);
    record_split(&q->tree, cell, new_cell);
}

// Sorts cells by descending distortion; of equal ones the lower number comes first.
static void sort_by_distortion(const mote_quantizer *q, uint64_t *keys, uint64_t *scratch)
{
    for (uint32_t c = 0; c < q->code_count; c++) {
        float distortion = (float)q->distortion[c];
        uint32_t bits;
        memcpy(&bits, &distortion,
               sizeof bits); // the bits of non-negative floats sort as the floats do
        keys[c] = (uint64_t)~bits << 32 | c;
    }
    mote_sort_keys(keys, q->code_count, scratch);
}

static void split_all(job *j)
{
    mote_quantizer *q = j->q;
    uint32_t cells = q->code_count;
    for (uint32_t c = 0; c < cells; c++) split_code(q, j->def, c, cells + c);
    q->code_count = 2 * cells;
}

static void split_worst(job *j, uint32_t missing)
{
    mote_quantizer *q = j->q;
    uint64_t *sorted = j->keys, *chosen = j->keys + j->def->count;
    sort_by_distortion(q, sorted, chosen);
    for (uint32_t i = 0; i < missing; i++) chosen[i] = sorted[i] & UINT32_MAX;
    mote_sort_keys(chosen, missing, sorted);
    for (uint32_t i = 0; i < missing; i++)
        split_code(q, j->def, (uint32_t)chosen[i], q->code_count + i);
    q->code_count += missing;
}

// ---------------------------------------------------------------------------------------------
// Rounds

static mote_result record_step(job *j, double distortion)
{
    mote_area_step step = {.code_count = j->q->code_count, .distortion = distortion};
    if (mote_array_push(&j->q->steps, j->allocator, step)) return MOTE_OK;
    return mote_fail_memory(sizeof step, "the steps of a quantization");
}

static void report_progress(const job *j, uint32_t iterations, double distortion)
{
    const mote_log *log = &j->def->log;
    if (!log->write) return;
    char message[128];
    snprintf(message, sizeof message, "areas: %u of %u, %u iterations, distortion %.4g",
             (unsigned)j->q->code_count, (unsigned)j->def->count, (unsigned)iterations, distortion);
    log->write(log->context, MOTE_LOG_PROGRESS, message);
}

// Steps 7 and 8. Finally classifies the points by the resulting codes (step 10).
static mote_result run_round(job *j)
{
    double before = 0.0, now = 0.0, epsilon = (double)j->def->epsilon;
    uint32_t iterations = 0;
    bool stable = false;
    while (!stable && iterations < j->def->iteration_limit) {
        now = classify(j->q);
        mote_result result = record_step(j, now);
        if (result != MOTE_OK) return result;
        recompute_codes(j->q, j->def->form);
        stable = iterations > 0 && !(before - now > epsilon * before); // Eq. 9; true for infinity
        before = now;
        iterations++;
    }
    report_progress(j, iterations, now);
    classify(j->q);
    return MOTE_OK;
}

// Step 4: one code, the mean of all vectors. Eqs. 1 and 2.
static mote_result start(job *j)
{
    mote_quantizer *q = j->q;
    q->code_count = 1;
    q->tree.parent[0] = MOTE_NONE;
    q->tree.leaf[0] = 0;
    q->tree.node_count = 1;
    memset(q->cell, 0, q->points->stride * sizeof *q->cell);
    q->sizes[0] = q->points->count;
    recompute_codes(q, j->def->form);
    return record_step(j, classify(q));
}

static bool take_memory(job *j, mote_arena *scratch)
{
    mote_quantizer *q = j->q;
    size_t count = j->def->count, dimensions = q->points->dimensions;
    q->codes = mote_arena_take(scratch, count, dimensions * sizeof *q->codes);
    q->sums = mote_arena_take(scratch, count, dimensions * sizeof *q->sums);
    q->sizes = mote_arena_take(scratch, count, sizeof *q->sizes);
    q->distortion = mote_arena_take(scratch, count, sizeof *q->distortion);
    q->farthest = mote_arena_take(scratch, count, sizeof *q->farthest);
    q->cell = mote_arena_take(scratch, q->points->stride, sizeof *q->cell);
    q->squared = mote_arena_take(scratch, q->points->stride, sizeof *q->squared);
    q->tree.parent = mote_arena_take(scratch, count, 2 * sizeof *q->tree.parent);
    q->tree.leaf = mote_arena_take(scratch, count, sizeof *q->tree.leaf);
    j->keys = mote_arena_take(scratch, count, 2 * sizeof *j->keys);
    return q->codes && q->sums && q->sizes && q->distortion && q->farthest && q->cell &&
           q->squared && q->tree.parent && q->tree.leaf && j->keys;
}

mote_result mote_quantize(const mote_areas_def *def, const mote_area_points *points,
                          const mote_allocator *allocator, mote_arena *scratch, mote_quantizer *out)
{
    *out = (mote_quantizer){.points = points};
    job j = {.def = def, .allocator = allocator, .q = out};
    if (!take_memory(&j, scratch))
        return mote_fail(MOTE_ERROR_MEMORY,
                         "mote_areas_create: out of memory for %u vertices and %u areas",
                         (unsigned)points->count, (unsigned)def->count);
    mote_result result = start(&j);
    while (result == MOTE_OK && out->code_count < def->count) {
        uint32_t missing = def->count - out->code_count;
        if (missing >= out->code_count)
            split_all(&j);
        else
            split_worst(&j, missing);
        result = run_round(&j);
    }
    return result;
}
