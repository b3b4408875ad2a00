// The broad phase: finds the bodies whose boxes overlap. Bodies are sorted along a Morton curve and
// put into a tree of boxes; eight bodies at a time search the tree for bodies after them in the
// order: O(n log n). Everything is rebuilt each frame because everything may have moved. As an
// option of the papers' methods, all boxes are compared with each other instead.

#include <math.h>
#include <string.h>

#include "core/morton.h"
#include "core/sort.h"
#include "core/timer.h"
#include "shape/on_demand.h"
#include "world/world.h"

// The box is widened by half the tolerance and slightly more, so that rounding loses no pair.
static mote_box widened_box(const mote_world *world, const mote_body *body)
{
    return mote_box_widened(mote_shape_bounds(&body->shape), mote_half_reach(world->def.tolerance));
}

static bool takes_part(const mote_body *body)
{
    return body->generation && body->shape.readiness >= MOTE_SHAPE_BOUNDED &&
           !mote_shape_is_broken(&body->shape);
}

// The mote_broad_box function of a detect.
static bool present_box(const mote_world *world, const mote_body *body, mote_box *out)
{
    if (!takes_part(body)) return false;
    *out = widened_box(world, body);
    return true;
}

// Prefetches a body and its box, which are scattered in memory: with 100,000 bodies, most of the
// time was spent on cache misses.
static void prefetch_box(const mote_world *world, uint32_t index)
{
    enum { BODIES_AHEAD = 12 };
    if (index + 2 * BODIES_AHEAD >= world->bodies.count) return;
    const mote_body *far = mote_world_body_at(world, index + 2 * BODIES_AHEAD);
    const mote_body *near = mote_world_body_at(world, index + BODIES_AHEAD);
    __builtin_prefetch(&far->generation);
    __builtin_prefetch(&far->shape.on_demand);
    __builtin_prefetch(&far->shape.box);
    __builtin_prefetch(&far->self_collision);
    if (near->shape.on_demand) __builtin_prefetch(&near->shape.on_demand->box);
}

// Lists the boxes of the bodies that take part, by ascending index. Each body is visited once.
static bool list_boxes(mote_world *world, mote_broad_box *box_of, mote_box *all)
{
    size_t capacity = world->bodies.count;
    world->broad_boxes.count = 0;
    mote_listed_box *listed = mote_array_room(&world->broad_boxes, &world->allocator, capacity);
    if (!listed) return false;
    uint32_t count = 0;
    uint64_t categories = 0, masks = UINT64_MAX;
    bool all_have_category = true;
    *all = mote_box_empty();
    world->broad_selves = 0;
    for (uint32_t i = 0; i < capacity; i++) {
        prefetch_box(world, i);
        const mote_body *body = mote_world_body_at(world, i);
        if (!box_of(world, body, &listed[count].box)) continue;
        mote_box_add_box(all, &listed[count].box);
        world->broad_selves += body->self_collision;
        categories |= body->category;
        masks &= body->mask;
        all_have_category &= body->category != 0;
        listed[count++].body = i;
    }
    world->broad_all_meet =
        all_have_category && (categories & ~masks) == 0 && world->ignored.count == 0;
    world->broad_boxes.count = count;
    return true;
}

// Puts the listed bodies into Morton order, in tree_bodies. Returns their list indices in that
// order, or null if out of memory.
static const uint64_t *order_bodies(mote_world *world, mote_broad_box *box_of)
{
    mote_box all;
    if (!list_boxes(world, box_of, &all)) return NULL;
    size_t count = world->broad_boxes.count;
    const mote_listed_box *listed = world->broad_boxes.data;
    world->pair_keys.count = world->key_scratch.count = world->tree_bodies.count = 0;
    uint64_t *keys = mote_array_room(&world->pair_keys, &world->allocator, count + 1);
    uint64_t *scratch = mote_array_room(&world->key_scratch, &world->allocator, count + 1);
    uint32_t *order = mote_array_room(&world->tree_bodies, &world->allocator, count + 1);
    if (!keys || !scratch || !order) return NULL;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)mote_morton_code(&listed[i].box, &all) << 32 | i;
    mote_sort_keys(keys, count, scratch);
    for (size_t i = 0; i < count; i++) order[i] = listed[(uint32_t)keys[i]].body;
    world->tree_bodies.count = count;
    return keys;
}

