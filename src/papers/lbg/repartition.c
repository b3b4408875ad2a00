// Repartitioning: when an area has grown too large for one particle, the whole body is partitioned
// again, with a new number of particles. Saenghaengtham and Kanongchaiyos 2006, "Repartitioning
// checking".
//
// The size of an area is that of a rectangle, as long and as wide as the paths over its vertices
// from the particle to the edge of the area in the directions +X, -X, +Y and -Y. A*, the acceptable
// size, is the largest rectangle of the initial areas.
//
// Decisions where the paper is silent or wrong:
// - X and Y lie in the tangent plane at the particle; X points to its first neighbor. A path follows the edges of the area
//   that point best in its direction, as long as there is one.
// - The paper measures from where the particle is. Its paths then change although the body does not, and a rigid body is
//   partitioned again and again. By default paths are found once, from the start vertex of the particle, and only their
//   lengths are measured in each frame, over at most MOTE_LBG_MAX_CHORDS chords each, so that the cost does not depend on
//   the mesh. The option `literal_rectangles` follows the particle.
// - A* after a repartition is the larger one of the previous A* and the largest new rectangle, so that a body that keeps its
//   shape is not partitioned again.
// - The new number of particles: a given number grows with the surface area; otherwise the rule of the settings is applied to
//   the present radius.

#include <math.h>

#include "core/result.h"
#include "geometry/orient.h"
#include "papers/lbg/lbg.h"

// A path uses only edges with at least this cosine to its direction. Each step then gains enough
// that rounding cannot make a path return to a vertex.
#define MIN_COSINE 0.1

static mote_dvec3 point(const mote_lbg_body *body, uint32_t vertex)
{
    return mote_vec_widen(mote_shape_point(body->shape, vertex));
}

// ---------------------------------------------------------------------------------------------
// Directions at a vertex

static mote_dvec3 normal_at(const mote_lbg_body *body, uint32_t vertex)
{
    const mote_lists *faces = &body->shape->mesh->vertex_faces;
    mote_dvec3 sum = {0};
    for (uint32_t i = faces->first[vertex]; i < faces->first[vertex + 1]; i++) {
        mote_vec3 corners[3];
        mote_shape_face_points(body->shape, faces->items[i], corners);
        sum = mote_dvec_add(sum, mote_triangle_cross(corners));
    }
    double length = mote_dvec_length(sum);
    return length > 0 ? mote_dvec_scale(sum, 1 / length) : (mote_dvec3){0, 0, 1};
}

static mote_dvec3 towards_first_neighbor(const mote_lbg_body *body, uint32_t vertex)
{
    const mote_lists *neighbors = &body->shape->mesh->vertex_neighbors;
    uint32_t first = neighbors->first[vertex];
    if (first == neighbors->first[vertex + 1]) return (mote_dvec3){0};
    return mote_dvec_sub(point(body, neighbors->items[first]), point(body, vertex));
}

// +X, -X, +Y, -Y: unit vectors, or all zero if the vertex has no direction.
static void directions_at(const mote_lbg_body *body, uint32_t vertex, mote_dvec3 out[4])
{
    mote_dvec3 normal = normal_at(body, vertex), x = towards_first_neighbor(body, vertex);
    x = mote_dvec_sub(x, mote_dvec_scale(normal, mote_dvec_dot(x, normal)));
    double length = mote_dvec_length(x);
    x = length > 0 ? mote_dvec_scale(x, 1 / length) : (mote_dvec3){0};
    out[0] = x;
    out[1] = mote_dvec_scale(x, -1);
    out[2] = mote_dvec_cross(normal, x);
    out[3] = mote_dvec_scale(out[2], -1);
}

// ---------------------------------------------------------------------------------------------
// Paths

// The neighbor in the area whose edge points best in the direction, or MOTE_NONE.
static uint32_t step(const mote_lbg_body *body, uint32_t area, uint32_t vertex,
                     mote_dvec3 direction)
{
    const mote_lists *neighbors = &body->shape->mesh->vertex_neighbors;
    mote_dvec3 here = point(body, vertex);
    uint32_t best = MOTE_NONE;
    double best_cosine = MIN_COSINE;
    for (uint32_t i = neighbors->first[vertex]; i < neighbors->first[vertex + 1]; i++) {
        uint32_t next = neighbors->items[i];
        if (body->view.area_of[next] != area) continue;
        mote_dvec3 edge = mote_dvec_sub(point(body, next), here);
        double cosine = mote_dvec_dot(edge, direction) / mote_dvec_length(edge);
        if (!(cosine > best_cosine)) continue; // nor NaN
        best = next;
        best_cosine = cosine;
    }
    return best;
}

