#include "world/distance/search.h"

#include <float.h>
#include <math.h>

#include "core/box.h"
#include "core/vec.h"

// Work, in measured triangle pairs, that may be done along axes whose bound has fallen since, before
// new ones are made: about what making them costs. Doubles each time, so that there is an end.
enum { FIRST_PATIENCE = 128 };

// ---------------------------------------------------------------------------------------------
// Memory

mote_search *mote_search_create(const mote_allocator *allocator)
{
    return mote_allocate_zeroed(allocator, 1, sizeof(mote_search));
}

void mote_search_destroy(mote_search *search, const mote_allocator *allocator)
{
    if (!search) return;
    for (int k = 0; k < 2; k++) {
        mote_array_release(&search->side[k].codes, allocator);
        mote_array_release(&search->side[k].kept, allocator);
        mote_array_release(&search->side[k].boxes, allocator);
        mote_box_tree_release(&search->side[k].tree, allocator);
    }
    mote_release(allocator, search, 1, sizeof *search);
}

// Room for all clusters at once, so that nothing can fail half way.
static bool reserve_side(mote_search_side *side, const mote_allocator *allocator)
{
    const mote_shape *shape = side->shape;
    uint32_t clusters = shape->clusters->cluster_count;
    return mote_array_reserve(&side->codes, allocator, 8 * (size_t)shape->group_count) &&
           mote_array_reserve(&side->kept, allocator, clusters) &&
           mote_array_reserve(&side->boxes, allocator, clusters) &&
           mote_box_tree_begin(&side->tree, allocator, clusters);
}

// ---------------------------------------------------------------------------------------------
// The bound, and the axes that it is pruned along

static void set_near(mote_search *search)
{
    double scaled = sqrt(search->bound) * (double)search->axes.scale;
    // Axes are orthonormal and sums of squares right to a few times 2^-24.
    search->near = (mote_nearness){.slack = search->axes.slack,
                                   .squared = (float)(scaled * scaled * (1 + 1e-5)) + FLT_MIN};
}

static void make_axes(mote_search *search, mote_dvec3 from, mote_dvec3 to)
{
    mote_box reach = *mote_search_box(search, 0);
    mote_box_add_box(&reach, mote_search_box(search, 1));
    search->from = from;
    search->line = mote_dvec_sub(to, from);
    search->axes = mote_axes_along(search->line, from, &reach);
    search->aimed_bound = search->bound;
    search->work = 0;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < MOTE_CACHED_CLUSTERS; i++) search->side[k].cache[i].cluster = MOTE_NONE;
        for (int i = 0; i < MOTE_CACHED_TWIGS; i++) search->side[k].twigs[i].twig = MOTE_NONE;
    }
    set_near(search);
}

void mote_search_closest_points(const mote_search *search, mote_tri_distance *out)
{
    mote_vec3 a[3], b[3];
    mote_shape_triangle(search->side[0].shape, search->slot_a, a);
    mote_shape_triangle(search->side[1].shape, search->slot_b, b);
    mote_tri_distance_find(a, b, out);
}

void mote_search_aim(mote_search *search)
{
    if (search->slot_a == MOTE_NONE) {
        make_axes(search, mote_box_center(mote_search_box(search, 0)),
                  mote_box_center(mote_search_box(search, 1)));
        return;
    }
    mote_tri_distance closest;
    mote_search_closest_points(search, &closest);
    make_axes(search, closest.on_a, closest.on_b);
}

void mote_search_lower_bound(mote_search *search, double squared, uint32_t slot_a, uint32_t slot_b)
{
    if (!(squared < search->bound)) return;
    search->bound = squared;
    search->slot_a = slot_a;
    search->slot_b = slot_b;
    set_near(search);
}

// ---------------------------------------------------------------------------------------------
// A question

bool mote_search_begin(mote_search *search, const mote_shape *const shapes[2], float limit,
                       const mote_allocator *allocator)
{
    for (int k = 0; k < 2; k++) {
        search->side[k].shape = shapes[k];
        if (!reserve_side(&search->side[k], allocator)) return false;
    }
    // A distance that equals the limit is within it.
    search->bound = nextafter((double)limit * (double)limit, (double)INFINITY);
    search->slot_a = search->slot_b = MOTE_NONE;
    search->waiting_count = 0;
    search->triangle_pairs = 0;
    search->patience = FIRST_PATIENCE;
    mote_search_aim(search);
    return true;
}
