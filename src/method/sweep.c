#include "method/sweep.h"

#include <string.h>

#include "core/box.h"
#include "shape/on_demand.h"
#include "shape/readiness.h"

// ---------------------------------------------------------------------------------------------
// Bodies

void mote_swept_unite(mote_swept *swept)
{
    const mote_shape *start = swept->start, *end = swept->end;
    swept->on_demand = false;
    swept->box = start->box;
    swept->own_boxes = start->own_boxes;
    if (start == end) return;
    mote_box_add_box(&swept->box, &end->box);
    for (uint32_t g = 0; g < start->group_count; g++)
        mote_box8_unite(&start->own_boxes[g], &end->own_boxes[g], &swept->united[g]);
    swept->own_boxes = swept->united;
}

void mote_swept_want_leaf(const mote_swept *swept, uint32_t leaf)
{
    if (!mote_shape_is_fresh(swept->start)) mote_on_demand_want_leaf(swept->start, leaf);
    if (swept->start == swept->end) return;
    if (!mote_shape_is_fresh(swept->end)) mote_on_demand_want_leaf(swept->end, leaf);
}

void mote_swept_evaluate(const mote_swept *swept, const mote_tasks *tasks)
{
    if (!mote_shape_is_fresh(swept->start)) mote_on_demand_evaluate(swept->start, tasks);
    if (!mote_shape_is_fresh(swept->end)) mote_on_demand_evaluate(swept->end, tasks);
}

void mote_swept_leave_on_demand(mote_swept *swept, const mote_tasks *tasks)
{
    if (!mote_shape_is_fresh(swept->start)) mote_shape_leave_on_demand(swept->start, tasks);
    if (!mote_shape_is_fresh(swept->end)) mote_shape_leave_on_demand(swept->end, tasks);
    mote_swept_unite(swept);
}

// ---------------------------------------------------------------------------------------------
// Primitives

mote_swept_impact mote_swept_impact_of_vertex(const mote_sweep_candidate *candidate,
                                              uint32_t number, bool vertex_is_of_a,
                                              mote_owned_vertex vertex, uint32_t slot)
{
    const mote_swept *other = vertex_is_of_a ? candidate->b : candidate->a;
    const uint32_t *corners = mote_swept_corners(other, slot);
    return (mote_swept_impact){.kind =
                                   vertex_is_of_a ? MOTE_SWEPT_VERTEX_FACE : MOTE_SWEPT_FACE_VERTEX,
                               .pair = number,
                               .vertices = {vertex.vertex, corners[0], corners[1], corners[2]},
                               .face_a = vertex_is_of_a ? vertex.slot : slot,
                               .face_b = vertex_is_of_a ? slot : vertex.slot};
}

mote_swept_impact mote_swept_impact_of_edges(const mote_sweep_candidate *candidate, uint32_t number,
                                             mote_owned_edge a, mote_owned_edge b)
{
    bool swap =
        mote_sweep_is_self(candidate) && (b.low < a.low || (b.low == a.low && b.high < a.high));
    mote_owned_edge first = swap ? b : a, second = swap ? a : b;
    return (mote_swept_impact){.kind = MOTE_SWEPT_EDGES,
                               .pair = number,
                               .vertices = {first.low, first.high, second.low, second.high},
                               .face_a = first.slot,
                               .face_b = second.slot};
}

static const mote_swept *body_of_vertex(const mote_sweep_candidate *candidate,
                                        const mote_swept_impact *impact, uint32_t i)
{
    return mote_swept_impact_vertex_is_of_a(impact, i) ? candidate->a : candidate->b;
}

void mote_swept_impact_points(const mote_sweep_candidate *candidate,
                              const mote_swept_impact *impact, mote_vec3 start[4], mote_vec3 end[4])
{
    for (uint32_t i = 0; i < 4; i++) {
        const mote_swept *swept = body_of_vertex(candidate, impact, i);
        start[i] = mote_shape_vertex(swept->start, impact->vertices[i]);
        end[i] = mote_shape_vertex(swept->end, impact->vertices[i]);
    }
}

