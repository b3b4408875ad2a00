#include "papers/lbg/rectangle.h"

#include "core/vec.h"
#include "mesh/cross.h"

// Edges that are steeper than this against the direction lead nowhere. Each step then gains enough that
// rounding cannot make a way come back to where it was.
#define LEAST_COSINE 0.1

static mote_dvec3 point(const mote_lbg_body *body, uint32_t vertex)
{
    return mote_vec_widen(mote_shape_point(body->shape, vertex));
}

// ---------------------------------------------------------------------------------------------
// The frame at a vertex

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

// +X, -X, +Y, -Y, all of length 1, or all zero where there is no direction.
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
// Ways

// The neighbor in the area that lies best in the direction, or MOTE_NONE.
static uint32_t step(const mote_lbg_body *body, uint32_t area, uint32_t vertex,
                     mote_dvec3 direction)
{
    const mote_lists *neighbors = &body->shape->mesh->vertex_neighbors;
    mote_dvec3 here = point(body, vertex);
    uint32_t best = MOTE_NONE;
    double best_cosine = LEAST_COSINE;
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

typedef struct way {
    uint32_t steps;
    double length;
} way;

static way way_from(const mote_lbg_body *body, uint32_t area, uint32_t vertex, mote_dvec3 direction)
{
    way w = {0};
    uint32_t next, most = body->view.nodes[area].vertex_count;
    while (w.steps < most && (next = step(body, area, vertex, direction)) != MOTE_NONE) {
        w.length += mote_dvec_length(mote_dvec_sub(point(body, next), point(body, vertex)));
        w.steps++;
        vertex = next;
    }
    return w;
}

// The vertices of a way, thinned out evenly, with its end.
static mote_lbg_route route_from(const mote_lbg_body *body, uint32_t area, uint32_t vertex,
                                 mote_dvec3 direction)
{
    uint32_t steps = way_from(body, area, vertex, direction).steps;
    uint32_t chords = steps < MOTE_LBG_ROUTE ? steps : MOTE_LBG_ROUTE;
    mote_lbg_route route = {.count = 1, .vertices = {vertex}};
    for (uint32_t i = 1; i <= steps; i++) {
        vertex = step(body, area, vertex, direction);
        if ((uint64_t)i * chords >= (uint64_t)route.count * steps)
            route.vertices[route.count++] = vertex;
    }
    return route;
}

void mote_lbg_find_routes(mote_lbg_body *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        mote_lbg_particle *particle = &body->particles[i];
        mote_dvec3 directions[4];
        directions_at(body, particle->start, directions);
        for (int k = 0; k < 4; k++)
            particle->routes[k] = route_from(body, particle->area, particle->start, directions[k]);
    }
}

// ---------------------------------------------------------------------------------------------
// Rectangles

static double length_of(const mote_lbg_body *body, const mote_lbg_route *route)
{
    double length = 0;
    for (uint32_t i = 1; i < route->count; i++)
        length += mote_dvec_length(
            mote_dvec_sub(point(body, route->vertices[i]), point(body, route->vertices[i - 1])));
    return length;
}

static void measure_ways(const mote_lbg_body *body, const mote_lbg_particle *particle,
                         double lengths[4])
{
    mote_dvec3 directions[4];
    directions_at(body, particle->vertex, directions);
    for (int k = 0; k < 4; k++)
        lengths[k] = way_from(body, particle->area, particle->vertex, directions[k]).length;
}

double mote_lbg_largest_rectangle(const mote_lbg_body *body, bool literal)
{
    double largest = 0;
    for (uint32_t i = 0; i < body->count; i++) {
        const mote_lbg_particle *particle = &body->particles[i];
        double lengths[4];
        if (literal) {
            measure_ways(body, particle, lengths);
        } else {
            for (int k = 0; k < 4; k++) lengths[k] = length_of(body, &particle->routes[k]);
        }
        double area = (lengths[0] + lengths[1]) * (lengths[2] + lengths[3]);
        if (area > largest) largest = area;
    }
    return largest;
}
