#include "world/body_order.h"

#include "core/morton.h"
#include "core/sort.h"

void mote_body_order_release(mote_body_order *order, const mote_allocator *allocator)
{
    mote_box_tree_release(&order->tree, allocator);
    mote_array_release(&order->bodies, allocator);
    mote_array_release(&order->keys, allocator);
    mote_array_release(&order->scratch, allocator);
}

void mote_body_order_begin(mote_body_order *order)
{
    order->keys.count = order->scratch.count = order->bodies.count = 0;
}

bool mote_body_order_add(mote_body_order *order, const mote_world *world, uint32_t body)
{
    return mote_array_push(&order->keys, &world->allocator, body);
}

static const mote_box *box_at(const mote_world *world, uint64_t key)
{
    return mote_shape_bounds(&mote_world_body_at(world, (uint32_t)key)->shape);
}

static bool sort_bodies(mote_body_order *order, const mote_world *world)
{
    size_t count = order->keys.count;
    uint64_t *keys = order->keys.data;
    uint64_t *scratch = mote_array_room(&order->scratch, &world->allocator, count);
    uint32_t *bodies = mote_array_room(&order->bodies, &world->allocator, count);
    if (!scratch || !bodies) return false;
    mote_box all = mote_box_empty();
    for (size_t i = 0; i < count; i++) mote_box_add_box(&all, box_at(world, keys[i]));
    for (size_t i = 0; i < count; i++)
        keys[i] |= (uint64_t)mote_morton_code(box_at(world, keys[i]), &all) << 32;
    mote_sort_keys(keys, count, scratch);
    for (size_t i = 0; i < count; i++) bodies[i] = (uint32_t)keys[i];
    order->bodies.count = count;
    return true;
}

bool mote_body_order_finish(mote_body_order *order, const mote_world *world, float by)
{
    if (!sort_bodies(order, world)) return false;
    uint32_t count = (uint32_t)order->bodies.count;
    if (!mote_box_tree_begin(&order->tree, &world->allocator, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        mote_box box = mote_box_widened(box_at(world, order->bodies.data[i]), by);
        mote_box_tree_set(&order->tree, i, &box);
    }
    mote_box_tree_finish(&order->tree);
    return true;
}
