// Stage 3 of a sweep: from cluster pairs to impacts. Runs of eight triangles are tested against each other; then each vertex of one
// against the eight faces of the other, and each edge against the edges of the other, eight at a time. Pairs whose boxes overlap go to
// the kernels of geometry/ in batches.

#include "method/hybrid/sweep.h"

#include "core/box.h"
#include "core/box_tree.h"
#include "geometry/tri_tri.h"
#include "method/face_pair.h"

enum { BATCH = 256, KINDS = 3 };

// Candidates of one kind and of one pair of bodies that wait to be tested.
typedef struct waiting {
    uint32_t count;
    mote_index_quad quads[BATCH];
    uint32_t slot_a[BATCH], slot_b[BATCH];
} waiting;

// What one worker does for one block of cluster pairs.
typedef struct tester {
    mote_sweep_frame *frame;
    mote_sweep_sink *sink;
    mote_sweep_candidate *candidate; // whose pairs wait
    uint32_t number;
    bool self;
    waiting kinds[KINDS]; // by mote_swept_kind
    mote_impact_hit hits[BATCH];
} tester;

// Two runs of eight triangles, or one with itself, and where their boxes are.
typedef struct run_pair {
    const mote_sweep_inside *inside_a, *inside_b;
    uint32_t cluster_a, cluster_b;
    uint32_t run_a, run_b; // within their clusters
    bool is_same;
} run_pair;

// ---------------------------------------------------------------------------------------------
// Batches

static void add_hits(tester *t, mote_swept_kind kind, size_t count)
{
    const waiting *w = &t->kinds[kind];
    for (size_t i = 0; i < count; i++) {
        uint32_t index = t->hits[i].index;
        const uint32_t *v = w->quads[index].v;
        mote_swept_impact impact = {.kind = kind,
                                    .pair = t->number,
                                    .vertices = {v[0], v[1], v[2], v[3]},
                                    .face_a = w->slot_a[index],
                                    .face_b = w->slot_b[index],
                                    .time = t->hits[i].time};
        mote_sweep_add(t->frame, t->sink, t->candidate, &impact);
    }
}

static void flush_kind(tester *t, mote_swept_kind kind)
{
    waiting *w = &t->kinds[kind];
    if (w->count == 0) return;
    const mote_swept *first = kind == MOTE_SWEPT_FACE_VERTEX ? t->candidate->b : t->candidate->a;
    const mote_swept *second = kind == MOTE_SWEPT_FACE_VERTEX ? t->candidate->a : t->candidate->b;
    uint64_t granted = mote_budget_take(t->frame->budget, &t->sink->base, w->count);
    if (granted < w->count) atomic_store(&t->candidate->complete, false);
    mote_impact_batch batch = {.start_a = (const mote_vec3 *)first->start->xyz,
                               .end_a = (const mote_vec3 *)first->end->xyz,
                               .start_b = (const mote_vec3 *)second->start->xyz,
                               .end_b = (const mote_vec3 *)second->end->xyz,
                               .quads = w->quads,
                               .count = (size_t)granted,
                               .until = mote_sweep_limit(t->candidate)};
    mote_impact_batch_stats stats = {0};
    size_t hits = kind == MOTE_SWEPT_EDGES ? mote_edges_impact_batch(&batch, t->hits, &stats)
                                           : mote_vertex_face_impact_batch(&batch, t->hits, &stats);
    t->sink->base.candidates += granted;
    t->sink->base.exact_calls += stats.exact;
    add_hits(t, kind, hits);
    w->count = 0;
}

static void flush(tester *t)
{
    for (int kind = 0; kind < KINDS; kind++) flush_kind(t, (mote_swept_kind)kind);
}

static void put(tester *t, mote_swept_kind kind, mote_index_quad quad, uint32_t slot_a,
                uint32_t slot_b)
{
    waiting *w = &t->kinds[kind];
    w->quads[w->count] = quad;
    w->slot_a[w->count] = slot_a;
    w->slot_b[w->count] = slot_b;
    if (++w->count == BATCH) flush_kind(t, kind);
}

// ---------------------------------------------------------------------------------------------
// Candidates of two runs

