// Matches manifolds and points with those of the last frame.
//
// A point lies on a face of each body. The present positions of these two faces tell where the
// bodies have carried the point: a point of a sliding body keeps its position on that body, and a
// point of a rolling body is near its old position on both. First manifolds are matched by the
// centers of their points, then points. Among possible matches, the nearest pairs are taken first;
// each site has at most one partner.

#include <math.h>
#include <string.h>

#include "core/sort.h"
#include "core/vec.h"
#include "shape/points.h"
#include "world/manifold.h"
#include "world/world.h"

// ---------------------------------------------------------------------------------------------
// Sets

static uint64_t key_of(const mote_manifold *m)
{
    return mote_pair_key(m->a.index, m->b.index);
}

static bool is_of_pair(const mote_manifold *m, mote_body_id a, mote_body_id b)
{
    return m->a.index == a.index && m->a.generation == a.generation && m->b.index == b.index &&
           m->b.generation == b.generation;
}

// Appends a manifold to another set.
static bool copy_manifold(mote_manifold_set *to, const mote_allocator *allocator,
                          const mote_manifold_set *from, size_t number)
{
    mote_manifold m = from->manifolds.data[number];
    mote_manifold_point *points = mote_array_room(&to->points, allocator, m.point_count);
    if (!points) return false;
    if (m.point_count)
        memcpy(points, from->points.data + m.first_point, m.point_count * sizeof *points);
    m.first_point = (uint32_t)to->points.count;
    to->points.count += m.point_count;
    return mote_array_push(&to->manifolds, allocator, m);
}

static void clear_set(mote_manifold_set *set)
{
    set->manifolds.count = set->points.count = 0;
}

void mote_manifolds_clear(mote_world *world)
{
    clear_set(&world->manifolds.now);
    clear_set(&world->manifolds.kept);
    world->manifolds.contact_count = 0;
}

// Merges the last report's manifolds with those that it left out, both sorted by bodies.
bool mote_manifolds_begin(mote_world *world)
{
    mote_manifold_work *work = &world->manifolds;
    if (!world->def.manifold_points) return true;
    const mote_manifold *now = work->now.manifolds.data, *kept = work->kept.manifolds.data;
    size_t now_count = work->contact_count, kept_count = work->kept.manifolds.count;
    size_t i = 0, k = 0;
    clear_set(&work->old);
    while (i < now_count || k < kept_count) {
        bool take_now = k == kept_count || (i < now_count && key_of(&now[i]) <= key_of(&kept[k]));
        if (!copy_manifold(&work->old, &world->allocator, take_now ? &work->now : &work->kept,
                           take_now ? i++ : k++))
            return false;
    }
    clear_set(&work->now);
    clear_set(&work->kept);
    work->contact_count = 0;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Sites

static float longest_edge(const mote_vec3 corners[3])
{
    float longest = 0;
    for (int k = 0; k < 3; k++)
        longest = fmaxf(longest, mote_vec_length(mote_vec_sub(corners[(k + 1) % 3], corners[k])));
    return longest;
}

// Computes the present position of a side of a point. Returns the longest edge of its face. If the
// face's vertices are unknown, keeps the old position and returns 0.
static float carry(const mote_shape *shape, const mote_manifold_side *side, mote_vec3 *out)
{
    mote_vec3 corners[3];
    *out = side->point;
    if (!mote_shape_read_face(shape, side->face, corners)) return 0;
    *out = mote_vec_add(mote_vec_scale(corners[0], side->weights[0]),
                        mote_vec_add(mote_vec_scale(corners[1], side->weights[1]),
                                     mote_vec_scale(corners[2], side->weights[2])));
    return longest_edge(corners);
}

static bool is_gone(const mote_manifold_site *site)
{
    return isnan(site->on_a.x);
}

// Returns NaN positions for a point on a face that no longer exists. Sets `reach` to the shorter of
// the two longest edges.
static mote_manifold_site locate_point(const mote_shape *a, const mote_shape *b,
                                       const mote_manifold_point *point)
{
    mote_manifold_site site = {.on_a = {NAN, NAN, NAN}, .on_b = {NAN, NAN, NAN}};
    if (point->a.face == MOTE_NONE || point->b.face == MOTE_NONE) return site;
    float edge_a = carry(a, &point->a, &site.on_a), edge_b = carry(b, &point->b, &site.on_b);
    site.reach = fminf(edge_a, edge_b);
    return site;
}

// Returns the center of a manifold's points, and sets the final reach of the points.
static mote_manifold_site locate_manifold(mote_manifold_site *points, uint32_t count)
{
    mote_manifold_site middle = {.reach = 0};
    float edge = 0, radius = 0;
    uint32_t there = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (is_gone(&points[i])) continue;
        middle.on_a = mote_vec_add(middle.on_a, points[i].on_a);
        middle.on_b = mote_vec_add(middle.on_b, points[i].on_b);
        edge = fmaxf(edge, points[i].reach);
        there++;
    }
    float share = there ? 1.0f / (float)there : NAN;
    middle.on_a = mote_vec_scale(middle.on_a, share);
    middle.on_b = mote_vec_scale(middle.on_b, share);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_gone(&points[i]))
            radius = fmaxf(radius, mote_vec_length(mote_vec_sub(points[i].on_a, middle.on_a)));
    }
    middle.reach = radius + 0.5f * edge;
    for (uint32_t i = 0; i < count; i++) points[i].reach = 0.25f * radius + 0.5f * edge;
    return middle;
}

