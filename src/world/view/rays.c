// Hits of batches of rays.

#include <math.h>

#include <mote/geometry.h>

#include "core/result.h"
#include "core/vec.h"
#include "world/query.h"
#include "world/view/view.h"

// ---------------------------------------------------------------------------------------------
// One ray

typedef enum ray_kind { RAY_FIRST, RAY_BLOCKED, RAY_ALL } ray_kind;

typedef struct ray_search {
    const mote_world *world;
    const mote_ray *ray;
    ray_kind kind;
    float t_max;             // lowered by each hit of RAY_FIRST, -1 after one of RAY_BLOCKED
    mote_surface_point hit;  // RAY_FIRST: the first hit so far
    size_t count;            // count of hits
    mote_surface_point *out; // RAY_ALL: output; if null, hits are only counted
} ray_search;

static bool precedes(const mote_surface_point *a, const mote_surface_point *b)
{
    if (a->distance != b->distance) return a->distance < b->distance;
    return a->body.index != b->body.index ? a->body.index < b->body.index : a->face < b->face;
}

static mote_vec3 point_at(const mote_ray *ray, float t)
{
    mote_dvec3 along = mote_dvec_scale(mote_vec_widen(ray->direction), (double)t);
    return mote_dvec_narrow(mote_dvec_add(mote_vec_widen(ray->origin), along));
}

static void take_hit(ray_search *s, uint32_t body, uint32_t face, float t)
{
    mote_surface_point hit = {mote_world_id_of(s->world, body), face, point_at(s->ray, t), t};
    if (s->kind == RAY_FIRST && (s->count == 0 || precedes(&hit, &s->hit))) {
        s->hit = hit;
        s->t_max = t;
    }
    if (s->kind == RAY_BLOCKED) s->t_max = -1;
    if (s->out) s->out[s->count] = hit;
    s->count++;
}

static void try_group(ray_search *s, uint32_t index, uint32_t group, uint32_t bits)
{
    const mote_shape *shape = &mote_world_body_at(s->world, index)->shape;
    const mote_ray *ray = s->ray;
    for (; bits && s->t_max >= 0; bits &= bits - 1) {
        uint32_t slot = 8 * group + (uint32_t)__builtin_ctz(bits);
        mote_vec3 triangle[3];
        float t;
        mote_shape_triangle(shape, slot, triangle);
        if (mote_ray_triangle(ray->origin, ray->direction, s->t_max, triangle, &t))
            take_hit(s, index, mote_shape_face(shape, slot), t);
    }
}

static void cast_at_body(ray_search *s, uint32_t index)
{
    const mote_box_tree *tree = &mote_world_body_at(s->world, index)->faces.tree;
    mote_view_node stack[MOTE_VIEW_STACK];
    uint32_t count = 0;
    stack[count++] = (mote_view_node){0, tree->level_count - 1, 0};
    while (count > 0) {
        mote_view_node at = stack[--count];
        float bounds[8];
        if (at.bound > s->t_max) continue;
        uint32_t bits = MOTE_PICK_KERNEL(mote_view_ray_boxes)(mote_view_boxes(tree, &at), s->ray,
                                                              s->t_max, bounds);
        if (at.level > 0) {
            count = mote_view_push(stack, count, &at, bits, bounds);
        } else {
            try_group(s, index, at.group, bits);
        }
    }
}

