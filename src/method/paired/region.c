#include "method/paired/region.h"

#include "geometry/tri_tri.h"
#include "geometry/tri_tri_batch.h"
#include "shape/points.h"

// A face and those across its edges.
enum { MOST_AROUND = 4 };

typedef struct neighborhood {
    uint32_t count;
    uint32_t faces[MOST_AROUND];
    mote_vec3 corners[3 * MOST_AROUND];
} neighborhood;

static void read_neighborhood(const mote_shape *shape, uint32_t face, neighborhood *out)
{
    const mote_mesh *mesh = shape->mesh;
    uint32_t vertices[3 * MOST_AROUND];
    out->count = 0;
    out->faces[out->count++] = face;
    for (size_t edge = 3 * (size_t)face; edge < 3 * (size_t)face + 3; edge++)
        if (mesh->face_neighbors[edge] != MOTE_NONE)
            out->faces[out->count++] = mesh->face_neighbors[edge];
    for (uint32_t i = 0; i < out->count; i++)
        memcpy(vertices + 3 * (size_t)i, mesh->triangles + 3 * (size_t)out->faces[i],
               3 * sizeof *vertices);
    mote_shape_points(shape, vertices, 3 * out->count, out->corners);
}

// Pairs that wait for the filter; their corners are in the neighborhoods.
typedef struct waiting_pairs {
    uint32_t count;
    mote_face_pair faces[8];
    const mote_vec3 *a[8], *b[8];
    mote_tri_pairs8 lanes;
} waiting_pairs;

static void add_meeting(mote_region_walk *walk, mote_face_pair faces)
{
    mote_descent *descent = walk->descent;
    const mote_allocator *allocator = descent->frame->allocator;
    if (!mote_untyped_push(walk->found, allocator, &faces)) descent->failed = true;
    if (walk->report)
        mote_sink_add(descent->sink, allocator, walk->candidate, faces.face_a, faces.face_b, true);
}

static void judge(mote_region_walk *walk, waiting_pairs *waiting)
{
    mote_descent *descent = walk->descent;
    uint32_t count = waiting->count;
    waiting->count = 0;
    if (count == 0 || !mote_descent_spend(descent, count)) return;
    mote_tri_verdict8 verdict = mote_tri_tri_pick_filter()(&waiting->lanes, (1u << count) - 1);
    for (uint32_t bits = verdict.hits | verdict.uncertain; bits; bits &= bits - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits);
        bool certain = verdict.hits >> i & 1;
        descent->sink->exact_calls += !certain;
        if (certain || mote_triangles_intersect_guarded(waiting->a[i], waiting->b[i]))
            add_meeting(walk, waiting->faces[i]);
    }
}

static void add_pair(mote_region_walk *walk, waiting_pairs *waiting, const neighborhood *a,
                     uint32_t i, const neighborhood *b, uint32_t j)
{
    mote_descent *descent = walk->descent;
    mote_seen_before before =
        mote_seen_pairs_add(descent->seen, descent->frame->allocator, a->faces[i], b->faces[j]);
    if (before == MOTE_SEEN_NO_MEMORY) descent->failed = true;
    if (before != MOTE_SEEN_NOT) return;
    uint32_t at = waiting->count++;
    waiting->faces[at] = (mote_face_pair){a->faces[i], b->faces[j]};
    waiting->a[at] = a->corners + 3 * (size_t)i;
    waiting->b[at] = b->corners + 3 * (size_t)j;
    mote_tri_pairs8_set(waiting->lanes.a, (int)at, waiting->a[at]);
    mote_tri_pairs8_set(waiting->lanes.b, (int)at, waiting->b[at]);
    if (waiting->count == 8) judge(walk, waiting);
}

static void follow_from(mote_region_walk *walk, mote_face_pair from)
{
    neighborhood a, b;
    waiting_pairs waiting = {.count = 0};
    read_neighborhood(walk->descent->shape[0], from.face_a, &a);
    read_neighborhood(walk->descent->shape[1], from.face_b, &b);
    for (uint32_t i = 0; i < a.count; i++)
        for (uint32_t j = 0; j < b.count; j++) add_pair(walk, &waiting, &a, i, &b, j);
    judge(walk, &waiting);
}

void mote_region_follow(mote_region_walk *walk, const uint32_t first[2])
{
    mote_descent *descent = walk->descent;
    mote_untyped *found = walk->found;
    found->count = 0;
    add_meeting(walk, (mote_face_pair){first[0], first[1]});
    for (size_t i = 0; i < found->count && found->count < walk->most; i++) {
        if (descent->stopped || descent->failed) return;
        follow_from(walk, ((const mote_face_pair *)found->data)[i]);
    }
}
