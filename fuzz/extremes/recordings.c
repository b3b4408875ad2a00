#include <mote/motion.h>
#include <mote/recording.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/extremes/world.h"

// A recording in memory. What exceeds it is lost.
typedef struct tape {
    unsigned char bytes[1 << 18];
    size_t size;
} tape;

static bool write_tape(void *context, const void *data, size_t size)
{
    tape *t = context;
    if (size > sizeof t->bytes - t->size) return false;
    memcpy(t->bytes + t->size, data, size);
    t->size += size;
    return true;
}

static void record(extremes *e, extreme_world *w)
{
    for (int frame = 0; frame < 2; frame++) {
        for (uint32_t i = 0; i < w->body_count; i++) extreme_body_move(e, w, i);
        CALL(e, mote_world_detect)(w->world);
        mote_sweep_def def = mote_default_sweep_def();
        if (extremes_bool(e)) CALL(e, mote_world_sweep)(w->world, &def);
    }
    CALL(e, mote_world_record_stop)(w->world);
}

static void play(extremes *e, mote_recording *recording)
{
    mote_recording_info info;
    mote_player *player;
    CALL(e, mote_recording_get_info)(recording, &info);
    info.def.tolerance = extremes_float(e);
    if (CALL(e, mote_player_create)(recording, extremes_bool(e) ? &info.def : NULL, &player) ==
        MOTE_OK) {
        mote_played_frame frame;
        mote_report report;
        while (CALL(e, mote_player_step)(player, &frame) == MOTE_OK)
            CALL(e, mote_world_report)(CALL(e, mote_player_world)(player), &report);
        CALL(e, mote_player_destroy)(player);
    }
}

static const char *path_of_tape(void)
{
    static char path[128];
    snprintf(path, sizeof path, "extremes-%ld.mote", (long)getpid());
    return path;
}

void extremes_of_recordings(extremes *e)
{
    static _Thread_local extreme_world w;
    static _Thread_local tape t;
    t.size = 0;
    extreme_world_create(e, &w);
    if (!w.world) return;
    bool to_file = !extremes_below(e, 16);
    const mote_record_sink sink = {.write = write_tape, .context = &t};
    mote_recording *recording = NULL;
    mote_result result = to_file ? CALL(e, mote_world_record_to_file)(w.world, path_of_tape())
                                 : CALL(e, mote_world_record)(w.world, &sink);
    if (result == MOTE_OK) {
        record(e, &w);
        result = to_file ? CALL(e, mote_recording_open_file)(path_of_tape(), NULL, &recording)
                         : CALL(e, mote_recording_open)(t.bytes, t.size, NULL, &recording);
        if (to_file) remove(path_of_tape());
        if (result == MOTE_OK) play(e, recording);
        CALL(e, mote_recording_close)(recording);
    }
    extreme_world_destroy(e, &w);
}
