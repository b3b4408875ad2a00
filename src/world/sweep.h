// A sweep from the inside: what a world and its bodies keep for it, and its stages.

#ifndef MOTE_WORLD_SWEEP_H
#define MOTE_WORLD_SWEEP_H

#include "method/sweep.h"
#include "world/world.h"

// The shapes that a moving body has beside its present one: the two ends of the step, and a time between them.
enum { MOTE_AT_START = 0, MOTE_AT_END, MOTE_AT_TIME, MOTE_MOTION_SHAPES };

// What a body keeps for sweeps. It is made by the first motion or sweep.
struct mote_body_sweep {
    bool moves; // has a motion
    mote_motion motion;
    mote_transform transforms[2]; // those of the motion
    mote_shape
        shapes[MOTE_MOTION_SHAPES]; // made when they are needed; without clusters before that
    mote_vec3 *positions;           // of MOTE_AT_TIME, in mesh order; null before
    double *vertex_steps;           // in mesh order; null before they are first wanted
    bool has_vertex_steps;          // of the last sweep
    struct mote_shared_incidence *incidence;
    mote_swept swept;
    const mote_shape *end; // of the motion; that of `swept` is earlier while a step is verified
    double time;           // of that earlier one, if the body is on demand
    bool takes_part;       // in the present sweep
    bool is_near;          // its pairs are found sooner, or only, if it is fresh
    bool was_paired;       // in the last sweep, and probably is again
    bool is_streamed;      // it is in no pair so far, and only the boxes of both ends are known
};

// The incidence of a mesh, for all bodies that have it.
typedef struct mote_shared_incidence {
    const mote_mesh *mesh;
    uint32_t user_count;
    mote_incidence incidence;
} mote_shared_incidence;

// Two faces that meet in the step, while they are sorted.
typedef struct mote_meeting_faces {
    uint64_t key; // face_a << 32 | face_b
    mote_impact_time time;
    uint32_t candidate;
    bool at_start;
} mote_meeting_faces;

typedef MOTE_ARRAY(mote_swept_impact) mote_swept_impact_array;
typedef MOTE_ARRAY(mote_meeting_faces) mote_meeting_faces_array;

// What a world keeps for sweeps. It is made by the first motion or sweep.
struct mote_sweeper {
    mote_sweep_def def; // of the last sweep
    uint64_t number;    // sweeps so far
    uint64_t version;   // of what methods keep of bodies; verifying takes several
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

// The sweeper of the world, and what the body keeps; null for no memory (sweeper.c).
mote_sweeper *mote_sweeper_of(mote_world *world);
mote_body_sweep *mote_body_sweep_of(mote_world *world, mote_body *body);

// ---------------------------------------------------------------------------------------------
// Motions (motion.c)

// Prepares the two ends of a body: sets where their vertices come from, without reading them. MOTE_ERROR_STATE, with the name
// of the `function` that was called, if positions are needed and gone.
mote_result mote_motion_prepare(mote_world *world, uint32_t index, const char *function);

// Reads the vertices of both ends and computes the boxes over the step: all of them, or that of the whole body if it is streamed. The
// ends are prepared. From any worker, if the present shape of the body is fresh where an end needs it.
void mote_motion_update(mote_body *body, const mote_tasks *tasks);

// May the body be streamed, until it is in a pair?
bool mote_motion_can_stream(const mote_body *body);

// Puts a body on demand over the step instead: bounds both ends as a whole. The ends are prepared. False if that is not possible, and
// the body must be updated.
bool mote_motion_go_on_demand(mote_world *world, mote_body *body);

// Is it cheaper to read all vertices of a body on demand, which only moves rigidly, than those that may meet another in the region?
bool mote_motion_is_near(const mote_body *body, const mote_box *region);

// Does an end need the present shape?
bool mote_motion_needs_present(const mote_body *body);

// The positions of a moving body at a time, rounded to float, in mesh order. The ends are fresh.
void mote_motion_positions(const mote_body_sweep *sweep, double time, mote_vec3 *out);

// Lets the step of the body end at `time`, with rounded positions, until it is restored. False for no memory.
bool mote_motion_cut(mote_world *world, mote_body *body, double time);
void mote_motion_restore(mote_body *body);

// ---------------------------------------------------------------------------------------------
// Stages (sweep.c, sweep_report.c, sweep_faces.c, sweep_contacts.c, safe_step.c)

// Asks the method for what `frame` says of the bodies as they are. The bodies that take part are updated.
mote_result mote_sweep_run(mote_world *world, mote_sweep_frame *frame);
mote_sweep_frame mote_sweep_begin(mote_world *world, mote_sweep_find find, mote_budget *budget);

// From the sinks to the report. The impacts in the sinks have slots, and vertices in mesh order.
mote_result mote_sweep_report_build(mote_world *world);

// Steps of it, before impacts get the caller's numbers: the face pairs of all impacts and of the start, and the contacts of all impacts.
mote_result mote_sweep_list_faces(mote_world *world);
mote_result mote_sweep_fill_contacts(mote_world *world);

// Fills the verified step. The report has been built; the candidates are lost.
mote_result mote_sweep_verify(mote_world *world);

// MOTE_ERROR_STATE if there is no report.
mote_result mote_sweep_expect_report(const mote_world *world, const char *function);

// The time of the first of several events, each known by an interval.
static inline void mote_take_first(mote_impact_time *first, mote_impact_time time)
{
    if (time.low < first->low) first->low = time.low;
    if (time.high < first->high) first->high = time.high;
}

#endif
