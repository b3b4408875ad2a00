// Interaction forces and movement of particles: Saenghaengtham and Kanongchaiyos 2006, Eqs. 10 to
// 12 and "Movement of particles".
//
// In each step a particle moves to the neighboring vertex of its area on which the force is
// greatest, if the force there is greater than on its own vertex. The force is a sum of numbers,
// not of vectors (Eq. 12): 1 / r^2 for each particle of a neighboring body that is closer than
// R_eff (Eqs. 10 and 11). A body is relaxed when less than a tenth of its particles have moved
// (R_min), or after R_max steps.
//
// Decisions where the paper is silent:
// - Neighboring bodies are those whose boxes overlap. With the option `while_apart` they are all bodies, as far as R_eff
//   reaches: the equations know no other limit, so that particles approach before boxes meet.
// - R_eff is a property of one body. Between two bodies the larger one counts; otherwise the smaller body would not feel the
//   particles of the larger one, which are far apart.
// - All particles of a step see the others where they were before the step, so that the result does not depend on the order
//   of the bodies or on the number of threads.
// - A relaxed body pauses as long as all its neighbors are relaxed too.

#include <math.h>
#include <string.h>

#include "papers/lbg/lbg.h"
#include "papers/particle/forces.h"

// ---------------------------------------------------------------------------------------------
// Neighboring bodies

static bool add_body(mote_lbg_graph *graph, const mote_frame *frame, mote_lbg_body *body)
{
    if (body->frame == frame->number) return true;
    body->frame = frame->number;
    body->graph_index = (uint32_t)graph->bodies.count;
    return mote_array_push(&graph->bodies, frame->allocator, body);
}

static bool add_bodies(mote_lbg_graph *graph, const mote_frame *frame,
                       const mote_candidate *candidates, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!add_body(graph, frame, candidates[i].state_a) ||
            !add_body(graph, frame, candidates[i].state_b))
            return false;
    return true;
}

// Counts the neighbors, sums the counts, then fills the lists from their ends: afterwards `first`
// is where each list begins.
static void link_bodies(uint32_t *first, uint32_t body_count, mote_lbg_body **neighbors,
                        const mote_candidate *candidates, uint32_t count)
{
    memset(first, 0, (body_count + 1) * sizeof *first);
    for (uint32_t i = 0; i < count; i++) {
        first[((mote_lbg_body *)candidates[i].state_a)->graph_index]++;
        first[((mote_lbg_body *)candidates[i].state_b)->graph_index]++;
    }
    for (uint32_t i = 0; i < body_count; i++) first[i + 1] += first[i];
    for (uint32_t i = count; i-- > 0;) {
        mote_lbg_body *a = candidates[i].state_a, *b = candidates[i].state_b;
        neighbors[--first[a->graph_index]] = b;
        neighbors[--first[b->graph_index]] = a;
    }
}

bool mote_lbg_graph_build(mote_lbg_graph *graph, const mote_frame *frame,
                          const mote_candidate *candidates, uint32_t count)
{
    graph->bodies.count = graph->first.count = graph->neighbors.count = 0;
    if (!add_bodies(graph, frame, candidates, count)) return false;
    uint32_t *first = mote_array_room(&graph->first, frame->allocator, graph->bodies.count + 1);
    mote_lbg_body **neighbors =
        mote_array_room(&graph->neighbors, frame->allocator, 2 * (size_t)count);
    if (!first || !neighbors) return false;
    link_bodies(first, (uint32_t)graph->bodies.count, neighbors, candidates, count);
    return true;
}

void mote_lbg_graph_release(mote_lbg_graph *graph, const mote_allocator *allocator)
{
    mote_array_release(&graph->bodies, allocator);
    mote_array_release(&graph->first, allocator);
    mote_array_release(&graph->neighbors, allocator);
}

// The neighbors of one body.
typedef struct neighborhood {
    mote_lbg_body *const *bodies;
    uint32_t count;
} neighborhood;

