// Where bodies are at whole times, from a simulation that is run once, when a scene is opened. Between
// two whole times places and parameters run straight and rotations along the shorter arc; before the
// first and after the last one time runs back again.

#ifndef MOTE_SCENES_TRACKS_H
#define MOTE_SCENES_TRACKS_H

#include "scenes/motion.h"

typedef struct mote_track_key {
    mote_dvec3 place;
    mote_quaternion rotation;
    double parameter; // for the scene's own use, such as how far a hand is closed
} mote_track_key;

// All zero has no keys. Owns its keys.
typedef struct mote_tracks {
    mote_track_key *keys; // body_count for each time from 0 to last
    uint32_t body_count;
    uint32_t last;
} mote_tracks;

// Room for the keys, not yet filled.
mote_result mote_tracks_create(uint32_t body_count, uint32_t last, mote_tracks *out);
void mote_tracks_release(mote_tracks *tracks);

static inline mote_track_key *mote_tracks_key(const mote_tracks *tracks, uint32_t body,
                                              uint32_t time)
{
    return tracks->keys + (size_t)time * tracks->body_count + body;
}

// Of tracks that have keys.
mote_track_key mote_tracks_at(const mote_tracks *tracks, uint32_t body, double time);
mote_transform mote_tracks_place(const mote_tracks *tracks, uint32_t body, double time);

#endif
