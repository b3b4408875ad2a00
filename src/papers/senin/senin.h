// Internals of method senin: the types and functions that the files of this folder share. The files
// follow the sections of Senin et al. 2003; each states the decisions where the paper is silent.

#ifndef MOTE_PAPERS_SENIN_SENIN_H
#define MOTE_PAPERS_SENIN_SENIN_H

#include <mote/papers.h>
#include <stdatomic.h>

#include "core/arena.h"
#include "core/random.h"
#include "core/vec.h"
#include "method/method.h"
#include "papers/particle/forces.h"
#include "papers/particle/precise_check.h"

extern const mote_option_table mote_senin_option_table;

static inline const mote_senin_options *mote_senin_options_of(const mote_settings *settings)
{
    return settings->options;
}

// The maximum that mote_count_by_convex_parts returns.
enum { MOTE_SENIN_MAX_COUNTED_PARTICLES = 128 };

// The largest number of particles that a body may have.
static inline uint32_t mote_senin_capacity(const mote_senin_options *options)
{
    return options->particles ? options->particles : MOTE_SENIN_MAX_COUNTED_PARTICLES;
}

// ---------------------------------------------------------------------------------------------
// Sites (sites.c)

// Where a particle may be: a vertex, the middle of an edge or the centroid of a face. The vertices
// are in ascending order and followed by MOTE_NONE.
typedef struct mote_site {
    uint32_t corners[3];
} mote_site;

typedef struct mote_senin_body {
    uint32_t particles;     // on the body: for each other body, or with one_set for all of them
    uint32_t longest_route; // N_max, in edges
    // With one_set:
    mote_site *sites; // `particles`
    bool is_placed;   // the sites are set
    uint32_t set;     // index in the last frame in which it was near others (mote_senin_sets)
} mote_senin_body;

static inline mote_site mote_site_of_vertex(uint32_t vertex)
{
    return (mote_site){{vertex, MOTE_NONE, MOTE_NONE}};
}

static inline bool mote_sites_equal(mote_site a, mote_site b)
{
    return a.corners[0] == b.corners[0] && a.corners[1] == b.corners[1] &&
           a.corners[2] == b.corners[2];
}

typedef struct mote_site_visitor {
    void (*visit)(void *context, mote_site site, mote_vec3 at);
    void *context;
} mote_site_visitor;

// The surface on which particles move: the present shape of a body, or a copy of a part of it
// (own_thread.c).
typedef struct mote_senin_surface mote_senin_surface;
struct mote_senin_surface {
    mote_vec3 (*locate)(const mote_senin_surface *surface, mote_site site);
    // Visits the neighboring sites, always in the same order; each once if the mesh is a surface.
    void (*neighbors)(const mote_senin_surface *surface, mote_site site,
                      const mote_site_visitor *visitor);
};

typedef struct mote_senin_shape {
    mote_senin_surface surface; // must be the first member
    const mote_shape *shape;
    mote_senin_movement movement;
} mote_senin_shape;

// The shape must have points, and its mesh ADJACENCY.
mote_senin_shape mote_senin_shape_of(const mote_shape *shape, mote_senin_movement movement);

// The squared distance; infinite if it is NaN. A double holds the square of any float.
double mote_squared_distance(mote_vec3 a, mote_vec3 b);

// ---------------------------------------------------------------------------------------------
// Interaction of the particles of two bodies (forces.c, movement.c)

// The particles of one body that are attracted by those of one other body.
typedef struct mote_senin_particles {
    uint32_t count;
    mote_site *sites;
    mote_vec3 *at; // the positions of the sites
} mote_senin_particles;

// Two sites, one on each body.
typedef struct mote_site_pair {
    mote_site sites[2];
    mote_vec3 at[2];
    double squared;  // distance
    float radius[2]; // of the neighborhoods to test, once they are known
} mote_site_pair;

// The influence of the distant particles on one particle: a potential that is linear around `at`.
typedef struct mote_distant_influence {
    mote_vec3 at;
    float potential;
    mote_vec3 slope;
    uint32_t near_count[2]; // near particles of the other body, and of its own
} mote_distant_influence;

typedef struct mote_influence_cache {
    uint32_t capacity;                  // in particles of both bodies together
    mote_distant_influence *influences; // per particle, those of the first body first
    uint16_t *near; // `capacity` per particle: the near ones of the other body, then of its own
    mote_vec3 *gathered; // scratch, `capacity`
    uint32_t age;        // steps since the influences were evaluated
} mote_influence_cache;

typedef struct mote_interaction {
    const mote_senin_options *options;
    const mote_senin_surface *surfaces[2];
    mote_senin_particles particles[2];
    float reach;                 // R_eff
    float inverse_reach;         // 1 / R_eff
    mote_influence_cache *cache; // null: all influences are evaluated each time
    // Per particle: the closest pair that it was in. Null if pairs are not tracked.
    mote_site_pair *nearest[2];
    uint64_t force_evaluations, hops;
} mote_interaction;

