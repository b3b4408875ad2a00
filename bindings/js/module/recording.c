// Recordings in memory: made from a world, and played.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/world.h"
#include "core/result.h"

static bool write_bytes(void *context, const void *data, size_t size)
{
    mote_untyped *bytes = context;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    void *room = mote_untyped_room(bytes, &allocator, size);
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
    if (result == MOTE_ERROR_STATE) world->recorded.count = before; // that recording goes on
    return result;
}

mote_result js_world_record_stop(js_world *world, const void **data, size_t *size)
{
    mote_result result = mote_world_record_stop(world->world);
    *data = world->recorded.data;
    *size = world->recorded.count;
    return result;
}

struct js_player {
    void *bytes;
    mote_recording *recording;
    mote_player *player;
    js_world *world;
    uint32_t frame_count;
};

static mote_result open_player(js_player *p, size_t size, const char *method)
{
    mote_result result = mote_recording_open(p->bytes, size, NULL, &p->recording);
    if (result) return result;
    mote_recording_info info;
    mote_recording_get_info(p->recording, &info);
    p->frame_count = (uint32_t)info.frame_count;
    if (method) result = js_options_method(&info.def, method);
    if (!result) result = mote_player_create(p->recording, &info.def, &p->player);
    return result ? result : js_world_of_player(mote_player_world(p->player), &p->world);
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
    mote_result followed = js_world_follow(player->world);
    return result ? result : followed;
}

js_world *js_player_world(js_player *player)
{
    return player->world;
}
