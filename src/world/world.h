// The inside of a world.

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

// What the caller has set of a body since it was last recorded.
enum { MOTE_UNRECORDED_POSITIONS = 1, MOTE_UNRECORDED_TRANSFORM = 2, MOTE_UNRECORDED_BOUNDS = 4 };

typedef struct mote_body {
    uint32_t generation; // 0 while the slot is free
    uint32_t last_generation;
    mote_shape shape;
    mote_cluster_tree clusters; // for queries, built by the first one
    mote_face_tree faces;       // for views and features, built by the first one
    uint8_t *feature_owners;    // mesh/clusters.h; null before the first features
    uint32_t owner_count;       // of them
    void *method_state;
    void *engine_state;      // of the exact engine in worlds that certify
    uint64_t method_version; // of the shape that the method was last updated with
    bool moved;              // or created since the last detect began
    uint64_t category, mask;
    bool self_collision, self_shared_vertex, self_shared_edge;
    uint32_t unrecorded; // MOTE_UNRECORDED_*
    void *user_data;
    bool has_place;                // its transform was set in double
    mote_dvec3 place;              // the translation, in the caller's space
    struct mote_body_sweep *sweep; // null before its first motion or sweep
} mote_body;

// Two bodies that were together in a frame.
typedef struct mote_body_pair {
    mote_body_id a, b;
} mote_body_pair;

typedef MOTE_ARRAY(mote_body_pair) mote_body_pair_array;
typedef MOTE_ARRAY(mote_pair_report) mote_pair_report_array;

// The report's arrays; they grow to what a frame needs and stay.
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
    mote_u64_array keys, scratch;     // face pairs while they are sorted
    mote_body_pair_array before, now; // sorted by bodies
    mote_pair_report_array merged;    // while states are filled in
    bool cut_short;
    uint64_t hash;
    mote_stats stats;
} mote_report_data;

// The exact engine beside a world's own method; all zero in worlds that do not certify.
typedef struct mote_certifier {
    const mote_method_api *engine; // null: none
    void *engine_state;
    mote_candidate_array candidates; // that the method left undecided
    mote_u32_array numbers;          // their indices among the world's
    MOTE_ARRAY(size_t) hits_before;  // per sink: the hits of the method
} mote_certifier;

// The box of a body in the broad phase.
typedef struct mote_listed_box {
    mote_box box;
    uint32_t body;
} mote_listed_box;

struct mote_world {
    mote_world_def def;
    mote_memory memory;       // counts what the world holds
    mote_allocator allocator; // counted by `memory`; everything of the world comes from it
    mote_pool *pool;          // null if the caller supplies tasks
    mote_tasks tasks;
    double pairs_seconds; // that the last frame spent on face pairs
    const mote_method_api *method;
    mote_settings settings;                                   // for the method
    _Alignas(max_align_t) mote_method_options method_options; // as the method reads them
    void *method_state;
    mote_certifier certifier;
    MOTE_ARRAY(mote_body *) bodies; // methods keep pointers into them, so they never move
    mote_u64_array ignored;         // keys, sorted
    uint32_t body_count;            // alive
    uint64_t frame;
    _Atomic(const char *) running; // the function that uses the world at present; null for none
    _Atomic(const void *) owner;   // identifies its thread
    bool has_report;
    bool method_can_draw;           // it ran in the last frame, and all bodies of that frame exist
    struct mote_recorder *recorder; // null while nothing is recorded

    // Of the present frame.
    mote_box_tree tree;                      // over bodies
    mote_u32_array tree_bodies;              // the body of each leaf
    MOTE_ARRAY(mote_listed_box) broad_boxes; // of the bodies that take part in the broad phase
    uint32_t broad_selves;                   // how many of them collide with themselves
    bool broad_all_meet;      // no category, mask or ignored pair keeps two of them apart
    mote_u32_array found;     // leaves
    mote_u64_array pair_keys; // candidate pairs of bodies
    mote_u64_array key_scratch;
    mote_candidate_array candidates; // parallel to pair_keys
    MOTE_ARRAY(mote_sink) sinks;     // one per worker
    mote_contact_work contact_work;
    mote_report_data report;
    mote_manifold_work manifolds;

