#include "geometry/tri_tri_batch.h"

#include "core/box.h"
#include "core/float_env.h"
#include "geometry/tri_tri.h"

// Pairs with overlapping boxes wait here until there are eight of them.
typedef struct batch {
    mote_tri_pairs8 pairs;
    mote_tri_tri_filter *filter;
    const mote_vec3 *a[8], *b[8];
    uint8_t *hit[8]; // where the answers go
    size_t hits, exact_pairs;
    int count;
} batch;

static void judge_waiting(batch *w)
{
    mote_tri_verdict8 verdict = w->filter(&w->pairs, (1u << w->count) - 1);
    for (int i = 0; i < w->count; i++) {
        bool hit = verdict.hits >> i & 1;
        if (verdict.uncertain >> i & 1) {
            hit = mote_triangles_intersect_guarded(w->a[i], w->b[i]);
            w->exact_pairs++;
        }
        *w->hit[i] = hit;
        w->hits += hit;
    }
    w->count = 0;
}

// The caller has put the coordinates into lane `count`.
static void add_waiting(batch *w, const mote_vec3 *a, const mote_vec3 *b, uint8_t *hit)
{
    w->a[w->count] = a;
    w->b[w->count] = b;
    w->hit[w->count] = hit;
    if (++w->count == 8) judge_waiting(w);
}

static size_t finish(batch *w, size_t pairs, mote_batch_stats *stats)
{
    if (w->count > 0) judge_waiting(w);
    if (stats) {
        stats->pairs += pairs;
        stats->exact_pairs += w->exact_pairs;
    }
    return w->hits;
}

static void start(batch *w)
{
    w->filter = mote_tri_tri_pick_filter();
    w->count = 0;
    w->hits = w->exact_pairs = 0;
    memset(&w->pairs, 0, sizeof w->pairs);
}

size_t mote_triangles_intersect_one_many(const mote_vec3 a[3], const mote_vec3 *b, size_t count,
                                         uint8_t *hits, mote_batch_stats *stats)
{
    mote_float_env before = mote_float_env_enter();
    batch waiting;
    start(&waiting);
    for (int lane = 0; lane < 8; lane++) mote_tri_pairs8_set(waiting.pairs.a, lane, a);
    mote_box box_a = mote_box_of_triangle(a);
    for (size_t i = 0; i < count; i++) {
        const mote_vec3 *triangle = b + 3 * i;
        mote_box box_b = mote_box_of_triangle(triangle);
        hits[i] = 0;
        if (!mote_boxes_overlap(&box_a, &box_b)) continue;
        mote_tri_pairs8_set(waiting.pairs.b, waiting.count, triangle);
        add_waiting(&waiting, a, triangle, &hits[i]);
    }
    size_t found = finish(&waiting, count, stats);
    mote_float_env_leave(before);
    return found;
}

size_t mote_triangles_intersect_pairs(const mote_vec3 *a, const mote_vec3 *b,
                                      const mote_index_pair *pairs, size_t count, uint8_t *hits,
                                      mote_batch_stats *stats)
{
    mote_float_env before = mote_float_env_enter();
    batch waiting;
    start(&waiting);
    for (size_t i = 0; i < count; i++) {
        const mote_vec3 *of_a = a + 3 * (size_t)pairs[i].a, *of_b = b + 3 * (size_t)pairs[i].b;
        mote_box box_a = mote_box_of_triangle(of_a), box_b = mote_box_of_triangle(of_b);
        hits[i] = 0;
        if (!mote_boxes_overlap(&box_a, &box_b)) continue;
        mote_tri_pairs8_set(waiting.pairs.a, waiting.count, of_a);
        mote_tri_pairs8_set(waiting.pairs.b, waiting.count, of_b);
        add_waiting(&waiting, of_a, of_b, &hits[i]);
    }
    size_t found = finish(&waiting, count, stats);
    mote_float_env_leave(before);
    return found;
}
