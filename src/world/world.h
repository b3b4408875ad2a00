// Internals of a world.

#ifndef MOTE_WORLD_WORLD_H
#define MOTE_WORLD_WORLD_H

#include "core/box_tree.h"
#include "core/pool.h"
#include "method/method.h"
#include "shape/face_tree.h"
#include "shape/node_tree.h"
#include "world/contacts.h"
#include "world/distance/search.h"
#include "world/hints.h"
#include "world/manifold.h"
#include "world/turns.h"

struct mote_recorder;
struct mote_body_sweep; // world/sweep.h
struct mote_sweeper;

// Changes of a body by the caller since it was last recorded.
enum { MOTE_UNRECORDED_POSITIONS = 1, MOTE_UNRECORDED_TRANSFORM = 2, MOTE_UNRECORDED_BOUNDS = 4 };

typedef struct mote_body {
    uint32_t generation; // 0 while the slot is free
    uint32_t last_generation;
    mote_shape shape;
    mote_cluster_tree clusters; // for queries, built by the first one
    mote_face_tree faces;       // for views and features, built by the first one
    uint8_t *feature_owners;    // mesh/clusters.h; null before the first features
    uint32_t owner_count;       // number of feature_owners
    void *method_state;
    void *engine_state;      // of the exact engine in worlds that certify
    uint64_t method_version; // shape version of the last update of the method
    bool moved;              // changed or created since the last detect began
    uint64_t category, mask;
    bool self_collision, self_shared_vertex, self_shared_edge;
    uint32_t unrecorded; // MOTE_UNRECORDED_*
    void *user_data;
    bool has_place;                // the transform was set in double
    mote_dvec3 place;              // the translation, in the caller's space
    struct mote_body_sweep *sweep; // null before its first motion or sweep
} mote_body;

// Two bodies that were together in a frame.
typedef struct mote_body_pair {
    mote_body_id a, b;
} mote_body_pair;

typedef MOTE_ARRAY(mote_body_pair) mote_body_pair_array;
typedef MOTE_ARRAY(mote_pair_report) mote_pair_report_array;

// Arrays of the report. They grow as needed and are reused.
typedef struct mote_report_data {
    mote_pair_report_array pairs;
    MOTE_ARRAY(mote_face_pair) face_pairs;
    mote_u32_array contact_of;
    MOTE_ARRAY(mote_contact) contacts;
    MOTE_ARRAY(mote_segment) segments;
    MOTE_ARRAY(mote_pair_estimate) estimates;
    MOTE_ARRAY(mote_body_id) invalid;
    MOTE_ARRAY(mote_unexamined_pair) unexamined;
    MOTE_ARRAY(mote_body_id) unsearched;
    mote_u64_array keys, scratch;     // for sorting face pairs
    mote_body_pair_array before, now; // sorted by bodies
    mote_pair_report_array merged;    // for filling in states
    bool cut_short;
    uint64_t hash;
    mote_stats stats;
} mote_report_data;

// The exact engine besides the world's method. Zeroed in worlds that do not certify.
typedef struct mote_certifier {
    const mote_method_api *engine; // null: do not certify
    void *engine_state;
    mote_candidate_array candidates; // left undecided by the method
    mote_u32_array numbers;          // their indices among the world's candidates
    MOTE_ARRAY(size_t) hits_before;  // per sink: number of the method's hits
} mote_certifier;

// The box of a body in the broad phase.
typedef struct mote_listed_box {
    mote_box box;
    uint32_t body;
} mote_listed_box;

struct mote_world {
    mote_world_def def;
    mote_memory memory;       // counts the memory of the world
    mote_allocator allocator; // counted by `memory`, used for everything in the world
    mote_pool *pool;          // null if the caller supplies tasks
    mote_tasks tasks;
    double pairs_seconds; // time that the last frame spent on face pairs
    const mote_method_api *method;
    mote_settings settings;                                   // for the method
    _Alignas(max_align_t) mote_method_options method_options; // as the method reads them
    void *method_state;
    mote_certifier certifier;
    MOTE_ARRAY(mote_body *) bodies; // stable addresses: methods keep pointers to bodies
    mote_u64_array ignored;         // keys, sorted
    uint32_t body_count;            // bodies that exist
    uint64_t frame;
    _Atomic(const char *) running; // the function that is using the world, or null
    _Atomic(const void *) owner;   // identifies its thread
    bool has_report;
    bool method_can_draw; // it ran in the last frame, and all bodies of that frame still exist
    struct mote_recorder *recorder; // null while not recording

    // State of the present frame.
    mote_box_tree tree;                      // over bodies
    mote_u32_array tree_bodies;              // the body of each leaf
    MOTE_ARRAY(mote_listed_box) broad_boxes; // of bodies in the broad phase
    uint32_t broad_selves;                   // how many of these bodies collide with themselves
    bool broad_all_meet;      // no category, mask or ignored pair excludes a pair of them
    mote_u32_array found;     // leaves
    mote_u64_array pair_keys; // candidate pairs of bodies
    mote_u64_array key_scratch;
    mote_candidate_array candidates; // parallel to pair_keys
    MOTE_ARRAY(mote_sink) sinks;     // one per worker
    mote_contact_work contact_work;
    mote_report_data report;
    mote_manifold_work manifolds;

