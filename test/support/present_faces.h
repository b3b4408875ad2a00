// The faces of a body as detection sees them now: what queries are checked against.

#ifndef MOTE_TEST_PRESENT_FACES_H
#define MOTE_TEST_PRESENT_FACES_H

#include <mote/world.h>

typedef struct present_faces {
    mote_vec3 *corners; // three per face, in the caller's order
    uint32_t count;
    mote_box box;
} present_faces;

present_faces present_faces_take(mote_world *world, mote_body_id body);
void present_faces_release(present_faces *faces);

#endif
