// Internals of method lbg: what it keeps of a body, and the functions that the files of this folder
// share. The files follow the sections of Saenghaengtham and Kanongchaiyos 2006; each states the
// decisions where the paper is silent or wrong.

#ifndef MOTE_PAPERS_LBG_LBG_H
#define MOTE_PAPERS_LBG_LBG_H

#include <mote/papers.h>

#include "core/array.h"
#include "core/vec.h"
#include "method/method.h"
#include "papers/particle/precise_check.h"
#include "shape/points.h"

enum {
    MOTE_LBG_MAX_PARTICLES = 4096, // per body
    MOTE_LBG_MAX_PAIRS = 64,       // of areas that are checked per pair of bodies
    MOTE_LBG_MAX_CHORDS = 8,       // per path
    MOTE_LBG_MAX_SAMPLES = 8       // per area
};

extern const mote_option_table mote_lbg_option_table;

static inline const mote_lbg_options *mote_lbg_options_of(const mote_settings *settings)
{
    return settings->options;
}

typedef struct mote_lbg_body mote_lbg_body;
typedef MOTE_ARRAY(mote_lbg_body *) mote_lbg_body_array;

// A path over vertices from a particle to the edge of its area, in one of the directions +X, -X,
// +Y, -Y, reduced to at most MOTE_LBG_MAX_CHORDS chords (repartition.c).
typedef struct mote_lbg_path {
    uint32_t count;
    uint32_t vertices[MOTE_LBG_MAX_CHORDS + 1];
} mote_lbg_path;

// A particle never leaves its area.
typedef struct mote_lbg_particle {
    uint32_t area;
    uint32_t vertex;
    uint32_t start;         // its first vertex
    mote_lbg_path paths[4]; // from the start; unused if rectangles are literal
    // Vertices spread over the area: its farthest-point samples (partition.c).
    uint32_t samples[MOTE_LBG_MAX_SAMPLES];
    uint32_t sample_count;
} mote_lbg_particle;

struct mote_lbg_body {
    const mote_shape *shape;     // null before the body is admitted
    mote_lbg_body_array *bodies; // all bodies of the world
    uint32_t index;              // of this body in `bodies`
    float rest_radius;           // of the sphere that approximates the body, at rest
    float radius;                // the same in the shape of the last partition

    mote_areas *areas;   // null before the first partition
    uint32_t partitions; // number of partitions so far
    mote_areas_view view;
    uint32_t count;    // of particles: one per area that is not empty
    uint32_t capacity; // of the four arrays
    mote_lbg_particle *particles;
    uint32_t *next_vertex; // the vertices after the current step
    mote_vec3 *at;         // the positions of the particles
    mote_vec3 *next_at;

    uint32_t largest_area; // in faces, an upper bound
    uint32_t max_steps;    // R_max
    float rest_distance;   // mu, Eq. 13, in the rest shape
    float distance;        // mu in the present shape
    bool measured;         // the three members below are known
    float reach;           // R_eff
    double acceptable;     // A*
    double first_surface;  // surface area when the body was first measured

    uint64_t frame;       // the last frame in which it had neighbors
    uint32_t graph_index; // in the neighbor graph of that frame
    uint32_t moved;       // particles that moved in the last step
    bool active;          // takes part in the next step
};

static inline float mote_lbg_squared_distance(mote_vec3 a, mote_vec3 b)
{
    mote_vec3 off = mote_vec_sub(a, b);
    return mote_vec_dot(off, off);
}

// ---------------------------------------------------------------------------------------------
// The number of particles (particle_count.c)

// Adds a body to the bodies of the world and sets its radius. False if there is no memory.
bool mote_lbg_add_body(mote_lbg_body_array *bodies, mote_lbg_body *body,
                       const mote_allocator *allocator);
void mote_lbg_remove_body(mote_lbg_body *body);

// The radius of the vertices in use around the center of their box. `positions` are in the caller's
// numbering.
float mote_lbg_radius(const mote_mesh *mesh, const mote_vec3 *positions);

// The number of particles of a body by the rule of the settings: 1 to MOTE_LBG_MAX_PARTICLES.
mote_result mote_lbg_count_particles(const mote_lbg_body *body, const mote_settings *settings,
                                     uint32_t *out);

// ---------------------------------------------------------------------------------------------
// Surface partitioning (partition.c)

// Divides the body into at most `count` areas and places a particle in each. `positions` and
// `normals` as in mote_areas_def. If it fails, the body is unchanged.
mote_result mote_lbg_partition(mote_lbg_body *body, const mote_settings *settings, uint32_t count,
                               const mote_vec3 *positions, const mote_vec3 *normals);

// The partition of the rest shape, with the number of particles that the settings give or choose.
mote_result mote_lbg_first_partition(mote_lbg_body *body, const mote_settings *settings);

// Updates the positions of the particles and the collision distance to the present shape.
void mote_lbg_locate_particles(mote_lbg_body *body);

void mote_lbg_body_release(mote_lbg_body *body, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// Interaction forces and movement of particles (movement.c)

// The bodies of a frame that are near others, and their neighbors.
typedef struct mote_lbg_graph {
    mote_lbg_body_array bodies;
    mote_u32_array first;          // one more than bodies: where the neighbors of each begin
    mote_lbg_body_array neighbors; // in the order of the candidates
} mote_lbg_graph;

// False if there is no memory.
bool mote_lbg_graph_build(mote_lbg_graph *graph, const mote_frame *frame,
                          const mote_candidate *candidates, uint32_t count);
void mote_lbg_graph_release(mote_lbg_graph *graph, const mote_allocator *allocator);

// Moves the particles until all bodies of the graph are relaxed.
void mote_lbg_relax(mote_frame *frame, const mote_lbg_graph *graph);

// The force on a particle of `body` at a point, in the direction in which the force increases.
mote_vec3 mote_lbg_force_at(const mote_lbg_graph *graph, const mote_lbg_body *body, mote_vec3 at);

// ---------------------------------------------------------------------------------------------
// Collision distance (collision_distance.c)

// mu in the rest shape.
float mote_lbg_rest_distance(const mote_mesh *mesh, mote_lbg_distance kind);

// mu in the present shape.
float mote_lbg_present_distance(const mote_lbg_body *body);

// Checks the areas of a candidate whose particles are closest, and fills its estimate. `number` is
// its index.
void mote_lbg_check_areas(mote_precise_check *check, mote_frame *frame, mote_sink *sink,
                          mote_candidate *candidate, uint32_t number);

// ---------------------------------------------------------------------------------------------
// Repartitioning (repartition.c)

// Measures R_eff and A* from the particles and areas of a new partition. Does nothing if a position
// is not finite.
void mote_lbg_measure(mote_lbg_body *body, const mote_settings *settings);

// The largest rectangle of all areas in the present shape. NaN is ignored.
double mote_lbg_largest_rectangle(const mote_lbg_body *body, bool literal);

// Whether an area is larger than acceptable.
bool mote_lbg_has_outgrown(const mote_lbg_body *body, const mote_settings *settings);

// Partitions the present shape, for the first time or again. If a position is not finite, nothing
// changes and `*done` is false.
mote_result mote_lbg_repartition(mote_lbg_body *body, const mote_settings *settings, bool *done);

#endif
