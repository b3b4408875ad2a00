// The number of convex parts of a body, for the rule of Senin et al., "Particle-based Collision Detection", 2003, section 3.5:
// twice as many particles as convex parts, "determined automatically by analyzing model geometry". The paper does not say
// how.
//
// Cutting at concave edges does not divide a letter T that is cut out of a board, because its front is one flat face. Here
// a part is convex if all its points see each other through the inside (Asafi, Goren, Cohen-Or 2013):
// 1. Take up to 64 sample points on the surface, the seeds of as many areas, and move each a little below the surface.
// 2. Test the line of sight between every two of them.
// 3. Cover the samples by groups in which all see each other, the largest group first. Groups of less than a sixteenth of
//    the samples are corners between parts and do not count. Each component of the mesh is at least one part.

#include <float.h>
#include <math.h>
#include <mote/geometry.h>
#include <mote/papers.h>
#include <string.h>

#include "core/box.h"
#include "core/box_tree.h"
#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "mesh/mesh.h"

#define COOKIE 0x70617274u // "part"

// A line of sight is queried in PIECES pieces, whose boxes are small. Groups with fewer than 1 /
// MIN_SHARE of the samples are not parts.
enum { MAX_SAMPLES = 64, PIECES = 16, MIN_SHARE = 16 };

typedef struct sight {
    const mote_mesh *mesh;
    mote_allocator allocator;
    mote_box_tree tree; // of the triangles, in the order of the clusters if the mesh has them
    mote_u32_array found;
    mote_vec3 samples[MAX_SAMPLES];
    uint64_t sees[MAX_SAMPLES];      // bit j of sees[i]: sample i sees j; not set for i itself
    uint32_t component[MAX_SAMPLES]; // of the mesh, per sample
    uint32_t sample_count;
} sight;

mote_convex_parts_def mote_default_convex_parts_def(void)
{
    return (mote_convex_parts_def){.cookie = COOKIE, .sample_count = MAX_SAMPLES, .depth = 0.02f};
}

static mote_result check_def(const mote_convex_parts_def *def)
{
    if (def->cookie != COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_count_by_convex_parts: def has no cookie; "
                                              "start from mote_default_convex_parts_def()");
    if (def->sample_count == 0 || def->sample_count > MAX_SAMPLES)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_count_by_convex_parts: def.sample_count is %u, expected 1 to %d",
                         (unsigned)def->sample_count, (int)MAX_SAMPLES);
    if (!(def->depth >= 0.0f && isfinite(def->depth)))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_count_by_convex_parts: def.depth is %g, expected 0 or more",
                         (double)def->depth);
    return mote_allocator_check(&def->allocator, "mote_count_by_convex_parts");
}

// ---------------------------------------------------------------------------------------------
// Lines of sight

static uint32_t triangle_at(const mote_mesh *mesh, uint32_t leaf)
{
    return mesh->clusters ? mesh->clusters->triangle_of[leaf] : leaf;
}

static mote_result build_tree(sight *s)
{
    uint32_t count = s->mesh->triangle_count;
    if (!mote_box_tree_begin(&s->tree, &s->allocator, count))
        return mote_fail_memory(count * sizeof(mote_box), "lines of sight");
    for (uint32_t leaf = 0; leaf < count; leaf++) {
        mote_vec3 corners[3];
        mote_mesh_corners(s->mesh, triangle_at(s->mesh, leaf), corners);
        mote_box box = mote_box_of_triangle(corners);
        mote_box_tree_set(&s->tree, leaf, &box);
    }
    mote_box_tree_finish(&s->tree);
    return MOTE_OK;
}

// The first hit on a piece of a line, from 0 to 1; 2 for none.
static mote_result hit_piece(sight *s, mote_vec3 from, mote_vec3 to, float *hit)
{
    mote_box box = {from, from};
    mote_box_add_point(&box, to);
    s->found.count = 0;
    *hit = 2.0f;
    if (!mote_box_tree_query(&s->tree, &box, &s->allocator, &s->found))
        return mote_fail_memory(s->found.capacity * sizeof(uint32_t), "lines of sight");
    const uint32_t *leaves = s->found.data;
    for (size_t i = 0; i < s->found.count; i++) {
        mote_vec3 corners[3];
        float t;
        mote_mesh_corners(s->mesh, triangle_at(s->mesh, leaves[i]), corners);
        if (mote_ray_triangle(from, mote_vec_sub(to, from), 1.0f, corners, &t) && t < *hit)
            *hit = t;
    }
    return MOTE_OK;
}

static mote_vec3 point_between(mote_vec3 from, mote_vec3 to, int piece)
{
    float share = (float)piece / PIECES;
    return mote_vec_add(mote_vec_scale(from, 1.0f - share), mote_vec_scale(to, share));
}