// The vertices of one run against the faces of the other.
static void test_vertices(tester *t, const run_pair *pair, bool of_a)
{
    const mote_swept *own = of_a ? t->candidate->a : t->candidate->b;
    const mote_swept *other = of_a ? t->candidate->b : t->candidate->a;
    const mote_sweep_inside *inside = of_a ? pair->inside_a : pair->inside_b;
    const mote_box8 *faces = (of_a ? pair->inside_b : pair->inside_a)->faces;
    uint32_t cluster = of_a ? pair->cluster_a : pair->cluster_b;
    uint32_t run = cluster * MOTE_SWEEP_RUNS + (of_a ? pair->run_a : pair->run_b);
    uint32_t other_run = of_a ? pair->run_b : pair->run_a;
    uint32_t first_slot = mote_cluster_first(of_a ? pair->cluster_b : pair->cluster_a) +
                          other_run * MOTE_RUN_TRIANGLES;
    const mote_incidence *incidence = own->incidence;
    uint32_t base = incidence->vertex_first[cluster * MOTE_SWEEP_RUNS];
    mote_swept_kind kind = of_a || t->self ? MOTE_SWEPT_VERTEX_FACE : MOTE_SWEPT_FACE_VERTEX;
    for (uint32_t i = 8 * incidence->vertex_first[run]; i < 8 * incidence->vertex_first[run + 1];
         i++) {
        mote_owned_vertex owned = incidence->vertices[i];
        mote_box box = mote_box8_get(&inside->vertices[i / 8 - base], i % 8);
        for (uint32_t bits = mote_box8_overlaps(&faces[other_run], &box); bits; bits &= bits - 1) {
            uint32_t slot = first_slot + (uint32_t)__builtin_ctz(bits);
            const uint32_t *corners = mote_swept_corners(other, slot);
            if (t->self && mote_face_has_vertex(corners, owned.vertex)) continue;
            mote_index_quad quad = {{owned.vertex, corners[0], corners[1], corners[2]}};
            bool vertex_first = kind == MOTE_SWEPT_VERTEX_FACE;
            put(t, kind, quad, vertex_first ? owned.slot : slot, vertex_first ? slot : owned.slot);
        }
    }
}

static void put_edges(tester *t, mote_owned_edge e, mote_owned_edge f)
{
    if (t->self && mote_edges_share(e, f)) return;
    bool swap = t->self && (f.low < e.low || (f.low == e.low && f.high < e.high));
    mote_owned_edge a = swap ? f : e, b = swap ? e : f;
    put(t, MOTE_SWEPT_EDGES, (mote_index_quad){{a.low, a.high, b.low, b.high}}, a.slot, b.slot);
}

static void test_edges(tester *t, const run_pair *pair)
{
    const mote_incidence *x = t->candidate->a->incidence, *y = t->candidate->b->incidence;
    uint32_t run_a = pair->cluster_a * MOTE_SWEEP_RUNS + pair->run_a;
    uint32_t run_b = pair->cluster_b * MOTE_SWEEP_RUNS + pair->run_b;
    uint32_t base_a = x->edge_first[pair->cluster_a * MOTE_SWEEP_RUNS];
    uint32_t base_b = y->edge_first[pair->cluster_b * MOTE_SWEEP_RUNS];
    mote_box other = mote_box8_get(&pair->inside_b->runs[pair->run_b / 8], pair->run_b % 8);
    for (uint32_t i = 8 * x->edge_first[run_a]; i < 8 * x->edge_first[run_a + 1]; i++) {
        mote_box box = mote_box8_get(&pair->inside_a->edges[i / 8 - base_a], i % 8);
        if (!mote_boxes_overlap(&box, &other)) continue;
        for (uint32_t g = y->edge_first[run_b]; g < y->edge_first[run_b + 1]; g++) {
            uint32_t bits = mote_box8_overlaps(&pair->inside_b->edges[g - base_b], &box);
            for (; bits; bits &= bits - 1) {
                uint32_t k = 8 * g + (uint32_t)__builtin_ctz(bits);
                if (!pair->is_same || k > i) put_edges(t, x->edges[i], y->edges[k]);
            }
        }
    }
}