    mote_hints hints; // per pair of bodies, left by methods and queries
    mote_turns turns; // of pairs of bodies, under a budget

    struct mote_sweeper *sweeper; // null before the first motion or sweep

    // Of queries.
    struct mote_view *view;                 // null before the first one (mote/view.h)
    _Atomic bool is_frozen;                 // the view is in use
    struct mote_feature_search *features;   // null before the first one (mote/features.h)
    mote_search *search;                    // null before the first distance query
    mote_u64_array query_keys;              // body << 32 | face
    MOTE_ARRAY(mote_body_face) query_faces; // the last result
};

// Fails if mote_world_create would refuse the def.
mote_result mote_world_check_def(const mote_world_def *def);

// One thread at a time may use a world, and callbacks may not change it. Functions that take long or
// call back enter the world and leave it; functions that change it expect it to be idle; functions
// that only read it may be called from callbacks. All fail with MOTE_ERROR_ARGUMENT for null, and with
// MOTE_ERROR_STATE where this is violated. Calls of two threads that begin at the same moment are
// certain to be noticed in builds without NDEBUG only, and so is reading while another thread is in.
mote_result mote_world_enter(mote_world *world, const char *function);
void mote_world_leave(mote_world *world);
mote_result mote_world_expect_idle(const mote_world *world, const char *function);
mote_result mote_world_expect_readable(const mote_world *world, const char *function);

// The body of an id; where there is none, a failure whose message starts with the name of the
// `function` that was called. For functions that only read the world.
mote_result mote_world_find(const mote_world *world, const char *function, mote_body_id id,
                            mote_body **out);

// The same for functions that change the world, which must be idle.
mote_result mote_world_find_idle(mote_world *world, const char *function, mote_body_id id,
                                 mote_body **out);

// MOTE_ERROR_STATE, with the name of the `function` that was called, if the positions of a body are
// needed and gone: they were set before the last detect (mote_body_set_positions).
mote_result mote_world_check_positions(const mote_world *world, const char *function,
                                       uint32_t index);

// The same for all bodies with a category in `mask`.
mote_result mote_world_check_all_positions(const mote_world *world, const char *function,
                                           uint64_t mask);

// Begins a frame of all bodies, or fails as above if it would need positions that are gone.
mote_result mote_world_begin_positions(mote_world *world);

// MOTE_ERROR_REFUSED if the method supports rigid bodies only.
mote_result mote_world_check_deforming(const mote_world *world, mote_body_id id);

// Frees what a body holds; its slot is free afterwards.
void mote_world_release_body(mote_world *world, mote_body *body);

// One more free slot for a body; null for no memory.
mote_body *mote_world_add_slot(mote_world *world);

// Fails if mote_body_create would refuse the def; the message starts with the name of the function that was called.
mote_result mote_world_check_body_def(const mote_world *world, const mote_body_def *def,
                                      const char *function);

// Fills what is empty in a body. After a failure, mote_world_release_body releases the part that was filled.
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

// Both bodies in one number, the lower index first.
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

// Are candidates all pairs that no filter excludes, whether or not their boxes overlap?
static inline bool mote_world_wants_all_pairs(const mote_world *world)
{
    return world->method->wants_all_pairs || world->settings.effects & MOTE_OPTION_WANTS_ALL_PAIRS;
}

// Must the method see all candidates together, also under a budget?
static inline bool mote_world_joins_pairs(const mote_world *world)
{
    return world->method->joins_pairs || world->settings.effects & MOTE_OPTION_JOINS_PAIRS;
}

// The readiness that exact tests of this world need of a body: the method's own, or those of the
// engine that certifies. A method that can work on demand needs no more than that, except for a
// body that may collide with itself.
mote_readiness mote_world_exact_level(const mote_world *world, const mote_body *body);

// Memory for the vertices of a body, which is needed before anything below it. Not from workers.
mote_result mote_world_make_room(mote_world *world, mote_body *body);

// Brings a body at least to a readiness; false if a position of it is known to be NaN or infinite.
// Not from workers.
bool mote_world_require(mote_world *world, mote_body *body, mote_readiness level);