// A run of manifolds of one pair of bodies, and their sites: first those of the points, then those
// of the manifolds.
typedef struct run {
    mote_manifold *manifolds;
    mote_manifold_point *points; // points of all manifolds of the run
    uint32_t count, point_count;
    const mote_manifold_site *sites;
} run;

static run make_run(mote_manifold_set *set, size_t first, size_t count)
{
    run r = {.manifolds = set->manifolds.data + first, .count = (uint32_t)count};
    for (size_t i = 0; i < count; i++) r.point_count += r.manifolds[i].point_count;
    if (count) r.points = set->points.data + r.manifolds[0].first_point;
    return r;
}

static bool locate(mote_world *world, run *r, mote_body_id id_a, mote_body_id id_b,
                   mote_manifold_site_array *sites)
{
    const mote_shape *a = &mote_world_body_at(world, id_a.index)->shape;
    const mote_shape *b = &mote_world_body_at(world, id_b.index)->shape;
    sites->count = 0;
    mote_manifold_site *out =
        mote_array_room(sites, &world->allocator, (size_t)r->point_count + r->count);
    if (!out) return false;
    for (uint32_t i = 0; i < r->point_count; i++) out[i] = locate_point(a, b, &r->points[i]);
    uint32_t first = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        out[r->point_count + i] = locate_manifold(out + first, r->manifolds[i].point_count);
        first += r->manifolds[i].point_count;
    }
    r->sites = out;
    return true;
}

// ---------------------------------------------------------------------------------------------
// Partners

typedef struct match {
    mote_manifold_work *work;
    const mote_allocator *allocator;
    const mote_manifold_site *olds, *news;
    uint32_t old_count, new_count;
    float most_reach; // maximum over the new sites
    float most_gap;   // maximum distance between the two positions of a new site
} match;

// Maps floats to integers in the same order.
static uint32_t order_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

// Sorts the new sites by x of their position on a.
static bool sort_news(match *m)
{
    mote_manifold_work *work = m->work;
    work->keys.count = work->scratch.count = 0;
    uint64_t *keys = mote_array_room(&work->keys, m->allocator, m->new_count);
    uint64_t *scratch = mote_array_room(&work->scratch, m->allocator, m->new_count);
    if (!keys || !scratch) return false;
    for (uint32_t i = 0; i < m->new_count; i++) {
        const mote_manifold_site *site = &m->news[i];
        keys[i] = (uint64_t)order_of(site->on_a.x) << 32 | i;
        m->most_reach = fmaxf(m->most_reach, site->reach);
        m->most_gap = fmaxf(m->most_gap, mote_vec_length(mote_vec_sub(site->on_b, site->on_a)));
    }
    mote_sort_keys(keys, m->new_count, scratch);
    work->keys.count = m->new_count;
    return true;
}