// The first hit on a line, from 0 to 1; 2 for none.
static mote_result first_hit(sight *s, mote_vec3 from, mote_vec3 to, float *hit)
{
    for (int i = 0; i < PIECES; i++) {
        mote_result result =
            hit_piece(s, point_between(from, to, i), point_between(from, to, i + 1), hit);
        if (result != MOTE_OK) return result;
        if (*hit > 1.0f) continue;
        *hit = ((float)i + *hit) / PIECES;
        return MOTE_OK;
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Samples

// A point `depth` below a vertex, or half way to the opposite surface where the body is thinner
// than twice the depth.
static mote_result move_below(sight *s, uint32_t vertex, float depth, mote_vec3 *out)
{
    const mote_mesh *mesh = s->mesh;
    float inwards = mesh->volume < 0.0 ? 1.0f : -1.0f, hit;
    mote_vec3 at = mesh->positions[vertex];
    mote_vec3 step = mote_vec_scale(mesh->vertex_normals[vertex], inwards * depth);
    // Starts slightly below the surface, so that it does not hit the faces around the vertex.
    mote_result result = first_hit(s, mote_vec_add(at, mote_vec_scale(step, 0.01f)),
                                   mote_vec_add(at, mote_vec_scale(step, 2.0f)), &hit);
    *out = mote_vec_add(at, mote_vec_scale(step, hit < 1.0f ? hit : 1.0f));
    return result;
}

static float half_longest_side(const mote_box *box)
{
    mote_vec3 size = mote_vec_sub(box->max, box->min);
    return fminf(fmaxf(size.x, fmaxf(size.y, size.z)) / 2.0f, FLT_MAX / 4.0f);
}

static mote_result take_samples(sight *s, const mote_convex_parts_def *def)
{
    mote_areas_def areas_def = mote_default_areas_def();
    areas_def.mesh = def->mesh;
    areas_def.count = def->sample_count;
    areas_def.allocator = def->allocator;
    mote_areas *areas;
    mote_result result = mote_areas_create(&areas_def, &areas);
    if (result != MOTE_OK) return result;
    mote_areas_view view;
    mote_areas_get_view(areas, &view);
    s->sample_count = view.area_count;
    float depth = def->depth * half_longest_side(&def->mesh->box);
    for (uint32_t i = 0; result == MOTE_OK && i < view.area_count; i++) {
        s->component[i] = def->mesh->vertex_component[view.nodes[i].seed];
        result = move_below(s, view.nodes[i].seed, depth, &s->samples[i]);
    }
    mote_areas_destroy(areas);
    return result;
}

static mote_result test_sight(sight *s)
{
    for (uint32_t i = 0; i < s->sample_count; i++)
        for (uint32_t j = 0; j < i; j++) {
            float hit;
            mote_result result = first_hit(s, s->samples[i], s->samples[j], &hit);
            if (result != MOTE_OK) return result;
            if (hit <= 1.0f) continue;
            s->sees[i] |= (uint64_t)1 << j;
            s->sees[j] |= (uint64_t)1 << i;
        }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Groups

// The sample in `among` that sees most of the others in it; the lowest of equal ones.
static uint32_t best_sighted(const sight *s, uint64_t among)
{
    uint32_t best = 0;
    int most = -1;
    for (uint32_t i = 0; i < s->sample_count; i++) {
        int count = __builtin_popcountll(s->sees[i] & among);
        if (!(among >> i & 1) || count <= most) continue;
        most = count;
        best = i;
    }
    return best;
}

// A group that contains `start` and in which all samples see each other; greedy.
static uint64_t group_around(const sight *s, uint32_t start, uint64_t left)
{
    uint64_t group = (uint64_t)1 << start, candidates = left & s->sees[start];
    while (candidates) {
        uint32_t next = best_sighted(s, candidates);
        group |= (uint64_t)1 << next;
        candidates &= s->sees[next];
    }
    return group;
}

static uint64_t largest_group(const sight *s, uint64_t left)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < s->sample_count; i++) {
        if (!(left >> i & 1)) continue;
        uint64_t group = group_around(s, i, left);
        if (__builtin_popcountll(group) > __builtin_popcountll(largest)) largest = group;
    }
    return largest;
}

// Each component is at least one part, even if it has no sample. `met` has one flag per component.
static uint32_t count_groups(const sight *s, bool *met)
{
    uint32_t groups = s->mesh->component_count;
    memset(met, 0, groups * sizeof *met);
    uint64_t left = UINT64_MAX >> (MAX_SAMPLES - s->sample_count);
    while (left) {
        uint64_t group = largest_group(s, left);
        bool *known = &met[s->component[__builtin_ctzll(group)]];
        uint32_t size = (uint32_t)__builtin_popcountll(group);
        if (*known && size * MIN_SHARE >= s->sample_count) groups++;
        *known = true;
        left &= ~group;
    }
    return groups;
}

static mote_result count_parts(sight *s, const mote_convex_parts_def *def, uint32_t *out)
{
    mote_result result = build_tree(s);
    if (result == MOTE_OK) result = take_samples(s, def);
    if (result == MOTE_OK) result = test_sight(s);
    if (result != MOTE_OK) return result;
    size_t components = def->mesh->component_count;
    bool *met = mote_allocate(&s->allocator, components, sizeof *met);
    if (!met) return mote_fail_memory(components * sizeof *met, "convex parts");
    *out = count_groups(s, met);
    mote_release(&s->allocator, met, components, sizeof *met);
    return MOTE_OK;
}

mote_result mote_count_by_convex_parts(const mote_convex_parts_def *def, uint32_t *parts,
                                       uint32_t *particles)
{
    if (!def || !def->mesh || !particles)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_count_by_convex_parts: def, def.mesh or particles is null");
    mote_result result = check_def(def);
    if (result != MOTE_OK) return result;
    sight s = {.mesh = def->mesh, .allocator = mote_allocator_or_default(def->allocator)};
    uint32_t count = 0;
    mote_float_env caller = mote_float_env_enter();
    result = count_parts(&s, def, &count);
    mote_float_env_leave(caller);
    mote_array_release(&s.found, &s.allocator);
    mote_box_tree_release(&s.tree, &s.allocator);
    if (result != MOTE_OK) return result;
    if (parts) *parts = count;
    *particles = 2 * count;
    return MOTE_OK;
}
