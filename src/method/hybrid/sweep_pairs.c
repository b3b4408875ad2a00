// Stage 3 of a sweep: from cluster pairs to impacts. The triangles of two clusters whose boxes
// overlap are found as in a detect (hybrid_simd.c). For each two triangles, the vertices that one
// owns are tested against the other, and the edges that both own against each other. Candidates
// whose boxes overlap go to the kernels of geometry/ in batches.
//
// A branch predictor cannot predict which boxes overlap. So each pair is written to the batch, and
// the next pair overwrites it unless its boxes overlap: no branch depends on the result.

#include "method/hybrid/sweep.h"

#include "core/box.h"
#include "geometry/tri_tri.h"
#include "method/face_pair.h"

// Two triangles add at most nine pairs of edges and three pairs of a vertex and a face to a batch.
enum { FULL = MOTE_SWEEP_BATCH - 9 };

// Two clusters whose triangles are tested.
typedef struct cluster_pair {
    mote_sweep_inside inside_a, inside_b;
    uint32_t first_a, first_b; // slots
} cluster_pair;

// ---------------------------------------------------------------------------------------------
// Batches

// The untested impact with this index, without its time.
static mote_swept_impact impact_of(const mote_sweep_tester *t, mote_swept_kind kind, size_t index)
{
    const mote_sweep_waiting *w = &t->kinds[kind];
    const uint32_t *v = w->quads[index].v;
    return (mote_swept_impact){.kind = kind,
                               .pair = t->number,
                               .vertices = {v[0], v[1], v[2], v[3]},
                               .face_a = w->slot_a[index],
                               .face_b = w->slot_b[index]};
}

static void add_hits(mote_sweep_tester *t, mote_swept_kind kind, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mote_swept_impact impact = impact_of(t, kind, t->hits[i].index);
        impact.time = t->hits[i].time;
        mote_sweep_add(t->frame, t->sink, t->candidate, &impact);
    }
}

// Tests candidates one by one with the conservative kernel.
static void test_near(mote_sweep_tester *t, mote_swept_kind kind, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mote_swept_impact impact = impact_of(t, kind, i);
        mote_sweep_try(t->frame, t->sink, t->candidate, &impact);
    }
}

static void test_batch(mote_sweep_tester *t, mote_swept_kind kind, size_t count)
{
    const mote_swept *first = kind == MOTE_SWEPT_FACE_VERTEX ? t->candidate->b : t->candidate->a;
    const mote_swept *second = kind == MOTE_SWEPT_FACE_VERTEX ? t->candidate->a : t->candidate->b;
    mote_impact_batch batch = {.start_a = (const mote_vec3 *)first->start->xyz,
                               .end_a = (const mote_vec3 *)first->end->xyz,
                               .start_b = (const mote_vec3 *)second->start->xyz,
                               .end_b = (const mote_vec3 *)second->end->xyz,
                               .quads = t->kinds[kind].quads,
                               .count = count,
                               .until = mote_sweep_limit(t->candidate)};
    mote_impact_batch_stats stats = {0};
    size_t hits = kind == MOTE_SWEPT_EDGES ? mote_edges_impact_batch(&batch, t->hits, &stats)
                                           : mote_vertex_face_impact_batch(&batch, t->hits, &stats);
    t->sink->base.candidates += count;
    t->sink->base.exact_calls += stats.exact;
    add_hits(t, kind, hits);
}

static void flush_kind(mote_sweep_tester *t, mote_swept_kind kind)
{
    mote_sweep_waiting *w = &t->kinds[kind];
    if (w->count == 0) return;
    size_t granted = (size_t)mote_budget_take(t->frame->budget, &t->sink->base, w->count);
    if (granted < w->count) atomic_store(&t->candidate->complete, false);
    if (t->frame->separation > 0) {
        test_near(t, kind, granted);
    } else {
        test_batch(t, kind, granted);
    }
    w->count = 0;
}

static void flush(mote_sweep_tester *t)
{
    for (int kind = 0; kind < MOTE_SWEEP_KINDS; kind++) flush_kind(t, (mote_swept_kind)kind);
}

// Writes a pair and counts it only if it is wanted.
static void put(mote_sweep_waiting *w, mote_index_quad quad, uint32_t slot_a, uint32_t slot_b,
                bool wanted)
{
    w->quads[w->count] = quad;
    w->slot_a[w->count] = slot_a;
    w->slot_b[w->count] = slot_b;
    w->count += wanted;
}

