// Paired descent, a method of this project that combines parts of two papers and avoids their
// weaknesses. Senin et al. 2003 and Saenghaengtham and Kanongchaiyos 2006 attract particles on each
// surface to particles on the other, and test faces around two particles that come near. Their
// particles follow the sum of many forces, so they stop between contacts; near particles count as a
// collision although the surfaces may not cross; and only one contact is tested although there may
// be several.
//
// Here each particle has one partner. A pair starts at seeds of the two bodies that are nearest to
// each other, on several levels from coarse to fine (mesh/seeds.h, starts.c), and descends on the
// distance of its two faces (descent.c). Distance 0, by the exact test, proves a contact; any other
// distance is an upper bound and proves nothing. Many pairs start at once, spread over the regions
// where the bodies are near, and the ends of the descents are the starts of the next frame. A
// search reads a few hundred vertices, whatever the size of the mesh.

#include "method/paired/paired.h"

#include <math.h>

#include "core/result.h"
#include "core/vec.h"
#include "method/drawing.h"
#include "method/methods.h"

// The ends of descents that a pair of bodies keeps for the next frame: first the pairs that met,
// then the closest.
typedef struct kept_ends {
    uint32_t count;
    mote_face_pair faces[];
} kept_ends;

// The working memory of one worker.
typedef struct paired_worker {
    mote_seen_pairs seen;           // face pairs that descents have visited
    mote_face_pair_array region;    // the current region
    MOTE_ARRAY(mote_approach) ends; // ends of descents, the closest first
    mote_start_search starts;
} paired_worker;

typedef struct paired_world {
    MOTE_ARRAY(paired_worker) workers;
} paired_world;

// Maximum face pairs to follow of a contact, unless the whole contact is reported.
enum { MAX_FOLLOWED_PAIRS = 32 };

static size_t paired_pair_bytes(const mote_settings *settings)
{
    return sizeof(kept_ends) + mote_paired_starts(settings) * sizeof(mote_face_pair);
}

// One search.
typedef struct search {
    mote_descent descent;
    mote_candidate *candidate;
    uint32_t number;
    paired_worker *worker;
    bool over; // found enough, or out of budget or memory
} search;

// ---------------------------------------------------------------------------------------------
// Contacts

static bool wants_regions(const search *s)
{
    return mote_paired_options_of(s->descent.frame->settings)->flood;
}

// Records a contact. Returns true if the contact is new. If whole regions are reported, every
// contact is new.
static bool note_contact(search *s, const mote_approach *end)
{
    mote_seen_before before =
        mote_starts_note_contact(&s->worker->starts, s->descent.frame->allocator, end->face);
    if (before == MOTE_SEEN_NO_MEMORY) s->descent.failed = true;
    return before == MOTE_SEEN_NOT || wants_regions(s);
}

// Reports a contact and marks its face pairs as visited, so that later descents end there.
static void report_contact(search *s, const mote_approach *end)
{
    mote_descent *descent = &s->descent;
    bool first_is_enough = descent->frame->detect == MOTE_DETECT_FIRST;
    bool whole = wants_regions(s) && !first_is_enough;
    if (!whole)
        mote_sink_add(descent->sink, descent->frame->allocator, s->number, end->face[0],
                      end->face[1], true);
    if (first_is_enough) {
        s->over = true;
        return;
    }
    mote_region_walk walk = {.descent = descent,
                             .found = &s->worker->region,
                             .max_pairs = whole ? UINT32_MAX : MAX_FOLLOWED_PAIRS,
                             .report = whole,
                             .candidate = s->number};
    mote_region_follow(&walk, end->face);
}

// ---------------------------------------------------------------------------------------------
// Ends of descents

static bool is_closer(const mote_approach *a, const mote_approach *b)
{
    if (a->distance.squared != b->distance.squared)
        return a->distance.squared < b->distance.squared;
    return a->face[0] != b->face[0] ? a->face[0] < b->face[0] : a->face[1] < b->face[1];
}

