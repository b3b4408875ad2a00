// Paired descent, our own method, made of the parts of two papers and of what goes wrong with them:
// Senin et al. 2003 and Saenghaengtham and Kanongchaiyos 2006 let particles on each surface be drawn to
// those of the other, and look closely where two come near. Their particles feel the sum of many
// forces, so they end in compromises; close particles stand for a collision although close is not
// crossing; and one place is looked at where there may be several.
//
// Here each particle has one partner. A pair of them starts where seeds of the two bodies, taken on
// several levels from coarse to fine (mesh/seeds.h, starts.h), are nearest to each other, and goes
// downhill on the distance of the two faces it stands on (descent.h). Distance 0, by the exact test, is
// proof of a contact; anything else is an upper bound and proves nothing. Many pairs start at once, in
// all places that are in reach, and where they end is where they start in the next frame (search.h).
// All this looks at a few hundred vertices, however many there are.

#include "core/result.h"
#include "method/drawing.h"
#include "method/methods.h"
#include "method/paired/search.h"

typedef struct mote_paired_world {
    mote_untyped workers; // mote_paired_worker
} mote_paired_world;

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
    mote_paired_world *world = frame->state;
    world->workers.size = sizeof(mote_paired_worker);
    while (world->workers.count < frame->tasks.worker_count) {
        mote_paired_worker worker = mote_paired_worker_create();
        if (!mote_untyped_push(&world->workers, frame->allocator, &worker)) return false;
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
    mote_paired_world *world = job->frame->state;
    mote_paired_worker *workers = world->workers.data;
    if (!mote_paired_search(job->frame, &job->candidates[block], block, &job->frame->sinks[worker],
                            &workers[worker]))
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
    mote_paired_world *world = state;
    mote_paired_worker *workers = world->workers.data;
    for (size_t i = 0; i < world->workers.count; i++)
        mote_paired_worker_release(&workers[i], allocator);
    mote_untyped_release(&world->workers, allocator);
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

// What the two faces are drawn along, as long as they are apart.
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

// The world draws the hint, which is one of them.
static bool is_hint(const mote_candidate *c, mote_face_pair faces)
{
    return c->hint->slot_a != MOTE_NONE && mote_shape_face(c->a, c->hint->slot_a) == faces.face_a &&
           mote_shape_face(c->b, c->hint->slot_b) == faces.face_b;
}

static void paired_draw_pair(const mote_settings *settings, const mote_candidate *c,
                             const mote_debug_draw *draw)
{
    (void)settings;
    const mote_paired_pair *pair = c->pair_state;
    for (uint32_t i = 0; i < pair->count; i++) {
        mote_face_pair faces = pair->kept[i];
        draw_approach(c, faces, draw);
        if (is_hint(c, faces)) continue;
        mote_draw_hint(draw, c->estimate.a, c->a, faces.face_a);
        mote_draw_hint(draw, c->estimate.b, c->b, faces.face_b);
    }
}

const mote_method_api mote_method_paired = {
    .info = {.method = MOTE_METHOD_PAIRED,
             .name = "paired",
             .summary = "descents from seeds to where bodies meet; may miss, never invents",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_THREADS | MOTE_ABILITY_POINTS},
    .world_state_bytes = sizeof(mote_paired_world),
    .body_state_bytes = sizeof(mote_paired_body),
    .pair_state_bytes = mote_paired_pair_bytes,
    .admit = paired_admit,
    .drop_world = paired_drop_world,
    .update = paired_update,
    .pairs = paired_pairs,
    .draw_body = paired_draw_body,
    .draw_pair = paired_draw_pair,
};