// The potential of particle `particle` of body 0 or 1 if it were at each of the first `count`
// points; infinite if a point is not finite. Uses the cache if there is one.
void mote_senin_potentials(mote_interaction *interaction, int body, uint32_t particle,
                           const mote_force_points *points, uint32_t count,
                           float out[MOTE_FORCE_POINTS]);

// The force on a particle, without the cache, in units of 1 / R_eff. For drawing.
mote_vec3 mote_senin_force(const mote_interaction *interaction, int body, uint32_t particle);

// Room for `capacity` particles. False if there is no memory. All zero is a cache without room.
bool mote_influence_cache_reserve(mote_influence_cache *cache, const mote_allocator *allocator,
                                  uint32_t capacity);
void mote_influence_cache_release(mote_influence_cache *cache, const mote_allocator *allocator);

// Evaluates the influence of distant particles on all particles.
void mote_influence_cache_fill(mote_interaction *interaction);

// Evaluates the influence on a particle that has moved, if it has moved far.
void mote_influence_cache_follow(mote_interaction *interaction, int body, uint32_t particle);

// Places `count` particles on different random vertices. At least as many vertices must be in use.
void mote_senin_scatter(mote_senin_particles *particles, uint32_t count, const mote_shape *shape,
                        mote_random *random);

// Updates the positions of the particles.
void mote_senin_locate(mote_senin_particles *particles, const mote_senin_surface *surface);

typedef struct mote_senin_limits {
    uint32_t min_moving;      // N_min; 0: a tenth of the particles
    uint32_t max_steps;       // N_max
    const _Atomic bool *stop; // may be null
} mote_senin_limits;

// Moves a particle to the neighboring site of lowest potential, if that is lower than at its own.
// True if it has moved.
bool mote_senin_move(mote_interaction *interaction, int body, uint32_t particle);

// Whether a step in which `moved` of `count` particles moved was the last.
bool mote_senin_is_relaxed(const mote_senin_limits *limits, uint32_t moved, uint32_t count);

// Makes interaction steps until fewer than N_min particles move or N_max is reached. Tracks the
// closest pairs in `nearest`.
void mote_senin_relax(mote_interaction *interaction, const mote_senin_limits *limits);

// ---------------------------------------------------------------------------------------------
// The collision query (query.c, closest_pairs.c)

// Different pairs of sites in ascending order of distance; of equal ones the earlier comes first.
typedef struct mote_closest_pairs {
    mote_site_pair *items; // `capacity`
    uint32_t capacity, count;
} mote_closest_pairs;

// Kept for a pair of bodies from frame to frame.
typedef struct mote_senin_pair {
    uint32_t counts[2]; // particles of each body; 0 before the first frame
    uint32_t kept;      // closest pairs of the last frame
    uint32_t copy;      // index of its copy for the thread, made in frame `copy_frame`
    uint64_t copy_frame;
    float reach;       // R_eff of the last query
    bool relaxed;      // by the thread, since the last frame
    mote_site sites[]; // capacity of each body, then two per closest pair
} mote_senin_pair;

static inline mote_site *mote_senin_pair_sites(mote_senin_pair *pair, uint32_t capacity, int body)
{
    return pair->sites + (body ? capacity : 0);
}

static inline mote_site *mote_senin_pair_kept(mote_senin_pair *pair, uint32_t capacity)
{
    return pair->sites + 2 * (size_t)capacity;
}

// Pairs from which the search starts, for each pair that is tested.
enum { MOTE_SENIN_STARTS = 4 };

// The memory of a worker.
typedef struct mote_senin_worker {
    mote_precise_check check;
    mote_vec3 *at;           // 2 * capacity
    mote_site_pair *nearest; // 2 * capacity
    mote_site_pair *starts;  // MOTE_SENIN_STARTS * closest_pairs
    mote_site_pair *ends;    // (MOTE_SENIN_STARTS + 1) * closest_pairs
    mote_influence_cache cache;
    uint32_t capacity, closest_pairs;
} mote_senin_worker;

// False if there is no memory. All zero is a worker without room.
bool mote_senin_worker_reserve(mote_senin_worker *worker, const mote_allocator *allocator,
                               const mote_senin_options *options);
void mote_senin_worker_release(mote_senin_worker *worker, const mote_allocator *allocator);

// One pair of bodies in one frame.
typedef struct mote_senin_query {
    mote_senin_worker *worker;
    mote_sink *sink;
    mote_candidate *candidate;
    const mote_senin_options *options;
    mote_senin_pair *pair;
    mote_senin_shape shapes[2];
    mote_interaction interaction;
    mote_closest_pairs starts, ends;
    uint32_t max_steps; // N_max
} mote_senin_query;