// Lists the new sites within reach of the position to which a body carried an old one: pairs in
// `matches`, keys by distance in `scratch`.
static bool list_near(match *m, uint32_t old, bool by_a)
{
    mote_manifold_work *work = m->work;
    const mote_manifold_site *from = &m->olds[old];
    mote_vec3 place = by_a ? from->on_a : from->on_b;
    float window = from->reach + m->most_reach + m->most_gap;
    uint64_t first = (uint64_t)order_of(place.x - window) << 32;
    uint64_t end = (uint64_t)order_of(place.x + window) << 32 | UINT32_MAX;
    const uint64_t *keys = work->keys.data;
    for (size_t i = mote_sorted_place(keys, m->new_count, first);
         i < m->new_count && keys[i] <= end; i++) {
        uint32_t number = (uint32_t)keys[i];
        const mote_manifold_site *to = &m->news[number];
        float distance = mote_vec_length(mote_vec_sub(by_a ? to->on_a : to->on_b, place));
        if (!(distance <= from->reach + to->reach)) continue;
        uint64_t key = (uint64_t)order_of(distance) << 32 | (uint32_t)(work->matches.count / 2);
        if (!(mote_array_push(&work->scratch, m->allocator, key) &&
              mote_array_push(&work->matches, m->allocator, old) &&
              mote_array_push(&work->matches, m->allocator, number)))
            return false;
    }
    return true;
}

static uint32_t *fill_none(mote_u32_array *array, const mote_allocator *allocator, uint32_t count)
{
    array->count = 0;
    uint32_t *items = mote_array_room(array, allocator, count);
    for (uint32_t i = 0; items && i < count; i++) items[i] = MOTE_NONE;
    return items;
}

