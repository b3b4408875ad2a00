// Stage 2 of a sweep: the boxes of the faces, vertices and edges of clusters in a cluster pair,
// from the start of the step to the horizon. Boxes with a later horizon are valid too; they are
// computed again if their horizon is much later.

#include "method/hybrid/sweep.h"

#include "core/box.h"
#include "core/simd.h"

enum { ALL_TWIGS = 0xff };

// ---------------------------------------------------------------------------------------------
// Boxes of primitives

// A body, and the time until which its vertices are followed.
typedef struct reach {
    const float *start, *end;
    double until; // 1: the end of the step
    float by;     // by which boxes are widened
} reach;

// Extends an interval to hold one coordinate from the start to the horizon. The coordinate at the
// horizon is computed with three roundings of numbers below 2 (|start| + |end|) and one rounding to
// float: the error is below 2^-50 (|start| + |end|) plus 2^-23 of the coordinate.
static void add_way(float start, float end, double until, float *low, float *high)
{
    double s = (double)start, e = (double)end, at = s + until * (e - s);
    double error = 0x1p-50 * (fabs(s) + fabs(e)) + 0x1p-23 * fabs(at) + 0x1p-148;
    float below = (float)(at - error), above = (float)(at + error);
    *low = start < below ? start : below;
    *high = start > above ? start : above;
}

static mote_box box_of_way(const reach *r, uint32_t vertex)
{
    const float *s = r->start + 3 * (size_t)vertex, *e = r->end + 3 * (size_t)vertex;
    mote_box box;
    add_way(s[0], e[0], r->until, &box.min.x, &box.max.x);
    add_way(s[1], e[1], r->until, &box.min.y, &box.max.y);
    add_way(s[2], e[2], r->until, &box.min.z, &box.max.z);
    return box;
}

static mote_box box_until(const reach *r, const uint32_t *vertices, int count)
{
    mote_box box = box_of_way(r, vertices[0]);
    for (int i = 1; i < count; i++) {
        mote_box further = box_of_way(r, vertices[i]);
        mote_box_add_box(&box, &further);
    }
    return box;
}

