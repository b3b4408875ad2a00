#include "shape/on_demand.h"

#include <math.h>

#include "core/box.h"
#include "core/memory.h"
#include "core/transform.h"

// ---------------------------------------------------------------------------------------------
// Memory

static const mote_node_levels *levels_of(const mote_on_demand *demand)
{
    return &demand->shape->clusters->levels;
}

bool mote_on_demand_create(mote_shape *shape, float reach, const mote_allocator *allocator)
{
    mote_on_demand *demand = mote_allocate_zeroed(allocator, 1, sizeof *demand);
    if (!demand) return false;
    demand->shape = shape;
    demand->group_count = mote_node_group_count(levels_of(demand));
    demand->vertex_count = shape->clusters->vertex_count;
    demand->reach = reach;
    demand->epoch = 1;
    shape->on_demand = demand;
    return true;
}

static void release_room(mote_on_demand *demand, const mote_allocator *allocator)
{
    size_t groups = demand->group_count, vertices = demand->vertex_count;
    mote_release(allocator, demand->groups, groups, sizeof *demand->groups);
    mote_release(allocator, demand->group_stamps, groups, sizeof(uint32_t));
    mote_release(allocator, demand->stamps, vertices, sizeof *demand->stamps);
    mote_release(allocator, demand->wanted, vertices, sizeof(uint32_t));
    demand->groups = NULL;
    demand->group_stamps = demand->wanted = NULL;
    demand->stamps = NULL;
}

bool mote_on_demand_make_room(mote_on_demand *demand, const mote_allocator *allocator)
{
    size_t groups = demand->group_count, vertices = demand->vertex_count;
    if (mote_on_demand_has_room(demand)) return true;
    demand->groups = mote_allocate(allocator, groups, sizeof *demand->groups);
    demand->group_stamps = mote_allocate_zeroed(allocator, groups, sizeof(uint32_t));
    demand->wanted = mote_allocate(allocator, vertices, sizeof(uint32_t));
    if (demand->groups && demand->group_stamps && demand->wanted)
        demand->stamps = mote_allocate_zeroed(allocator, vertices, sizeof *demand->stamps);
    if (demand->stamps) return true;
    release_room(demand, allocator);
    return false;
}

void mote_on_demand_destroy(mote_on_demand *demand, const mote_allocator *allocator)
{
    if (!demand) return;
    release_room(demand, allocator);
    mote_release(allocator, demand, 1, sizeof *demand);
}

void mote_on_demand_forget(mote_on_demand *demand)
{
    if (++demand->epoch == UINT32_MAX / 2 &&
        mote_on_demand_has_room(demand)) { // the epoch wrapped: old stamps would look new
        for (uint32_t g = 0; g < demand->group_count; g++) demand->group_stamps[g] = 0;
        for (uint32_t v = 0; v < demand->vertex_count; v++) atomic_init(&demand->stamps[v], 0);
        demand->epoch = 1;
    }
    demand->wanted_count = 0;
    demand->bounded_in_all = 0;
    demand->unbounded = false;
}

void mote_on_demand_begin_count(mote_on_demand *demand)
{
    atomic_store_explicit(&demand->evaluated, 0, memory_order_relaxed);
    demand->bounded = 0;
}

// ---------------------------------------------------------------------------------------------
// Nodes

static void bound_nodes(const mote_shape *shape, uint32_t first, uint32_t count, mote_box8 *out)
{
    const mote_deformation *d = &shape->deformation;
    d->bound(d->context, first, count, shape->has_transform ? &shape->transform : NULL, out);
    shape->on_demand->bounded += count;
    shape->on_demand->bounded_in_all += count;
}

static void widen(mote_box8 *boxes, uint32_t count, float by)
{
    for (uint32_t lane = 0; lane < count; lane++) {
        mote_box box = mote_box8_get(boxes, lane);
        box = mote_box_widened(&box, by);
        mote_box8_set(boxes, lane, &box);
    }
}