// Fills work->partners, nearest pairs first.
static bool find_partners(match *m)
{
    mote_manifold_work *work = m->work;
    uint32_t *partners = fill_none(&work->partners, m->allocator, m->new_count);
    uint32_t *of_old = fill_none(&work->partners_of_old, m->allocator, m->old_count);
    if (!partners || !of_old || !sort_news(m)) return false;
    work->matches.count = work->scratch.count = 0;
    for (uint32_t i = 0; i < m->old_count; i++) {
        if (is_gone(&m->olds[i])) continue;
        if (!list_near(m, i, true) || !list_near(m, i, false)) return false;
    }
    size_t count = work->scratch.count;
    work->keys.count = 0;
    uint64_t *keys = mote_array_room(&work->keys, m->allocator, count);
    if (!keys) return false;
    mote_sort_keys(work->scratch.data, count, keys);
    for (size_t i = 0; i < count; i++) {
        uint32_t at = 2 * (uint32_t)work->scratch.data[i];
        uint32_t old = work->matches.data[at], new = work->matches.data[at + 1];
        if (of_old[old] != MOTE_NONE || partners[new] != MOTE_NONE) continue;
        of_old[old] = new;
        partners[new] = old;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------
// Ids

static bool match_points(mote_world *world, const run *old, run *new)
{
    match m = {.work = &world->manifolds,
               .allocator = &world->allocator,
               .olds = old->sites,
               .news = new->sites,
               .old_count = old->point_count,
               .new_count = new->point_count};
    if (!find_partners(&m)) return false;
    for (uint32_t i = 0; i < new->point_count; i++) {
        uint32_t partner = world->manifolds.partners.data[i];
        mote_manifold_point *point = &new->points[i];
        if (partner == MOTE_NONE) continue;
        point->id = old->points[partner].id;
        point->state = MOTE_PAIR_PERSIST;
        memcpy(point->data, old->points[partner].data, sizeof point->data);
        old->points[partner].a.face = MOTE_NONE; // the manifold may be kept, but the id is used
    }
    return true;
}

static bool match_manifolds(mote_world *world, const run *old, run *new)
{
    match m = {.work = &world->manifolds,
               .allocator = &world->allocator,
               .olds = old->sites + old->point_count,
               .news = new->sites + new->point_count,
               .old_count = old->count,
               .new_count = new->count};
    if (!find_partners(&m)) return false;
    for (uint32_t i = 0; i < new->count; i++) {
        uint32_t partner = world->manifolds.partners.data[i];
        if (partner == MOTE_NONE) continue;
        new->manifolds[i].id = old->manifolds[partner].id;
        new->manifolds[i].state = MOTE_PAIR_PERSIST;
    }
    return true;
}

static bool push_ended(mote_world *world, const mote_manifold *old)
{
    mote_manifold ended = {.id = old->id, .state = MOTE_PAIR_END, .a = old->a, .b = old->b};
    return mote_array_push(&world->manifolds.now.manifolds, &world->allocator, ended);
}

// Ends manifolds without a partner, or keeps them if the pair was not examined completely (is_cut).
static bool end_or_keep(mote_world *world, size_t first, size_t count, bool is_cut,
                        const uint32_t *partners)
{
    mote_manifold_work *work = &world->manifolds;
    for (size_t i = 0; i < count; i++) {
        if (partners && partners[i] != MOTE_NONE) continue;
        if (!(is_cut ? copy_manifold(&work->kept, &world->allocator, &work->old, first + i)
                     : push_ended(world, &work->old.manifolds.data[first + i])))
            return false;
    }
    return true;
}

// Matches the old manifolds first .. first + count - 1, which belong to this pair of bodies.
static bool match_pair(mote_world *world, const mote_pair_report *pair, size_t first, size_t count)
{
    mote_manifold_work *work = &world->manifolds;
    bool is_cut = pair->cut_short || pair->contacts_cut_short;
    if (!pair->contact_count || pair->state == MOTE_PAIR_END)
        return end_or_keep(world, first, count, is_cut, NULL);
    run old = make_run(&work->old, first, count);
    run new = make_run(&work->now, pair->first_contact, pair->contact_count);
    return locate(world, &old, pair->a, pair->b, &work->old_sites) &&
           locate(world, &new, pair->a, pair->b, &work->new_sites) &&
           match_points(world, &old, &new) && match_manifolds(world, &old, &new) &&
           end_or_keep(world, first, count, is_cut, work->partners_of_old.data);
}

static bool match_pairs(mote_world *world)
{
    mote_manifold_work *work = &world->manifolds;
    const mote_pair_report *pairs = world->report.pairs.data;
    size_t next = 0, end = work->old.manifolds.count;
    for (size_t i = 0; i < world->report.pairs.count && next < end; i++) {
        const mote_manifold *old = work->old.manifolds.data;
        uint64_t key = mote_pair_key(pairs[i].a.index, pairs[i].b.index);
        size_t first = next;
        while (next < end && key_of(&old[next]) < key) next++; // left out by a budget
        if (!end_or_keep(world, first, next - first, true, NULL)) return false;
        first = next;
        while (next < end && is_of_pair(&old[next], pairs[i].a, pairs[i].b)) next++;
        if (next > first && !match_pair(world, &pairs[i], first, next - first)) return false;
    }
    return end_or_keep(world, next, end - next, true, NULL);
}

static void give_new_ids(mote_manifold_work *work)
{
    for (size_t i = 0; i < work->contact_count; i++) {
        mote_manifold *m = &work->now.manifolds.data[i];
        if (!m->id) m->id = ++work->last_id;
    }
    for (size_t i = 0; i < work->now.points.count; i++) {
        mote_manifold_point *point = &work->now.points.data[i];
        if (!point->id) point->id = ++work->last_id;
    }
}

bool mote_manifolds_match(mote_world *world)
{
    mote_manifold_work *work = &world->manifolds;
    if (!world->def.manifold_points) return true;
    work->contact_count = work->now.manifolds.count;
    if (!match_pairs(world)) return false;
    give_new_ids(work);
    return true;
}

// ---------------------------------------------------------------------------------------------
// Renumbering of faces

static void remap_side(mote_manifold_side *side, const uint32_t *new_face_of)
{
    if (side->face != MOTE_NONE) side->face = new_face_of ? new_face_of[side->face] : MOTE_NONE;
}

static void remap_set(mote_manifold_set *set, mote_body_id body, const uint32_t *new_face_of)
{
    for (size_t i = 0; i < set->manifolds.count; i++) {
        const mote_manifold *m = &set->manifolds.data[i];
        bool is_a = m->a.index == body.index && m->a.generation == body.generation;
        bool is_b = m->b.index == body.index && m->b.generation == body.generation;
        for (uint32_t k = 0; k < m->point_count; k++) {
            mote_manifold_point *point = &set->points.data[m->first_point + k];
            if (is_a) remap_side(&point->a, new_face_of);
            if (is_b) remap_side(&point->b, new_face_of);
        }
    }
}

void mote_manifolds_remap(mote_world *world, mote_body_id body, const uint32_t *new_face_of)
{
    remap_set(&world->manifolds.now, body, new_face_of);
    remap_set(&world->manifolds.kept, body, new_face_of);
}
