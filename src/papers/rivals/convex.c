#include "papers/rivals/convex.h"

#include "core/result.h"

// ---------------------------------------------------------------------------------------------
// Is a mesh convex?

static double longest_side(const mote_box *box)
{
    return fmax(
        (double)box->max.x - (double)box->min.x,
        fmax((double)box->max.y - (double)box->min.y, (double)box->max.z - (double)box->min.z));
}

// Points outwards for a mesh whose volume is positive; zero for a degenerate face.
static mote_dvec3 unit_normal(const mote_mesh *mesh, uint32_t face)
{
    mote_vec3 c[3];
    mote_mesh_corners(mesh, face, c);
    mote_dvec3 a = mote_vec_widen(c[0]);
    mote_dvec3 normal = mote_dvec_cross(mote_dvec_sub(mote_vec_widen(c[1]), a),
                                        mote_dvec_sub(mote_vec_widen(c[2]), a));
    double length = mote_dvec_length(normal);
    return length > 0 ? mote_dvec_scale(normal, 1 / length) : (mote_dvec3){0, 0, 0};
}

// The height above the face of the neighbor's corner that is not on the shared edge.
static double rise_across(const mote_mesh *mesh, uint32_t face, uint32_t neighbor)
{
    const uint32_t *f = mesh->triangles + 3 * (size_t)face;
    const uint32_t *n = mesh->triangles + 3 * (size_t)neighbor;
    mote_dvec3 origin = mote_vec_widen(mesh->positions[f[0]]);
    mote_dvec3 normal = unit_normal(mesh, face);
    double most = 0;
    for (int k = 0; k < 3; k++) {
        mote_dvec3 p = mote_dvec_sub(mote_vec_widen(mesh->positions[n[k]]), origin);
        double rise = mote_dvec_dot(p, normal) * (mesh->volume < 0 ? -1 : 1);
        if (rise > most) most = rise;
    }
    return most;
}