// ---------------------------------------------------------------------------------------------
// Candidates of two triangles

// Branch-free.
static bool overlap(const mote_box *a, const mote_box *b)
{
    return (a->min.x <= b->max.x) & (b->min.x <= a->max.x) & (a->min.y <= b->max.y) &
           (b->min.y <= a->max.y) & (a->min.z <= b->max.z) & (b->min.z <= a->max.z);
}

static bool has_vertex(const uint32_t corners[3], uint32_t vertex)
{
    return (corners[0] == vertex) | (corners[1] == vertex) | (corners[2] == vertex);
}

// Adds the vertices that a slot owns against the face in another slot. The impact's body a is the
// vertex's or the face's body.
static void put_vertices(mote_sweep_tester *t, const mote_swept *own, uint32_t slot,
                         const mote_box *boxes, const mote_swept *other, uint32_t face,
                         const mote_box *face_box, mote_swept_kind kind)
{
    mote_sweep_waiting *w = &t->kinds[kind];
    const mote_incidence *incidence = own->incidence;
    const uint32_t *corners = mote_swept_corners(other, face);
    bool vertex_first = kind == MOTE_SWEPT_VERTEX_FACE;
    uint32_t slot_a = vertex_first ? slot : face, slot_b = vertex_first ? face : slot;
    for (uint32_t i = incidence->vertex_first[slot]; i < incidence->vertex_first[slot + 1]; i++) {
        uint32_t vertex = incidence->vertices[i].vertex;
        bool kin = (int)t->self & (int)has_vertex(corners, vertex);
        bool wanted = (int)overlap(boxes++, face_box) & (int)!kin;
        put(w, (mote_index_quad){{vertex, corners[0], corners[1], corners[2]}}, slot_a, slot_b,
            wanted);
    }
}

static void put_edges(mote_sweep_tester *t, const mote_owned_edge *e, const mote_owned_edge *f,
                      bool wanted)
{
    bool share =
        (e->low == f->low) | (e->low == f->high) | (e->high == f->low) | (e->high == f->high);
    bool swap = t->self & ((f->low < e->low) | ((f->low == e->low) & (f->high < e->high)));
    const mote_owned_edge *a = swap ? f : e, *b = swap ? e : f;
    put(&t->kinds[MOTE_SWEPT_EDGES], (mote_index_quad){{a->low, a->high, b->low, b->high}}, a->slot,
        b->slot, wanted & !(t->self & share));
}

static void test_triangles(mote_sweep_tester *t, const cluster_pair *pair, uint32_t a, uint32_t b)
{
    const mote_swept *x = t->candidate->a, *y = t->candidate->b;
    const mote_incidence *in_x = x->incidence, *in_y = y->incidence;
    uint32_t slot_a = pair->first_a + a, slot_b = pair->first_b + b;
    const mote_box *vertices_a =
        pair->inside_a.vertices + in_x->vertex_first[slot_a] - in_x->vertex_first[pair->first_a];
    const mote_box *vertices_b =
        pair->inside_b.vertices + in_y->vertex_first[slot_b] - in_y->vertex_first[pair->first_b];
    put_vertices(t, x, slot_a, vertices_a, y, slot_b, &pair->inside_b.faces[b],
                 MOTE_SWEPT_VERTEX_FACE);
    put_vertices(t, y, slot_b, vertices_b, x, slot_a, &pair->inside_a.faces[a],
                 t->self ? MOTE_SWEPT_VERTEX_FACE : MOTE_SWEPT_FACE_VERTEX);
    const mote_box *edges_a =
        pair->inside_a.edges - in_x->edge_first[pair->first_a] + in_x->edge_first[slot_a];
    const mote_box *edges_b =
        pair->inside_b.edges - in_y->edge_first[pair->first_b] + in_y->edge_first[slot_b];
    uint32_t count_a = in_x->edge_first[slot_a + 1] - in_x->edge_first[slot_a];
    uint32_t count_b = in_y->edge_first[slot_b + 1] - in_y->edge_first[slot_b];
    for (uint32_t i = 0; i < count_a; i++) {
        for (uint32_t k = 0; k < count_b; k++)
            put_edges(t, &in_x->edges[in_x->edge_first[slot_a] + i],
                      &in_y->edges[in_y->edge_first[slot_b] + k],
                      overlap(&edges_a[i], &edges_b[k]));
    }
    for (int kind = 0; kind < MOTE_SWEEP_KINDS; kind++) {
        if (t->kinds[kind].count >= FULL) flush_kind(t, (mote_swept_kind)kind);
    }
}