static bool build_tree(mote_world *world, const uint64_t *keys)
{
    uint32_t count = (uint32_t)world->tree_bodies.count;
    if (!mote_box_tree_begin(&world->tree, &world->allocator, count)) return false;
    for (uint32_t leaf = 0; leaf < count; leaf++)
        mote_box_tree_set(&world->tree, leaf, &world->broad_boxes.data[(uint32_t)keys[leaf]].box);
    mote_box_tree_finish(&world->tree);
    return true;
}

static bool order_and_build(mote_world *world, mote_broad_box *box_of, bool tree)
{
    const uint64_t *keys = order_bodies(world, box_of);
    return keys && (!tree || build_tree(world, keys));
}

bool mote_world_lets_meet(const mote_world *world, uint32_t a, uint32_t b)
{
    const mote_body *x = mote_world_body_at(world, a), *y = mote_world_body_at(world, b);
    return x->category & y->mask && y->category & x->mask &&
           !(world->ignored.count && mote_world_ignores(world, mote_pair_key(a, b)));
}

static bool push_key(mote_world *world, uint32_t a, uint32_t b)
{
    uint64_t key = mote_pair_key(a, b);
    return mote_array_push(&world->pair_keys, &world->allocator, key);
}

static bool collect_all_pairs(mote_world *world)
{
    const uint32_t *bodies = world->tree_bodies.data;
    for (uint32_t i = 0; i < world->tree_bodies.count; i++) {
        for (uint32_t k = i + 1; k < world->tree_bodies.count; k++) {
            if (mote_world_lets_meet(world, bodies[i], bodies[k]) &&
                !push_key(world, bodies[i], bodies[k]))
                return false;
        }
    }
    return true;
}

static bool compares_all_boxes(const mote_world *world)
{
    return world->settings.effects & MOTE_OPTION_COMPARES_ALL_BOXES;
}

static bool collect_by_all_boxes(mote_world *world)
{
    const uint32_t *bodies = world->tree_bodies.data;
    for (uint32_t i = 0; i < world->tree_bodies.count; i++) {
        uint32_t a = bodies[i];
        mote_box box = widened_box(world, mote_world_body_at(world, a));
        if (mote_world_body_at(world, a)->self_collision && !push_key(world, a, a)) return false;
        for (uint32_t k = i + 1; k < world->tree_bodies.count; k++) {
            mote_box other = widened_box(world, mote_world_body_at(world, bodies[k]));
            if (mote_boxes_overlap(&box, &other) && mote_world_lets_meet(world, a, bodies[k]) &&
                !push_key(world, a, bodies[k]))
                return false;
        }
    }
    return true;
}

static bool collect_selves(mote_world *world)
{
    for (uint32_t leaf = 0; leaf < world->tree_bodies.count && world->broad_selves; leaf++) {
        uint32_t a = world->tree_bodies.data[leaf];
        if (mote_world_body_at(world, a)->self_collision && !push_key(world, a, a)) return false;
    }
    return true;
}

// Queries the tree with eight leaves at a time: leaves that are adjacent in the order are close in
// space.
static bool collect_by_tree(mote_world *world)
{
    const uint32_t *order = world->tree_bodies.data;
    uint32_t groups = (uint32_t)(world->tree_bodies.count + 7) / 8;
    for (uint32_t group = 0; group < groups; group++) {
        mote_u64_array *found = &world->key_scratch;
        found->count = 0;
        if (!mote_box_tree_pairs(&world->tree, group, &world->allocator, found)) return false;
        for (size_t i = 0; i < found->count; i++) {
            uint32_t a = order[found->data[i] >> 32], b = order[(uint32_t)found->data[i]];
            bool may_meet = world->broad_all_meet || mote_world_lets_meet(world, a, b);
            if (may_meet && !push_key(world, a, b)) return false;
        }
    }
    return collect_selves(world);
}

static bool collect_pairs(mote_world *world)
{
    if (mote_world_wants_all_pairs(world)) return collect_all_pairs(world);
    if (compares_all_boxes(world)) return collect_by_all_boxes(world);
    return collect_by_tree(world);
}

static bool sort_pairs(mote_world *world)
{
    size_t count = world->pair_keys.count;
    if (!mote_array_reserve(&world->key_scratch, &world->allocator, count)) return false;
    mote_sort_keys(world->pair_keys.data, count, world->key_scratch.data);
    return true;
}

bool mote_broad_phase_begin(mote_world *world)
{
    return order_and_build(world, present_box, true);
}

bool mote_broad_phase(mote_world *world)
{
    return order_and_build(world, present_box, !compares_all_boxes(world)) &&
           collect_pairs(world) && sort_pairs(world);
}