const mote_box8 *mote_on_demand_boxes(const mote_shape *shape, uint32_t level, uint32_t group)
{
    mote_on_demand *demand = shape->on_demand;
    const mote_node_levels *levels = levels_of(demand);
    uint32_t place = levels->group_first[level] + group;
    mote_box8 *boxes = &demand->groups[place];
    if (demand->group_stamps[place] == demand->epoch) return boxes;
    demand->group_stamps[place] = demand->epoch;
    uint32_t first = levels->node_first[level] + 8 * group;
    uint32_t left = levels->node_first[level + 1] - first, count = left < 8 ? left : 8;
    if (levels->node_first[1] == 1) first = 0; // one leaf: it is the cluster, too
    bound_nodes(shape, first, count, boxes);
    if (demand->reach > 0) widen(boxes, count, demand->reach);
    return boxes;
}

static bool is_finite(const mote_box *box)
{
    return mote_vec_finite(box->min) && mote_vec_finite(box->max);
}

bool mote_on_demand_bound_whole(const mote_shape *shape)
{
    mote_on_demand *demand = shape->on_demand;
    const mote_node_levels *levels = levels_of(demand);
    uint32_t root = levels->node_first[1] == 1 ? 0 : levels->node_first[levels->count] - 1;
    mote_box8 boxes;
    bound_nodes(shape, root, 1, &boxes);
    demand->box = mote_box8_get(&boxes, 0);
    demand->unbounded = !is_finite(&demand->box);
    return !demand->unbounded;
}

// ---------------------------------------------------------------------------------------------
// Vertices

// Stamps a vertex as evaluated. Returns false if it was stamped already.
static bool stamp(mote_on_demand *demand, uint32_t vertex)
{
    uint32_t there = 2 * demand->epoch + 1;
    if (atomic_load_explicit(&demand->stamps[vertex], memory_order_relaxed) == there) return false;
    atomic_store_explicit(&demand->stamps[vertex], there, memory_order_relaxed);
    return true;
}

void mote_on_demand_want_leaf(const mote_shape *shape, uint32_t leaf)
{
    mote_on_demand *demand = shape->on_demand;
    uint32_t first = leaf * MOTE_NODE_TRIANGLES, left = shape->clusters->triangle_count - first;
    uint32_t count = 3 * (left < MOTE_NODE_TRIANGLES ? left : MOTE_NODE_TRIANGLES);
    const uint32_t *corners = shape->clusters->corners + 3 * (size_t)first;
    const uint32_t *vertex_of = shape->clusters->vertex_of;
    for (uint32_t i = 0; i < count; i++) {
        if (stamp(demand, corners[i]))
            demand->wanted[demand->wanted_count++] = vertex_of[corners[i]];
    }
}

static mote_vec3 placed(const mote_shape *shape, mote_vec3 p)
{
    mote_vec3 at = shape->has_transform ? mote_transform_point(&shape->transform, p) : p;
    if (!mote_vec_finite(at))
        atomic_store_explicit(&shape->on_demand->shape->broken, true, memory_order_relaxed);
    return at;
}

enum { WANTED_PER_BLOCK = 256 };

static void evaluate_block(void *argument, uint32_t block, uint32_t worker)
{
    (void)worker;
    const mote_shape *shape = argument;
    const mote_on_demand *demand = shape->on_demand;
    const mote_deformation *d = &shape->deformation;
    const uint32_t *wanted = demand->wanted + (size_t)block * WANTED_PER_BLOCK;
    uint32_t left = demand->wanted_count - block * WANTED_PER_BLOCK;
    uint32_t count = left < WANTED_PER_BLOCK ? left : WANTED_PER_BLOCK;
    mote_vec3 out[WANTED_PER_BLOCK], *to = (mote_vec3 *)shape->copy;
    d->evaluate(d->context, wanted, count, out);
    const mote_affine m = mote_affine_of(&shape->transform);
    bool finite = true;
    for (uint32_t i = 0; i < count; i++) {
        mote_vec3 p = shape->has_transform ? mote_affine_round_point(&m, out[i]) : out[i];
        finite = finite && mote_vec_finite(p);
        to[shape->clusters->place_of[wanted[i]]] = p;
    }
    if (!finite) atomic_store_explicit(&demand->shape->broken, true, memory_order_relaxed);
}