typedef struct path_size {
    uint32_t steps;
    double length;
} path_size;

static path_size measure_path(const mote_lbg_body *body, uint32_t area, uint32_t vertex,
                              mote_dvec3 direction)
{
    path_size size = {0};
    uint32_t next, max_steps = body->view.nodes[area].vertex_count;
    while (size.steps < max_steps && (next = step(body, area, vertex, direction)) != MOTE_NONE) {
        size.length += mote_dvec_length(mote_dvec_sub(point(body, next), point(body, vertex)));
        size.steps++;
        vertex = next;
    }
    return size;
}

// A path reduced to evenly spaced vertices and its end.
static mote_lbg_path find_path(const mote_lbg_body *body, uint32_t area, uint32_t vertex,
                               mote_dvec3 direction)
{
    uint32_t steps = measure_path(body, area, vertex, direction).steps;
    uint32_t chords = steps < MOTE_LBG_MAX_CHORDS ? steps : MOTE_LBG_MAX_CHORDS;
    mote_lbg_path path = {.count = 1, .vertices = {vertex}};
    for (uint32_t i = 1; i <= steps; i++) {
        vertex = step(body, area, vertex, direction);
        if ((uint64_t)i * chords >= (uint64_t)path.count * steps)
            path.vertices[path.count++] = vertex;
    }
    return path;
}

static void find_paths(mote_lbg_body *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        mote_lbg_particle *particle = &body->particles[i];
        mote_dvec3 directions[4];
        directions_at(body, particle->start, directions);
        for (int k = 0; k < 4; k++)
            particle->paths[k] = find_path(body, particle->area, particle->start, directions[k]);
    }
}

// ---------------------------------------------------------------------------------------------
// Rectangles

static double length_of(const mote_lbg_body *body, const mote_lbg_path *path)
{
    double length = 0;
    for (uint32_t i = 1; i < path->count; i++)
        length += mote_dvec_length(
            mote_dvec_sub(point(body, path->vertices[i]), point(body, path->vertices[i - 1])));
    return length;
}

static void measure_paths(const mote_lbg_body *body, const mote_lbg_particle *particle,
                          double lengths[4])
{
    mote_dvec3 directions[4];
    directions_at(body, particle->vertex, directions);
    for (int k = 0; k < 4; k++)
        lengths[k] = measure_path(body, particle->area, particle->vertex, directions[k]).length;
}

double mote_lbg_largest_rectangle(const mote_lbg_body *body, bool literal)
{
    double largest = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        const mote_lbg_particle *particle = &body->particles[i];
        double lengths[4];
        if (literal) {
            measure_paths(body, particle, lengths);
        } else {
            for (int k = 0; k < 4; k++) lengths[k] = length_of(body, &particle->paths[k]);
        }
        double area = (lengths[0] + lengths[1]) * (lengths[2] + lengths[3]);
        if (area > largest) largest = area;
    }
    return largest;
}

// ---------------------------------------------------------------------------------------------
// Sizes

// By which factor edges at the particles have grown since the rest shape.
static double growth(const mote_lbg_body *body)
{
    return body->rest_distance > 0 ? (double)body->distance / (double)body->rest_distance : 1.0;
}

// "The longest distance between the initial particles". For a single particle, the diameter of the
// body.
static float longest_distance(const mote_lbg_body *body)
{
    float longest = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        for (uint32_t k = 0; k < i; k++)
            longest = fmaxf(longest, mote_vec_length(mote_vec_sub(body->at[i], body->at[k])));
    }
    return body->count > 1 ? longest : (float)(2 * growth(body) * (double)body->rest_radius);
}

static bool is_finite(const mote_lbg_body *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        if (!mote_vec_finite(body->at[i])) return false;
    }
    return isfinite(body->distance);
}

void mote_lbg_measure(mote_lbg_body *body, const mote_settings *settings)
{
    bool literal = mote_lbg_options_of(settings)->literal_rectangles;
    if (!is_finite(body)) return;
    body->reach = longest_distance(body);
    if (!literal) find_paths(body);
    body->acceptable = fmax(body->acceptable, mote_lbg_largest_rectangle(body, literal));
    if (!body->measured)
        body->first_surface = body->shape->mesh->area * growth(body) * growth(body);
    body->measured = true;
}

