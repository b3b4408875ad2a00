// Bounds of a node under linear blending. docs/deformers.md has the formulas and their proof.

#include <string.h>

#include "core/array.h"
#include "core/result.h"
#include "deform/nodes.h"
#include "deform/skin.h"
#include "mesh/mesh.h"

// ---------------------------------------------------------------------------------------------
// Precomputed: the variation of weights over a node

// Sums over the vertices of a node, by bone.
typedef struct bone_sums {
    double weight;
    double cross[3]; // place * weight
} bone_sums;

typedef struct place_sums {
    double sum[3], square[3];
    uint32_t count;
} place_sums;

typedef MOTE_ARRAY(mote_node_weight) weight_array;

typedef struct workspace {
    uint32_t *position; // per bone: index in `bones`; MOTE_NONE between two nodes
    uint32_t *bones;    // of the node
    bone_sums *sums;    // in the order of `bones`
    double *weights;    // of one vertex, in the order of `bones`
    uint32_t count;     // of `bones`
} workspace;

static void add_vertex(const mote_skin *skin, uint32_t vertex, const double place[3],
                       workspace *work)
{
    size_t first = (size_t)skin->influences.slots * vertex;
    for (uint32_t k = 0; k < skin->influences.slots; k++) {
        double weight = (double)skin->influences.weights[first + k];
        uint32_t bone = skin->influences.bones[first + k];
        if (weight == 0) continue;
        if (work->position[bone] == MOTE_NONE) {
            work->position[bone] = work->count;
            work->sums[work->count] = (bone_sums){.weight = 0};
            work->bones[work->count++] = bone;
        }
        bone_sums *sums = &work->sums[work->position[bone]];
        sums->weight += weight;
        for (int j = 0; j < 3; j++) sums->cross[j] += weight * place[j];
    }
}

static mote_dvec3 place_of(const mote_skin *skin, uint32_t node, uint32_t vertex)
{
    return mote_node_place(&skin->base.nodes->shapes[node], skin->base.mesh->positions[vertex]);
}

static place_sums collect(const mote_skin *skin, uint32_t node, mote_vertex_span span,
                          workspace *work)
{
    place_sums places = {.count = span.count};
    work->count = 0;
    for (uint32_t i = 0; i < span.count; i++) {
        mote_dvec3 s = place_of(skin, node, span.vertices[i]);
        const double place[3] = {s.x, s.y, s.z};
        for (int j = 0; j < 3; j++) {
            places.sum[j] += place[j];
            places.square[j] += place[j] * place[j];
        }
        add_vertex(skin, span.vertices[i], place, work);
    }
    return places;
}

// Linear regression along each axis separately. Any slope is valid; a good slope gives a small
// error.
static mote_node_weight fit(uint32_t bone, const bone_sums *sums, const place_sums *places)
{
    mote_node_weight out = {.bone = bone};
    double n = places->count, mean = sums->weight / n;
    for (int j = 0; j < 3; j++) {
        double variance = places->square[j] - places->sum[j] * places->sum[j] / n;
        if (variance <= 1e-6 * n) continue;
        out.slope[j] = (float)((sums->cross[j] - sums->weight * places->sum[j] / n) / variance);
        mean -= (double)out.slope[j] * places->sum[j] / n;
    }
    out.mean = (float)mean;
    return out;
}

static double fitted(const mote_node_weight *w, mote_dvec3 s)
{
    return (double)w->mean + (double)w->slope[0] * s.x + (double)w->slope[1] * s.y +
           (double)w->slope[2] * s.z;
}

static float raised(float error, double miss)
{
    return fmaxf(error, mote_round_up(fabs(miss) * (1 + 1e-12)));
}

// Raises the errors of the node's bones to include one vertex. Returns the sum of the vertex's
// weights.
static double measure_vertex(const mote_skin *skin, uint32_t vertex, mote_dvec3 s,
                             const workspace *work, mote_node_weight *weights)
{
    size_t first = (size_t)skin->influences.slots * vertex;
    double sum = 0;
    memset(work->weights, 0, work->count * sizeof *work->weights);
    for (uint32_t k = 0; k < skin->influences.slots; k++) {
        double weight = (double)skin->influences.weights[first + k];
        if (weight != 0) work->weights[work->position[skin->influences.bones[first + k]]] += weight;
        sum += weight;
    }
    for (uint32_t k = 0; k < work->count; k++)
        weights[k].error = raised(weights[k].error, work->weights[k] - fitted(&weights[k], s));
    return sum;
}