// The same for what a distance query begins with.
bool mote_world_require_for_query(mote_world *world, mote_body *body);

// Fills pair_keys, sorted: pairs whose boxes, widened by the tolerance, overlap and which filters
// let through, and bodies with self-collision. False for no memory.
bool mote_broad_phase(mote_world *world);

// The same for other boxes: `box_of` returns false for a body that takes no part.
typedef bool mote_broad_box(const mote_world *world, const mote_body *body, mote_box *out);
bool mote_broad_phase_of(mote_world *world, mote_broad_box *box_of);

// The same in two steps. The first orders the bodies. The second asks for the pairs of one body after the other with bodies
// behind it, by index, from `first_body` on and around in a circle, until the deadline: it lists the bodies that it did
// not come to in the report, and adds pairs that were together in the frame before and still may be.
bool mote_broad_phase_begin(mote_world *world);
bool mote_broad_phase_until(mote_world *world, double deadline, uint32_t first_body);

// Makes a candidate of a pair of bodies: brings them to what the method needs, and updates the
// method. *made is false if it turns out that they cannot meet.
mote_result mote_candidate_make(mote_world *world, mote_frame *frame, uint64_t key,
                                mote_candidate *out, bool *made);

// Makes candidates of all pair_keys, and drops those that cannot meet.
mote_result mote_candidates_make_all(mote_world *world, mote_frame *frame);

// Fails if there are more pairs than a frame can number.
mote_result mote_candidates_check_count(size_t count);

// The steps of the report, in this order. List: from the sinks to one pair per candidate, and face
// pairs. Compare: what began, persists or ended since the last frame; pairs that are apart leave.
// Finish: sums and the hash.
mote_result mote_report_list_pairs(mote_world *world);
mote_result mote_report_compare(mote_world *world);
void mote_report_finish(mote_world *world);
void mote_report_clear(mote_report_data *report);
void mote_report_release(mote_report_data *report, const mote_allocator *allocator);

// Could one body of a candidate lie inside the other without touching it? The report's pairs are
// those of the candidates.
bool mote_containment_concerns(const mote_candidate *candidate, const mote_pair_report *pair);

// Fills the relation of those candidates. Their bodies are fresh.
void mote_containment_find(mote_world *world);

// Do contacts of these two have a depth? Then both must be fresh when contacts are built.
bool mote_contacts_have_depth(const mote_world *world, const mote_shape *a, const mote_shape *b);

// Fills the report's contacts from its face pairs, one pair of bodies after the other, so that the
// number of workers does not matter. Contacts without a direction are listed in
// contact_work.undirected.
mote_result mote_contacts_build(mote_world *world);

// Gives these the direction from body to body. The bodies are fresh.
void mote_contacts_direct(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Motions and sweeps (motion.c, sweep.c, sweeper.c)

// The body rests from now on.
void mote_body_end_motion(mote_body *body);

// Free what a body and a world keep for sweeps.
void mote_body_sweep_release(mote_world *world, mote_body *body);
void mote_sweeper_release(mote_world *world);

// Gives back memory that no result needs.
void mote_sweeper_trim(mote_world *world);

// MOTE_ERROR_REFUSED if the method cannot sweep.
mote_result mote_sweep_check_method(const mote_world *world, const char *function);

// ---------------------------------------------------------------------------------------------
// Features (features/)

// Free what a body and a world keep for them.
void mote_body_features_release(mote_world *world, mote_body *body);
void mote_feature_search_release(mote_world *world);

// ---------------------------------------------------------------------------------------------
// Certify (certify.c)

// False for no memory.
bool mote_certifier_create(mote_world *world);
void mote_certifier_destroy(mote_world *world);

// Prepares the engine for this body too.
mote_result mote_certifier_admit(mote_world *world, mote_body *body);
void mote_certifier_drop(mote_world *world, mote_body *body);

// Asks the engine for one face pair of each candidate that the method left undecided, adds them to
// the sinks and completes the estimates. What the budget does not reach stays undecided. The bodies
// of these candidates have the readiness of mote_world_exact_level.
mote_result mote_certify(mote_world *world, const mote_frame *frame);

#endif
