// Unit normals of faces, and of vertices as the sum of their faces' normals weighted by the angle
// at the vertex (Thurmer and Wuthrich 1998), which does not depend on how a flat part is cut into
// triangles.

#include <string.h>

#include "core/result.h"
#include "core/vec.h"
#include "geometry/orient.h"
#include "mesh/build.h"

typedef struct normal_sum {
    mote_dvec3 sum;
    double weight;
} normal_sum;

// Opposite faces cancel up to rounding: a sum this small relative to its weights has no direction.
#define NO_DIRECTION 1e-6

#define PI 3.14159265358979323846

static double angle_at(mote_dvec3 apex, mote_dvec3 left, mote_dvec3 right, double cross_length)
{
    double dot = mote_dvec_dot(mote_dvec_sub(left, apex), mote_dvec_sub(right, apex));
    return atan2(cross_length, dot);
}

static void add_corner(normal_sum *sums, uint32_t vertex, mote_dvec3 unit, double angle)
{
    sums[vertex].sum = mote_dvec_add(sums[vertex].sum, mote_dvec_scale(unit, angle));
    sums[vertex].weight += angle;
}

static mote_vec3 add_face(const mote_mesh *mesh, uint32_t triangle, normal_sum *sums)
{
    mote_vec3 corner[3];
    mote_mesh_corners(mesh, triangle, corner);
    mote_dvec3 cross = mote_triangle_cross(corner);
    double length = mote_dvec_length(cross);
    if (length == 0.0) return (mote_vec3){0};
    mote_dvec3 unit = mote_dvec_scale(cross, 1.0 / length);
    mote_dvec3 a = mote_vec_widen(corner[0]), b = mote_vec_widen(corner[1]),
               c = mote_vec_widen(corner[2]);
    double at_a = angle_at(a, b, c, length), at_b = angle_at(b, c, a, length);
    const uint32_t *vertex = mesh->triangles + 3 * (size_t)triangle;
    add_corner(sums, vertex[0], unit, at_a);
    add_corner(sums, vertex[1], unit, at_b);
    add_corner(sums, vertex[2], unit, fmax(0.0, PI - at_a - at_b));
    return mote_dvec_narrow(unit);
}

static mote_vec3 direction_of(const normal_sum *s)
{
    double length = mote_dvec_length(s->sum);
    if (length <= NO_DIRECTION * s->weight) return (mote_vec3){0};
    return mote_dvec_narrow(mote_dvec_scale(s->sum, 1.0 / length));
}

mote_result mote_mesh_build_normals(mote_mesh *mesh, mote_arena *scratch)
{
    uint32_t faces = mesh->triangle_count, vertices = mesh->vertex_count;
    mesh->face_normals = mote_mesh_allocate(mesh, faces, sizeof(mote_vec3), "face normals");
    if (!mesh->face_normals) return MOTE_ERROR_MEMORY;
    mesh->vertex_normals = mote_mesh_allocate(mesh, vertices, sizeof(mote_vec3), "vertex normals");
    if (!mesh->vertex_normals) return MOTE_ERROR_MEMORY;
    normal_sum *sums = mote_arena_take(scratch, vertices, sizeof *sums);
    if (!sums) return mote_fail_memory(vertices * sizeof *sums, "vertex normals");
    memset(sums, 0, vertices * sizeof *sums);
    for (uint32_t t = 0; t < faces; t++) mesh->face_normals[t] = add_face(mesh, t, sums);
    for (uint32_t v = 0; v < vertices; v++)
        mesh->vertex_normals[v] = direction_of(&sums[mesh->weld ? mesh->weld[v] : v]);
    return MOTE_OK;
}
