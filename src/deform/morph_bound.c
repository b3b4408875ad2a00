// Bounds of a node under morph targets. docs/deformers.md has the formulas and their proof.

#include <string.h>

#include "core/array.h"
#include "core/result.h"
#include "deform/morph.h"
#include "deform/nodes.h"
#include "mesh/mesh.h"

// ---------------------------------------------------------------------------------------------
// Precomputed: the variation of the deltas of each target over a node

// Sums over the vertices that a target moves; the others have a delta of 0.
typedef struct target_sums {
    mote_dvec3 delta;
    mote_dvec3 cross[3]; // place * delta
    uint32_t hits;
} target_sums;

// Sums over all vertices of a node.
typedef struct place_sums {
    double sum[3], square[3];
    uint32_t count;
} place_sums;

typedef MOTE_ARRAY(mote_node_delta) delta_array;

typedef struct workspace {
    target_sums *sums; // per target, all zero between two nodes
    uint32_t *touched; // the targets of the node
    uint32_t touched_count;
    uint32_t *position; // index of a touched target in the node's deltas
} workspace;

static void add_vertex(const mote_morph *morph, uint32_t vertex, mote_dvec3 s, workspace *work)
{
    double place[3] = {s.x, s.y, s.z};
    for (uint32_t i = morph->first[vertex]; i < morph->first[vertex + 1]; i++) {
        const mote_morph_delta *delta = &morph->deltas[i];
        target_sums *sums = &work->sums[delta->target];
        if (sums->hits++ == 0) {
            work->position[delta->target] = work->touched_count;
            work->touched[work->touched_count++] = delta->target;
        }
        mote_dvec3 by = mote_vec_widen(delta->by);
        sums->delta = mote_dvec_add(sums->delta, by);
        for (int j = 0; j < 3; j++)
            sums->cross[j] = mote_dvec_add(sums->cross[j], mote_dvec_scale(by, place[j]));
    }
}

// Linear regression along each axis separately. Any slope is valid; a good slope gives a small
// error.
static mote_node_delta fit(uint32_t target, const target_sums *sums, const place_sums *places)
{
    mote_node_delta out = {.target = target};
    double n = places->count;
    mote_dvec3 mean = mote_dvec_scale(sums->delta, 1 / n);
    for (int j = 0; j < 3; j++) {
        double variance = places->square[j] - places->sum[j] * places->sum[j] / n;
        if (variance <= 1e-6 * n) continue;
        mote_dvec3 slope =
            mote_dvec_sub(sums->cross[j], mote_dvec_scale(sums->delta, places->sum[j] / n));
        out.slope[j] = mote_dvec_narrow(mote_dvec_scale(slope, 1 / variance));
        mean =
            mote_dvec_sub(mean, mote_dvec_scale(mote_vec_widen(out.slope[j]), places->sum[j] / n));
    }
    out.mean = mote_dvec_narrow(mean);
    return out;
}

static mote_dvec3 fitted(const mote_node_delta *d, mote_dvec3 s)
{
    mote_dvec3 p = mote_vec_widen(d->mean);
    p = mote_dvec_add(p, mote_dvec_scale(mote_vec_widen(d->slope[0]), s.x));
    p = mote_dvec_add(p, mote_dvec_scale(mote_vec_widen(d->slope[1]), s.y));
    return mote_dvec_add(p, mote_dvec_scale(mote_vec_widen(d->slope[2]), s.z));
}

static void raise_error(mote_node_delta *d, mote_dvec3 s, mote_dvec3 by)
{
    mote_dvec3 miss = mote_dvec_scale(mote_dvec_abs(mote_dvec_sub(by, fitted(d, s))), 1 + 1e-12);
    d->error = (mote_vec3){fmaxf(d->error.x, mote_round_up(miss.x)),
                           fmaxf(d->error.y, mote_round_up(miss.y)),
                           fmaxf(d->error.z, mote_round_up(miss.z))};
}

// Measures the errors at one vertex. A target without the vertex has a delta of 0 there, which also
// counts.
static void measure_vertex(const mote_morph *morph, uint32_t vertex, mote_dvec3 s,
                           const workspace *work, mote_node_delta *deltas, uint32_t *last_seen,
                           uint32_t stamp)
{
    for (uint32_t i = morph->first[vertex]; i < morph->first[vertex + 1]; i++) {
        uint32_t k = work->position[morph->deltas[i].target];
        raise_error(&deltas[k], s, mote_vec_widen(morph->deltas[i].by));
        last_seen[k] = stamp;
    }
    for (uint32_t k = 0; k < work->touched_count; k++)
        if (last_seen[k] != stamp) raise_error(&deltas[k], s, (mote_dvec3){0, 0, 0});
}

static void collect(const mote_morph *morph, uint32_t node, workspace *work, place_sums *places)
{
    mote_vertex_span span = mote_nodes_vertices(morph->base.nodes, node);
    const mote_node_shape *shape = &morph->base.nodes->shapes[node];
    *places = (place_sums){.count = span.count};
    for (uint32_t i = 0; i < span.count; i++) {
        mote_dvec3 s = mote_node_place(shape, morph->base.mesh->positions[span.vertices[i]]);
        double place[3] = {s.x, s.y, s.z};
        for (int j = 0; j < 3; j++) {
            places->sum[j] += place[j];
            places->square[j] += place[j] * place[j];
        }
        add_vertex(morph, span.vertices[i], s, work);
    }
}