static neighborhood neighbors_of(const mote_lbg_graph *graph, uint32_t index)
{
    const uint32_t *first = graph->first.data;
    return (neighborhood){graph->neighbors.data + first[index], first[index + 1] - first[index]};
}

typedef struct relax_job {
    mote_frame *frame;
    const mote_lbg_graph *graph;
    mote_force_kernel *forces;
} relax_job;

// ---------------------------------------------------------------------------------------------
// Forces

static float reach_of(const mote_lbg_body *a, const mote_lbg_body *b)
{
    return a->reach > b->reach ? a->reach : b->reach;
}

// The unit of the forces on a body: the longest reach among the body and its neighbors.
static float longest_reach(const mote_lbg_body *body, neighborhood others)
{
    float longest = body->reach;
    for (uint32_t i = 0; i < others.count; i++)
        if (others.bodies[i]->reach > longest) longest = others.bodies[i]->reach;
    return longest;
}

// The force on eight points of a body, Eq. 12.
static void sum_forces(const relax_job *job, const mote_lbg_body *body, neighborhood others,
                       const mote_force_points *points, float sums[MOTE_FORCE_POINTS])
{
    float unit = longest_reach(body, others);
    for (int k = 0; k < MOTE_FORCE_POINTS; k++) sums[k] = 0;
    for (uint32_t i = 0; i < others.count; i++) {
        const mote_lbg_body *other = others.bodies[i];
        float reach = reach_of(body, other), weight = unit / reach;
        mote_force_sources sources = {
            .at = other->at, .count = other->count, .inverse_reach = mote_inverse_reach(reach)};
        float part[MOTE_FORCE_POINTS] = {0};
        job->forces(&sources, points, part);
        for (int k = 0; k < MOTE_FORCE_POINTS; k++) sums[k] += weight * weight * part[k];
    }
}

static uint32_t count_sources(neighborhood others)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < others.count; i++) count += others.bodies[i]->count;
    return count;
}

// ---------------------------------------------------------------------------------------------
// One step

typedef struct choice {
    uint32_t vertex;
    mote_vec3 at;
    float force;
    uint64_t evaluated; // vertices so far
} choice;

// Vertices whose forces are evaluated together.
typedef struct batch {
    mote_force_points points;
    uint32_t vertices[MOTE_FORCE_POINTS];
    mote_vec3 at[MOTE_FORCE_POINTS];
    uint32_t count;
} batch;

static void evaluate(const relax_job *job, const mote_lbg_body *body, neighborhood others, batch *b,
                     choice *best)
{
    float sums[MOTE_FORCE_POINTS];
    sum_forces(job, body, others, &b->points, sums);
    for (uint32_t k = 0; k < b->count; k++) {
        if (best->evaluated + k > 0 && !(sums[k] > best->force)) continue;
        best->vertex = b->vertices[k];
        best->at = b->at[k];
        best->force = sums[k];
    }
    best->evaluated += b->count;
    b->count = 0;
}

static void add_vertex(batch *b, uint32_t vertex, mote_vec3 at)
{
    mote_force_points_set(&b->points, b->count, at);
    b->vertices[b->count] = vertex;
    b->at[b->count++] = at;
}

// The particle's own vertex comes first, so that it wins if no neighbor is better.
static choice choose(const relax_job *job, const mote_lbg_body *body, neighborhood others,
                     uint32_t particle)
{
    const mote_lists *neighbors = &body->shape->mesh->vertex_neighbors;
    uint32_t vertex = body->particles[particle].vertex, area = body->particles[particle].area;
    choice best = {0};
    batch b = {0};
    add_vertex(&b, vertex, body->at[particle]);
    for (uint32_t i = neighbors->first[vertex]; i < neighbors->first[vertex + 1]; i++) {
        uint32_t next = neighbors->items[i];
        if (body->view.area_of[next] != area) continue;
        if (b.count == MOTE_FORCE_POINTS) evaluate(job, body, others, &b, &best);
        add_vertex(&b, next, mote_shape_point(body->shape, next));
    }
    evaluate(job, body, others, &b, &best);
    return best;
}

