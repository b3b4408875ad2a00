// Sites: the points where a particle may be, and the sites next to each.
//
// Senin et al. 2003, section 3.4: particles are at vertices "in the simplest case", and this "can
// be generalized for cases when the particle can be located on edges and faces". The paper does not
// say at which points of them. Here a particle on an edge is at its middle and a particle on a face
// at its centroid, and it moves between the sites of the same face.

#include <math.h>

#include "papers/senin/senin.h"
#include "shape/points.h"

double mote_squared_distance(mote_vec3 a, mote_vec3 b)
{
    mote_dvec3 d = mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b));
    double squared = mote_dvec_dot(d, d);
    return isnan(squared) ? HUGE_VAL : squared;
}

static mote_site site_of_edge(uint32_t u, uint32_t v)
{
    return u < v ? (mote_site){{u, v, MOTE_NONE}} : (mote_site){{v, u, MOTE_NONE}};
}

static mote_site site_of_face(const uint32_t t[3])
{
    uint32_t low = t[0] < t[1] ? t[0] : t[1], high = t[0] < t[1] ? t[1] : t[0];
    if (t[2] < low) return (mote_site){{t[2], low, high}};
    return t[2] < high ? (mote_site){{low, t[2], high}} : (mote_site){{low, high, t[2]}};
}

static mote_vec3 locate(const mote_senin_surface *surface, mote_site site)
{
    const mote_shape *shape = ((const mote_senin_shape *)surface)->shape;
    mote_vec3 a = mote_shape_point(shape, site.corners[0]);
    if (site.corners[1] == MOTE_NONE) return a;
    mote_vec3 b = mote_shape_point(shape, site.corners[1]);
    if (site.corners[2] == MOTE_NONE)
        return mote_vec_add(mote_vec_scale(a, 0.5f), mote_vec_scale(b, 0.5f));
    mote_vec3 c = mote_shape_point(shape, site.corners[2]);
    const float third = 1.0f / 3.0f;
    return mote_vec_add(mote_vec_scale(a, third),
                        mote_vec_add(mote_vec_scale(b, third), mote_vec_scale(c, third)));
}

typedef struct walk {
    const mote_senin_shape *on;
    const mote_site_visitor *visitor;
} walk;

static void visit(const walk *w, mote_site site)
{
    w->visitor->visit(w->visitor->context, site, locate(&w->on->surface, site));
}

static const uint32_t *face_at(const walk *w, uint32_t face)
{
    return w->on->shape->mesh->triangles + 3 * (size_t)face;
}

static void around_vertex(const walk *w, uint32_t v)
{
    const mote_mesh *mesh = w->on->shape->mesh;
    const mote_lists *near = &mesh->vertex_neighbors, *faces = &mesh->vertex_faces;
    for (uint32_t i = near->first[v]; i < near->first[v + 1]; i++)
        visit(w, mote_site_of_vertex(near->items[i]));
    if (w->on->movement == MOTE_SENIN_VERTICES) return;
    for (uint32_t i = near->first[v]; i < near->first[v + 1]; i++)
        visit(w, site_of_edge(v, near->items[i]));
    if (w->on->movement != MOTE_SENIN_FACES) return;
    for (uint32_t i = faces->first[v]; i < faces->first[v + 1]; i++)
        visit(w, site_of_face(face_at(w, faces->items[i])));
}

// The corner of face `t`, which has corner `u`, other than `u` and `v`; MOTE_NONE if it does not
// have `v` or is degenerate.
static uint32_t third_corner(const uint32_t t[3], uint32_t u, uint32_t v)
{
    bool has_v = t[0] == v || t[1] == v || t[2] == v;
    for (int k = 0; k < 3 && has_v; k++)
        if (t[k] != u && t[k] != v) return t[k];
    return MOTE_NONE;
}

static void around_edge(const walk *w, uint32_t u, uint32_t v)
{
    const mote_lists *faces = &w->on->shape->mesh->vertex_faces;
    visit(w, mote_site_of_vertex(u));
    visit(w, mote_site_of_vertex(v));
    for (uint32_t i = faces->first[u]; i < faces->first[u + 1]; i++) {
        const uint32_t *t = face_at(w, faces->items[i]);
        uint32_t third = third_corner(t, u, v);
        if (third == MOTE_NONE) continue;
        visit(w, site_of_edge(u, third));
        visit(w, site_of_edge(v, third));
        if (w->on->movement == MOTE_SENIN_FACES) visit(w, site_of_face(t));
    }
}

static void around_face(const walk *w, const uint32_t t[3])
{
    for (int k = 0; k < 3; k++) visit(w, mote_site_of_vertex(t[k]));
    for (int k = 0; k < 3; k++)
        if (t[k] != t[(k + 1) % 3]) visit(w, site_of_edge(t[k], t[(k + 1) % 3]));
}

static void neighbors(const mote_senin_surface *surface, mote_site site,
                      const mote_site_visitor *visitor)
{
    walk w = {(const mote_senin_shape *)surface, visitor};
    if (site.corners[1] == MOTE_NONE)
        around_vertex(&w, site.corners[0]);
    else if (site.corners[2] == MOTE_NONE)
        around_edge(&w, site.corners[0], site.corners[1]);
    else
        around_face(&w, site.corners);
}

mote_senin_shape mote_senin_shape_of(const mote_shape *shape, mote_senin_movement movement)
{
    return (mote_senin_shape){{locate, neighbors}, shape, movement};
}