static void measure(const mote_morph *morph, uint32_t node, const workspace *work,
                    mote_node_delta *deltas, uint32_t *last_seen)
{
    mote_vertex_span span = mote_nodes_vertices(morph->base.nodes, node);
    const mote_node_shape *shape = &morph->base.nodes->shapes[node];
    memset(last_seen, 0, work->touched_count * sizeof *last_seen);
    for (uint32_t i = 0; i < span.count; i++) {
        uint32_t v = span.vertices[i];
        mote_dvec3 s = mote_node_place(shape, morph->base.mesh->positions[v]);
        measure_vertex(morph, v, s, work, deltas, last_seen, i + 1);
    }
}

static mote_result fail_memory(const delta_array *all)
{
    return mote_fail_memory(all->count * sizeof *all->data, "morph targets of nodes");
}

// Appends the deltas of one node.
static mote_result prepare_node(const mote_morph *morph, uint32_t node, workspace *work,
                                uint32_t *last_seen, delta_array *all)
{
    place_sums places;
    work->touched_count = 0;
    collect(morph, node, work, &places);
    mote_node_delta *deltas = mote_array_room(all, &morph->base.allocator, work->touched_count);
    for (uint32_t k = 0; k < work->touched_count; k++) {
        uint32_t target = work->touched[k];
        if (deltas) deltas[k] = fit(target, &work->sums[target], &places);
        work->sums[target] = (target_sums){.hits = 0};
    }
    if (!deltas) return fail_memory(all);
    measure(morph, node, work, deltas, last_seen);
    all->count += work->touched_count;
    if (all->count <= UINT32_MAX) return MOTE_OK;
    return mote_fail(MOTE_ERROR_LIMIT,
                     "mote_morph_create: nodes 0 to %u need %zu deltas, at most %u are possible",
                     node, all->count, UINT32_MAX);
}

static mote_result prepare(mote_morph *morph, workspace *work, uint32_t *last_seen,
                           delta_array *all)
{
    uint32_t node_count = morph->base.nodes->node_count;
    morph->node_first =
        mote_allocate_zeroed(&morph->base.allocator, (size_t)node_count + 1, sizeof(uint32_t));
    if (!morph->node_first || !work->sums || !work->touched || !work->position || !last_seen)
        return fail_memory(all);
    for (uint32_t n = 0; n < node_count; n++) {
        mote_result result = prepare_node(morph, n, work, last_seen, all);
        if (result != MOTE_OK) return result;
        morph->node_first[n + 1] = (uint32_t)all->count;
    }
    morph->node_deltas = mote_allocate(&morph->base.allocator, all->count, sizeof(mote_node_delta));
    if (!morph->node_deltas) return fail_memory(all);
    morph->node_delta_count = (uint32_t)all->count;
    if (all->count) memcpy(morph->node_deltas, all->data, all->count * sizeof(mote_node_delta));
    return MOTE_OK;
}

mote_result mote_morph_prepare_nodes(mote_morph *morph)
{
    const mote_allocator *allocator = &morph->base.allocator;
    uint32_t targets = morph->target_count;
    workspace work = {.sums = mote_allocate_zeroed(allocator, targets, sizeof *work.sums),
                      .touched = mote_allocate(allocator, targets, sizeof *work.touched),
                      .position = mote_allocate(allocator, targets, sizeof *work.position)};
    uint32_t *last_seen = mote_allocate(allocator, targets, sizeof *last_seen);
    delta_array all = {0};
    mote_result result = prepare(morph, &work, last_seen, &all);
    mote_array_release(&all, allocator);
    mote_release(allocator, last_seen, targets, sizeof *last_seen);
    mote_release(allocator, work.position, targets, sizeof *work.position);
    mote_release(allocator, work.touched, targets, sizeof *work.touched);
    mote_release(allocator, work.sums, targets, sizeof *work.sums);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Each frame

static void add_scaled(mote_dvec3 *sum, mote_vec3 a, double s)
{
    *sum = mote_dvec_add(*sum, mote_dvec_scale(mote_vec_widen(a), s));
}

mote_result mote_morph_bound(const mote_deformer *self, uint32_t node, mote_node_bound *bound)
{
    const mote_morph *morph = (const mote_morph *)self;
    uint32_t first = morph->node_first[node], end = morph->node_first[node + 1];
    if (first == end) return MOTE_OK;
    mote_dvec3 magnitude = mote_node_bound_reach(bound);
    for (uint32_t i = first; i < end; i++) {
        const mote_node_delta *d = &morph->node_deltas[i];
        double w = (double)morph->weights[d->target];
        add_scaled(&bound->c, d->mean, w);
        for (int j = 0; j < 3; j++) add_scaled(&bound->g[j], d->slope[j], w);
        add_scaled(&bound->r, d->error, fabs(w));
        mote_dvec3 most = mote_vec_widen(d->error);
        most = mote_dvec_add(most, mote_dvec_abs(mote_vec_widen(d->mean)));
        for (int j = 0; j < 3; j++)
            most = mote_dvec_add(most, mote_dvec_abs(mote_vec_widen(d->slope[j])));
        magnitude = mote_dvec_add(magnitude, mote_dvec_scale(most, fabs(w)));
    }
    // Each coordinate has one product and as many sums as targets.
    double roundings = (double)(end - first) + 2;
    bound->r = mote_dvec_add(bound->r, mote_dvec_scale(magnitude, roundings * MOTE_FLOAT_UNIT));
    return MOTE_OK;
}
