// The number of particles of a body by the rules of Saenghaengtham and Kanongchaiyos 2006, "The
// number of particles": as many as other bodies can touch it at once. There are three rules: the
// kissing number for spheres of equal size, shadows for spheres of different size, and a collection
// of spheres for other shapes.
//
// Decisions where the paper is silent or wrong:
// - A / B of the shadows is an upper bound, which is 14 for equal spheres. The result is limited to 12 as long as there is
//   no room for a thirteenth sphere.
// - "Critical points whose normal vector changes much": a vertex is critical if its normal and that of a neighbor differ
//   by more than `turn` and the surface is concave there. A ridge, such as the edge of a box, does not end a sphere,
//   unless the option `ridges_too` is set.
// - Parts are the pieces into which the critical vertices divide the surface. Pieces with less than a hundredth of the
//   vertices, and the critical vertices themselves, belong to the nearest part along edges.
// - The center of a part's sphere is the mean of its vertices, and the sphere contains all of them.

#include <math.h>
#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "papers/areas/areas.h"

#define COOKIE 0x73706872u // "sphr"
#define PI 3.14159265358979323846

// Pieces with fewer than 1 / MIN_SHARE of the points are not parts.
enum { MIN_SHARE = 100 };

// ---------------------------------------------------------------------------------------------
// Kissing number and shadows

enum { KISSING_NUMBER = 12 };

uint32_t mote_count_by_kissing(uint32_t body_count)
{
    return body_count < KISSING_NUMBER ? body_count : KISSING_NUMBER;
}

// The sine of half of 57.1367 degrees, the solution of the Tammes problem for thirteen points
// (Musin and Tarasov 2012): if thirteen equal spheres touch a larger one, the closest two are at
// most this angle apart, seen from its center. The half angle of a shadow must not be larger.
#define SINE_FOR_THIRTEEN 0.478196

// Seen from the center of X, a sphere of radius r that touches X fills a cone of half angle asin(r
// / (R + r)), which cuts a cap of area B = 2 pi (1 - cos) from the unit sphere, A = 4 pi.
mote_result mote_count_by_shadows(float radius, float other_radius, uint32_t *out)
{
    if (!out) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_count_by_shadows: out is null");
    if (!(radius >= 0.0f && isfinite(radius) && other_radius > 0.0f && isfinite(other_radius)))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_count_by_shadows: radius is %g and other_radius is %g, expected "
                         "finite numbers, 0 or more and more than 0",
                         (double)radius, (double)other_radius);
    double sine = (double)other_radius / ((double)radius + (double)other_radius);
    // 1 - cos = sin^2 / (1 + cos), which does not cancel for small spheres.
    double ratio = 2.0 * (1.0 + sqrt(1.0 - sine * sine)) / (sine * sine);
    if (sine > SINE_FOR_THIRTEEN) ratio = fmin(ratio, KISSING_NUMBER);
    ratio *= 1.0 + 1e-12; // so that rounding does not turn an integer into the one below
    *out = ratio < (double)UINT32_MAX ? (uint32_t)ratio : UINT32_MAX;
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// A body as a collection of spheres

mote_part_spheres_def mote_default_part_spheres_def(void)
{
    return (mote_part_spheres_def){.cookie = COOKIE, .turn = (float)(PI / 6.0)};
}

static mote_result check_def(const mote_part_spheres_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "mote_find_part_spheres: def is null");
    if (def->cookie != COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_find_part_spheres: def has no cookie; start "
                                              "from mote_default_part_spheres_def()");
    if (!def->mesh)
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_find_part_spheres: def.mesh is null");
    uint32_t needed = MOTE_MESH_ADJACENCY | MOTE_MESH_NORMALS;
    if ((def->mesh->flags & needed) != needed)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_find_part_spheres: def.mesh was built without MOTE_MESH_ADJACENCY "
                         "or MOTE_MESH_NORMALS");
    if (!(def->turn >= 0.0f && (double)def->turn <= PI))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_find_part_spheres: def.turn is %g, expected 0 to pi",
                         (double)def->turn);
    if (!(def->other_radius >= 0.0f && isfinite(def->other_radius)))
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_find_part_spheres: def.other_radius is %g, expected 0 or more",
                         (double)def->other_radius);
    return mote_allocator_check(&def->allocator, "mote_find_part_spheres");
}

