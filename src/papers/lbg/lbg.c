// Method lbg: one particle per area.
//
// Saenghaengtham, Kanongchaiyos, "Using LBG quantization for particle-based collision detection algorithm", Journal of
// Zhejiang University SCIENCE A 7 (2006).
// - particle_count.c: the number of particles of a body.
// - partition.c: LBG quantization (papers/areas) divides the surface of a body into areas; each gets a particle, which never
//   leaves it.
// - movement.c: particles are attracted by the particles of neighboring bodies.
// - collision_distance.c: where the closest particles are close, their areas are checked exactly.
// - repartition.c: a body whose areas have grown too large is partitioned again.
// Each file states the decisions where the paper is silent or wrong, and how the default differs from the paper.
// docs/methods/lbg.md describes all of it, with measurements.
//
// Only face pairs that the exact test confirms are reported. The paper's own answer, "close, so
// probably colliding", is in the estimate.

#include <math.h>

#include "core/result.h"
#include "method/drawing.h"
#include "method/methods.h"
#include "papers/lbg/lbg.h"

typedef struct lbg_world {
    mote_lbg_body_array bodies;
    mote_lbg_graph graph;                  // of the last frame
    MOTE_ARRAY(mote_precise_check) checks; // one per worker
} lbg_world;

// ---------------------------------------------------------------------------------------------
// Bodies

static mote_result lbg_admit(void *body_state, const mote_shape *shape,
                             const mote_settings *settings)
{
    mote_lbg_body *body = body_state;
    lbg_world *world = settings->state;
    const mote_lbg_options *options = mote_lbg_options_of(settings);
    if (!shape->mesh->vertex_neighbors.first || !shape->mesh->vertex_normals)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "method lbg needs meshes with MOTE_MESH_ADJACENCY and "
                         "MOTE_MESH_NORMALS");
    body->shape = shape;
    body->rest_distance = mote_lbg_rest_distance(shape->mesh, options->distance);
    if (!mote_lbg_add_body(&world->bodies, body, settings->allocator))
        return mote_fail_memory(sizeof body, "the list of bodies");
    // If a rule chooses the number of particles, it must know all bodies of the world first. A
    // place in the world is not known yet either.
    return options->particles && !options->present_areas ? mote_lbg_first_partition(body, settings)
                                                         : MOTE_OK;
}

static void lbg_drop(void *body_state, const mote_allocator *allocator)
{
    mote_lbg_remove_body(body_state);
    mote_lbg_body_release(body_state, allocator);
}

// Of a body without areas. If its present shape cannot be divided, because a position is not
// finite, its rest shape is.
static mote_result partition_first(mote_lbg_body *body, const mote_settings *settings)
{
    bool done = false;
    mote_result result = MOTE_OK;
    if (mote_lbg_options_of(settings)->present_areas)
        result = mote_lbg_repartition(body, settings, &done);
    return result != MOTE_OK || done ? result : mote_lbg_first_partition(body, settings);
}

static mote_result lbg_update(mote_frame *frame, void *body_state, const mote_shape *shape)
{
    (void)shape; // the one it was admitted with
    mote_lbg_body *body = body_state;
    const mote_settings *settings = frame->settings;
    mote_result result = body->areas ? MOTE_OK : partition_first(body, settings);
    if (result != MOTE_OK) return result;
    mote_lbg_locate_particles(body);
    if (!body->measured) {
        mote_lbg_measure(body, settings);
        return MOTE_OK;
    }
    if (!mote_lbg_has_outgrown(body, settings)) return MOTE_OK;
    bool done;
    result = mote_lbg_repartition(body, settings, &done);
    frame->sinks[0].repartitions += done;
    return result;
}

// ---------------------------------------------------------------------------------------------
// Pairs

typedef struct check_job {
    mote_frame *frame;
    mote_candidate *candidates;
    mote_precise_check *checks;
} check_job;

static void check_candidate(void *argument, uint32_t block, uint32_t worker)
{
    const check_job *job = argument;
    mote_lbg_check_areas(&job->checks[worker], job->frame, &job->frame->sinks[worker],
                         &job->candidates[block], block);
}