    mote_hints hints; // per pair of bodies, stored by methods and queries
    mote_turns turns; // for frames with a budget

    struct mote_sweeper *sweeper; // null before the first motion or sweep

    // State of queries, allocated by the first query.
    struct mote_view *view;                 // null before the first one (mote/view.h)
    _Atomic bool is_frozen;                 // while the view is in use
    struct mote_feature_search *features;   // null before the first one (mote/features.h)
    mote_search *search;                    // null before the first distance query
    mote_u64_array query_keys;              // body << 32 | face
    MOTE_ARRAY(mote_body_face) query_faces; // the last result
};

// Fails if mote_world_create would refuse the def.
mote_result mote_world_check_def(const mote_world_def *def);

// One thread at a time may use a world, and callbacks may not change it. Functions that take long
// or call back enter the world and leave it; functions that change it require that it is idle;
// functions that only read it may be called from callbacks. All fail with MOTE_ERROR_ARGUMENT for
// null, and with MOTE_ERROR_STATE if a rule is violated. Two calls that begin at the same moment,
// and reads while another thread is in a call, are detected reliably only in builds without NDEBUG.
mote_result mote_world_enter(mote_world *world, const char *function);
void mote_world_leave(mote_world *world);
mote_result mote_world_expect_idle(const mote_world *world, const char *function);
mote_result mote_world_expect_readable(const mote_world *world, const char *function);

// Finds a body by its id. If there is none, fails with a message that starts with the name of the
// calling `function`. For functions that only read the world.
mote_result mote_world_find(const mote_world *world, const char *function, mote_body_id id,
                            mote_body **out);

// Like mote_world_find for functions that change the world, which must be idle.
mote_result mote_world_find_idle(mote_world *world, const char *function, mote_body_id id,
                                 mote_body **out);

// Returns MOTE_ERROR_STATE, with the name of the calling `function`, if positions of a body are
// needed and gone: they were set before the last detect (mote_body_set_positions).
mote_result mote_world_check_positions(const mote_world *world, const char *function,
                                       uint32_t index);

// Checks the positions of all bodies with a category in `mask`.
mote_result mote_world_check_all_positions(const mote_world *world, const char *function,
                                           uint64_t mask);

// Begins a frame of all bodies. Fails like mote_world_check_positions if the frame needs positions
// that are gone.
mote_result mote_world_begin_positions(mote_world *world);

// Returns MOTE_ERROR_REFUSED if the method supports rigid bodies only.
mote_result mote_world_check_deforming(const mote_world *world, mote_body_id id);

// Releases the contents of a body. Afterwards its slot is free.
void mote_world_release_body(mote_world *world, mote_body *body);

// Adds a free slot for a body. Returns null if out of memory.
mote_body *mote_world_add_slot(mote_world *world);

// Fails if mote_body_create would refuse the def. The message starts with the name of the calling
// function.
mote_result mote_world_check_body_def(const mote_world *world, const mote_body_def *def,
                                      const char *function);

// Creates the missing parts of a body. After a failure, mote_world_release_body releases the parts
// that were created.
mote_result mote_world_fill_body(mote_world *world, mote_body *body, const mote_body_def *def);

// Creates a body in a free slot.
mote_result mote_world_fill_slot(mote_world *world, const mote_body_def *def, uint32_t index,
                                 mote_body_id *out);

static inline mote_body *mote_world_body_at(const mote_world *world, uint32_t index)
{
    return world->bodies.data[index];
}

static inline mote_body_id mote_world_id_of(const mote_world *world, uint32_t index)
{
    return (mote_body_id){index, mote_world_body_at(world, index)->generation};
}

