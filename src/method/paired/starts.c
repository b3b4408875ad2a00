// Starts of descents: pairs of vertices, one of each body, spread over all regions where the bodies
// are near each other.
//
// All coarsest seeds of one body are compared with all of the other. Pairs of parts that may meet
// are refined level by level: each is replaced by pairs of its children, each child with the
// nearest child of the other part. The best of these pairs is kept as long as it may still meet;
// free slots go to the nearest of the others. So starts neither crowd in one region nor stay in a
// region that turns out to be far.

#include "method/paired/paired.h"

#include <math.h>

#include "core/box.h"
#include "core/vec.h"
#include "shape/points.h"

// Fewer seeds do not give the growth of a body reliably.
enum { MIN_ROOTS = 4 };

static const mote_shape *shape_of(const mote_candidate *candidate, int side)
{
    return side == 0 ? candidate->a : candidate->b;
}

static const mote_paired_body *body_of(const mote_candidate *candidate, int side)
{
    return side == 0 ? candidate->state_a : candidate->state_b;
}

static const mote_seeds *seeds_of(const mote_candidate *candidate, int side)
{
    return shape_of(candidate, side)->mesh->seeds;
}

void mote_paired_read_roots(mote_paired_body *body, const mote_shape *shape)
{
    const mote_seeds *seeds = shape->mesh->seeds;
    uint32_t count = seeds->levels[0].count;
    mote_shape_points(shape, seeds->vertices, count, body->roots);
    float stretch = mote_seeds_spread(body->roots, count) / seeds->spread;
    bool known = count >= MIN_ROOTS && seeds->spread > 0 && isfinite(stretch);
    const mote_box *bounds = mote_shape_bounds(shape);
    body->stretch = known ? stretch : 1;
    body->min_reach = known ? 0 : mote_vec_length(mote_vec_sub(bounds->max, bounds->min));
}

static double reach_of(const mote_candidate *candidate, int side, uint32_t level, uint32_t part)
{
    const mote_paired_body *body = body_of(candidate, side);
    const mote_seeds *seeds = seeds_of(candidate, side);
    double reach = (double)body->stretch * (double)seeds->radii[seeds->levels[level].first + part];
    return fmax(reach, (double)body->min_reach);
}

// ---------------------------------------------------------------------------------------------
// Lists

static void insert(mote_start_list *list, mote_start start)
{
    uint32_t at = list->count++;
    for (; at > 0 && start.nearness < list->starts[at - 1].nearness; at--)
        list->starts[at] = list->starts[at - 1];
    list->starts[at] = start;
}

// Inserts a start; drops the farthest if there would be more than `max`.
static void insert_below(mote_start_list *list, uint32_t max, mote_start start)
{
    if (list->count == max) {
        if (max == 0 || !(start.nearness < list->starts[max - 1].nearness)) return;
        list->count--;
    }
    insert(list, start);
}

// ---------------------------------------------------------------------------------------------
// Nearest seeds: the scalar twin of nearest_seeds_simd.c

static float nearness(const mote_seed_points *a, uint32_t i, const mote_seed_points *b, uint32_t j)
{
    float x = b->x[j] - a->x[i], y = b->y[j] - a->y[i], z = b->z[j] - a->z[i];
    float reach = b->reach[j] + a->reach[i];
    return (x * x + y * y + z * z) / (reach * reach);
}

