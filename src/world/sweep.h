// Internals of sweeps: the data of a world and its bodies, and the stages.

#ifndef MOTE_WORLD_SWEEP_H
#define MOTE_WORLD_SWEEP_H

#include "method/sweep.h"
#include "world/world.h"

// The shapes that a moving body has besides its present one: the two ends of the step, and a time
// between them.
enum { MOTE_AT_START = 0, MOTE_AT_END, MOTE_AT_TIME, MOTE_MOTION_SHAPES };

// Data of a body for sweeps, created by the first motion or sweep.
struct mote_body_sweep {
    bool moves; // has a motion
    mote_motion motion;
    mote_transform transforms[2];          // transforms of the motion
    mote_shape shapes[MOTE_MOTION_SHAPES]; // created on demand; without clusters before that
    mote_vec3 *positions;                  // of MOTE_AT_TIME, in mesh order; null before
    double *vertex_steps;                  // in mesh order; null before the first use
    bool has_vertex_steps;                 // valid in the last sweep
    struct mote_shared_incidence *incidence;
    mote_swept swept;
    const mote_shape *end; // of the motion; the end of `swept` may be earlier
    double time;           // time of that earlier end, if the body is on demand
    bool takes_part;       // takes part in the present sweep
    bool is_near;          // reading all its vertices is cheaper, or required
    bool was_paired;       // was in a pair in the last sweep, so probably is again
    bool is_streamed;      // in no pair so far, only the boxes of both ends are known
};

// The incidence of a mesh, shared by all bodies with that mesh.
typedef struct mote_shared_incidence {
    const mote_mesh *mesh;
    uint32_t user_count;
    mote_incidence incidence;
} mote_shared_incidence;

// Two faces that meet in the step, used for sorting.
typedef struct mote_meeting_faces {
    uint64_t key; // face_a << 32 | face_b
    mote_impact_time time;
    uint32_t candidate;
    bool at_start;
} mote_meeting_faces;

typedef MOTE_ARRAY(mote_swept_impact) mote_swept_impact_array;
typedef MOTE_ARRAY(mote_meeting_faces) mote_meeting_faces_array;

// Data of a world for sweeps, created by the first motion or sweep.
struct mote_sweeper {
    mote_sweep_def def; // of the last sweep
    uint64_t number;    // sweeps so far
    uint64_t version;   // of the methods' data of bodies; verifying takes several
    bool has_report;
    void *method_state;
    MOTE_ARRAY(mote_shared_incidence *) incidences;
    MOTE_ARRAY(mote_sweep_sink) sinks;           // one per worker
    mote_u64_array pair_keys;                    // of bodies, sorted
    MOTE_ARRAY(mote_sweep_candidate) candidates; // parallel to pair_keys
    MOTE_ARRAY(_Atomic uint64_t) limits;         // one per candidate
    // The report.
    MOTE_ARRAY(mote_swept_pair) pairs;
    mote_swept_impact_array impacts, impact_scratch;
    MOTE_ARRAY(mote_swept_contact) contacts;
    MOTE_ARRAY(mote_swept_faces) face_pairs;
    mote_meeting_faces_array meetings, meeting_scratch;
    MOTE_ARRAY(mote_body_step) body_steps;
    MOTE_ARRAY(mote_body_id) invalid;
    double safe_step, verified_step;
    bool start_is_free, cut_short;
    uint64_t hash;
    mote_sweep_stats stats;
};

typedef struct mote_body_sweep mote_body_sweep;
typedef struct mote_sweeper mote_sweeper;

// Return the sweeper of the world and the sweep data of a body, creating them if necessary; null if
// out of memory (sweeper.c).
mote_sweeper *mote_sweeper_of(mote_world *world);
mote_body_sweep *mote_body_sweep_of(mote_world *world, mote_body *body);

// ---------------------------------------------------------------------------------------------
// Motions (motion.c)

// Prepares the two ends of a body: sets the sources of their vertices, without reading them.
// Returns MOTE_ERROR_STATE, with the name of the calling `function`, if positions are needed and
// gone.
mote_result mote_motion_prepare(mote_world *world, uint32_t index, const char *function);

// Reads the vertices of both ends and computes the boxes over the step: all boxes, or the box of
// the whole body if it is streamed. The ends must be prepared. May be called from any worker if the
// present shape is fresh or no end needs it.
void mote_motion_update(mote_body *body, const mote_tasks *tasks);

// May the body be streamed until it is in a pair?
bool mote_motion_can_stream(const mote_body *body);

// Puts a body on demand over the step, and bounds both ends as a whole. The ends must be prepared.
// Returns false if the body must be updated instead.
bool mote_motion_go_on_demand(mote_world *world, mote_body *body);

// Is reading all vertices cheaper than reading those that may meet another body in the region? For
// a body on demand that moves rigidly.
bool mote_motion_is_near(const mote_body *body, const mote_box *region);

// Does an end need the present shape?
bool mote_motion_needs_present(const mote_body *body);

// Computes the positions of a moving body at a time, rounded to float, in mesh order. The ends must
// be fresh.
void mote_motion_positions(const mote_body_sweep *sweep, double time, mote_vec3 *out);

// Lets the step of the body end at `time`, with rounded positions, until it is restored. Returns
// false if out of memory.
bool mote_motion_cut(mote_world *world, mote_body *body, double time);
void mote_motion_restore(mote_body *body);

// ---------------------------------------------------------------------------------------------
// Stages (sweep.c, sweep_report.c, sweep_faces.c, sweep_contacts.c, safe_step.c)

// Runs the method as `frame` says. The bodies that take part must be updated.
mote_result mote_sweep_run(mote_world *world, mote_sweep_frame *frame);
mote_sweep_frame mote_sweep_begin(mote_world *world, mote_sweep_find find, mote_budget *budget);

// Builds the report from the sinks. Impacts in the sinks have slots, and vertices in mesh order.
mote_result mote_sweep_report_build(mote_world *world);

// Steps of mote_sweep_report_build, before impacts are converted to the caller's indices: the face
// pairs of all impacts and of the start, and the contacts of all impacts.
mote_result mote_sweep_list_faces(mote_world *world);
mote_result mote_sweep_fill_contacts(mote_world *world);

// Fills the verified step. The report must have been built. Overwrites the candidates.
mote_result mote_sweep_verify(mote_world *world);

// Returns MOTE_ERROR_STATE if there is no report.
mote_result mote_sweep_expect_report(const mote_world *world, const char *function);

// Updates the time of the first of several events, whose times are known as intervals.
static inline void mote_take_first(mote_impact_time *first, mote_impact_time time)
{
    if (time.low < first->low) first->low = time.low;
    if (time.high < first->high) first->high = time.high;
}

#endif