static mote_result fail_memory(const weight_array *all)
{
    return mote_fail_memory(all->count * sizeof *all->data, "skin weights of nodes");
}

// Appends the weights of one node.
static mote_result prepare_node(mote_skin *skin, uint32_t node, workspace *work, weight_array *all)
{
    mote_vertex_span span = mote_nodes_vertices(skin->base.nodes, node);
    place_sums places = collect(skin, node, span, work);
    mote_node_weight *weights = mote_array_room(all, &skin->base.allocator, work->count);
    if (!weights) return fail_memory(all);
    double means = 0;
    for (uint32_t k = 0; k < work->count; k++) {
        weights[k] = fit(work->bones[k], &work->sums[k], &places);
        means += (double)weights[k].mean;
    }
    float *sum_error = &skin->nodes[node].sum_error;
    for (uint32_t i = 0; i < span.count; i++) {
        mote_dvec3 s = place_of(skin, node, span.vertices[i]);
        double sum = measure_vertex(skin, span.vertices[i], s, work, weights);
        *sum_error = raised(*sum_error, sum - means);
    }
    for (uint32_t k = 0; k < work->count; k++) work->position[work->bones[k]] = MOTE_NONE;
    all->count += work->count;
    if (all->count <= UINT32_MAX) return MOTE_OK;
    return mote_fail(MOTE_ERROR_LIMIT,
                     "mote_skin_create: nodes 0 to %u need %zu weights, at most %u are possible",
                     node, all->count, UINT32_MAX);
}

static mote_result prepare(mote_skin *skin, workspace *work, weight_array *all)
{
    uint32_t node_count = skin->base.nodes->node_count;
    const mote_allocator *allocator = &skin->base.allocator;
    skin->nodes = mote_allocate_zeroed(allocator, (size_t)node_count + 1, sizeof *skin->nodes);
    if (!skin->nodes || !work->position || !work->bones || !work->sums || !work->weights)
        return fail_memory(all);
    for (uint32_t b = 0; b < skin->bone_count; b++) work->position[b] = MOTE_NONE;
    for (uint32_t n = 0; n < node_count; n++) {
        mote_result result = prepare_node(skin, n, work, all);
        if (result != MOTE_OK) return result;
        skin->nodes[n + 1].first = (uint32_t)all->count;
    }
    skin->node_weights = mote_allocate(allocator, all->count, sizeof *skin->node_weights);
    if (!skin->node_weights) return fail_memory(all);
    skin->node_weight_count = (uint32_t)all->count;
    if (all->count) memcpy(skin->node_weights, all->data, all->count * sizeof *skin->node_weights);
    return MOTE_OK;
}