static void add_end(search *s, const mote_approach *end)
{
    if (!mote_array_push(&s->worker->ends, s->descent.frame->allocator, *end)) {
        s->descent.failed = true;
        return;
    }
    mote_approach *data = s->worker->ends.data;
    size_t at = s->worker->ends.count - 1;
    for (; at > 0 && is_closer(end, &data[at - 1]); at--) data[at] = data[at - 1];
    data[at] = *end;
}

static void descend(search *s, mote_approach *at)
{
    if (mote_descend_paired(&s->descent, at) && at->distance.squared < (double)INFINITY) {
        bool meets = mote_approach_meets(at);
        if (!meets || note_contact(s, at)) {
            add_end(s, at);
            if (meets) report_contact(s, at);
        }
    }
    s->over = s->over || s->descent.stopped || s->descent.failed;
}

// ---------------------------------------------------------------------------------------------
// Starts

// Starts from two faces of an earlier frame if they are still close, otherwise from the parts
// around them.
static void start_from_faces(search *s, const uint32_t faces[2])
{
    mote_approach at;
    if (mote_approach_faces(&s->descent, faces, &at)) {
        if (mote_approach_meets(&at) ||
            mote_starts_are_near(s->candidate, faces, at.distance.squared))
            descend(s, &at);
        else
            mote_starts_add_faces(&s->worker->starts, faces, at.distance.squared);
    }
    s->over = s->over || s->descent.stopped || s->descent.failed;
}

static void start_from_hint(search *s)
{
    const mote_hint *hint = s->candidate->hint;
    if (hint->slot_a == MOTE_NONE) return;
    start_from_faces(s, (const uint32_t[2]){mote_shape_face(s->candidate->a, hint->slot_a),
                                            mote_shape_face(s->candidate->b, hint->slot_b)});
}

// Returns the number of kept pairs that were tried.
static uint32_t start_from_kept(search *s)
{
    const kept_ends *kept = s->candidate->pair_state;
    uint32_t i = 0;
    for (; i < kept->count && !s->over; i++)
        start_from_faces(s, (const uint32_t[2]){kept->faces[i].face_a, kept->faces[i].face_b});
    return i;
}

static void start_from_seeds(search *s)
{
    mote_start_search *starts = &s->worker->starts;
    uint32_t max = mote_paired_starts(s->descent.frame->settings);
    mote_starts_add_roots(starts, max, s->descent.frame->number);
    mote_starts_refine(starts, max > starts->now.count ? max : starts->now.count);
    for (uint32_t i = 0; i < starts->now.count && !s->over; i++) {
        const mote_start *start = &starts->now.starts[i];
        if (starts->skips_known && mote_starts_knows(starts, start)) continue;
        uint32_t vertices[2];
        mote_approach at;
        mote_start_vertices(s->candidate, start, vertices);
        if (mote_approach_vertices(&s->descent, vertices, &at)) descend(s, &at);
        s->over = s->over || s->descent.stopped || s->descent.failed;
    }
}

// ---------------------------------------------------------------------------------------------
// Results

static void fill_points(const mote_approach *closest, mote_pair_estimate *out)
{
    mote_dvec3 on_a = closest->distance.on_a, on_b = closest->distance.on_b;
    if (mote_approach_meets(closest)) {
        mote_overlap overlap;
        mote_triangles_intersection(closest->corner[0], closest->corner[1], &overlap);
        on_a = on_b = overlap.points[0];
    }
    out->on_a = mote_dvec_narrow(on_a);
    out->on_b = mote_dvec_narrow(on_b);
}

static void fill_estimate(const mote_approach *closest, mote_pair_estimate *out)
{
    out->verdict = mote_approach_meets(closest) ? MOTE_VERDICT_TOUCH : MOTE_VERDICT_UNDECIDED;
    out->distance = mote_tri_distance_round(closest->distance.squared);
    out->face_a = closest->face[0];
    out->face_b = closest->face[1];
    fill_points(closest, out);
}

