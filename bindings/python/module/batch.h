// Queries about many points, rays, balls or boxes at once. Each asks the library's own query about
// one after the other, so that the answers are the same, and stops at the first failure.

#ifndef MOTE_PYTHON_BATCH_H
#define MOTE_PYTHON_BATCH_H

#include <mote/mote.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// out[i]: the point of the body closest to points[i], no further than limits[i], or limits[0] where
// `one_limit` is true.
mote_result py_closest_points(mote_world *world, mote_body_id body, const mote_vec3 *points,
                              const float *limits, bool one_limit, size_t count,
                              mote_surface_point *out);

// out[i]: what the ray from origins[i] along directions[i] meets first, no further than t_max[i]
// (t_max[0] for all where `one_t_max` is true).
mote_result py_rays(mote_world *world, const mote_vec3 *origins, const mote_vec3 *directions,
                    const float *t_max, bool one_t_max, uint64_t mask, size_t count,
                    mote_surface_point *out);

// out[i]: the distance of the bodies a[i] and b[i].
mote_result py_distances(mote_world *world, const mote_body_id *a, const mote_body_id *b,
                         float limit, size_t count, mote_distance *out);

// What many overlap queries found: the faces of query i are faces[first[i]] .. faces[first[i + 1] -
// 1].
typedef struct py_overlaps {
    uint64_t *first; // count + 1
    mote_body_face *faces;
    size_t face_count;
    size_t face_capacity;
} py_overlaps;

// `radii` has one entry where `one_radius` is true. `*out` is to be released by
// py_release_overlaps, after a failure too.
mote_result py_overlap_spheres(mote_world *world, const mote_vec3 *centers, const float *radii,
                               bool one_radius, uint64_t mask, size_t count, py_overlaps *out);
mote_result py_overlap_boxes(mote_world *world, const mote_box *boxes, uint64_t mask, size_t count,
                             py_overlaps *out);
void py_release_overlaps(py_overlaps *overlaps);

// hits[i]: whether a point lies inside the rest shape of a mesh.
void py_mesh_contains(const mote_mesh *mesh, const mote_vec3 *points, size_t count, uint8_t *hits);

// hits[i] and t[i] for rays against triangles of the same number.
void py_rays_triangles(const mote_vec3 *origins, const mote_vec3 *directions, const float *t_max,
                       const mote_vec3 *triangles, size_t count, uint8_t *hits, float *t);

// Triangle i of `a` against triangle i of `b`: distances and closest points.
void py_triangles_distances(const mote_vec3 *a, const mote_vec3 *b, size_t count, float *distances,
                            mote_vec3 *on_a, mote_vec3 *on_b);
void py_points_triangles_distances(const mote_vec3 *points, const mote_vec3 *triangles,
                                   size_t count, float *distances, mote_vec3 *closest);
void py_segments_distances(const mote_vec3 *a, const mote_vec3 *b, size_t count, float *distances,
                           mote_vec3 *on_a, mote_vec3 *on_b);
void py_triangles_boxes(const mote_vec3 *triangles, const mote_box *boxes, size_t count,
                        uint8_t *hits);

#endif