static void step_body(void *argument, uint32_t block, uint32_t worker)
{
    const relax_job *job = argument;
    mote_lbg_body *body = job->graph->bodies.data[block];
    if (!body->active) return;
    neighborhood others = neighbors_of(job->graph, block);
    uint64_t evaluated = 0;
    body->moved = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        choice best = choose(job, body, others, i);
        body->next_vertex[i] = best.vertex;
        body->next_at[i] = best.at;
        body->moved += best.vertex != body->particles[i].vertex;
        evaluated += best.evaluated;
    }
    job->frame->sinks[worker].hops += body->moved;
    job->frame->sinks[worker].force_evaluations += evaluated * count_sources(others);
}

// ---------------------------------------------------------------------------------------------
// Relaxation

static void apply_step(mote_lbg_body *body)
{
    mote_vec3 *before = body->at;
    body->at = body->next_at;
    body->next_at = before;
    for (uint32_t i = 0; i < body->count; i++) body->particles[i].vertex = body->next_vertex[i];
}

// R_min is a tenth of the particles. If that is less than 1, no particle may move.
static bool is_relaxed(const mote_lbg_body *body)
{
    return body->moved == 0 || 10 * (uint64_t)body->moved < body->count;
}

static bool has_work(const mote_lbg_graph *graph, uint32_t index)
{
    neighborhood others = neighbors_of(graph, index);
    bool relaxed = is_relaxed(graph->bodies.data[index]);
    for (uint32_t i = 0; i < others.count && relaxed; i++) relaxed = is_relaxed(others.bodies[i]);
    return !relaxed;
}

// True if another step is needed.
static bool end_step(const mote_lbg_graph *graph, uint32_t steps)
{
    bool more = false;
    uint32_t count = (uint32_t)graph->bodies.count;
    for (uint32_t i = 0; i < count; i++) {
        mote_lbg_body *body = graph->bodies.data[i];
        if (body->active) {
            apply_step(body);
        } else {
            body->moved = 0;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        mote_lbg_body *body = graph->bodies.data[i];
        body->active = steps < body->max_steps && has_work(graph, i);
        more |= body->active;
    }
    return more;
}

void mote_lbg_relax(mote_frame *frame, const mote_lbg_graph *graph)
{
    relax_job job = {frame, graph, mote_pick_inverse_squares()};
    uint32_t count = (uint32_t)graph->bodies.count, steps = 0;
    for (uint32_t i = 0; i < count; i++) graph->bodies.data[i]->active = true;
    do {
        frame->tasks.run(frame->tasks.context, step_body, &job, count);
    } while (end_step(graph, ++steps));
}

// ---------------------------------------------------------------------------------------------
// Drawing

mote_vec3 mote_lbg_force_at(const mote_lbg_graph *graph, const mote_lbg_body *body, mote_vec3 at)
{
    neighborhood others = neighbors_of(graph, body->graph_index);
    double unit = (double)longest_reach(body, others), force = 0;
    mote_dvec3 slope = {0, 0, 0};
    for (uint32_t i = 0; i < others.count; i++) {
        double reach = (double)reach_of(body, others.bodies[i]);
        for (uint32_t k = 0; k < others.bodies[i]->count; k++) {
            mote_vec3 source = others.bodies[i]->at[k];
            mote_dvec3 offset = mote_dvec_sub(mote_vec_widen(source), mote_vec_widen(at));
            double distance = fmax(mote_dvec_length(offset), (double)MOTE_MIN_SEPARATION * reach);
            if (!(distance < reach)) continue;
            double part = unit * unit / (distance * distance);
            force += part;
            slope = mote_dvec_add(slope, mote_dvec_scale(offset, part / (distance * distance)));
        }
    }
    double length = mote_dvec_length(slope);
    return mote_dvec_narrow(mote_dvec_scale(slope, length > 0 ? force / length : 0));
}
