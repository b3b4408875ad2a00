// Recordings in memory: made from a world, and played.

#include <stdlib.h>
#include <string.h>

#include "bindings/js/module/world.h"
#include "core/result.h"

static bool write_bytes(void *context, const void *data, size_t size)
{
    mote_array *bytes = context;
    mote_allocator allocator = mote_allocator_or_default((mote_allocator){0});
    void *room = mote_array_room(bytes, &allocator, size);
    if (!room) return false;
    memcpy(room, data, size);
    bytes->count += size;
    return true;
}

mote_result mote_js_world_record(mote_js_world *world)
{
    size_t before = world->recorded.count;
    world->recorded.count = 0;
    mote_record_sink sink = {.write = write_bytes, .context = &world->recorded};
    mote_result result = mote_world_record(world->world, &sink);
    if (result == MOTE_ERROR_STATE) world->recorded.count = before; // that recording goes on
    return result;
}

mote_result mote_js_world_record_stop(mote_js_world *world, const void **data, size_t *size)
{
    mote_result result = mote_world_record_stop(world->world);
    *data = world->recorded.data;
    *size = world->recorded.count;
    return result;
}

struct mote_js_player {
    void *bytes;
    mote_recording *recording;
    mote_player *player;
    uint32_t frame_count;
    mote_report report;
};

static mote_result open_player(mote_js_player *p, size_t size, const char *method)
{
    mote_result result = mote_recording_open(p->bytes, size, NULL, &p->recording);
    if (result) return result;
    mote_recording_info info;
    mote_recording_get_info(p->recording, &info);
    p->frame_count = (uint32_t)info.frame_count;
    if (method) result = mote_js_options_method(&info.def, method);
    return result ? result : mote_player_create(p->recording, &info.def, &p->player);
}

mote_result mote_js_player_create(void *data, size_t size, const char *method, mote_js_player **out)
{
    *out = NULL;
    mote_js_player *p = calloc(1, sizeof *p);
    if (!p) {
        free(data);
        return mote_fail_memory(sizeof *p, "a player");
    }
    p->bytes = data;
    mote_result result = open_player(p, size, method);
    if (result)
        mote_js_player_destroy(p);
    else
        *out = p;
    return result;
}

void mote_js_player_destroy(mote_js_player *player)
{
    if (!player) return;
    mote_player_destroy(player->player);
    mote_recording_close(player->recording);
    free(player->bytes);
    free(player);
}

uint32_t mote_js_player_frame_count(const mote_js_player *player)
{
    return player->frame_count;
}

mote_result mote_js_player_step(mote_js_player *player, mote_played_frame *out)
{
    return mote_player_step(player->player, out);
}

mote_result mote_js_player_report(mote_js_player *player, const mote_report **out)
{
    mote_result result = mote_world_report(mote_player_world(player->player), &player->report);
    *out = result ? NULL : &player->report;
    return result;
}
