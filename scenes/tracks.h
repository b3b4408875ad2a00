// Where bodies are at whole times, from a simulation that is run once, when a scene is opened. Between
// two whole times places and parameters run straight and rotations along the shorter arc; before the
// first and after the last one time runs back again.

#ifndef MOTE_SCENES_TRACKS_H
#define MOTE_SCENES_TRACKS_H

#include "scenes/motion.h"

typedef struct scene_track_key {
    mote_dvec3 place;
    mote_rotation rotation;
    double parameter; // for the scene's own use, such as how far a hand is closed
} scene_track_key;

// All zero has no keys. Owns its keys.
typedef struct scene_tracks {
    scene_track_key *keys; // body_count for each time from 0 to last
    uint32_t body_count;
    uint32_t last;
} scene_tracks;

// Room for the keys, not yet filled.
mote_result scene_tracks_create(uint32_t body_count, uint32_t last, scene_tracks *out);
void scene_tracks_release(scene_tracks *tracks);

static inline scene_track_key *scene_tracks_key(const scene_tracks *tracks, uint32_t body,
                                                uint32_t time)
{
    return tracks->keys + (size_t)time * tracks->body_count + body;
}

// Of tracks that have keys.
scene_track_key scene_tracks_at(const scene_tracks *tracks, uint32_t body, double time);
mote_transform scene_tracks_place(const scene_tracks *tracks, uint32_t body, double time);

#endif
