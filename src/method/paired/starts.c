#include "method/paired/starts.h"

#include <math.h>

#include "core/box.h"
#include "core/vec.h"
#include "shape/points.h"

// Fewer seeds say nothing about how much a body has grown.
enum { FEW_ROOTS = 4 };

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
    bool known = count >= FEW_ROOTS && seeds->spread > 0 && isfinite(stretch);
    const mote_box *bounds = mote_shape_bounds(shape);
    body->stretch = known ? stretch : 1;
    body->least_reach = known ? 0 : mote_vec_length(mote_vec_sub(bounds->max, bounds->min));
}

static double reach_of(const mote_candidate *candidate, int side, uint32_t level, uint32_t part)
{
    const mote_paired_body *body = body_of(candidate, side);
    const mote_seeds *seeds = seeds_of(candidate, side);
    double reach = (double)body->stretch * (double)seeds->radii[seeds->levels[level].first + part];
    return fmax(reach, (double)body->least_reach);
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

// Drops the farthest where there would be more than `most`.
static void insert_below(mote_start_list *list, uint32_t most, mote_start start)
{
    if (list->count == most) {
        if (most == 0 || !(start.nearness < list->starts[most - 1].nearness)) return;
        list->count--;
    }
    insert(list, start);
}

// ---------------------------------------------------------------------------------------------
// Pairs of parts

void mote_starts_begin(mote_start_search *search, const mote_candidate *candidate, mote_sink *sink)
{
    const mote_box *region = &candidate->region;
    mote_dvec3 size = mote_dvec_sub(mote_vec_widen(region->max), mote_vec_widen(region->min));
    double most = fmax(size.x, fmax(size.y, size.z));
    search->candidate = candidate;
    search->sink = sink;
    search->origin = mote_box_center(region);
    search->scale = most > 0 ? 1 / most : 1;
    search->now.count = 0;
    search->skips_known = true;
    mote_seen_pairs_clear(&search->known);
}

// ---------------------------------------------------------------------------------------------
// Known contacts

// Parts of the coarsest level are noted by their numbers, those of the second behind them; bodies with
// one level have the same parts on both.
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

// Above 0 also for parts without extent, so that the nearest are told apart.
#define LEAST_REACH 1e-9

static void add_point(const mote_start_search *search, mote_seed_points *points, uint32_t part,
                      mote_vec3 at, double reach)
{
    mote_dvec3 from = mote_dvec_sub(mote_vec_widen(at), search->origin);
    uint32_t i = points->count++;
    points->part[i] = part;
    points->x[i] = (float)(from.x * search->scale);
    points->y[i] = (float)(from.y * search->scale);
    points->z[i] = (float)(from.z * search->scale);
    points->reach[i] = (float)fmax(reach * search->scale, LEAST_REACH);
}

static void end_points(mote_seed_points *points)
{
    for (uint32_t i = points->count; i % 8; i++) points->x[i] = NAN;
}

// Each point with the nearest of the other body, the nearest first.
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

// Those that may reach the region.
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

// The nearest; but where a contact is known and others are sought, a quarter of the places goes to all
// that would be left out, in turn, frame by frame.
static void take_roots(mote_start_search *search, const mote_start_list *from, uint32_t most,
                       uint64_t turn)
{
    uint32_t left_out = from->count > most ? from->count - most : 0;
    uint32_t in_turn = left_out > 0 && search->known.count > 0 ? most / 4 : 0;
    uint32_t always = from->count - left_out - in_turn;
    for (uint32_t i = 0; i < always; i++) insert(&search->now, from->starts[i]);
    for (uint32_t i = 0; i < in_turn; i++)
        insert(&search->now,
               from->starts[always + (turn * in_turn + i) % (left_out + (uint64_t)in_turn)]);
}

void mote_starts_add_roots(mote_start_search *search, uint32_t most, uint64_t turn)
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
    take_roots(search, in_reach, most, turn);
}

// ---------------------------------------------------------------------------------------------
// Faces that are known to be near

// Farther apart than this, steps from face to face are dearer than another look at the parts around: eight
// times what the finest parts reach, squared.
#define NEAR 64.0f

// The parts that hold the faces on a level counted from the finest, or the coarsest there is.
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
    for (uint32_t above = 0; above < MOTE_SEED_MOST_LEVELS; above++) {
        mote_start start = parts_around(search->candidate, faces, above, squared);
        if (!(start.nearness <= 1)) continue;
        insert(&search->now, start);
        return;
    }
}

// ---------------------------------------------------------------------------------------------
// Closer

// The larger part is opened, or both when they are of like size. False where there is nothing to open.
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

// Puts the best pair of children to the firsts, and the others that may meet, as far as there is room
// for them, to the others.
static void open_start(mote_start_search *search, const mote_start *start, const bool open[2],
                       uint32_t most_others)
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
            insert_below(&search->others, most_others, pairs.starts[i]);
}

// Those of the firsts that may still meet, or the nearest if none may; then the others.
static void choose_next(mote_start_search *search, uint32_t most)
{
    mote_start_list *now = &search->now;
    const mote_start_list *firsts = &search->firsts, *others = &search->others;
    now->count = 0;
    for (uint32_t i = 0; i < firsts->count && (i == 0 || firsts->starts[i].nearness <= 1); i++)
        now->starts[now->count++] = firsts->starts[i];
    for (uint32_t i = 0; i < others->count && now->count < most; i++)
        insert(now, others->starts[i]);
}

void mote_starts_refine(mote_start_search *search, uint32_t most)
{
    for (bool opened = true; opened;) {
        opened = false;
        search->firsts.count = search->others.count = 0;
        for (uint32_t i = 0; i < search->now.count; i++) {
            const mote_start *start = &search->now.starts[i];
            bool open[2];
            if (choose_sides(search->candidate, start, open)) {
                open_start(search, start, open, most);
                opened = true;
            } else {
                insert(&search->firsts, *start);
            }
        }
        choose_next(search, most);
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
