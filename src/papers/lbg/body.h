// What method lbg keeps of a body: its areas, a particle in each, and the sizes that its rules compare with.

#ifndef MOTE_PAPERS_LBG_BODY_H
#define MOTE_PAPERS_LBG_BODY_H

#include <mote/papers.h>

#include "method/method.h"
#include "shape/points.h"

struct mote_lbg_census;

// The most particles that a body is ever given.
enum { MOTE_LBG_MOST_PARTICLES = 4096 };

// A chain of vertices in one of the four directions of a rectangle (rectangle.h), thinned out.
enum { MOTE_LBG_ROUTE = 8 };
typedef struct mote_lbg_route {
    uint32_t count;
    uint32_t vertices[MOTE_LBG_ROUTE + 1];
} mote_lbg_route;

// Vertices that are spread over an area (lookouts.h).
enum { MOTE_LBG_LOOKOUTS = 8 };

// A particle never leaves its area.
typedef struct mote_lbg_particle {
    uint32_t area;
    uint32_t vertex;
    uint32_t start;           // the vertex at which it began
    mote_lbg_route routes[4]; // from there; unused where rectangles are literal
    uint32_t lookouts[MOTE_LBG_LOOKOUTS];
    uint32_t lookout_count;
} mote_lbg_particle;

typedef struct mote_lbg_body {
    const mote_shape *shape; // null before the body is admitted
    struct mote_lbg_census *census;
    uint32_t census_place;
    float rest_radius; // of the sphere that stands for the body, at rest
    float radius;      // and in the shape of the last partition

    mote_areas *areas; // null before the first partition
    uint32_t cuts;     // into areas, so far
    mote_areas_view view;
    uint32_t count;    // of particles: one an area that has vertices
    uint32_t capacity; // of the arrays below
    mote_lbg_particle *particles;
    uint32_t *next_vertex; // where each goes in this step
    mote_vec3 *at;         // where each is
    mote_vec3 *next_at;

    uint32_t largest_area; // in faces, an upper bound
    uint32_t most_steps;   // R_max
    float rest_distance;   // Eq. 13 in the rest shape
    float distance;        // mu: the same in the present shape
    bool measured;         // what follows is known
    float reach;           // R_eff: from the initial particles
    double acceptable;     // A*
    double first_surface;  // when the body was first measured

    // Of the present frame.
    uint64_t frame; // in which it was last in play
    uint32_t place; // among the bodies in play
    uint32_t moved; // particles in the last step
    bool active;    // takes part in the next step
} mote_lbg_body;

// Cuts the body into `count` areas, or fewer, and puts a particle in each. `positions` and `normals` as in
// mote_areas_def. After a failure the body is as it was.
mote_result mote_lbg_partition(mote_lbg_body *body, const mote_settings *settings, uint32_t count,
                               const mote_vec3 *positions, const mote_vec3 *normals);

// Reads where the particles are now, and the collision distance.
void mote_lbg_body_look(mote_lbg_body *body);

void mote_lbg_body_release(mote_lbg_body *body, const mote_allocator *allocator);

#endif