// If the bodies touch, the axis stays that of the last frame in which they were apart.
static void leave_hint(const mote_candidate *candidate, const mote_approach *closest)
{
    mote_hint *hint = candidate->hint;
    hint->slot_a = candidate->a->mesh->seeds->slot_of[closest->face[0]];
    hint->slot_b = candidate->b->mesh->seeds->slot_of[closest->face[1]];
    hint->upper_bound = candidate->estimate.distance;
    if (mote_approach_meets(closest)) return;
    mote_dvec3 way = mote_dvec_sub(closest->distance.on_b, closest->distance.on_a);
    double length = mote_dvec_length(way);
    if (length > 0) hint->axis = mote_dvec_narrow(mote_dvec_scale(way, 1 / length));
}

// Keeps the closest ends, followed by the kept pairs that were not tried because the search ended
// early.
static void keep_ends(const search *s, uint32_t tried)
{
    kept_ends *kept = s->candidate->pair_state;
    const mote_approach *ends = s->worker->ends.data;
    uint32_t max = mote_paired_starts(s->descent.frame->settings);
    uint32_t count = s->worker->ends.count < max ? (uint32_t)s->worker->ends.count : max;
    uint32_t left = kept->count - tried;
    if (left > max - count) left = max - count;
    memmove(kept->faces + count, kept->faces + tried, left * sizeof *kept->faces);
    for (uint32_t i = 0; i < count; i++)
        kept->faces[i] = (mote_face_pair){ends[i].face[0], ends[i].face[1]};
    kept->count = count + left;
}

// Fills the candidate's estimate, hint and pair state, and adds the faces that meet to the sink.
// False for no memory.
static bool search_candidate(mote_frame *frame, mote_candidate *candidate, uint32_t number,
                             mote_sink *sink, paired_worker *worker)
{
    search s = {.descent = {.frame = frame,
                            .sink = sink,
                            .shape = {candidate->a, candidate->b},
                            .seen = &worker->seen},
                .candidate = candidate,
                .number = number,
                .worker = worker};
    mote_seen_pairs_clear(&worker->seen);
    worker->ends.count = 0;
    mote_starts_begin(&worker->starts, candidate, sink);
    worker->starts.skips_known = !wants_regions(&s);
    start_from_hint(&s);
    uint32_t tried = start_from_kept(&s);
    if (!s.over) start_from_seeds(&s);
    candidate->complete = !s.descent.stopped;
    if (worker->ends.count > 0) {
        const mote_approach *closest = worker->ends.data;
        fill_estimate(closest, &candidate->estimate);
        leave_hint(candidate, closest);
    }
    keep_ends(&s, tried);
    return !s.descent.failed;
}

// ---------------------------------------------------------------------------------------------
// The method

static mote_result paired_admit(void *state, const mote_shape *shape, const mote_settings *settings)
{
    (void)state;
    (void)settings;
    if (!shape->mesh->seeds)
        return mote_fail(MOTE_ERROR_REFUSED,
                         "method paired: the body's mesh was built without MOTE_MESH_SEEDS");
    if (!shape->mesh->face_neighbors)
        return mote_fail(MOTE_ERROR_REFUSED,
                         "method paired: the body's mesh was built without MOTE_MESH_ADJACENCY");
    return MOTE_OK;
}

static mote_result paired_update(mote_frame *frame, void *state, const mote_shape *shape)
{
    (void)frame;
    mote_paired_read_roots(state, shape);
    return MOTE_OK;
}

static bool prepare_workers(mote_frame *frame)
{
    paired_world *world = frame->state;
    while (world->workers.count < frame->tasks.worker_count) {
        if (!mote_array_push(&world->workers, frame->allocator, (paired_worker){0})) return false;
    }
    return true;
}

typedef struct search_job {
    mote_frame *frame;
    mote_candidate *candidates;
    _Atomic bool failed;
} search_job;

static void search_one(void *argument, uint32_t block, uint32_t worker)
{
    search_job *job = argument;
    const paired_world *world = job->frame->state;
    if (!search_candidate(job->frame, &job->candidates[block], block, &job->frame->sinks[worker],
                          &world->workers.data[worker]))
        atomic_store(&job->failed, true);
}

