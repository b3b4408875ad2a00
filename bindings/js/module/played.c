// The worlds of players: bodies come and go as the recording says, and the module follows.

#include "bindings/js/module/world.h"
#include "core/result.h"

mote_result js_world_of_player(mote_world *world, js_world **out)
{
    *out = js_world_allocate();
    if (!*out) return mote_fail_memory(sizeof **out, "a world");
    (*out)->world = world;
    (*out)->is_played = true;
    return MOTE_OK;
}

mote_result js_expect_own(const js_world *world)
{
    if (!world->is_played) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STATE, "the world is a player's: only its recording changes it");
}

static mote_result list_bodies(js_world *world)
{
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    size_t count;
    mote_result result = mote_world_get_bodies(world->world, NULL, 0, &count);
    if (result) return result;
    if (!mote_untyped_reserve(&world->ids, &allocator, count))
        return mote_fail_memory(count * sizeof(mote_body_id), "the bodies of a player");
    return mote_world_get_bodies(world->world, world->ids.data, count, &world->ids.count);
}

// Those that are not listed, and those whose places have others.
static void drop_stale(js_world *world)
{
    const mote_body_id *ids = world->ids.data;
    size_t at = 0, count = world->ids.count;
    for (uint32_t i = 0; i < world->body_room; i++) {
        js_body *b = &world->bodies[i];
        while (at < count && ids[at].index < i) at++;
        bool is_listed = at < count && ids[at].index == i && ids[at].generation == b->id.generation;
        if (!is_listed) js_body_release(b);
    }
}

static mote_result take_body(js_world *world, mote_body_id id)
{
    mote_result result = js_world_make_room(world, id.index);
    if (result || world->bodies[id.index].id.generation) return result;
    const mote_mesh *shape;
    js_mesh *mesh;
    result = mote_body_get_mesh(world->world, id, &shape);
    if (!result) result = js_mesh_of(shape, &mesh);
    if (!result) world->bodies[id.index] = (js_body){.id = id, .mesh = mesh};
    return result;
}

mote_result js_world_follow(js_world *world)
{
    mote_result result = list_bodies(world);
    if (result) return result;
    drop_stale(world);
    const mote_body_id *ids = world->ids.data;
    for (size_t i = 0; !result && i < world->ids.count; i++) result = take_body(world, ids[i]);
    return result;
}