bool mote_lbg_has_outgrown(const mote_lbg_body *body, const mote_settings *settings)
{
    const mote_lbg_options *options = mote_lbg_options_of(settings);
    return options->acceptable < INFINITY &&
           mote_lbg_largest_rectangle(body, options->literal_rectangles) >
               (double)options->acceptable * body->acceptable;
}

// ---------------------------------------------------------------------------------------------
// Repartition

// The present shape in the caller's numbering; vertices that are not in use stay at rest. False if
// a position is not finite.
static bool read_positions(const mote_shape *shape, mote_vec3 *out)
{
    const mote_mesh *mesh = shape->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t representative = mesh->weld ? mesh->weld[v] : v;
        bool used = shape->clusters->place_of[representative] != MOTE_NONE;
        out[v] = used ? mote_shape_point(shape, representative) : mesh->positions[v];
        if (!mote_vec_finite(out[v])) return false;
    }
    return true;
}

// Vertex normals weighted by area, not by angle: no function is used whose result depends on the
// machine. Returns the surface area.
static double find_normals(const mote_mesh *mesh, const mote_vec3 *positions, mote_vec3 *normals)
{
    double surface = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) normals[v] = (mote_vec3){0};
    for (uint32_t f = 0; f < mesh->triangle_count; f++) {
        const uint32_t *t = mesh->triangles + 3 * (size_t)f;
        const mote_vec3 corners[3] = {positions[t[0]], positions[t[1]], positions[t[2]]};
        mote_dvec3 cross = mote_triangle_cross(corners);
        surface += 0.5 * mote_dvec_length(cross);
        for (int k = 0; k < 3; k++)
            normals[t[k]] = mote_dvec_narrow(mote_dvec_add(mote_vec_widen(normals[t[k]]), cross));
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double length = mote_dvec_length(mote_vec_widen(normals[v]));
        normals[v] = length > 0
                         ? mote_dvec_narrow(mote_dvec_scale(mote_vec_widen(normals[v]), 1 / length))
                         : (mote_vec3){0};
    }
    return surface;
}

static mote_result new_count(const mote_lbg_body *body, const mote_settings *settings,
                             double surface, uint32_t *out)
{
    uint32_t given = mote_lbg_options_of(settings)->particles;
    if (!given) return mote_lbg_count_particles(body, settings, out);
    *out = given;
    if (!body->measured) return MOTE_OK; // the first partition
    double wanted = ceil((double)given * surface / body->first_surface);
    if (wanted > (double)given) *out = (uint32_t)fmin(wanted, MOTE_LBG_MAX_PARTICLES);
    return MOTE_OK;
}

// If positions overflow when they are weighted, the body keeps its areas; that is not an error of
// the frame.
static mote_result partition_shape(mote_lbg_body *body, const mote_settings *settings,
                                   const mote_vec3 *positions, mote_vec3 *normals, bool *done)
{
    const mote_mesh *mesh = body->shape->mesh;
    uint32_t count = 1;
    double surface = find_normals(mesh, positions, normals);
    body->radius = mote_lbg_radius(mesh, positions);
    mote_result result = new_count(body, settings, surface, &count);
    if (result == MOTE_OK) result = mote_lbg_partition(body, settings, count, positions, normals);
    *done = result == MOTE_OK;
    return result == MOTE_ERROR_DATA ? MOTE_OK : result;
}

mote_result mote_lbg_repartition(mote_lbg_body *body, const mote_settings *settings, bool *done)
{
    uint32_t vertices = body->shape->mesh->vertex_count;
    mote_vec3 *positions = mote_allocate(settings->allocator, vertices, sizeof *positions);
    mote_vec3 *normals = mote_allocate(settings->allocator, vertices, sizeof *normals);
    mote_result result = MOTE_OK;
    *done = false;
    if (!positions || !normals)
        result = mote_fail_memory(2 * vertices * sizeof *normals, "a repartition");
    else if (read_positions(body->shape, positions))
        result = partition_shape(body, settings, positions, normals, done);
    mote_release(settings->allocator, positions, vertices, sizeof *positions);
    mote_release(settings->allocator, normals, vertices, sizeof *normals);
    if (*done) {
        mote_lbg_locate_particles(body);
        mote_lbg_measure(body, settings);
    }
    return result;
}