bool mote_broad_phase_of(mote_world *world, mote_broad_box *box_of)
{
    return order_and_build(world, box_of, true) && collect_by_tree(world) && sort_pairs(world);
}

// ---------------------------------------------------------------------------------------------
// With a deadline

// The time to sort and mark one pair, and to list it if there is no time for it.
static const double seconds_per_pair = 40e-9;

static bool collect_all_of_body(mote_world *world, uint32_t a)
{
    for (uint32_t i = 0; i < world->tree_bodies.count; i++) {
        uint32_t b = world->tree_bodies.data[i];
        if (b > a && mote_world_lets_meet(world, a, b) && !push_key(world, a, b)) return false;
    }
    return true;
}

// Finds the pairs of a body with itself and with bodies of higher index.
static bool collect_of_body(mote_world *world, uint32_t a)
{
    if (mote_world_wants_all_pairs(world)) return collect_all_of_body(world, a);
    const uint32_t *order = world->tree_bodies.data;
    const mote_body *body = mote_world_body_at(world, a);
    mote_box box = widened_box(world, body);
    world->found.count = 0;
    if (!mote_box_tree_query(&world->tree, &box, &world->allocator, &world->found)) return false;
    const uint32_t *found = world->found.data;
    for (size_t i = 0; i < world->found.count; i++) {
        uint32_t b = order[found[i]];
        if (b > a && mote_world_lets_meet(world, a, b) && !push_key(world, a, b)) return false;
    }
    return !body->self_collision || push_key(world, a, a);
}

static bool is_same_body(const mote_world *world, mote_body_id id)
{
    return id.index < world->bodies.count &&
           mote_world_body_at(world, id.index)->generation == id.generation &&
           takes_part(mote_world_body_at(world, id.index));
}

static bool may_still_meet(const mote_world *world, const mote_body_pair *together)
{
    uint32_t a = together->a.index, b = together->b.index;
    if (!is_same_body(world, together->a) || !is_same_body(world, together->b)) return false;
    if (a == b) return mote_world_body_at(world, a)->self_collision;
    mote_box box_a = widened_box(world, mote_world_body_at(world, a));
    mote_box box_b = widened_box(world, mote_world_body_at(world, b));
    return mote_world_lets_meet(world, a, b) && mote_boxes_overlap(&box_a, &box_b);
}

static bool collect_from_before(mote_world *world)
{
    const mote_body_pair_array *before = &world->report.before;
    for (size_t i = 0; i < before->count; i++) {
        const mote_body_pair *together = &before->data[i];
        if (may_still_meet(world, together) &&
            !push_key(world, together->a.index, together->b.index))
            return false;
    }
    return true;
}

static void drop_repeated(mote_u64_array *keys)
{
    size_t kept = 0;
    for (size_t i = 0; i < keys->count; i++) {
        if (i == 0 || keys->data[i] != keys->data[i - 1]) keys->data[kept++] = keys->data[i];
    }
    keys->count = kept;
}

// Lists the bodies that the search did not reach (from `visited` on, counted from `first_body`) by
// ascending index.
static bool list_unsearched(mote_world *world, uint32_t first_body, uint32_t visited)
{
    uint32_t count = (uint32_t)world->bodies.count;
    if (visited >= count) return true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t turn = (i + count - first_body) % count;
        if (turn < visited || !takes_part(mote_world_body_at(world, i))) continue;
        mote_body_id id = mote_world_id_of(world, i);
        if (!mote_array_push(&world->report.unsearched, &world->allocator, id)) return false;
    }
    world->turns.next_body = (first_body + visited) % count;
    return true;
}

bool mote_broad_phase_until(mote_world *world, double deadline, uint32_t first_body)
{
    uint32_t count = (uint32_t)world->bodies.count, visited = 0;
    if (first_body >= count) first_body = 0;
    world->turns.first_body = first_body;
    double reserve = seconds_per_pair * (double)world->report.before.count;
    for (; visited < count; visited++) {
        double pairs = seconds_per_pair * (double)world->pair_keys.count;
        if (visited && mote_seconds() + pairs + reserve >= deadline) break;
        uint32_t body = (first_body + visited) % count;
        if (takes_part(mote_world_body_at(world, body)) && !collect_of_body(world, body))
            return false;
    }
    bool whole = visited == count;
    if (!whole && !list_unsearched(world, first_body, visited)) return false;
    if (!whole && !collect_from_before(world)) return false;
    if (!sort_pairs(world)) return false;
    drop_repeated(&world->pair_keys);
    return true;
}
