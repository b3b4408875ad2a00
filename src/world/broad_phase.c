// The broad phase: which bodies' boxes overlap. Bodies are sorted along a Morton curve and put into
// a tree of boxes, and each body queries the tree for those behind it: O(n log n). Everything is
// rebuilt each frame because everything may have moved.

#include <math.h>
#include <string.h>

#include "core/morton.h"
#include "core/sort.h"
#include "world/world.h"

// Widened by half the tolerance and slightly more, so that rounding loses no pair.
static mote_box widened_box(const mote_world *world, const mote_body *body)
{
    return mote_box_widened(mote_shape_bounds(&body->shape), 0.5f * world->def.tolerance);
}

static bool takes_part(const mote_body *body)
{
    return body->generation && body->shape.readiness >= MOTE_SHAPE_BOUNDED &&
           !mote_shape_is_broken(&body->shape);
}

// Bodies that take part, in Morton order, into tree_bodies.
static bool order_bodies(mote_world *world)
{
    mote_box all = mote_box_empty();
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!takes_part(body)) continue;
        mote_box box = widened_box(world, body);
        mote_box_add_box(&all, &box);
    }
    size_t capacity = world->bodies.count;
    world->pair_keys.count = world->key_scratch.count = world->tree_bodies.count = 0;
    uint64_t *keys = mote_array_room(&world->pair_keys, &world->allocator, capacity);
    uint64_t *scratch = mote_array_room(&world->key_scratch, &world->allocator, capacity);
    uint32_t *order = mote_array_room(&world->tree_bodies, &world->allocator, capacity);
    if (!keys || !scratch || !order) return false;
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->bodies.count; i++) {
        mote_body *body = mote_world_body_at(world, i);
        if (!takes_part(body)) continue;
        mote_box box = widened_box(world, body);
        keys[count++] = (uint64_t)mote_morton_code(&box, &all) << 32 | i;
    }
    mote_sort_keys(keys, count, scratch);
    for (uint32_t i = 0; i < count; i++) order[i] = (uint32_t)keys[i];
    world->tree_bodies.count = count;
    return true;
}

static bool build_tree(mote_world *world)
{
    uint32_t count = (uint32_t)world->tree_bodies.count;
    const uint32_t *order = world->tree_bodies.data;
    if (!mote_box_tree_begin(&world->tree, &world->allocator, count)) return false;
    for (uint32_t leaf = 0; leaf < count; leaf++) {
        mote_box box = widened_box(world, mote_world_body_at(world, order[leaf]));
        mote_box_tree_set(&world->tree, leaf, &box);
    }
    mote_box_tree_finish(&world->tree);
    return true;
}

static bool may_meet(const mote_world *world, uint32_t a, uint32_t b)
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
            if (may_meet(world, bodies[i], bodies[k]) && !push_key(world, bodies[i], bodies[k]))
                return false;
        }
    }
    return true;
}

static bool collect_pairs(mote_world *world)
{
    if (world->method->wants_all_pairs) return collect_all_pairs(world);
    const uint32_t *order = world->tree_bodies.data;
    for (uint32_t leaf = 0; leaf < world->tree_bodies.count; leaf++) {
        uint32_t a = order[leaf];
        mote_box box = widened_box(world, mote_world_body_at(world, a));
        world->found.count = 0;
        if (!mote_box_tree_query(&world->tree, &box, &world->allocator, &world->found))
            return false;
        const uint32_t *found = world->found.data;
        for (size_t i = 0; i < world->found.count; i++) {
            if (found[i] > leaf && may_meet(world, a, order[found[i]]) &&
                !push_key(world, a, order[found[i]]))
                return false;
        }
        if (mote_world_body_at(world, a)->self_collision && !push_key(world, a, a)) return false;
    }
    return true;
}

bool mote_broad_phase(mote_world *world)
{
    if (!order_bodies(world) || !build_tree(world) || !collect_pairs(world)) return false;
    size_t count = world->pair_keys.count;
    if (!mote_array_reserve(&world->key_scratch, &world->allocator, count)) return false;
    mote_sort_keys(world->pair_keys.data, count, world->key_scratch.data);
    return true;
}