static uint32_t faces_of_largest_area(const mote_lbg_graph *graph)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < graph->bodies.count; i++) {
        uint32_t faces = graph->bodies.data[i]->largest_area;
        if (faces > largest) largest = faces;
    }
    return largest;
}

// One check per worker, with room for the faces of an area.
static bool prepare_checks(lbg_world *world, const mote_frame *frame)
{
    uint32_t faces = mote_lbg_options_of(frame->settings)->faces;
    if (!faces) faces = faces_of_largest_area(&world->graph);
    while (world->checks.count < frame->tasks.worker_count)
        if (!mote_array_push(&world->checks, frame->allocator, (mote_precise_check){0}))
            return false;
    for (size_t i = 0; i < world->checks.count; i++)
        if (!mote_precise_check_reserve(&world->checks.data[i], frame->allocator, faces))
            return false;
    return true;
}

static mote_result lbg_pairs(mote_frame *frame, mote_candidate *candidates, uint32_t count)
{
    lbg_world *world = frame->state;
    if (!mote_lbg_graph_build(&world->graph, frame, candidates, count) ||
        !prepare_checks(world, frame))
        return mote_fail(MOTE_ERROR_MEMORY, "no memory for %u candidate pairs", count);
    mote_lbg_relax(frame, &world->graph);
    check_job job = {frame, candidates, world->checks.data};
    frame->tasks.run(frame->tasks.context, check_candidate, &job, count);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The world

static void lbg_drop_world(void *world_state, const mote_allocator *allocator)
{
    lbg_world *world = world_state;
    for (size_t i = 0; i < world->checks.count; i++)
        mote_precise_check_release(&world->checks.data[i], allocator);
    mote_array_release(&world->checks, allocator);
    mote_array_release(&world->bodies, allocator);
    mote_lbg_graph_release(&world->graph, allocator);
}

// ---------------------------------------------------------------------------------------------
// Drawing

static bool has_neighbors(const mote_lbg_graph *graph, const mote_lbg_body *body)
{
    uint32_t index = body->graph_index;
    return index < graph->bodies.count && graph->bodies.data[index] == body;
}

// The particles of a new partition get new ids.
static uint32_t first_id(const mote_lbg_body *body)
{
    return body->partitions * MOTE_LBG_MAX_PARTICLES;
}

static void lbg_draw_body(const mote_settings *settings, const mote_drawn_body *drawn,
                          const mote_debug_draw *draw)
{
    const mote_lbg_body *body = drawn->state;
    const lbg_world *world = settings->state;
    if (!body->areas) return;
    if (draw->areas)
        draw->areas(draw->context, drawn->id, body->view.area_of, drawn->shape->mesh->vertex_count,
                    body->view.area_count);
    bool draw_forces = draw->vector && drawn->has_company && has_neighbors(&world->graph, body);
    for (uint32_t i = 0; (draw_forces || draw->point) && i < body->count; i++) {
        mote_vec3 at = mote_shape_point(body->shape, body->particles[i].vertex);
        mote_draw_particle(draw, drawn->id, first_id(body) + i, at);
        if (draw_forces)
            mote_draw_vector(draw, MOTE_DRAW_PARTICLE, drawn->id, at,
                             mote_lbg_force_at(&world->graph, body, at));
    }
}

const mote_method_api mote_method_lbg = {
    .info = {.method = MOTE_METHOD_LBG,
             .name = "lbg",
             .summary =
                 "Saenghaengtham and Kanongchaiyos 2006: one particle per area; may miss contacts",
             .abilities = MOTE_ABILITY_FACE_PAIRS | MOTE_ABILITY_DEFORMING | MOTE_ABILITY_CONCAVE |
                          MOTE_ABILITY_THREADS | MOTE_ABILITY_POINTS},
    .options = &mote_lbg_option_table,
    .world_state_bytes = sizeof(lbg_world),
    .body_state_bytes = sizeof(mote_lbg_body),
    .joins_pairs = true,
    .admit = lbg_admit,
    .drop = lbg_drop,
    .drop_world = lbg_drop_world,
    .update = lbg_update,
    .pairs = lbg_pairs,
    .draw_body = lbg_draw_body,
};