mote_result mote_skin_prepare_nodes(mote_skin *skin)
{
    const mote_allocator *allocator = &skin->base.allocator;
    uint32_t bones = skin->bone_count;
    workspace work = {.position = mote_allocate(allocator, bones, sizeof *work.position),
                      .bones = mote_allocate(allocator, bones, sizeof *work.bones),
                      .sums = mote_allocate(allocator, bones, sizeof *work.sums),
                      .weights = mote_allocate(allocator, bones, sizeof *work.weights)};
    weight_array all = {0};
    mote_result result = prepare(skin, &work, &all);
    mote_array_release(&all, allocator);
    mote_release(allocator, work.weights, bones, sizeof *work.weights);
    mote_release(allocator, work.sums, bones, sizeof *work.sums);
    mote_release(allocator, work.bones, bones, sizeof *work.bones);
    mote_release(allocator, work.position, bones, sizeof *work.position);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Each frame

static mote_dvec3 column(const float c[4])
{
    return (mote_dvec3){(double)c[0], (double)c[1], (double)c[2]};
}

static mote_affine matrix_of(const mote_skin *skin, uint32_t bone)
{
    const mote_skin_matrix *m = &skin->matrices[bone];
    return (mote_affine){column(m->cx), column(m->cy), column(m->cz), column(m->t)};
}

static void add_scaled(mote_dvec3 *sum, mote_dvec3 a, double s)
{
    *sum = mote_dvec_add(*sum, mote_dvec_scale(a, s));
}

static void affine_add_scaled(mote_affine *sum, const mote_affine *m, double s)
{
    add_scaled(&sum->cx, m->cx, s);
    add_scaled(&sum->cy, m->cy, s);
    add_scaled(&sum->cz, m->cz, s);
    add_scaled(&sum->t, m->t, s);
}

// An upper bound of the distance, along each axis, of the image of the node under m from the image
// of its center.
static mote_dvec3 spread_of(const mote_affine *m, const mote_node_bound *b)
{
    mote_dvec3 spread = mote_affine_extent(m, b->r);
    for (int j = 0; j < 3; j++)
        spread = mote_dvec_add(spread, mote_dvec_abs(mote_affine_linear(m, b->g[j])));
    return spread;
}

// Adds the contribution of a bone by the deviation of its weight from the mean. The linear part
// goes to the generators, the rest to the remainder.
static void add_bone(const mote_node_weight *w, const mote_affine *difference,
                     const mote_node_bound *in, mote_node_bound *out)
{
    mote_dvec3 center = mote_affine_point(difference, in->c), spread = spread_of(difference, in);
    double slopes = 0;
    for (int j = 0; j < 3; j++) {
        add_scaled(&out->g[j], center, (double)w->slope[j]);
        slopes += fabs((double)w->slope[j]);
    }
    add_scaled(&out->r, spread, slopes + (double)w->error);
    add_scaled(&out->r, mote_dvec_abs(center), (double)w->error);
}

// Adds an upper bound of |weight| (|M| |p| + |t|) for one bone. Rounding errors are relative to the
// sum.
static void add_magnitude(const mote_node_weight *w, const mote_affine *m, mote_dvec3 reach,
                          mote_dvec3 *sum)
{
    double most = fabs((double)w->mean) + (double)w->error;
    for (int j = 0; j < 3; j++) most += fabs((double)w->slope[j]);
    add_scaled(sum, mote_dvec_add(mote_affine_extent(m, reach), mote_dvec_abs(m->t)), most);
}

mote_result mote_skin_bound(const mote_deformer *self, uint32_t node, mote_node_bound *bound)
{
    const mote_skin *skin = (const mote_skin *)self;
    const mote_node_weight *weights = skin->node_weights + skin->nodes[node].first;
    uint32_t count = skin->nodes[node + 1].first - skin->nodes[node].first;
    mote_affine mean = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    mote_dvec3 reach = mote_node_bound_reach(bound), magnitude = {0, 0, 0};
    for (uint32_t k = 0; k < count; k++) {
        mote_affine m = matrix_of(skin, weights[k].bone);
        affine_add_scaled(&mean, &m, (double)weights[k].mean);
        add_magnitude(&weights[k], &m, reach, &magnitude);
    }
    mote_node_bound out = {.c = mote_affine_point(&mean, bound->c),
                           .r = mote_affine_extent(&mean, bound->r)};
    for (int j = 0; j < 3; j++) out.g[j] = mote_affine_linear(&mean, bound->g[j]);
    for (uint32_t k = 0; count > 1 && k < count; k++) {
        mote_affine difference = matrix_of(skin, weights[k].bone);
        affine_add_scaled(&difference, &mean, -1.0);
        add_bone(&weights[k], &difference, bound, &out);
    }
    mote_dvec3 image = mote_dvec_add(mote_dvec_abs(out.c), spread_of(&mean, bound));
    add_scaled(&out.r, image, (double)skin->nodes[node].sum_error);
    // A product with a weight, up to eight sums, a product with a coordinate, two sums: twelve
    // roundings.
    add_scaled(&out.r, magnitude, 13 * MOTE_FLOAT_UNIT);
    *bound = out;
    return MOTE_OK;
}