void mote_on_demand_evaluate(const mote_shape *shape, const mote_tasks *tasks)
{
    mote_on_demand *demand = shape->on_demand;
    if (demand->wanted_count == 0) return;
    uint32_t blocks = (demand->wanted_count + WANTED_PER_BLOCK - 1) / WANTED_PER_BLOCK;
    tasks->run(tasks->context, evaluate_block, demand->shape, blocks);
    atomic_fetch_add_explicit(&demand->evaluated, demand->wanted_count, memory_order_relaxed);
    demand->wanted_count = 0;
}

// ---------------------------------------------------------------------------------------------
// Vertices that several threads may read. The thread that changes the stamp evaluates the vertex
// and stores it. Other threads that read the vertex meanwhile evaluate it too, but do not store it.

static bool is_there(const mote_on_demand *demand, uint32_t vertex)
{
    uint32_t seen = atomic_load_explicit(&demand->stamps[vertex], memory_order_acquire);
    return seen == 2 * demand->epoch + 1;
}

// Returns false if another thread has claimed the vertex.
static bool claim(mote_on_demand *demand, uint32_t vertex)
{
    _Atomic uint32_t *at = &demand->stamps[vertex];
    uint32_t begun = 2 * demand->epoch, seen = atomic_load_explicit(at, memory_order_relaxed);
    return seen != begun && seen != begun + 1 &&
           atomic_compare_exchange_strong_explicit(at, &seen, begun, memory_order_relaxed,
                                                   memory_order_relaxed);
}

static void keep(const mote_shape *shape, uint32_t vertex, mote_vec3 p)
{
    mote_on_demand *demand = shape->on_demand;
    ((mote_vec3 *)shape->copy)[vertex] = p;
    atomic_store_explicit(&demand->stamps[vertex], 2 * demand->epoch + 1, memory_order_release);
    atomic_fetch_add_explicit(&demand->evaluated, 1, memory_order_relaxed);
}

mote_vec3 mote_on_demand_vertex(const mote_shape *shape, uint32_t vertex)
{
    const mote_deformation *d = &shape->deformation;
    if (is_there(shape->on_demand, vertex)) return mote_shape_vertex(shape, vertex);
    bool mine = claim(shape->on_demand, vertex);
    mote_vec3 p;
    d->evaluate(d->context, &shape->clusters->vertex_of[vertex], 1, &p);
    p = placed(shape, p);
    if (mine) keep(shape, vertex, p);
    return p;
}

enum { POINTS_PER_BLOCK = 64 };

// Claims the vertices that no other thread has claimed and evaluates them together. Reads the
// others one by one.
static void read_block(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                       mote_vec3 *out)
{
    const mote_deformation *d = &shape->deformation;
    const uint32_t *place_of = shape->clusters->place_of;
    uint32_t claimed[POINTS_PER_BLOCK], claimed_count = 0;
    mote_vec3 evaluated[POINTS_PER_BLOCK];
    for (uint32_t i = 0; i < count; i++) {
        if (claim(shape->on_demand, place_of[vertices[i]])) claimed[claimed_count++] = vertices[i];
    }
    if (claimed_count) d->evaluate(d->context, claimed, claimed_count, evaluated);
    for (uint32_t i = 0; i < claimed_count; i++)
        keep(shape, place_of[claimed[i]], placed(shape, evaluated[i]));
    for (uint32_t i = 0; i < count; i++)
        out[i] = mote_on_demand_vertex(shape, place_of[vertices[i]]);
}

void mote_on_demand_read(const mote_shape *shape, const uint32_t *vertices, uint32_t count,
                         mote_vec3 *out)
{
    for (uint32_t first = 0; first < count; first += POINTS_PER_BLOCK) {
        uint32_t left = count - first;
        read_block(shape, vertices + first, left < POINTS_PER_BLOCK ? left : POINTS_PER_BLOCK,
                   out + first);
    }
}