// The interaction of a candidate on the present shapes, which are stored in `shapes`. The particles
// have as many elements as they had in the last frame; their positions are in the memory of the
// worker and not yet located.
mote_interaction mote_senin_interaction(const mote_senin_worker *worker,
                                        const mote_senin_options *options,
                                        const mote_candidate *candidate,
                                        mote_senin_shape shapes[2]);

// R_eff of two bodies.
float mote_senin_reach(const mote_senin_options *options, const mote_candidate *candidate);

// Whether the positions of both bodies can be used.
bool mote_senin_can_query(const mote_candidate *candidate);

// Prepares a query in place; `sink` may be null.
void mote_senin_query_begin(mote_senin_query *query, mote_senin_worker *worker,
                            const mote_settings *settings, mote_sink *sink,
                            mote_candidate *candidate);

// Relaxes the particles of the two bodies, tests the neighborhoods of the closest pairs exactly,
// and adds confirmed face pairs to the sink. `number` is the index of the candidate.
void mote_senin_query_run(mote_senin_worker *worker, mote_frame *frame, mote_sink *sink,
                          mote_candidate *candidate, uint32_t number);

// Stores the pairs to test in `query->ends` and keeps their sites for the next frame.
void mote_senin_choose_pairs(mote_senin_query *query);

// ---------------------------------------------------------------------------------------------
// One set of particles per body (one_set.c)

// The set of one body in one frame.
typedef struct mote_senin_set {
    mote_senin_body *body;
    mote_senin_shape shape;
    uint32_t index;    // of the body, for random numbers
    uint32_t first_at; // where the positions of its particles begin, in `at`
    float reach;       // R_eff: the largest of the pairs that it is in
} mote_senin_set;

// The sets of all bodies of a frame that are in a candidate, and which of them attract each other.
typedef struct mote_senin_sets {
    MOTE_ARRAY(mote_senin_set) sets;
    mote_u32_array first; // one more than sets: where the neighbors of each begin
    mote_u32_array neighbors;
    mote_vec3_array at;      // of the particles of all sets
    mote_vec3_array sources; // of the particles that attract the set which moves
} mote_senin_sets;

// Places the particles of new bodies and relaxes all sets together. False if there is no memory.
bool mote_senin_sets_relax(mote_senin_sets *sets, mote_frame *frame,
                           const mote_candidate *candidates, uint32_t count);

// The interaction of a set with the particles of all its neighbors, where these are now: the set is
// [0]. Valid until the next call.
mote_interaction mote_senin_sets_interaction(const mote_senin_sets *sets,
                                             const mote_senin_options *options, uint32_t set);

// Whether the body was near others in the last frame.
bool mote_senin_sets_have(const mote_senin_sets *sets, const mote_senin_body *body);

void mote_senin_sets_release(mote_senin_sets *sets, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// The thread of the particles (own_thread.c)

typedef struct mote_senin_copy mote_senin_copy;
typedef struct mote_background_thread mote_background_thread;

typedef struct mote_senin_thread {
    mote_background_thread *thread;
    mote_arena arena;
    uint64_t frame; // in which the copies were made; 0 for never
    mote_senin_copy *copies;
    uint32_t count;
} mote_senin_thread;

// Stops the thread and moves the particles of the candidates to where it has brought them. Creates
// the thread the first time. False if there is no memory.
bool mote_senin_thread_stop(mote_senin_thread *thread, mote_frame *frame,
                            mote_candidate *candidates, uint32_t count);

// Drops all copies and makes room for `count` new ones. False if there is no memory.
bool mote_senin_thread_begin(mote_senin_thread *thread, uint64_t frame, uint32_t count);

// Copies the particles of a candidate and the surface around them. False if there is no memory.
bool mote_senin_thread_add(mote_senin_thread *thread, mote_senin_worker *worker, mote_frame *frame,
                           mote_candidate *candidate);

// Lets the particles continue on the copies.
void mote_senin_thread_start(mote_senin_thread *thread);

void mote_senin_thread_release(mote_senin_thread *thread, const mote_allocator *allocator);

// ---------------------------------------------------------------------------------------------
// A thread that runs one job at a time (background_thread.c)

// A job must return soon after `stop` becomes true.
typedef void mote_background_job(void *argument, const _Atomic bool *stop);

// Null if there is no memory. If threads are not supported or cannot be started, jobs run on the
// calling thread.
mote_background_thread *mote_background_thread_create(const mote_allocator *allocator);

// Stops the job first. Null is allowed.
void mote_background_thread_destroy(mote_background_thread *thread,
                                    const mote_allocator *allocator);

// Stops the previous job and starts a new one. The job owns what `argument` points at until it is
// stopped.
void mote_background_thread_start(mote_background_thread *thread, mote_background_job *job,
                                  void *argument);

// Stops the job and waits until it has returned. A job that has not started yet never runs.
void mote_background_thread_stop(mote_background_thread *thread);

#endif
