// Bodies that bounce off each other and off the walls of a box, simulated in cycles as in the papers:
// each body moves straight for one cycle, then contacts are found, and bodies that touch and approach
// each other change their motion.
//
// Contacts are found between simple proxies, chains of capsules, instead of faces. This is cheap
// enough to simulate a scene when it is opened, and gives the same bits on every target.

#ifndef MOTE_SCENES_BOUNCE_H
#define MOTE_SCENES_BOUNCE_H

#include "scenes/tracks.h"

enum { SCENE_MAX_JOINTS = 16 };

// All points within `radius` of the polyline through the joints, in the body's own space; one joint
// is a ball. The polyline makes a branch by going back over itself.
typedef struct scene_proxy {
    mote_dvec3 joints[SCENE_MAX_JOINTS];
    uint32_t joint_count;
    double radius;
} scene_proxy;

typedef struct scene_bouncer {
    scene_proxy form;
    mote_dvec3 place;
    mote_rotation rotation;
    mote_dvec3 velocity; // per cycle
    mote_dvec3 spin;     // axis in world space; its length is in turns per cycle
    double inertia;      // about any axis, for a mass of 1
    double parameter;    // copied to the tracks
    bool carried;        // moved by `steer` alone; other bodies bounce off it
    double reach;        // largest distance of the form from the place; set by the run
} scene_bouncer;

typedef enum scene_bounce_response {
    // Smith et al. 1998, section 5.3: the two bodies exchange their motion vectors.
    SCENE_BOUNCE_EXCHANGE,
    // Senin et al. 2003, section 4, for equal masses and a moment of inertia that is the same about
    // all axes: an elastic pulse along the normal, divided by the effective masses.
    SCENE_BOUNCE_PULSE
} scene_bounce_response;

typedef struct scene_bounce {
    scene_bouncer *bodies;
    uint32_t body_count;
    mote_dvec3 low, high; // corners of the box that holds all places
    uint32_t cycles;
    scene_bounce_response response;
    // Called before each cycle; may change the bodies. May be null.
    void (*steer)(void *context, uint32_t cycle, scene_bouncer *bodies);
    void *context;
    // Reverse the tracks in time: bodies that separate at the start of the simulation meet at the
    // end of the scene, and nothing touches before.
    bool backwards;
} scene_bounce;

// Runs the simulation, which changes the bodies. `out` gets `cycles` + 1 keys per body.
mote_result scene_bounce_run(const scene_bounce *bounce, scene_tracks *out);

// Whether the proxies of two bodies touch.
bool scene_bouncers_touch(const scene_bouncer *a, const scene_bouncer *b);

// scene_radius_around returns the least radius for which the proxy contains all vertices;
// scene_radius_inside the radius of the largest ball about the origin inside a convex body around
// it.
double scene_radius_around(const scene_proxy *form, const mote_vec3 *vertices, uint32_t count);
double scene_radius_inside(const mote_vec3 *vertices, const uint32_t *triangles,
                           uint32_t triangle_count);

#endif