void mote_swept_impact_tell(const mote_sweep_candidate *candidate, mote_swept_impact *impact)
{
    for (uint32_t i = 0; i < 4; i++) {
        const mote_swept *swept = body_of_vertex(candidate, impact, i);
        impact->vertices[i] = swept->start->clusters->vertex_of[impact->vertices[i]];
    }
    impact->face_a = mote_shape_face(candidate->a->start, impact->face_a);
    impact->face_b = mote_shape_face(candidate->b->start, impact->face_b);
}

// ---------------------------------------------------------------------------------------------
// Times

double mote_sweep_limit(const mote_sweep_candidate *candidate)
{
    uint64_t bits = atomic_load_explicit(candidate->limit, memory_order_relaxed);
    double time;
    memcpy(&time, &bits, sizeof time);
    return time;
}

// Positive doubles compare as their bits do; +0 is below them all.
static void lower_limit(const mote_sweep_candidate *candidate, double time)
{
    uint64_t bits, before = atomic_load_explicit(candidate->limit, memory_order_relaxed);
    memcpy(&bits, &time, sizeof bits);
    while (bits < before &&
           !atomic_compare_exchange_weak_explicit(candidate->limit, &before, bits,
                                                  memory_order_relaxed, memory_order_relaxed)) {
    }
}

// ---------------------------------------------------------------------------------------------
// Sinks

void mote_sweep_add(mote_sweep_frame *frame, mote_sweep_sink *sink,
                    const mote_sweep_candidate *candidate, const mote_swept_impact *impact)
{
    if (frame->find != MOTE_SWEEP_ALL) {
        if (impact->time.low > mote_sweep_limit(candidate)) return;
        lower_limit(candidate, impact->time.high);
    }
    if (!mote_array_push(&sink->impacts, frame->allocator, *impact)) sink->base.failed = true;
}

static mote_box box_over_step(const mote_vec3 *start, const mote_vec3 *end, uint32_t count,
                              float by)
{
    mote_box box = {start[0], start[0]};
    for (uint32_t i = 0; i < count; i++) {
        mote_box_add_point(&box, start[i]);
        mote_box_add_point(&box, end[i]);
    }
    return mote_box_widened(&box, by);
}

static bool come_near(mote_swept_impact *impact, const mote_vec3 start[4], const mote_vec3 end[4],
                      float separation)
{
    bool edges = impact->kind == MOTE_SWEPT_EDGES;
    uint32_t first = edges ? 2 : 1;
    mote_box a = box_over_step(start, end, first, 0.5f * separation);
    mote_box b = box_over_step(start + first, end + first, 4 - first, 0.5f * separation);
    if (!mote_boxes_overlap(&a, &b)) return false;
    return edges ? mote_edges_approach(start, end, (double)separation, &impact->time)
                 : mote_vertex_face_approach(start, end, (double)separation, &impact->time);
}

static bool meet(mote_swept_impact *impact, const mote_vec3 start[4], const mote_vec3 end[4])
{
    return impact->kind == MOTE_SWEPT_EDGES ? mote_edges_impact(start, end, &impact->time)
                                            : mote_vertex_face_impact(start, end, &impact->time);
}

void mote_sweep_try(mote_sweep_frame *frame, mote_sweep_sink *sink,
                    const mote_sweep_candidate *candidate, mote_swept_impact *impact)
{
    mote_vec3 start[4], end[4];
    mote_swept_impact_points(candidate, impact, start, end);
    sink->base.candidates++;
    bool happens = frame->separation > 0 ? come_near(impact, start, end, frame->separation)
                                         : meet(impact, start, end);
    if (happens) mote_sweep_add(frame, sink, candidate, impact);
}

void mote_sweep_add_faces(mote_sweep_frame *frame, mote_sweep_sink *sink,
                          const mote_sweep_candidate *candidate, uint32_t number, uint32_t slot_a,
                          uint32_t slot_b)
{
    uint32_t a = mote_shape_face(candidate->a->start, slot_a);
    uint32_t b = mote_shape_face(candidate->b->start, slot_b);
    bool swap = mote_sweep_is_self(candidate) && b < a;
    mote_sink_add(&sink->base, frame->allocator, number, swap ? b : a, swap ? a : b, true);
}