// Combines two body indices into a key, the lower index first.
static inline uint64_t mote_pair_key(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static inline uint64_t mote_body_pair_key(const mote_body_pair *pair)
{
    return mote_pair_key(pair->a.index, pair->b.index);
}

bool mote_world_ignores(const mote_world *world, uint64_t pair_key);

// Do categories, masks and ignored pairs let two bodies meet?
bool mote_world_lets_meet(const mote_world *world, uint32_t a, uint32_t b);

// Does the method read single vertices? Then bodies with promised bounds are not updated.
static inline bool mote_world_reads_points(const mote_world *world)
{
    return world->method->info.abilities & MOTE_ABILITY_POINTS;
}

// Are all pairs that no filter excludes candidates, even if their boxes do not overlap?
static inline bool mote_world_wants_all_pairs(const mote_world *world)
{
    return world->method->wants_all_pairs || world->settings.effects & MOTE_OPTION_WANTS_ALL_PAIRS;
}

// Must the method see all candidates together, even with a budget?
static inline bool mote_world_joins_pairs(const mote_world *world)
{
    return world->method->joins_pairs || world->settings.effects & MOTE_OPTION_JOINS_PAIRS;
}

// The readiness of a body that exact tests of this world need: that of the method, or of the engine
// that certifies. A method that works on demand needs only that readiness, except for a body that
// may collide with itself.
mote_readiness mote_world_exact_level(const mote_world *world, const mote_body *body);

// Allocates memory for the vertices of a body, which the functions below require. Must not be
// called from workers.
mote_result mote_world_make_room(mote_world *world, mote_body *body);

// Raises a body to at least a readiness. Returns false if a position is known to be NaN or
// infinite. Must not be called from workers.
bool mote_world_require(mote_world *world, mote_body *body, mote_readiness level);

// Raises a body to the readiness with which a distance query begins.
bool mote_world_require_for_query(mote_world *world, mote_body *body);

// Fills pair_keys, sorted: pairs of bodies whose boxes, widened by the tolerance, overlap and that
// no filter excludes, and bodies with self-collision. Returns false if out of memory.
bool mote_broad_phase(mote_world *world);

// A broad phase with other boxes. `box_of` returns false for a body that takes no part.
typedef bool mote_broad_box(const mote_world *world, const mote_body *body, mote_box *out);
bool mote_broad_phase_of(mote_world *world, mote_broad_box *box_of);

// The broad phase in two steps. The first step orders the bodies. The second step finds pairs for
// one body after the other, by index, cyclically from `first_body`, until the deadline; each body
// is paired with bodies of higher index. It lists the bodies that were not reached in the report,
// and adds pairs that were together in the last frame and may still be.
bool mote_broad_phase_begin(mote_world *world);
bool mote_broad_phase_until(mote_world *world, double deadline, uint32_t first_body);

// Makes a candidate of a pair of bodies: raises the bodies to the readiness that the method needs, and updates the method. Sets
// *made to false if the bodies cannot meet.
mote_result mote_candidate_make(mote_world *world, mote_frame *frame, uint64_t key,
                                mote_candidate *out, bool *made);

// Makes a candidate of each pair key and drops candidates that cannot meet.
mote_result mote_candidates_make_all(mote_world *world, mote_frame *frame);

// Fails if there are more pairs than indices for them.
mote_result mote_candidates_check_count(size_t count);

// The steps of the report, in this order. List: makes one pair per candidate and its face pairs
// from the sinks. Compare: finds pairs that began, persist or ended since the last frame, and drops
// pairs that are apart. Finish: computes sums and the hash.
mote_result mote_report_list_pairs(mote_world *world);
mote_result mote_report_compare(mote_world *world);
void mote_report_finish(mote_world *world);
void mote_report_clear(mote_report_data *report);
void mote_report_release(mote_report_data *report, const mote_allocator *allocator);

// Could one body of a candidate lie inside the other without touching it? The report's pairs must
// be those of the candidates.
bool mote_containment_concerns(const mote_candidate *candidate, const mote_pair_report *pair);

// Fills the relation of the candidates for which mote_containment_concerns is true. Without a
// budget, their bodies must be fresh.
void mote_containment_find(mote_world *world);

// Do contacts of these two bodies have a depth? Then both must be fresh when contacts are built.
bool mote_contacts_have_depth(const mote_world *world, const mote_shape *a, const mote_shape *b);

// Fills the report's contacts from its face pairs, one pair of bodies after the other: the result
// does not depend on the number of workers. Lists contacts without a direction in
// contact_work.undirected.
mote_result mote_contacts_build(mote_world *world);

// Gives the undirected contacts the direction from body to body. The bodies must be fresh.
void mote_contacts_direct(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Motions and sweeps (motion.c, sweep.c, sweeper.c)

// Removes the motion of a body: it rests from now on.
void mote_body_end_motion(mote_body *body);

// Release the sweep data of a body and a world.
void mote_body_sweep_release(mote_world *world, mote_body *body);
void mote_sweeper_release(mote_world *world);

// Releases memory that no result needs.
void mote_sweeper_trim(mote_world *world);

// Returns MOTE_ERROR_REFUSED if the method cannot sweep.
mote_result mote_sweep_check_method(const mote_world *world, const char *function);

// ---------------------------------------------------------------------------------------------
// Features (features/)

// Release the feature data of a body and a world.
void mote_body_features_release(mote_world *world, mote_body *body);
void mote_feature_search_release(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Certify (certify.c)

// Returns false if out of memory.
bool mote_certifier_create(mote_world *world);
void mote_certifier_destroy(mote_world *world);

// Prepares the engine for a body.
mote_result mote_certifier_admit(mote_world *world, mote_body *body);
void mote_certifier_drop(mote_world *world, mote_body *body);

// Asks the engine for one face pair of each candidate that the method left undecided, adds them to
// the sinks and completes the estimates. Candidates that the budget does not reach stay undecided.
// The bodies of these candidates must have the readiness of mote_world_exact_level.
mote_result mote_certify(mote_world *world, const mote_frame *frame);

#endif