static mote_result paired_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    search_job job = {.frame = frame, .candidates = candidates};
    bool ready = prepare_workers(frame);
    if (ready) frame->tasks.run(frame->tasks.context, search_one, &job, count);
    if (ready && !atomic_load(&job.failed)) return MOTE_OK;
    return mote_fail(MOTE_ERROR_MEMORY, "no memory for paired descents");
}

static void paired_drop_world(void *state, const mote_allocator *allocator)
{
    paired_world *world = state;
    for (size_t i = 0; i < world->workers.count; i++) {
        paired_worker *worker = &world->workers.data[i];
        mote_seen_pairs_release(&worker->seen, allocator);
        mote_seen_pairs_release(&worker->starts.known, allocator);
        mote_array_release(&worker->region, allocator);
        mote_array_release(&worker->ends, allocator);
    }
    mote_array_release(&world->workers, allocator);
}

// ---------------------------------------------------------------------------------------------
// Drawing

static void paired_draw_body(const mote_settings *settings, const mote_drawn_body *body,
                             const mote_debug_draw *draw)
{
    (void)settings;
    const mote_seeds *seeds = body->shape->mesh->seeds;
    mote_vec3 at[MOTE_SEED_ROOTS];
    if (!draw->point) return;
    mote_shape_points(body->shape, seeds->vertices, seeds->levels[0].count, at);
    for (uint32_t i = 0; i < seeds->levels[0].count; i++)
        mote_draw_point(draw, MOTE_DRAW_SEED, body->id, at[i]);
}

// Draws the shortest line between the two faces, unless they meet.
static void draw_approach(const mote_candidate *c, mote_face_pair faces,
                          const mote_debug_draw *draw)
{
    mote_vec3 a[3], b[3], on_a, on_b;
    if (!draw->vector || !mote_shape_read_face(c->a, faces.face_a, a) ||
        !mote_shape_read_face(c->b, faces.face_b, b) ||
        mote_triangles_distance(a, b, &on_a, &on_b) == 0)
        return;
    mote_draw_vector(draw, MOTE_DRAW_HINT, c->estimate.a, on_a, mote_vec_sub(on_b, on_a));
    mote_draw_vector(draw, MOTE_DRAW_HINT, c->estimate.b, on_b, mote_vec_sub(on_a, on_b));
}

// The world draws the hint, which is one of the kept pairs.
static bool is_hint(const mote_candidate *c, mote_face_pair faces)
{
    return c->hint->slot_a != MOTE_NONE && mote_shape_face(c->a, c->hint->slot_a) == faces.face_a &&
           mote_shape_face(c->b, c->hint->slot_b) == faces.face_b;
}

static void paired_draw_pair(const mote_settings *settings, const mote_candidate *c,
                             const mote_debug_draw *draw)
{
    (void)settings;
    const kept_ends *kept = c->pair_state;
    for (uint32_t i = 0; i < kept->count; i++) {
        mote_face_pair faces = kept->faces[i];
        draw_approach(c, faces, draw);
        if (is_hint(c, faces)) continue;
        mote_draw_hint(draw, c->estimate.a, c->a, faces.face_a);
        mote_draw_hint(draw, c->estimate.b, c->b, faces.face_b);
    }
}

const mote_method_api mote_method_paired = {
    .info = {.method = MOTE_METHOD_PAIRED,
             .name = "paired",
             .summary = "descents from seeds to where bodies meet; may miss, no false hits",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_THREADS | MOTE_ABILITY_POINTS},
    .options = &mote_paired_option_table,
    .world_state_bytes = sizeof(paired_world),
    .world_state_is_scratch = true,
    .body_state_bytes = sizeof(mote_paired_body),
    .pair_state_bytes = paired_pair_bytes,
    .admit = paired_admit,
    .drop_world = paired_drop_world,
    .update = paired_update,
    .pairs = paired_pairs,
    .draw_body = paired_draw_body,
    .draw_pair = paired_draw_pair,
};