static void cast(ray_search *s, const mote_view *view, uint64_t mask)
{
    mote_view_node stack[MOTE_VIEW_STACK];
    uint32_t count = 0;
    if (view->order.bodies.count > 0)
        stack[count++] = (mote_view_node){0, view->order.tree.level_count - 1, 0};
    while (count > 0) {
        mote_view_node at = stack[--count];
        float bounds[8];
        uint32_t bits = MOTE_PICK_KERNEL(mote_view_ray_boxes)(
            mote_view_boxes(&view->order.tree, &at), s->ray, s->t_max, bounds);
        if (at.level > 0) {
            count = mote_view_push(stack, count, &at, bits, bounds);
            continue;
        }
        for (; bits; bits &= bits - 1) {
            uint32_t body = view->order.bodies.data[8 * at.group + (uint32_t)__builtin_ctz(bits)];
            if (mote_world_body_at(view->world, body)->category & mask) cast_at_body(s, body);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Batches

static mote_result check_rays(const mote_view *view, const char *function, const mote_ray *rays,
                              size_t count, const void *out)
{
    mote_result result = mote_view_check(view, function);
    if (result != MOTE_OK || count == 0) return result;
    if (!rays || !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "%s: %s is null", function, rays ? "out" : "rays");
    for (size_t i = 0; i < count; i++) {
        const mote_ray *r = &rays[i];
        if (!mote_vec_finite(r->origin) || !mote_vec_finite(r->direction))
            return mote_fail(MOTE_ERROR_ARGUMENT,
                             "%s: ray %zu has an origin or a direction that is not finite",
                             function, i);
        if (!(r->t_max >= 0))
            return mote_fail(MOTE_ERROR_ARGUMENT, "%s: t_max of ray %zu is %g, expected 0 or more",
                             function, i, (double)r->t_max);
    }
    return MOTE_OK;
}

typedef struct ray_batch {
    const mote_view *view;
    uint64_t mask;
    const mote_ray *rays;
    mote_surface_point *hits; // output of RAY_FIRST or RAY_ALL
    bool *blocked;
    size_t *first;
} ray_batch;

static ray_search search_of(const ray_batch *batch, size_t index, ray_kind kind)
{
    const mote_ray *ray = &batch->rays[index];
    return (ray_search){.world = batch->view->world,
                        .ray = ray,
                        .kind = kind,
                        .t_max = ray->t_max,
                        .hit = mote_query_nowhere};
}

static void answer_first(const void *argument, size_t index, mote_view_hint *hint)
{
    (void)hint;
    const ray_batch *batch = argument;
    ray_search s = search_of(batch, index, RAY_FIRST);
    cast(&s, batch->view, batch->mask);
    batch->hits[index] = s.hit;
}

mote_result mote_view_rays(const mote_view *view, uint64_t mask, const mote_ray *rays, size_t count,
                           mote_surface_point *out)
{
    mote_result result = check_rays(view, __func__, rays, count, out);
    if (result != MOTE_OK || count == 0) return result;
    ray_batch batch = {.view = view, .mask = mask, .rays = rays, .hits = out};
    mote_view_run(view, &rays->origin, sizeof *rays, count, answer_first, &batch);
    return MOTE_OK;
}

static void answer_blocked(const void *argument, size_t index, mote_view_hint *hint)
{
    (void)hint;
    const ray_batch *batch = argument;
    ray_search s = search_of(batch, index, RAY_BLOCKED);
    cast(&s, batch->view, batch->mask);
    batch->blocked[index] = s.count > 0;
}

mote_result mote_view_rays_blocked(const mote_view *view, uint64_t mask, const mote_ray *rays,
                                   size_t count, bool *out)
{
    mote_result result = check_rays(view, __func__, rays, count, out);
    if (result != MOTE_OK || count == 0) return result;
    ray_batch batch = {.view = view, .mask = mask, .rays = rays, .blocked = out};
    mote_view_run(view, &rays->origin, sizeof *rays, count, answer_blocked, &batch);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// All hits: counted first, then written, the hits of each ray to its own range

// Heap sort, which needs no memory.
static void sift_down(mote_surface_point *hits, size_t at, size_t count)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && precedes(&hits[child], &hits[child + 1])) child++;
        if (!precedes(&hits[at], &hits[child])) return;
        mote_surface_point swapped = hits[at];
        hits[at] = hits[child];
        hits[child] = swapped;
    }
}

static void sort_hits(mote_surface_point *hits, size_t count)
{
    for (size_t i = count / 2; i-- > 0;) sift_down(hits, i, count);
    for (size_t end = count; end-- > 1;) {
        mote_surface_point last = hits[end];
        hits[end] = hits[0];
        hits[0] = last;
        sift_down(hits, 0, end);
    }
}

static void answer_count(const void *argument, size_t index, mote_view_hint *hint)
{
    (void)hint;
    const ray_batch *batch = argument;
    ray_search s = search_of(batch, index, RAY_ALL);
    cast(&s, batch->view, batch->mask);
    batch->first[index] = s.count;
}

static void answer_all(const void *argument, size_t index, mote_view_hint *hint)
{
    (void)hint;
    const ray_batch *batch = argument;
    if (batch->first[index] == batch->first[index + 1]) return;
    ray_search s = search_of(batch, index, RAY_ALL);
    s.out = batch->hits + batch->first[index];
    cast(&s, batch->view, batch->mask);
    sort_hits(s.out, s.count);
}

static size_t sum_up(size_t *first, size_t count)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        size_t own = first[i];
        first[i] = sum;
        sum += own;
    }
    return first[count] = sum;
}

mote_result mote_view_rays_all(const mote_view *view, uint64_t mask, const mote_ray *rays,
                               size_t count, size_t *first, mote_surface_point *out,
                               size_t capacity)
{
    if (!first) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_view_rays_all: first is null");
    if (capacity > 0 && !out)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_view_rays_all: out is null");
    mote_result result = check_rays(view, __func__, rays, count, first);
    if (result != MOTE_OK) return result;
    first[0] = 0;
    if (count == 0) return MOTE_OK;
    ray_batch batch = {.view = view, .mask = mask, .rays = rays, .hits = out, .first = first};
    mote_view_run(view, &rays->origin, sizeof *rays, count, answer_count, &batch);
    size_t needed = sum_up(first, count);
    if (needed > capacity)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_view_rays_all: there are %zu hits, capacity is %zu", needed,
                         capacity);
    mote_view_run(view, &rays->origin, sizeof *rays, count, answer_all, &batch);
    return MOTE_OK;
}