// ---------------------------------------------------------------------------------------------
// Critical points

static bool turns(const mote_part_spheres_def *def, uint32_t v, uint32_t w)
{
    const mote_mesh *mesh = def->mesh;
    mote_dvec3 a = mote_vec_widen(mesh->vertex_normals[v]);
    mote_dvec3 b = mote_vec_widen(mesh->vertex_normals[w]);
    double angle = atan2(mote_dvec_length(mote_dvec_cross(a, b)), mote_dvec_dot(a, b));
    if (!(angle > (double)def->turn)) return false;
    if (def->ridges_too) return true;
    mote_dvec3 way =
        mote_dvec_sub(mote_vec_widen(mesh->positions[w]), mote_vec_widen(mesh->positions[v]));
    double outwards = mesh->volume < 0.0 ? -1.0 : 1.0;
    return outwards * mote_dvec_dot(mote_dvec_sub(b, a), way) < 0.0;
}

static bool is_critical(const mote_part_spheres_def *def, uint32_t v)
{
    const mote_lists *lists = &def->mesh->vertex_neighbors;
    for (uint32_t i = lists->first[v]; i < lists->first[v + 1]; i++)
        if (turns(def, v, lists->items[i])) return true;
    return false;
}

// ---------------------------------------------------------------------------------------------
// Parts

typedef struct parts {
    uint32_t count;
    uint32_t *part_of; // per point; MOTE_NONE while unknown
    uint32_t *queue;
    uint32_t queued;
} parts;

static void assign(parts *p, uint32_t point, uint32_t part)
{
    p->part_of[point] = part;
    p->queue[p->queued++] = point;
}

// Spreads parts from the queued points to their neighbors without a part, breadth first.
static void grow(const mote_area_points *points, parts *p, uint32_t next)
{
    for (; next < p->queued; next++) {
        uint32_t count;
        const uint32_t *vertices = mote_point_neighbors(points, p->queue[next], &count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t other = points->point_of[vertices[i]];
            if (p->part_of[other] == MOTE_NONE) assign(p, other, p->part_of[p->queue[next]]);
        }
    }
}

static void start_with_large_pieces(const mote_area_points *points, const mote_fragments *pieces,
                                    parts *p, uint32_t *part_of_piece)
{
    for (uint32_t i = 0; i < pieces->count; i++) {
        bool large = (uint64_t)pieces->size[i] * MIN_SHARE >= points->count;
        bool critical = pieces->label[i] == 1;
        part_of_piece[i] = large && !critical ? p->count++ : MOTE_NONE;
    }
    for (uint32_t i = 0; i < points->count; i++) {
        uint32_t part = part_of_piece[pieces->fragment_of[i]];
        if (part != MOTE_NONE) assign(p, i, part);
    }
    grow(points, p, 0);
}

// A component without a large piece is one part.
static void assign_remaining(const mote_area_points *points, parts *p)
{
    for (uint32_t i = 0; i < points->count; i++) {
        if (p->part_of[i] != MOTE_NONE) continue;
        assign(p, i, p->count++);
        grow(points, p, p->queued - 1);
    }
}

static void number_by_lowest_point(parts *p, uint32_t points, uint32_t *number)
{
    uint32_t next = 0;
    memset(number, 0xff, p->count * sizeof *number); // MOTE_NONE
    for (uint32_t i = 0; i < points; i++) {
        uint32_t *mine = &number[p->part_of[i]];
        if (*mine == MOTE_NONE) *mine = next++;
        p->part_of[i] = *mine;
    }
}

