// Stage 2 of a sweep: the boxes of the faces, vertices and edges of clusters that are in some pair, from the start of the step to the
// horizon. Boxes with a later horizon are valid too; they are made again if that is much later.

#include "method/hybrid/sweep.h"

#include "core/box.h"

// ---------------------------------------------------------------------------------------------
// Boxes of primitives

// A body, and until when its vertices are followed.
typedef struct reach {
    const float *start, *end;
    double until; // 1: to the end itself
    float by;     // by which boxes are widened
} reach;

// An interval that holds one coordinate from the start to the horizon. Where it is at the horizon is computed with three roundings of
// numbers below 2 (|start| + |end|), and rounded to float once more: the error is below 2^-50 (|start| + |end|) and 2^-23 of itself.
static void add_way(float start, float end, double until, float *low, float *high)
{
    double s = (double)start, e = (double)end, at = s + until * (e - s);
    double error = 0x1p-50 * (fabs(s) + fabs(e)) + 0x1p-23 * fabs(at) + 0x1p-148;
    float below = (float)(at - error), above = (float)(at + error);
    *low = start < below ? start : below;
    *high = start > above ? start : above;
}

static mote_box box_of_vertex(const reach *r, uint32_t vertex)
{
    const float *s = r->start + 3 * (size_t)vertex, *e = r->end + 3 * (size_t)vertex;
    mote_box box = {{s[0], s[1], s[2]}, {s[0], s[1], s[2]}};
    if (r->until == 1) {
        mote_box_add_point(&box, (mote_vec3){e[0], e[1], e[2]});
    } else {
        add_way(s[0], e[0], r->until, &box.min.x, &box.max.x);
        add_way(s[1], e[1], r->until, &box.min.y, &box.max.y);
        add_way(s[2], e[2], r->until, &box.min.z, &box.max.z);
    }
    return box;
}

// Of one to three vertices, widened.
static mote_box box_of_vertices(const reach *r, const uint32_t *vertices, int count)
{
    mote_box box = box_of_vertex(r, vertices[0]);
    for (int i = 1; i < count; i++) {
        mote_box further = box_of_vertex(r, vertices[i]);
        mote_box_add_box(&box, &further);
    }
    return mote_box_widened(&box, r->by);
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

mote_sweep_inside mote_sweep_inside_of(const mote_sweep_world *world, const mote_swept *swept,
                                       uint32_t cluster)
{
    const mote_sweep_body *body = swept->state;
    const mote_incidence *incidence = swept->incidence;
    uint32_t first = mote_cluster_first(cluster);
    uint32_t end = mote_cluster_end(swept->start->clusters, cluster);
    const mote_box *faces = world->boxes.data + body->inside_first[cluster];
    const mote_box *vertices = faces + (end - first);
    return (mote_sweep_inside){.tree = &world->trees.data[body->inside_tree[cluster]],
                               .faces = faces,
                               .vertices = vertices,
                               .edges = vertices + incidence->vertex_first[end] -
                                        incidence->vertex_first[first]};
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

static void fill_inside(const mote_sweep_world *world, const mote_sweep_fill *fill, float by)
{
    const mote_swept *swept = fill->swept;
    const mote_sweep_body *body = swept->state;
    const mote_incidence *incidence = swept->incidence;
    reach r = {swept->start->xyz, swept->end->xyz, body->horizon[fill->cluster], by};
    mote_box *faces = world->boxes.data + body->inside_first[fill->cluster], *out = faces;
    uint32_t first = mote_cluster_first(fill->cluster);
    uint32_t end = mote_cluster_end(swept->start->clusters, fill->cluster);
    for (uint32_t slot = first; slot < end; slot++)
        *out++ = box_of_vertices(&r, mote_swept_corners(swept, slot), 3);
    for (uint32_t i = incidence->vertex_first[first]; i < incidence->vertex_first[end]; i++)
        *out++ = box_of_vertices(&r, &incidence->vertices[i].vertex, 1);
    for (uint32_t i = incidence->edge_first[first]; i < incidence->edge_first[end]; i++)
        *out++ = box_of_vertices(&r, &incidence->edges[i].low, 2);
    fill_tree(faces, end - first, &world->trees.data[body->inside_tree[fill->cluster]]);
}

// ---------------------------------------------------------------------------------------------
// All that a part of the cluster pairs needs

// Lists a cluster if it has no inside up to `until`, or one that goes much further. False for no memory.
static bool claim(mote_sweep_frame *frame, const mote_swept *swept, uint32_t cluster, double until)
{
    mote_sweep_world *world = frame->state;
    mote_sweep_body *body = swept->state;
    bool made = body->inside_stamp[cluster] == (uint32_t)swept->version;
    if (swept->start == swept->end) until = 1; // it rests
    if (made && body->horizon[cluster] >= until && body->horizon[cluster] <= 1.25 * until)
        return true;
    if (!made) {
        size_t count = inside_boxes(swept, cluster);
        const mote_box *room = mote_array_room(&world->boxes, frame->allocator, count);
        const mote_hybrid_boxes *tree = mote_array_room(&world->trees, frame->allocator, 1);
        if (!room || !tree) return false;
        body->inside_first[cluster] = world->boxes.count;
        body->inside_tree[cluster] = (uint32_t)world->trees.count++;
        world->boxes.count += count;
    }
    body->inside_stamp[cluster] = (uint32_t)swept->version;
    body->horizon[cluster] = until;
    return mote_array_push(&world->fills, frame->allocator, (mote_sweep_fill){swept, cluster});
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

bool mote_sweep_fill_insides(mote_sweep_frame *frame, const mote_sweep_candidate *candidates,
                             size_t first, size_t end)
{
    mote_sweep_world *world = frame->state;
    world->fills.count = 0;
    // The times of the conservative kernel may be early, so that boxes up to them would lose something.
    double until = frame->find == MOTE_SWEEP_ALL || frame->separation > 0 ? 1 : 0;
    for (size_t i = first; i < end && until < 1; i++) {
        double limit = mote_sweep_limit(&candidates[world->pairs.data[i].candidate]);
        if (limit > until) until = limit;
    }
    for (size_t i = first; i < end; i++) {
        const mote_sweep_clusters *pair = &world->pairs.data[i];
        const mote_sweep_candidate *candidate = &candidates[pair->candidate];
        if (!claim(frame, candidate->a, pair->a, until) ||
            !claim(frame, candidate->b, pair->b, until))
            return false;
    }
    size_t blocks = (world->fills.count + FILLS_PER_BLOCK - 1) / FILLS_PER_BLOCK;
    frame->tasks.run(frame->tasks.context, fill_block, frame, (uint32_t)blocks);
    return true;
}
