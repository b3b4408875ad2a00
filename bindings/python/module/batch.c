#include "module/batch.h"

#include <stdlib.h>
#include <string.h>

mote_result py_closest_points(mote_world *world, mote_body_id body, const mote_vec3 *points,
                              const float *limits, bool one_limit, size_t count,
                              mote_surface_point *out)
{
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < count && !result; i++)
        result =
            mote_world_closest_point(world, body, points[i], limits[one_limit ? 0 : i], &out[i]);
    return result;
}

mote_result py_rays(mote_world *world, const mote_vec3 *origins, const mote_vec3 *directions,
                    const float *t_max, bool one_t_max, uint64_t mask, size_t count,
                    mote_surface_point *out)
{
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < count && !result; i++)
        result = mote_world_ray(world, origins[i], directions[i], t_max[one_t_max ? 0 : i], mask,
                                &out[i]);
    return result;
}

mote_result py_distances(mote_world *world, const mote_body_id *a, const mote_body_id *b,
                         float limit, size_t count, mote_distance *out)
{
    mote_result result = MOTE_OK;
    for (size_t i = 0; i < count && !result; i++)
        result = mote_world_distance(world, a[i], b[i], limit, &out[i]);
    return result;
}

static bool append(py_overlaps *overlaps, const mote_body_face *faces, size_t count)
{
    if (overlaps->face_capacity - overlaps->face_count < count) {
        size_t capacity = 2 * overlaps->face_capacity + count;
        mote_body_face *grown = realloc(overlaps->faces, capacity * sizeof *grown);
        if (!grown) return false;
        overlaps->faces = grown;
        overlaps->face_capacity = capacity;
    }
    if (count) memcpy(&overlaps->faces[overlaps->face_count], faces, count * sizeof *faces);
    overlaps->face_count += count;
    return true;
}

static mote_result begin(py_overlaps *out, size_t count)
{
    *out = (py_overlaps){.first = malloc((count + 1) * sizeof *out->first)};
    if (!out->first) return MOTE_ERROR_MEMORY;
    out->first[0] = 0;
    return MOTE_OK;
}

static mote_result keep(py_overlaps *out, size_t query, mote_result result,
                        const mote_body_face *faces, size_t count)
{
    if (result) return result;
    if (!append(out, faces, count)) return MOTE_ERROR_MEMORY;
    out->first[query + 1] = out->face_count;
    return MOTE_OK;
}

mote_result py_overlap_spheres(mote_world *world, const mote_vec3 *centers, const float *radii,
                               bool one_radius, uint64_t mask, size_t count, py_overlaps *out)
{
    mote_result result = begin(out, count);
    for (size_t i = 0; i < count && !result; i++) {
        const mote_body_face *faces = NULL;
        size_t face_count = 0;
        result = mote_world_overlap_sphere(world, centers[i], radii[one_radius ? 0 : i], mask,
                                           &faces, &face_count);
        result = keep(out, i, result, faces, face_count);
    }
    return result;
}

mote_result py_overlap_boxes(mote_world *world, const mote_box *boxes, uint64_t mask, size_t count,
                             py_overlaps *out)
{
    mote_result result = begin(out, count);
    for (size_t i = 0; i < count && !result; i++) {
        const mote_body_face *faces = NULL;
        size_t face_count = 0;
        result = mote_world_overlap_box(world, &boxes[i], mask, &faces, &face_count);
        result = keep(out, i, result, faces, face_count);
    }
    return result;
}

void py_release_overlaps(py_overlaps *overlaps)
{
    free(overlaps->first);
    free(overlaps->faces);
    *overlaps = (py_overlaps){0};
}

void py_mesh_contains(const mote_mesh *mesh, const mote_vec3 *points, size_t count, uint8_t *hits)
{
    for (size_t i = 0; i < count; i++) hits[i] = mote_mesh_contains(mesh, points[i]);
}

void py_rays_triangles(const mote_vec3 *origins, const mote_vec3 *directions, const float *t_max,
                       const mote_vec3 *triangles, size_t count, uint8_t *hits, float *t)
{
    for (size_t i = 0; i < count; i++)
        hits[i] = mote_ray_triangle(origins[i], directions[i], t_max[i], &triangles[3 * i], &t[i]);
}

void py_triangles_distances(const mote_vec3 *a, const mote_vec3 *b, size_t count, float *distances,
                            mote_vec3 *on_a, mote_vec3 *on_b)
{
    for (size_t i = 0; i < count; i++)
        distances[i] = mote_triangles_distance(&a[3 * i], &b[3 * i], &on_a[i], &on_b[i]);
}

void py_points_triangles_distances(const mote_vec3 *points, const mote_vec3 *triangles,
                                   size_t count, float *distances, mote_vec3 *closest)
{
    for (size_t i = 0; i < count; i++)
        distances[i] = mote_point_triangle_distance(points[i], &triangles[3 * i], &closest[i]);
}

void py_segments_distances(const mote_vec3 *a, const mote_vec3 *b, size_t count, float *distances,
                           mote_vec3 *on_a, mote_vec3 *on_b)
{
    for (size_t i = 0; i < count; i++)
        distances[i] = mote_segments_distance(&a[2 * i], &b[2 * i], &on_a[i], &on_b[i]);
}

void py_triangles_boxes(const mote_vec3 *triangles, const mote_box *boxes, size_t count,
                        uint8_t *hits)
{
    for (size_t i = 0; i < count; i++) hits[i] = mote_triangle_box(&triangles[3 * i], &boxes[i]);
}