// Tests whether two faces meet at the start.
static void test_start(mote_sweep_tester *t, uint32_t slot_a, uint32_t slot_b)
{
    const mote_shape *a = t->candidate->a->start, *b = t->candidate->b->start;
    mote_vec3 face_a[3], face_b[3];
    if (t->self && mote_faces_share_vertex(a, slot_a, slot_b)) return;
    mote_shape_triangle(a, slot_a, face_a);
    mote_shape_triangle(b, slot_b, face_b);
    mote_box box_a = mote_box_of_triangle(face_a), box_b = mote_box_of_triangle(face_b);
    if (mote_boxes_overlap(&box_a, &box_b) && mote_triangles_intersect_guarded(face_a, face_b))
        mote_sweep_add_faces(t->frame, t->sink, t->candidate, t->number, slot_a, slot_b);
}

// ---------------------------------------------------------------------------------------------
// Cluster pairs

static void turn_to(mote_sweep_tester *t, mote_sweep_candidate *candidate, uint32_t number)
{
    if (t->candidate == candidate) return;
    if (t->candidate) flush(t);
    t->candidate = candidate;
    t->number = number;
    t->self = mote_sweep_is_self(candidate);
}

static void test_clusters(mote_sweep_tester *t, const mote_sweep_clusters *clusters)
{
    const mote_sweep_world *world = t->frame->state;
    const mote_swept *x = t->candidate->a, *y = t->candidate->b;
    cluster_pair pair = {.inside_a = mote_sweep_inside_of(world, x, clusters->a),
                         .inside_b = mote_sweep_inside_of(world, y, clusters->b),
                         .first_a = mote_cluster_first(clusters->a),
                         .first_b = mote_cluster_first(clusters->b)};
    const mote_sweep_body *body_a = x->state, *body_b = y->state;
    mote_box region =
        mote_box_intersection(&body_a->boxes[clusters->a], &body_b->boxes[clusters->b]);
    uint32_t count = MOTE_PICK_KERNEL(mote_hybrid_box_pairs)(pair.inside_a.tree, pair.inside_b.tree,
                                                             &region, t->box_pairs);
    t->sink->base.cluster_pairs++;
    t->sink->triangle_pairs += count;
    for (uint32_t i = 0; t->frame->wants_impacts && i < count; i++)
        test_triangles(t, &pair, t->box_pairs[i] / MOTE_CLUSTER_TRIANGLES,
                       t->box_pairs[i] % MOTE_CLUSTER_TRIANGLES);
    for (uint32_t i = 0; t->frame->wants_start && i < count; i++)
        test_start(t, pair.first_a + t->box_pairs[i] / MOTE_CLUSTER_TRIANGLES,
                   pair.first_b + t->box_pairs[i] % MOTE_CLUSTER_TRIANGLES);
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
    mote_sweep_tester *t = &world->testers.data[worker];
    t->frame = j->frame;
    t->sink = &j->frame->sinks[worker];
    t->candidate = NULL;
    for (int kind = 0; kind < MOTE_SWEEP_KINDS; kind++) t->kinds[kind].count = 0;
    for (size_t i = first; i < end && i < j->end; i++) {
        const mote_sweep_clusters *clusters = &world->pairs.data[i];
        mote_sweep_candidate *candidate = &j->candidates[clusters->candidate];
        turn_to(t, candidate, clusters->candidate);
        if (mote_budget_is_over(j->frame->budget, &t->sink->base)) {
            atomic_store(&candidate->complete, false);
        } else if (!mote_swept_is_broken(candidate->a) && !mote_swept_is_broken(candidate->b)) {
            test_clusters(t, clusters);
        }
    }
    if (t->candidate) flush(t);
}

void mote_sweep_test_pairs(mote_sweep_frame *frame, mote_sweep_candidate *candidates, size_t first,
                           size_t end)
{
    job j = {frame, candidates, first, end};
    size_t blocks = (end - first + PAIRS_PER_BLOCK - 1) / PAIRS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, test_block, &j, (uint32_t)blocks);
}
