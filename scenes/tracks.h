// The positions of bodies at integer times, from a simulation that runs once when a scene is
// opened. Between two integer times, places and parameters are interpolated linearly and rotations
// along the shorter arc. Before the first and after the last key, time runs backwards.

#ifndef MOTE_SCENES_TRACKS_H
#define MOTE_SCENES_TRACKS_H

#include "scenes/motion.h"

typedef struct scene_track_key {
    mote_dvec3 place;
    mote_rotation rotation;
    double parameter; // for the scene's own use, such as how far a hand is closed
} scene_track_key;

// Owns its keys. All zero is a set of tracks without keys.
typedef struct scene_tracks {
    scene_track_key *keys; // body_count keys for each time from 0 to last
    uint32_t body_count;
    uint32_t last;
} scene_tracks;

// Allocates uninitialized keys.
mote_result scene_tracks_create(uint32_t body_count, uint32_t last, scene_tracks *out);
void scene_tracks_release(scene_tracks *tracks);

static inline scene_track_key *scene_tracks_key(const scene_tracks *tracks, uint32_t body,
                                                uint32_t time)
{
    return tracks->keys + (size_t)time * tracks->body_count + body;
}

// Interpolates a key. The tracks must have keys.
scene_track_key scene_tracks_at(const scene_tracks *tracks, uint32_t body, double time);
mote_transform scene_tracks_place(const scene_tracks *tracks, uint32_t body, double time);

#endif