static mote_result find_parts(const mote_part_spheres_def *def, const mote_area_points *points,
                              mote_arena *scratch, parts *out)
{
    uint32_t count = points->count;
    *out = (parts){.part_of = mote_arena_take(scratch, count, sizeof(uint32_t)),
                   .queue = mote_arena_take(scratch, count, sizeof(uint32_t))};
    uint32_t *critical = mote_arena_take(scratch, count, sizeof *critical);
    uint32_t *numbers = mote_arena_take(scratch, count, sizeof *numbers);
    if (!out->part_of || !out->queue || !critical || !numbers)
        return mote_fail_memory(count * sizeof *critical, "the parts of a body");
    for (uint32_t i = 0; i < count; i++) {
        critical[i] = is_critical(def, points->vertex[i]);
        out->part_of[i] = MOTE_NONE;
    }
    mote_fragments pieces;
    mote_result result = mote_fragments_find(points, critical, scratch, &pieces);
    if (result != MOTE_OK) return result;
    start_with_large_pieces(points, &pieces, out, numbers);
    assign_remaining(points, out);
    number_by_lowest_point(out, count, numbers);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Spheres

static void measure_spheres(const mote_area_points *points, const parts *p, mote_dvec3 *centers,
                            mote_part_sphere *out)
{
    memset(out, 0, p->count * sizeof *out);
    memset(centers, 0, p->count * sizeof *centers);
    for (uint32_t i = 0; i < points->count; i++) {
        mote_dvec3 *sum = &centers[p->part_of[i]];
        *sum = mote_dvec_add(*sum, mote_vec_widen(points->positions[points->vertex[i]]));
        out[p->part_of[i]].vertex_count++;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        centers[i] = mote_dvec_scale(centers[i], 1.0 / out[i].vertex_count);
        out[i].center = mote_dvec_narrow(centers[i]);
    }
    for (uint32_t i = 0; i < points->count; i++) {
        mote_part_sphere *sphere = &out[p->part_of[i]];
        mote_dvec3 at = mote_vec_widen(points->positions[points->vertex[i]]);
        double away = mote_dvec_length(mote_dvec_sub(at, centers[p->part_of[i]]));
        sphere->radius = fmaxf(sphere->radius, (float)away);
    }
}

static mote_result count_particles(mote_part_sphere *spheres, uint32_t count, float other_radius)
{
    float smallest = other_radius;
    for (uint32_t i = 0; other_radius == 0.0f && i < count; i++)
        if (spheres[i].radius > 0.0f && (smallest == 0.0f || spheres[i].radius < smallest))
            smallest = spheres[i].radius;
    for (uint32_t i = 0; i < count; i++) {
        spheres[i].particles = 1;
        if (spheres[i].radius == 0.0f) continue;
        mote_result result =
            mote_count_by_shadows(spheres[i].radius, smallest, &spheres[i].particles);
        if (result != MOTE_OK) return result;
    }
    return MOTE_OK;
}

static mote_result find_spheres(const mote_part_spheres_def *def, mote_arena *scratch,
                                mote_part_sphere *out, uint32_t capacity, uint32_t *count)
{
    mote_areas_def areas_def = mote_default_areas_def();
    areas_def.mesh = def->mesh;
    mote_area_points points;
    parts p;
    mote_result result = mote_area_points_make(&areas_def, scratch, &points);
    if (result == MOTE_OK) result = find_parts(def, &points, scratch, &p);
    if (result != MOTE_OK) return result;
    *count = p.count;
    if (p.count > capacity)
        return mote_fail(MOTE_ERROR_LIMIT,
                         "mote_find_part_spheres: capacity is %u, but there are %u spheres",
                         (unsigned)capacity, (unsigned)p.count);
    mote_dvec3 *centers = mote_arena_take(scratch, p.count, sizeof *centers);
    if (!centers) return mote_fail_memory(p.count * sizeof *centers, "the spheres of a body");
    measure_spheres(&points, &p, centers, out);
    return count_particles(out, p.count, def->other_radius);
}

mote_result mote_find_part_spheres(const mote_part_spheres_def *def, mote_part_sphere *out,
                                   uint32_t capacity, uint32_t *count)
{
    if (!count || (capacity > 0 && !out))
        return mote_fail(MOTE_ERROR_ARGUMENT, "mote_find_part_spheres: count or out is null");
    *count = 0;
    mote_result result = check_def(def);
    if (result != MOTE_OK) return result;
    mote_float_env caller = mote_float_env_enter();
    mote_arena scratch = mote_arena_create(mote_allocator_or_default(def->allocator));
    result = find_spheres(def, &scratch, out, capacity, count);
    mote_arena_release(&scratch);
    mote_float_env_leave(caller);
    return result;
}
