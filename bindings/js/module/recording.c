// Recordings in memory: made from a world, and played. A player owns its world; the bodies of the
// js_world around it follow the recording.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/world.h"
#include "core/result.h"

static mote_allocator allocator_of_module(void)
{
    return mote_allocator_or_default((mote_allocator){0});
}

// ---------------------------------------------------------------------------------------------
// Recording

static bool write_bytes(void *context, const void *data, size_t size)
{
    js_bytes *bytes = context;
    mote_allocator allocator = allocator_of_module();
    void *room = mote_array_room(bytes, &allocator, size);
    if (!room) return false;
    memcpy(room, data, size);
    bytes->count += size;
    return true;
}

mote_result js_world_record(js_world *world)
{
    size_t before = world->recorded.count;
    world->recorded.count = 0;
    mote_record_sink sink = {.write = write_bytes, .context = &world->recorded};
    mote_result result = mote_world_record(world->world, &sink);
    if (result == MOTE_ERROR_STATE) world->recorded.count = before; // a recording is in progress
    return result;
}

mote_result js_world_record_stop(js_world *world, const void **data, size_t *size)
{
    mote_result result = mote_world_record_stop(world->world);
    *data = world->recorded.data;
    *size = world->recorded.count;
    return result;
}

// ---------------------------------------------------------------------------------------------
// The bodies of a player's world

mote_result js_expect_own(const js_world *world)
{
    if (!world->is_played) return MOTE_OK;
    return mote_fail(MOTE_ERROR_STATE,
                     "the world belongs to a player: only its recording changes it");
}

static mote_result list_bodies(js_world *world)
{
    mote_allocator allocator = allocator_of_module();
    size_t count;
    mote_result result = mote_world_get_bodies(world->world, NULL, 0, &count);
    if (result) return result;
    if (!mote_array_reserve(&world->ids, &allocator, count))
        return mote_fail_memory(count * sizeof(mote_body_id), "the bodies of a player");
    return mote_world_get_bodies(world->world, world->ids.data, count, &world->ids.count);
}

static bool has_other_mesh(const js_world *world, const js_body *b)
{
    const mote_mesh *mesh = NULL;
    mote_body_get_mesh(world->world, b->id, &mesh);
    return mesh != b->mesh->mesh;
}

// Releases bodies that are not listed, those whose index has been given to another body, and those
// with a new mesh.
static void release_stale(js_world *world)
{
    const mote_body_id *ids = world->ids.data;
    size_t at = 0, count = world->ids.count;
    for (uint32_t i = 0; i < world->body_capacity; i++) {
        js_body *b = &world->bodies[i];
        while (at < count && ids[at].index < i) at++;
        bool is_listed = at < count && ids[at].index == i && ids[at].generation == b->id.generation;
        if (!is_listed || has_other_mesh(world, b)) js_body_release(b);
    }
}

static mote_result add_body(js_world *world, mote_body_id id)
{
    mote_result result = js_world_reserve(world, id.index);
    if (result || world->bodies[id.index].id.generation) return result;
    const mote_mesh *shape;
    js_mesh *mesh;
    result = mote_body_get_mesh(world->world, id, &shape);
    if (!result) result = js_mesh_of(shape, &mesh);
    if (!result) world->bodies[id.index] = (js_body){.id = id, .mesh = mesh};
    return result;
}

// Brings the bodies of the js_world up to date with the player's.
static mote_result follow(js_world *world)
{
    mote_result result = list_bodies(world);
    if (result) return result;
    release_stale(world);
    for (size_t i = 0; !result && i < world->ids.count; i++)
        result = add_body(world, world->ids.data[i]);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Playing

struct js_player {
    void *bytes;
    mote_recording *recording;
    mote_player *player;
    js_world *world; // around the player's world, which it does not destroy
    uint32_t frame_count;
};

static mote_result open_player(js_player *p, size_t size, const char *method)
{
    mote_result result = mote_recording_open(p->bytes, size, NULL, &p->recording);
    if (result) return result;
    mote_recording_info info;
    mote_recording_get_info(p->recording, &info);
    p->frame_count = (uint32_t)info.frame_count;
    info.def.worker_count = js_worker_count();
    if (method) result = js_options_method(&info.def, method);
    if (!result) result = mote_player_create(p->recording, &info.def, &p->player);
    if (result) return result;
    p->world = js_world_allocate();
    if (!p->world) return mote_fail_memory(sizeof *p->world, "a world");
    p->world->world = mote_player_world(p->player);
    p->world->is_played = true;
    return MOTE_OK;
}

mote_result js_player_create(void *data, size_t size, const char *method, js_player **out)
{
    *out = NULL;
    js_player *p = calloc(1, sizeof *p);
    if (!p) {
        free(data);
        return mote_fail_memory(sizeof *p, "a player");
    }
    p->bytes = data;
    mote_result result = open_player(p, size, method);
    if (result)
        js_player_destroy(p);
    else
        *out = p;
    return result;
}

void js_player_destroy(js_player *player)
{
    if (!player) return;
    mote_player_destroy(player->player);
    js_world_destroy(player->world);
    mote_recording_close(player->recording);
    free(player->bytes);
    free(player);
}

uint32_t js_player_frame_count(const js_player *player)
{
    return player->frame_count;
}

mote_result js_player_step(js_player *player, mote_played_frame *out)
{
    mote_result result = mote_player_step(player->player, out);
    mote_result followed = follow(player->world);
    return result ? result : followed;
}

js_world *js_player_world(js_player *player)
{
    return player->world;
}
