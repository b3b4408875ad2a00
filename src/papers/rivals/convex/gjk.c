// The simplex is reduced as Ericson describes it ("Real-Time Collision Detection", 2005, chapter 5):
// by the Voronoi regions of its vertices, edges and faces, in double.

#include "papers/rivals/convex/gjk.h"

// More rounds than any pose was seen to need by a factor of three; the last simplex then stands.
enum { MOST_ROUNDS = 128 };

// Relative to the size of the simplex, squared: nearer to zero is on it.
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

// All that reduce return how many corners are left.

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

// Is the origin on the other side of the face than the fourth corner?
static bool is_beyond(const simplex *s, int i, int j, int k, int fourth)
{
    mote_dvec3 a = s->corners[i].p;
    mote_dvec3 normal =
        mote_dvec_cross(mote_dvec_sub(s->corners[j].p, a), mote_dvec_sub(s->corners[k].p, a));
    double origin = -mote_dvec_dot(a, normal);
    double other = mote_dvec_dot(mote_dvec_sub(s->corners[fourth].p, a), normal);
    return other > 0 ? origin <= 0 : origin >= 0;
}

// Leaves four corners where the origin is inside.
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
    for (int round = 0; round < MOST_ROUNDS; round++) {
        mote_dvec3 v = closest_to_origin(&s);
        double square = mote_dvec_dot(v, v);
        if (s.count == 4 || square <= SAME_POINT * largest_square(&s)) return answer(&s, 0);
        corner next = support(a, b, mote_dvec_scale(v, -1));
        // The gap that is proved, v.p / |v|, is the distance found.
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
