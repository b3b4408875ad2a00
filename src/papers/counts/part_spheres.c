// A body as a collection of spheres, for Saenghaengtham and Kanongchaiyos 2006: "all vertices have to be checked for
// critical points whose normal vector changes much". What was decided where the paper is silent:
// - A vertex is critical if its normal and that of a neighbor differ by more than `turn`, and the surface turns
//   inwards there: a ridge, such as the edge of a box, does not end a sphere (an option counts ridges too).
// - Parts are the pieces into which the critical vertices cut the surface. Pieces of less than a hundredth of the
//   vertices, and the critical vertices, go to the nearest part along edges.
// - A part's sphere is around the mean of its vertices and holds all of them.

#include <math.h>
#include <string.h>

#include "core/float_env.h"
#include "core/result.h"
#include "core/vec.h"
#include "papers/areas/fragments.h"

#define COOKIE 0x73706872u // "sphr"
#define PI 3.14159265358979323846

enum { LEAST_SHARE = 100 };

mote_part_spheres_def mote_default_part_spheres_def(void)
{
    return (mote_part_spheres_def){.cookie = COOKIE, .turn = (float)(PI / 6.0)};
}

static mote_result check_def(const mote_part_spheres_def *def)
{
    if (!def) return mote_fail(MOTE_ERROR_ARGUMENT, "part spheres def: null");
    if (def->cookie != COOKIE)
        return mote_fail(MOTE_ERROR_ARGUMENT, "part spheres def: cookie missing, start from "
                                              "mote_default_part_spheres_def()");
    if (!def->mesh) return mote_fail(MOTE_ERROR_ARGUMENT, "part spheres def: mesh is null");
    uint32_t needed = MOTE_MESH_ADJACENCY | MOTE_MESH_NORMALS;
    if ((def->mesh->flags & needed) != needed)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "part spheres def: the mesh was built without ADJACENCY or NORMALS");
    if (!(def->turn >= 0.0f && (double)def->turn <= PI))
        return mote_fail(MOTE_ERROR_ARGUMENT, "part spheres def: turn %g is not between 0 and pi",
                         (double)def->turn);
    if (!(def->other_radius >= 0.0f && isfinite(def->other_radius)))
        return mote_fail(MOTE_ERROR_ARGUMENT, "part spheres def: other_radius %g is not 0 or more",
                         (double)def->other_radius);
    if (!def->allocator.allocate != !def->allocator.release)
        return mote_fail(
            MOTE_ERROR_ARGUMENT,
            "part spheres def: the allocator needs both allocate and release, or neither");
    return MOTE_OK;
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
    uint32_t *part_of; // of each point; MOTE_NONE while unknown
    uint32_t *queue;
    uint32_t queued;
} parts;

static void give(parts *p, uint32_t point, uint32_t part)
{
    p->part_of[point] = part;
    p->queue[p->queued++] = point;
}

// Each point without a part takes that of the first neighbor that has one.
static void grow(const mote_area_points *points, parts *p, uint32_t next)
{
    for (; next < p->queued; next++) {
        uint32_t count;
        const uint32_t *vertices = mote_point_neighbors(points, p->queue[next], &count);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t other = points->point_of[vertices[i]];
            if (p->part_of[other] == MOTE_NONE) give(p, other, p->part_of[p->queue[next]]);
        }
    }
}

static void start_with_large_pieces(const mote_area_points *points, const mote_fragments *pieces,
                                    parts *p, uint32_t *part_of_piece)
{
    for (uint32_t i = 0; i < pieces->count; i++) {
        bool large = (uint64_t)pieces->size[i] * LEAST_SHARE >= points->count;
        bool critical = pieces->label[i] == 1;
        part_of_piece[i] = large && !critical ? p->count++ : MOTE_NONE;
    }
    for (uint32_t i = 0; i < points->count; i++) {
        uint32_t part = part_of_piece[pieces->fragment_of[i]];
        if (part != MOTE_NONE) give(p, i, part);
    }
    grow(points, p, 0);
}

// A component without a large piece is a part.
static void take_what_is_left(const mote_area_points *points, parts *p)
{
    for (uint32_t i = 0; i < points->count; i++) {
        if (p->part_of[i] != MOTE_NONE) continue;
        give(p, i, p->count++);
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
        return mote_fail_memory(count * sizeof *critical, "parts of a body");
    for (uint32_t i = 0; i < count; i++) {
        critical[i] = is_critical(def, points->vertex[i]);
        out->part_of[i] = MOTE_NONE;
    }
    mote_fragments pieces;
    mote_result result = mote_fragments_find(points, critical, scratch, &pieces);
    if (result != MOTE_OK) return result;
    start_with_large_pieces(points, &pieces, out, numbers);
    take_what_is_left(points, out);
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

static mote_result allot_particles(mote_part_sphere *spheres, uint32_t count, float other_radius)
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
        return mote_fail(MOTE_ERROR_LIMIT, "part spheres: room for %u, but there are %u",
                         (unsigned)capacity, (unsigned)p.count);
    mote_dvec3 *centers = mote_arena_take(scratch, p.count, sizeof *centers);
    if (!centers) return mote_fail_memory(p.count * sizeof *centers, "part spheres");
    measure_spheres(&points, &p, centers, out);
    return allot_particles(out, p.count, def->other_radius);
}

mote_result mote_find_part_spheres(const mote_part_spheres_def *def, mote_part_sphere *out,
                                   uint32_t capacity, uint32_t *count)
{
    if (!count || (capacity > 0 && !out))
        return mote_fail(MOTE_ERROR_ARGUMENT, "part spheres: an output is null");
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