// The face pairs of two runs that meet at the start.
static void test_start(tester *t, const run_pair *pair)
{
    const mote_shape *a = t->candidate->a->start, *b = t->candidate->b->start;
    uint32_t first_a = mote_cluster_first(pair->cluster_a) + pair->run_a * MOTE_RUN_TRIANGLES;
    uint32_t first_b = mote_cluster_first(pair->cluster_b) + pair->run_b * MOTE_RUN_TRIANGLES;
    for (uint32_t i = 0; i < MOTE_RUN_TRIANGLES; i++) {
        mote_box box = mote_box8_get(&pair->inside_a->faces[pair->run_a], i);
        uint32_t bits = mote_box8_overlaps(&pair->inside_b->faces[pair->run_b], &box);
        if (pair->is_same) bits &= 0xfeu << i;
        for (; bits; bits &= bits - 1) {
            uint32_t slot_a = first_a + i, slot_b = first_b + (uint32_t)__builtin_ctz(bits);
            mote_vec3 face_a[3], face_b[3];
            if (t->self && mote_faces_share_vertex(a, slot_a, slot_b)) continue;
            mote_shape_triangle(a, slot_a, face_a);
            mote_shape_triangle(b, slot_b, face_b);
            mote_box box_a = mote_box_of_triangle(face_a), box_b = mote_box_of_triangle(face_b);
            if (mote_boxes_overlap(&box_a, &box_b) &&
                mote_triangles_intersect_guarded(face_a, face_b))
                mote_sweep_add_faces(t->frame, t->sink, t->candidate, t->number, slot_a, slot_b);
        }
    }
}

static void test_runs(tester *t, const run_pair *pair)
{
    t->sink->triangle_pairs += MOTE_RUN_TRIANGLES * MOTE_RUN_TRIANGLES;
    if (t->frame->wants_impacts) {
        test_vertices(t, pair, true);
        if (!pair->is_same) test_vertices(t, pair, false);
        test_edges(t, pair);
    }
    if (t->frame->wants_start) test_start(t, pair);
}

// ---------------------------------------------------------------------------------------------
// Cluster pairs

static void turn_to(tester *t, mote_sweep_candidate *candidate, uint32_t number)
{
    if (t->candidate == candidate) return;
    if (t->candidate) flush(t);
    t->candidate = candidate;
    t->number = number;
    t->self = mote_sweep_is_self(candidate);
}

static void test_clusters(tester *t, const mote_sweep_clusters *clusters)
{
    const mote_sweep_world *world = t->frame->state;
    mote_sweep_inside a = mote_sweep_inside_of(world, t->candidate->a, clusters->a);
    mote_sweep_inside b = mote_sweep_inside_of(world, t->candidate->b, clusters->b);
    bool is_same = t->self && clusters->a == clusters->b;
    t->sink->base.cluster_pairs++;
    for (uint32_t run_a = 0; run_a < MOTE_SWEEP_RUNS; run_a++) {
        mote_box box = mote_box8_get(&a.runs[run_a / 8], run_a % 8);
        for (uint32_t g = 0; g < MOTE_SWEEP_RUN_GROUPS; g++) {
            for (uint32_t bits = mote_box8_overlaps(&b.runs[g], &box); bits; bits &= bits - 1) {
                uint32_t run_b = 8 * g + (uint32_t)__builtin_ctz(bits);
                if (is_same && run_b < run_a) continue;
                run_pair pair = {
                    &a, &b, clusters->a, clusters->b, run_a, run_b, is_same && run_a == run_b};
                test_runs(t, &pair);
            }
        }
    }
}

enum { PAIRS_PER_BLOCK = 16 };

typedef struct job {
    mote_sweep_frame *frame;
    mote_sweep_candidate *candidates;
    size_t first, end;
} job;

static void test_block(void *argument, uint32_t block, uint32_t worker)
{
    const job *j = argument;
    const mote_sweep_world *world = j->frame->state;
    size_t first = j->first + (size_t)block * PAIRS_PER_BLOCK, end = first + PAIRS_PER_BLOCK;
    tester t;
    t.frame = j->frame;
    t.sink = &j->frame->sinks[worker];
    t.candidate = NULL;
    for (int kind = 0; kind < KINDS; kind++) t.kinds[kind].count = 0;
    for (size_t i = first; i < end && i < j->end; i++) {
        const mote_sweep_clusters *clusters = &world->pairs.data[i];
        mote_sweep_candidate *candidate = &j->candidates[clusters->candidate];
        turn_to(&t, candidate, clusters->candidate);
        if (mote_budget_is_over(j->frame->budget, &t.sink->base)) {
            atomic_store(&candidate->complete, false);
        } else {
            test_clusters(&t, clusters);
        }
    }
    if (t.candidate) flush(&t);
}

void mote_sweep_test_pairs(mote_sweep_frame *frame, mote_sweep_candidate *candidates, size_t first,
                           size_t end)
{
    job j = {frame, candidates, first, end};
    size_t blocks = (end - first + PAIRS_PER_BLOCK - 1) / PAIRS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, test_block, &j, (uint32_t)blocks);
}