static mote_box box_to_end(const reach *r, const uint32_t *vertices, int count)
{
    mote_f32x4 low = mote_f32x4_load3(r->start + 3 * (size_t)vertices[0]), high = low;
    for (int i = 0; i < count; i++) {
        mote_f32x4 start = mote_f32x4_load3(r->start + 3 * (size_t)vertices[i]);
        mote_f32x4 end = mote_f32x4_load3(r->end + 3 * (size_t)vertices[i]);
        low = mote_f32x4_min(end, mote_f32x4_min(start, low));
        high = mote_f32x4_max(end, mote_f32x4_max(start, high));
    }
    return (mote_box){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

// Writes the box of one to three vertices, widened.
static inline void put_box(const reach *r, const uint32_t *vertices, int count, mote_box *out)
{
    *out = r->until == 1 ? box_to_end(r, vertices, count) : box_until(r, vertices, count);
    if (r->by > 0) *out = mote_box_widened(out, r->by);
}

// ---------------------------------------------------------------------------------------------
// Insides: a tree, and a list of the boxes of faces, vertices and edges, in this order

static size_t inside_boxes(const mote_swept *swept, uint32_t cluster)
{
    const mote_incidence *incidence = swept->incidence;
    uint32_t first = mote_cluster_first(cluster);
    uint32_t end = mote_cluster_end(swept->start->clusters, cluster);
    return end - first + incidence->vertex_first[end] - incidence->vertex_first[first] +
           incidence->edge_first[end] - incidence->edge_first[first];
}

// The boxes of an inside in the world's arrays.
typedef struct inside_room {
    mote_box *faces, *vertices, *edges;
} inside_room;

static inside_room room_of(const mote_sweep_world *world, const mote_swept *swept, uint32_t cluster)
{
    const mote_sweep_body *body = swept->state;
    const mote_incidence *incidence = swept->incidence;
    uint32_t first = mote_cluster_first(cluster);
    uint32_t end = mote_cluster_end(swept->start->clusters, cluster);
    mote_box *faces = world->boxes.data + body->inside_first[cluster];
    mote_box *vertices = faces + (end - first);
    mote_box *edges = vertices + (incidence->vertex_first[end] - incidence->vertex_first[first]);
    return (inside_room){faces, vertices, edges};
}

mote_sweep_inside mote_sweep_inside_of(const mote_sweep_world *world, const mote_swept *swept,
                                       uint32_t cluster)
{
    const mote_sweep_body *body = swept->state;
    inside_room room = room_of(world, swept, cluster);
    return (mote_sweep_inside){.tree = &world->trees.data[body->inside_tree[cluster]],
                               .faces = room.faces,
                               .vertices = room.vertices,
                               .edges = room.edges};
}

static void fill_tree(const mote_box *faces, uint32_t count, mote_hybrid_boxes *out)
{
    const mote_box empty = mote_box_empty();
    for (uint32_t leaf = 0; leaf < MOTE_HYBRID_LEAVES; leaf++) {
        mote_box all = empty;
        for (uint32_t lane = 0; lane < 8; lane++) {
            uint32_t i = 8 * leaf + lane;
            const mote_box *box = i < count ? &faces[i] : &empty;
            mote_box8_set(&out->triangles[leaf], lane, box);
            mote_box_add_box(&all, box);
        }
        mote_box8_set(&out->leaves[leaf / 8], leaf % 8, &all);
    }
}

// Computes the boxes of the faces, vertices and edges of the slots `first` to `end` - 1, in an
// inside that begins with slot `start`.
static void fill_slots(const mote_swept *swept, const reach *r, inside_room room, uint32_t start,
                       uint32_t first, uint32_t end)
{
    const mote_incidence *incidence = swept->incidence;
    mote_box *out = room.faces + (first - start);
    for (uint32_t slot = first; slot < end; slot++)
        put_box(r, mote_swept_corners(swept, slot), 3, out++);
    uint32_t i = incidence->vertex_first[first];
    out = room.vertices + (i - incidence->vertex_first[start]);
    for (; i < incidence->vertex_first[end]; i++)
        put_box(r, &incidence->vertices[i].vertex, 1, out++);
    i = incidence->edge_first[first];
    out = room.edges + (i - incidence->edge_first[start]);
    for (; i < incidence->edge_first[end]; i++) put_box(r, &incidence->edges[i].low, 2, out++);
}

// Writes empty boxes instead of those of fill_slots.
static void empty_slots(const mote_incidence *incidence, inside_room room, uint32_t start,
                        uint32_t first, uint32_t end)
{
    const mote_box empty = mote_box_empty();
    uint32_t first_vertex = incidence->vertex_first[start],
             first_edge = incidence->edge_first[start];
    for (uint32_t slot = first; slot < end; slot++) room.faces[slot - start] = empty;
    for (uint32_t i = incidence->vertex_first[first]; i < incidence->vertex_first[end]; i++)
        room.vertices[i - first_vertex] = empty;
    for (uint32_t i = incidence->edge_first[first]; i < incidence->edge_first[end]; i++)
        room.edges[i - first_edge] = empty;
}

// A body with positions that are not finite meets nothing, so its inside is not filled.
static void fill_inside(const mote_sweep_world *world, const mote_sweep_fill *fill, float by)
{
    const mote_swept *swept = fill->swept;
    const mote_sweep_body *body = swept->state;
    reach r = {swept->start->xyz, swept->end->xyz, body->horizon[fill->cluster], by};
    inside_room room = room_of(world, swept, fill->cluster);
    uint32_t twigs = mote_swept_is_broken(swept) ? 0 : body->filled_twigs[fill->cluster];
    uint32_t start = mote_cluster_first(fill->cluster);
    uint32_t end = mote_cluster_end(swept->start->clusters, fill->cluster);
    if (twigs == ALL_TWIGS) {
        fill_slots(swept, &r, room, start, start, end);
    } else {
        for (uint32_t first = start; first < end; first += MOTE_NODE_TRIANGLES, twigs >>= 1) {
            uint32_t next = end - first < MOTE_NODE_TRIANGLES ? end : first + MOTE_NODE_TRIANGLES;
            if (twigs & 1)
                fill_slots(swept, &r, room, start, first, next);
            else
                empty_slots(swept->incidence, room, start, first, next);
        }
    }
    fill_tree(room.faces, end - start, &world->trees.data[body->inside_tree[fill->cluster]]);
}

// ---------------------------------------------------------------------------------------------
// The insides of a range of cluster pairs

// Marks the vertices of twigs of a cluster on demand as wanted.
static void want_twigs(const mote_swept *swept, uint32_t cluster, uint32_t twigs)
{
    for (; twigs; twigs &= twigs - 1)
        mote_swept_want_leaf(swept, 8 * cluster + (uint32_t)__builtin_ctz(twigs));
}

// Allocates an inside. False for no memory.
static bool make_inside(mote_sweep_frame *frame, const mote_swept *swept, uint32_t cluster)
{
    mote_sweep_world *world = frame->state;
    mote_sweep_body *body = swept->state;
    size_t count = inside_boxes(swept, cluster);
    const mote_box *room = mote_array_room(&world->boxes, frame->allocator, count);
    const mote_hybrid_boxes *tree = mote_array_room(&world->trees, frame->allocator, 1);
    if (!room || !tree) return false;
    body->inside_first[cluster] = world->boxes.count;
    body->inside_tree[cluster] = (uint32_t)world->trees.count++;
    body->inside_stamp[cluster] = (uint32_t)swept->version;
    body->filled_twigs[cluster] = 0;
    world->boxes.count += count;
    return true;
}

// Lists a cluster to fill if its inside is missing, ends before `until`, ends much later or lacks
// twigs. False for no memory.
static bool claim(mote_sweep_frame *frame, const mote_swept *swept, uint32_t cluster, double until)
{
    mote_sweep_world *world = frame->state;
    mote_sweep_body *body = swept->state;
    bool made = body->inside_stamp[cluster] == (uint32_t)swept->version;
    uint8_t twigs = swept->on_demand ? body->wanted_twigs[cluster] : ALL_TWIGS;
    if (swept->start == swept->end) until = 1; // the body rests
    if (made && body->filled_twigs[cluster] == twigs && body->horizon[cluster] >= until &&
        body->horizon[cluster] <= 1.25 * until)
        return true;
    if (!made && !make_inside(frame, swept, cluster)) return false;
    if (swept->on_demand)
        want_twigs(swept, cluster, (uint32_t)(twigs & ~body->filled_twigs[cluster]));
    body->filled_twigs[cluster] = twigs;
    body->horizon[cluster] = until;
    return mote_array_push(&world->fills, frame->allocator, (mote_sweep_fill){swept, cluster});
}

// The horizon of one candidate. The times of the conservative kernel may be early, and boxes up to
// an early time would miss impacts.
static double horizon_of(const mote_sweep_frame *frame, const mote_sweep_candidate *candidate)
{
    if (frame->find == MOTE_SWEEP_ALL || frame->separation > 0) return 1;
    return mote_sweep_limit(candidate);
}

const mote_hybrid_boxes *mote_sweep_tree_of(mote_sweep_frame *frame,
                                            const mote_sweep_candidate *candidate,
                                            const mote_swept *swept, uint32_t cluster)
{
    mote_sweep_world *world = frame->state;
    const mote_sweep_body *body = swept->state;
    world->fills.count = 0;
    if (!claim(frame, swept, cluster, horizon_of(frame, candidate))) return NULL;
    if (world->fills.count) fill_inside(world, &world->fills.data[0], 0.5f * frame->separation);
    return &world->trees.data[body->inside_tree[cluster]];
}

enum { FILLS_PER_BLOCK = 8 };

static void fill_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const mote_sweep_frame *frame = argument;
    const mote_sweep_world *world = frame->state;
    size_t first = (size_t)block * FILLS_PER_BLOCK, end = first + FILLS_PER_BLOCK;
    for (size_t i = first; i < end && i < world->fills.count; i++)
        fill_inside(world, &world->fills.data[i], 0.5f * frame->separation);
}

static bool claim_all(mote_sweep_frame *frame, const mote_sweep_candidate *candidates, size_t first,
                      size_t end)
{
    const mote_sweep_world *world = frame->state;
    double until = 0;
    for (size_t i = first; i < end && until < 1; i++) {
        double horizon = horizon_of(frame, &candidates[world->pairs.data[i].candidate]);
        if (horizon > until) until = horizon;
    }
    for (size_t i = first; i < end; i++) {
        const mote_sweep_clusters *pair = &world->pairs.data[i];
        const mote_sweep_candidate *candidate = &candidates[pair->candidate];
        if (!claim(frame, candidate->a, pair->a, until) ||
            !claim(frame, candidate->b, pair->b, until))
            return false;
    }
    return true;
}

bool mote_sweep_fill_insides(mote_sweep_frame *frame, const mote_sweep_candidate *candidates,
                             size_t first, size_t end)
{
    mote_sweep_world *world = frame->state;
    world->fills.count = 0;
    bool has_memory = claim_all(frame, candidates, first, end);
    // Evaluate even if memory ran out, because wanted vertices count as evaluated.
    for (size_t i = first; i < end; i++) {
        const mote_sweep_candidate *candidate = &candidates[world->pairs.data[i].candidate];
        if (candidate->a->on_demand) mote_swept_evaluate(candidate->a, &frame->tasks);
        if (candidate->b->on_demand) mote_swept_evaluate(candidate->b, &frame->tasks);
    }
    if (!has_memory) return false;
    size_t blocks = (world->fills.count + FILLS_PER_BLOCK - 1) / FILLS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, fill_block, frame, (uint32_t)blocks);
    return true;
}