void mote_nearest_seeds_scalar(const mote_seed_points *a, const mote_seed_points *b,
                               mote_nearest_seed *of_a, mote_nearest_seed *of_b)
{
    for (uint32_t j = 0; j < b->count; j++) {
        of_b->nearness[j] = INFINITY;
        of_b->other[j] = 0;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        of_a->nearness[i] = INFINITY;
        of_a->other[i] = 0;
        for (uint32_t j = 0; j < b->count; j++) {
            float near = nearness(a, i, b, j);
            if (near < of_a->nearness[i]) {
                of_a->nearness[i] = near;
                of_a->other[i] = j;
            }
            if (near < of_b->nearness[j]) {
                of_b->nearness[j] = near;
                of_b->other[j] = i;
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Pairs of parts

void mote_starts_begin(mote_start_search *search, const mote_candidate *candidate, mote_sink *sink)
{
    const mote_box *region = &candidate->region;
    mote_dvec3 size = mote_dvec_sub(mote_vec_widen(region->max), mote_vec_widen(region->min));
    double longest = fmax(size.x, fmax(size.y, size.z));
    search->candidate = candidate;
    search->sink = sink;
    search->origin = mote_box_center(region);
    search->scale = longest > 0 ? 1 / longest : 1;
    search->now.count = 0;
    search->skips_known = true;
    mote_seen_pairs_clear(&search->known);
}

// ---------------------------------------------------------------------------------------------
// Known contacts

// In the set of known contacts, the numbers of the second level's parts follow those of the
// coarsest level. For bodies with one level both are the same parts.
static uint32_t second_part(const mote_seeds *seeds, uint32_t slot)
{
    const mote_seed_level *second = &seeds->levels[seeds->level_count > 1 ? 1 : 0];
    return MOTE_SEED_ROOTS + (slot >> second->shift);
}

mote_seen_before mote_starts_note_contact(mote_start_search *search,
                                          const mote_allocator *allocator, const uint32_t faces[2])
{
    uint32_t first[2], second[2];
    for (int k = 0; k < 2; k++) {
        const mote_seeds *seeds = seeds_of(search->candidate, k);
        first[k] = seeds->slot_of[faces[k]] >> seeds->levels[0].shift;
        second[k] = second_part(seeds, seeds->slot_of[faces[k]]);
    }
    mote_seen_before before = mote_seen_pairs_add(&search->known, allocator, first[0], first[1]);
    if (before == MOTE_SEEN_NO_MEMORY) return before;
    return mote_seen_pairs_add(&search->known, allocator, second[0], second[1]);
}

bool mote_starts_knows(const mote_start_search *search, const mote_start *start)
{
    uint32_t second[2];
    for (int k = 0; k < 2; k++) {
        const mote_seeds *seeds = seeds_of(search->candidate, k);
        if (start->level[k] == 0 && seeds->level_count > 1) return false;
        second[k] = second_part(seeds, start->part[k] << seeds->levels[start->level[k]].shift);
    }
    return mote_seen_pairs_has(&search->known, second[0], second[1]);
}

// Above 0, so that the nearness of parts without extent can be compared.
#define MIN_REACH 1e-9

static void add_point(const mote_start_search *search, mote_seed_points *points, uint32_t part,
                      mote_vec3 at, double reach)
{
    mote_dvec3 from = mote_dvec_sub(mote_vec_widen(at), search->origin);
    uint32_t i = points->count++;
    points->part[i] = part;
    points->x[i] = (float)(from.x * search->scale);
    points->y[i] = (float)(from.y * search->scale);
    points->z[i] = (float)(from.z * search->scale);
    points->reach[i] = (float)fmax(reach * search->scale, MIN_REACH);
}

static void end_points(mote_seed_points *points)
{
    for (uint32_t i = points->count; i % 8; i++) points->x[i] = NAN;
}

// Pairs each point with the nearest point of the other body, the nearest pair first.
static void pair_up(mote_start_search *search, const mote_seed_points points[2],
                    const uint32_t level[2], mote_start_list *out)
{
    const mote_seed_points *a = &points[0], *b = &points[1];
    mote_nearest_seed of_a, of_b;
    out->count = 0;
    search->sink->force_evaluations += (uint64_t)a->count * b->count;
    mote_nearest_seeds(a, b, &of_a, &of_b);
    for (uint32_t i = 0; i < a->count; i++) {
        uint32_t j = of_a.other[i];
        if (of_a.nearness[i] < INFINITY)
            insert(out,
                   (mote_start){{level[0], level[1]}, {a->part[i], b->part[j]}, of_a.nearness[i]});
    }
    for (uint32_t j = 0; j < b->count; j++) {
        uint32_t i = of_b.other[j];
        bool there_already = of_a.other[i] == j;
        if (of_b.nearness[j] < INFINITY && !there_already)
            insert(out,
                   (mote_start){{level[0], level[1]}, {a->part[i], b->part[j]}, of_b.nearness[j]});
    }
}

// ---------------------------------------------------------------------------------------------
// The coarsest parts

static double squared_distance_to_box(mote_vec3 point, const mote_box *box)
{
    double x = (double)fmaxf(0, fmaxf(box->min.x - point.x, point.x - box->max.x));
    double y = (double)fmaxf(0, fmaxf(box->min.y - point.y, point.y - box->max.y));
    double z = (double)fmaxf(0, fmaxf(box->min.z - point.z, point.z - box->max.z));
    return x * x + y * y + z * z;
}

// The coarsest parts that may reach into the region.
static void choose_roots(const mote_start_search *search, int side, mote_seed_points *points)
{
    const mote_candidate *candidate = search->candidate;
    const mote_paired_body *body = body_of(candidate, side);
    uint32_t count = seeds_of(candidate, side)->levels[0].count;
    points->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        double reach = reach_of(candidate, side, 0, i);
        double squared = squared_distance_to_box(body->roots[i], &candidate->region);
        if (squared <= reach * reach) add_point(search, points, i, body->roots[i], reach);
    }
    end_points(points);
}

// Takes the nearest pairs. If a contact is already known, a quarter of the slots rotates, frame by
// frame, among the pairs that would be left out.
static void take_roots(mote_start_search *search, const mote_start_list *from, uint32_t max,
                       uint64_t turn)
{
    uint32_t left_out = from->count > max ? from->count - max : 0;
    uint32_t in_turn = left_out > 0 && search->known.count > 0 ? max / 4 : 0;
    uint32_t always = from->count - left_out - in_turn;
    for (uint32_t i = 0; i < always; i++) insert(&search->now, from->starts[i]);
    for (uint32_t i = 0; i < in_turn; i++)
        insert(&search->now,
               from->starts[always + (turn * in_turn + i) % (left_out + (uint64_t)in_turn)]);
}

void mote_starts_add_roots(mote_start_search *search, uint32_t max, uint64_t turn)
{
    mote_seed_points points[2];
    choose_roots(search, 0, &points[0]);
    choose_roots(search, 1, &points[1]);
    mote_start_list *pairs = &search->firsts;
    pair_up(search, points, (const uint32_t[2]){0, 0}, pairs);
    if (search->now.count == 0 && pairs->count > 0 && pairs->starts[0].nearness > 1)
        insert(&search->now, pairs->starts[0]);
    mote_start_list *in_reach = &search->others;
    in_reach->count = 0;
    for (int known = 0; known < 2; known++) {
        for (uint32_t i = 0; i < pairs->count && pairs->starts[i].nearness <= 1; i++) {
            const uint32_t *part = pairs->starts[i].part;
            if (mote_seen_pairs_has(&search->known, part[0], part[1]) == known)
                in_reach->starts[in_reach->count++] = pairs->starts[i];
        }
    }
    take_roots(search, in_reach, max, turn);
}

// ---------------------------------------------------------------------------------------------
// Faces that are known to be near

// The square of eight times the reach of the finest parts. At larger distances, steps from face to
// face cost more than searching the parts again.
#define NEAR 64.0f

// The parts that contain the faces, `above` levels above the finest level or on the coarsest level.
static mote_start parts_around(const mote_candidate *candidate, const uint32_t faces[2],
                               uint32_t above, double squared)
{
    mote_start start;
    double reach = 0;
    for (int k = 0; k < 2; k++) {
        const mote_seeds *seeds = seeds_of(candidate, k);
        uint32_t finest = seeds->level_count - 1, level = above < finest ? finest - above : 0;
        start.level[k] = level;
        start.part[k] = seeds->slot_of[faces[k]] >> seeds->levels[level].shift;
        reach += reach_of(candidate, k, level, start.part[k]);
    }
    start.nearness = (float)(squared / (reach * reach));
    return start;
}

bool mote_starts_are_near(const mote_candidate *candidate, const uint32_t faces[2], double squared)
{
    return parts_around(candidate, faces, 0, squared).nearness <= NEAR;
}

void mote_starts_add_faces(mote_start_search *search, const uint32_t faces[2], double squared)
{
    for (uint32_t above = 0; above < MOTE_SEED_MAX_LEVELS; above++) {
        mote_start start = parts_around(search->candidate, faces, above, squared);
        if (!(start.nearness <= 1)) continue;
        insert(&search->now, start);
        return;
    }
}

// ---------------------------------------------------------------------------------------------
// Refinement

// Chooses the larger part, or both parts if they have similar sizes. False if neither can be
// opened.
static bool choose_sides(const mote_candidate *candidate, const mote_start *start, bool open[2])
{
    double reach[2];
    for (int k = 0; k < 2; k++) {
        reach[k] = reach_of(candidate, k, start->level[k], start->part[k]);
        open[k] = start->level[k] + 1 < seeds_of(candidate, k)->level_count;
    }
    bool both = open[0] && open[1];
    if (both && 2 * reach[0] < reach[1]) open[0] = false;
    if (both && 2 * reach[1] < reach[0]) open[1] = false;
    return open[0] || open[1];
}

// The children of a part, or the part itself.
static void read_parts(const mote_start_search *search, int side, uint32_t *level, uint32_t part,
                       bool open, mote_seed_points *points)
{
    const mote_candidate *candidate = search->candidate;
    const mote_seeds *seeds = seeds_of(candidate, side);
    mote_seed_run run = {part, part + 1};
    if (open) run = mote_seed_children(seeds, (*level)++, part);
    mote_vec3 at[MOTE_SEED_CHILDREN];
    mote_shape_points(shape_of(candidate, side),
                      seeds->vertices + seeds->levels[*level].first + run.first,
                      run.end - run.first, at);
    points->count = 0;
    for (uint32_t i = run.first; i < run.end; i++)
        add_point(search, points, i, at[i - run.first], reach_of(candidate, side, *level, i));
    end_points(points);
}

// Adds the best pair of children to `firsts`, and the other pairs that may meet to `others`, while
// there is room.
static void open_start(mote_start_search *search, const mote_start *start, const bool open[2],
                       uint32_t max_others)
{
    mote_seed_points points[2];
    mote_start_list pairs;
    uint32_t level[2] = {start->level[0], start->level[1]};
    for (int k = 0; k < 2; k++)
        read_parts(search, k, &level[k], start->part[k], open[k], &points[k]);
    pair_up(search, points, level, &pairs);
    search->sink->cluster_pairs++;
    uint32_t best = 0;
    while (search->skips_known && best < pairs.count &&
           mote_starts_knows(search, &pairs.starts[best]))
        best++;
    if (best < pairs.count) insert(&search->firsts, pairs.starts[best]);
    for (uint32_t i = best + 1; i < pairs.count && pairs.starts[i].nearness <= 1; i++)
        if (!search->skips_known || !mote_starts_knows(search, &pairs.starts[i]))
            insert_below(&search->others, max_others, pairs.starts[i]);
}

// Takes the `firsts` that may still meet, or the nearest if none may; then the `others`.
static void choose_next(mote_start_search *search, uint32_t max)
{
    mote_start_list *now = &search->now;
    const mote_start_list *firsts = &search->firsts, *others = &search->others;
    now->count = 0;
    for (uint32_t i = 0; i < firsts->count && (i == 0 || firsts->starts[i].nearness <= 1); i++)
        now->starts[now->count++] = firsts->starts[i];
    for (uint32_t i = 0; i < others->count && now->count < max; i++) insert(now, others->starts[i]);
}

void mote_starts_refine(mote_start_search *search, uint32_t max)
{
    for (bool opened = true; opened;) {
        opened = false;
        search->firsts.count = search->others.count = 0;
        for (uint32_t i = 0; i < search->now.count; i++) {
            const mote_start *start = &search->now.starts[i];
            bool open[2];
            if (choose_sides(search->candidate, start, open)) {
                open_start(search, start, open, max);
                opened = true;
            } else {
                insert(&search->firsts, *start);
            }
        }
        choose_next(search, max);
    }
}

void mote_start_vertices(const mote_candidate *candidate, const mote_start *start,
                         uint32_t vertices[2])
{
    for (int k = 0; k < 2; k++) {
        const mote_seeds *seeds = seeds_of(candidate, k);
        vertices[k] = seeds->vertices[seeds->levels[start->level[k]].first + start->part[k]];
    }
}