mote_result mote_check_convex(const mote_mesh *mesh, const char *method)
{
    if (!mesh->face_neighbors || !(mesh->flags & MOTE_MESH_FINDINGS))
        return mote_fail(
            MOTE_ERROR_REFUSED,
            "method %s: the mesh was built without MOTE_MESH_ADJACENCY or MOTE_MESH_FINDINGS",
            method);
    if (!mesh->closed || mesh->component_count != 1)
        return mote_fail(MOTE_ERROR_REFUSED, "method %s: the mesh must be convex, but is %s",
                         method, mesh->closed ? "in several pieces" : "not closed");
    double allowed = 1e-5 * longest_side(&mesh->box);
    for (uint32_t e = 0; e < 3 * mesh->triangle_count; e++) {
        // A closed mesh may have such triangles, after a weld for example. They have no neighbors.
        if (mesh->face_neighbors[e] == MOTE_NONE)
            return mote_fail(
                MOTE_ERROR_REFUSED,
                "method %s: the mesh must be convex, but triangle %u names a vertex twice", method,
                e / 3);
        double rise = rise_across(mesh, e / 3, mesh->face_neighbors[e]);
        if (rise > allowed)
            return mote_fail(MOTE_ERROR_REFUSED,
                             "method %s: the mesh must be convex, but is concave at triangle %u",
                             method, e / 3);
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// The closest points of two convex bodies. The simplex is reduced as in Ericson, "Real-Time Collision Detection",
// 2005, chapter 5: by the Voronoi regions of its vertices, edges and faces, in double.

// Three times as many rounds as any pose was seen to need; after them the last simplex is the
// answer.
enum { MAX_ROUNDS = 128 };

// Relative to the size of the simplex, squared: an origin closer than this is on the simplex.
static const double SAME_POINT = 1e-26;

typedef struct corner {
    mote_dvec3 a, b; // points of the bodies
    mote_dvec3 p;    // a - b
    double weight;   // of the point that is closest to the origin
} corner;

typedef struct simplex {
    corner corners[4];
    int count;
} simplex;

// The functions that reduce return how many corners are left.

static int keep_one(simplex *s, int i)
{
    s->corners[0] = s->corners[i];
    s->corners[0].weight = 1;
    return s->count = 1;
}

static int keep_two(simplex *s, int i, int k, double t)
{
    corner first = s->corners[i], second = s->corners[k];
    first.weight = 1 - t;
    second.weight = t;
    s->corners[0] = first;
    s->corners[1] = second;
    return s->count = 2;
}

static int reduce_segment(simplex *s)
{
    mote_dvec3 a = s->corners[0].p, ab = mote_dvec_sub(s->corners[1].p, a);
    double along = -mote_dvec_dot(a, ab), length = mote_dvec_dot(ab, ab);
    if (along <= 0) return keep_one(s, 0);
    return along >= length ? keep_one(s, 1) : keep_two(s, 0, 1, along / length);
}

static int reduce_triangle(simplex *s)
{
    mote_dvec3 a = s->corners[0].p, b = s->corners[1].p, c = s->corners[2].p;
    mote_dvec3 ab = mote_dvec_sub(b, a), ac = mote_dvec_sub(c, a);
    double d1 = -mote_dvec_dot(ab, a), d2 = -mote_dvec_dot(ac, a);
    if (d1 <= 0 && d2 <= 0) return keep_one(s, 0);
    double d3 = -mote_dvec_dot(ab, b), d4 = -mote_dvec_dot(ac, b);
    if (d3 >= 0 && d4 <= d3) return keep_one(s, 1);
    double d5 = -mote_dvec_dot(ab, c), d6 = -mote_dvec_dot(ac, c);
    if (d6 >= 0 && d5 <= d6) return keep_one(s, 2);
    double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return keep_two(s, 0, 1, d1 / (d1 - d3));
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return keep_two(s, 0, 2, d2 / (d2 - d6));
    if (va <= 0 && d4 >= d3 && d5 >= d6)
        return keep_two(s, 1, 2, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    double sum = va + vb + vc;
    s->corners[0].weight = va / sum;
    s->corners[1].weight = vb / sum;
    s->corners[2].weight = vc / sum;
    return 3;
}

static mote_dvec3 closest_to_origin(const simplex *s)
{
    mote_dvec3 p = {0, 0, 0};
    for (int i = 0; i < s->count; i++)
        p = mote_dvec_add(p, mote_dvec_scale(s->corners[i].p, s->corners[i].weight));
    return p;
}

// Whether the origin and the fourth corner are on different sides of the face.
static bool is_beyond(const simplex *s, int i, int j, int k, int fourth)
{
    mote_dvec3 a = s->corners[i].p;
    mote_dvec3 normal =
        mote_dvec_cross(mote_dvec_sub(s->corners[j].p, a), mote_dvec_sub(s->corners[k].p, a));
    double origin = -mote_dvec_dot(a, normal);
    double other = mote_dvec_dot(mote_dvec_sub(s->corners[fourth].p, a), normal);
    return other > 0 ? origin <= 0 : origin >= 0;
}

// Leaves four corners if the origin is inside.
static int reduce_tetrahedron(simplex *s)
{
    static const int faces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    simplex best = *s;
    double least = (double)INFINITY;
    for (int f = 0; f < 4; f++) {
        const int *face = faces[f];
        if (!is_beyond(s, face[0], face[1], face[2], face[3])) continue;
        simplex part = {{s->corners[face[0]], s->corners[face[1]], s->corners[face[2]]}, 3};
        reduce_triangle(&part);
        mote_dvec3 p = closest_to_origin(&part);
        if (mote_dvec_dot(p, p) >= least) continue;
        least = mote_dvec_dot(p, p);
        best = part;
    }
    *s = best;
    return s->count;
}

static int reduce(simplex *s)
{
    switch (s->count) {
    case 1: return keep_one(s, 0);
    case 2: return reduce_segment(s);
    case 3: return reduce_triangle(s);
    default: return reduce_tetrahedron(s);
    }
}

static corner support(const mote_convex_body *a, const mote_convex_body *b, mote_dvec3 direction)
{
    corner c = {.a = a->support(a->context, direction),
                .b = b->support(b->context, mote_dvec_scale(direction, -1))};
    c.p = mote_dvec_sub(c.a, c.b);
    return c;
}

static bool has_corner(const simplex *s, mote_dvec3 p)
{
    for (int i = 0; i < s->count; i++) {
        mote_dvec3 q = s->corners[i].p;
        if (q.x == p.x && q.y == p.y && q.z == p.z) return true;
    }
    return false;
}

static double largest_square(const simplex *s)
{
    double most = 0;
    for (int i = 0; i < s->count; i++)
        most = fmax(most, mote_dvec_dot(s->corners[i].p, s->corners[i].p));
    return most;
}

static mote_gjk answer(const simplex *s, double distance)
{
    mote_gjk out = {.distance = distance};
    for (int i = 0; i < s->count; i++) {
        double weight = s->corners[i].weight;
        out.on_a = mote_dvec_add(out.on_a, mote_dvec_scale(s->corners[i].a, weight));
        out.on_b = mote_dvec_add(out.on_b, mote_dvec_scale(s->corners[i].b, weight));
    }
    return out;
}

mote_gjk mote_gjk_distance(const mote_convex_body *a, const mote_convex_body *b, mote_dvec3 towards)
{
    simplex s = {{support(a, b, towards)}, 1};
    s.corners[0].weight = 1;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        mote_dvec3 v = closest_to_origin(&s);
        double square = mote_dvec_dot(v, v);
        if (s.count == 4 || square <= SAME_POINT * largest_square(&s)) return answer(&s, 0);
        corner next = support(a, b, mote_dvec_scale(v, -1));
        // The proven lower bound, v.p / |v|, equals the distance found.
        if (square - mote_dvec_dot(v, next.p) <= 1e-12 * square || has_corner(&s, next.p))
            return answer(&s, sqrt(square));
        simplex larger = s;
        larger.corners[larger.count++] = next;
        int left = reduce(&larger);
        mote_dvec3 w = closest_to_origin(&larger);
        if (left < 4 && mote_dvec_dot(w, w) >= square) return answer(&s, sqrt(square));
        s = larger;
    }
    mote_dvec3 v = closest_to_origin(&s);
    return answer(&s, mote_dvec_length(v));
}
