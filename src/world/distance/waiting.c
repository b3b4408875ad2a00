#include "world/distance/waiting.h"

#include <string.h>

#include "geometry/tri_distance.h"
#include "world/distance/line_span.h"

// As many pairs as the kernel takes in one go.
enum { BATCH = 4 };

// Of each a with the b of the same number; -1 where the slow way must be taken.
static void squared_distances(const mote_vec3 *a, const mote_vec3 *b, uint32_t count,
                              double squared[BATCH])
{
    const mote_index_pair each[BATCH] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
    mote_tri_distance_batch(a, b, each, count, squared);
}

static void measure(mote_search *search, const mote_waiting *pairs, uint32_t count)
{
    mote_vec3 a[3 * BATCH] = {0}, b[3 * BATCH] = {0}; // gcc cannot see that `count` is not 0
    double squared[BATCH];
    for (uint32_t i = 0; i < count; i++) {
        mote_shape_triangle(search->side[0].shape, pairs[i].slot_a, a + 3 * i);
        mote_shape_triangle(search->side[1].shape, pairs[i].slot_b, b + 3 * i);
    }
    squared_distances(a, b, count, squared);
    search->triangle_pairs += count;
    search->work += count;
    for (uint32_t i = 0; i < count && search->bound > 0; i++) {
        if (squared[i] < 0) squared[i] = mote_tri_distance_slow_squared(a + 3 * i, b + 3 * i);
        mote_search_lower_bound(search, squared[i], pairs[i].slot_a, pairs[i].slot_b);
    }
}

void mote_measure_pair(mote_search *search, uint32_t slot_a, uint32_t slot_b)
{
    measure(search, &(mote_waiting){slot_a, slot_b, 0}, 1);
}

// Drops what is not near any more and brings the nearest of the rest to the front.
static void sift_waiting(mote_search *search)
{
    mote_waiting *waiting = search->waiting;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < search->waiting_count; i++) {
        if (!(waiting[i].squared < search->near.squared)) continue;
        mote_waiting one = waiting[i];
        waiting[kept] = one;
        uint32_t at = kept < BATCH ? kept : BATCH;
        if (at == BATCH && one.squared < waiting[BATCH - 1].squared) {
            waiting[kept] = waiting[BATCH - 1];
            at = BATCH - 1;
        }
        for (; at < BATCH && at > 0 && waiting[at - 1].squared > one.squared; at--)
            waiting[at] = waiting[at - 1];
        if (at < BATCH) waiting[at] = one;
        kept++;
    }
    search->waiting_count = kept;
}

static void measure_nearest(mote_search *search)
{
    uint32_t count = search->waiting_count < BATCH ? search->waiting_count : BATCH;
    if (count == 0) return;
    measure(search, search->waiting, count);
    search->waiting_count -= count;
    memmove(search->waiting, search->waiting + count,
            search->waiting_count * sizeof *search->waiting);
}

static bool is_no_closer(const mote_search *search, const mote_vec3 a[3], const mote_vec3 b[3])
{
    mote_line_span on_a = mote_line_span_empty(), on_b = mote_line_span_empty();
    for (int k = 0; k < 3; k++) {
        mote_line_span_add(search, &on_a, a[k]);
        mote_line_span_add(search, &on_b, b[k]);
    }
    return mote_line_spans_part(search, &on_a, &on_b);
}

// Drops pairs that are parted along the line between them, which their boxes do not see.
static void drop_parted(mote_search *search)
{
    mote_tri_pairs8 pairs;
    mote_vec3 a[8][3], b[8][3];
    memset(&pairs, 0, sizeof pairs);
    uint32_t kept = 0;
    for (uint32_t first = 0; first < search->waiting_count; first += 8) {
        const mote_waiting *eight = search->waiting + first;
        uint32_t count = search->waiting_count - first < 8 ? search->waiting_count - first : 8;
        for (uint32_t lane = 0; lane < count; lane++) {
            mote_shape_triangle(search->side[0].shape, eight[lane].slot_a, a[lane]);
            mote_shape_triangle(search->side[1].shape, eight[lane].slot_b, b[lane]);
            mote_tri_pairs8_set(pairs.a, (int)lane, a[lane]);
            mote_tri_pairs8_set(pairs.b, (int)lane, b[lane]);
        }
        uint32_t parted =
            MOTE_SEARCH_KERNEL(mote_parted_pairs)(&pairs, search->axes.scale, search->near);
        for (uint32_t lane = 0; lane < count; lane++) {
            if (parted >> lane & 1 || is_no_closer(search, a[lane], b[lane])) continue;
            search->waiting[kept++] = eight[lane];
        }
    }
    search->waiting_count = kept;
}

// Nearest boxes first: the bound that they give spares most of the others.
static void measure_all(mote_search *search)
{
    if (search->bound == search->aimed_bound) {
        drop_parted(search);
    } else {
        sift_waiting(search);
        measure_nearest(search);
        drop_parted(search);
    }
    for (sift_waiting(search); search->waiting_count > 0 && search->bound > 0; sift_waiting(search))
        measure_nearest(search);
}

void mote_waiting_make_room(mote_search *search, mote_effort effort)
{
    if (effort == MOTE_LOOK) {
        measure_all(search);
    } else {
        sift_waiting(search);
        if (search->waiting_count > BATCH) search->waiting_count = BATCH;
    }
}

void mote_waiting_measure(mote_search *search, mote_effort effort)
{
    if (effort == MOTE_LOOK) {
        measure_all(search);
    } else {
        sift_waiting(search);
        measure_nearest(search);
    }
}
