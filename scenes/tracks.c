#include "scenes/tracks.h"

#include <math.h>
#include <stdlib.h>

#include "core/result.h"
#include "core/vec.h"
#include "io/allocate.h"

mote_result scene_tracks_create(uint32_t body_count, uint32_t last, scene_tracks *out)
{
    *out = (scene_tracks){.body_count = body_count, .last = last};
    size_t count = ((size_t)last + 1) * body_count;
    out->keys = io_resize(NULL, count, sizeof *out->keys);
    return out->keys ? MOTE_OK
                     : mote_fail_memory(count * sizeof *out->keys, "the tracks of a scene");
}

void scene_tracks_release(scene_tracks *tracks)
{
    free(tracks->keys);
    *tracks = (scene_tracks){0};
}

static mote_rotation blend(mote_rotation a, mote_rotation b, double t)
{
    double sign = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0.0 ? -1.0 : 1.0;
    double s = 1.0 - t, u = sign * t;
    return mote_rotation_unit((mote_rotation){s * a.w + u * b.w, s * a.x + u * b.x,
                                              s * a.y + u * b.y, s * a.z + u * b.z});
}

scene_track_key scene_tracks_at(const scene_tracks *tracks, uint32_t body, double time)
{
    double t = fmod(fabs(time), 2.0 * tracks->last); // exact, so that integer times give their keys
    if (t > tracks->last) t = 2.0 * tracks->last - t;
    uint32_t k = (uint32_t)t;
    double past = t - k;
    const scene_track_key *from = scene_tracks_key(tracks, body, k);
    if (past == 0.0) return *from;
    const scene_track_key *to = scene_tracks_key(tracks, body, k + 1);
    mote_dvec3 step = mote_dvec_scale(mote_dvec_sub(to->place, from->place), past);
    return (scene_track_key){.place = mote_dvec_add(from->place, step),
                             .rotation = blend(from->rotation, to->rotation, past),
                             .parameter =
                                 from->parameter + past * (to->parameter - from->parameter)};
}

mote_transform scene_tracks_place(const scene_tracks *tracks, uint32_t body, double time)
{
    scene_track_key key = scene_tracks_at(tracks, body, time);
    return scene_rigid_pose(key.rotation, key.place);
}
