// The distance is at most d if some part of one feature is within d of some part of the other.
// Parts are corners, interiors of edges and the interior of a face; an interior counts if the
// perpendicular falls inside. The tests need no square root and no quotient: they are signs of
// polynomials of degree at most 6 in coordinates that are integers times one power of two.

#include "geometry/algebraic.h"
#include "geometry/feature_distance.h"

// A coordinate has up to 24 + 277 bits, a polynomial of degree 6 up to 1830. All numbers of one
// decision fit into the store.
enum { STORE_WORDS = 6144 };

typedef struct exact {
    mote_integer_store *store;
    mote_integer d2; // the squared distance
} exact;

typedef struct vec {
    mote_integer x, y, z;
} vec;

static mote_integer add(const exact *e, mote_integer a, mote_integer b)
{
    return mote_integer_add(e->store, a, b);
}

static mote_integer times(const exact *e, mote_integer a, mote_integer b)
{
    return mote_integer_multiply(e->store, a, b);
}

static vec sub(const exact *e, vec a, vec b)
{
    return (vec){mote_integer_subtract(e->store, a.x, b.x),
                 mote_integer_subtract(e->store, a.y, b.y),
                 mote_integer_subtract(e->store, a.z, b.z)};
}

static mote_integer dot(const exact *e, vec a, vec b)
{
    mote_integer xy = add(e, times(e, a.x, b.x), times(e, a.y, b.y));
    return add(e, xy, times(e, a.z, b.z));
}

static vec cross(const exact *e, vec a, vec b)
{
    return (vec){mote_integer_cross(e->store, a.y, b.z, a.z, b.y),
                 mote_integer_cross(e->store, a.z, b.x, a.x, b.z),
                 mote_integer_cross(e->store, a.x, b.y, a.y, b.x)};
}

static bool is_at_most(const exact *e, mote_integer a, mote_integer b)
{
    return mote_integer_subtract(e->store, a, b).sign <= 0;
}

// True if the point is within d of a segment.
static bool is_near_segment(const exact *e, vec point, vec from, vec to)
{
    uint32_t used = e->store->used;
    vec edge = sub(e, to, from), r = sub(e, point, from);
    mote_integer along = dot(e, r, edge), length2 = dot(e, edge, edge), r2 = dot(e, r, r);
    bool is_near;
    if (along.sign <= 0) {
        is_near = is_at_most(e, r2, e->d2);
    } else if (is_at_most(e, length2, along)) {
        vec beyond = sub(e, point, to);
        is_near = is_at_most(e, dot(e, beyond, beyond), e->d2);
    } else {
        mote_integer across =
            mote_integer_cross(e->store, r2, length2, along, along); // times length2
        is_near = is_at_most(e, across, times(e, e->d2, length2));
    }
    e->store->used = used;
    return is_near;
}

// True if the plane with this normal through the end of r is within d of the beginning of r.
static bool is_near_plane(const exact *e, vec r, vec normal, mote_integer normal2)
{
    mote_integer height = dot(e, r, normal);
    return is_at_most(e, times(e, height, height), times(e, e->d2, normal2));
}

// True if the projection of the point is in the face and the point is within d of the plane.
static bool is_near_inside(const exact *e, vec point, const vec face[3])
{
    vec normal = cross(e, sub(e, face[1], face[0]), sub(e, face[2], face[0]));
    mote_integer normal2 = dot(e, normal, normal);
    if (normal2.sign == 0) return false;
    for (int i = 0; i < 3; i++) {
        vec edge = sub(e, face[(i + 1) % 3], face[i]);
        vec across = cross(e, edge, sub(e, point, face[i]));
        if (dot(e, across, normal).sign < 0) return false;
    }
    return is_near_plane(e, sub(e, point, face[0]), normal, normal2);
}

// True if 0 <= a <= high.
static bool is_between(const exact *e, mote_integer a, mote_integer high)
{
    return a.sign >= 0 && is_at_most(e, a, high);
}

// True if the closest points of the lines are inside both edges and within d of each other.
static bool are_near_inside(const exact *e, const vec p[4])
{
    vec a = sub(e, p[1], p[0]), b = sub(e, p[3], p[2]), r = sub(e, p[2], p[0]);
    vec normal = cross(e, a, b);
    mote_integer normal2 = dot(e, normal, normal);
    if (normal2.sign == 0) return false;
    mote_integer on_a = dot(e, cross(e, r, b), normal), on_b = dot(e, cross(e, r, a), normal);
    return is_between(e, on_a, normal2) && is_between(e, on_b, normal2) &&
           is_near_plane(e, r, normal, normal2);
}

// ---------------------------------------------------------------------------------------------
// Floats as integers

static int least_exponent(const mote_vec3 p[4], float distance)
{
    const float *x = &p[0].x;
    int least, other;
    if (mote_split_double((double)distance, &least) == 0) least = 1024;
    for (int i = 0; i < 12; i++) {
        if (mote_split_double((double)x[i], &other) != 0 && other < least) least = other;
    }
    return least;
}

static mote_integer integer_of(const exact *e, float value, int least)
{
    int exponent;
    int64_t mantissa = mote_split_double((double)value, &exponent);
    if (mantissa == 0) return mote_integer_small(e->store, 0);
    return mote_integer_shifted(e->store, mantissa, (uint32_t)(exponent - least));
}

static void begin(exact *e, const mote_vec3 p[4], float distance, vec out[4])
{
    int least = least_exponent(p, distance);
    mote_integer d = integer_of(e, distance, least);
    e->d2 = times(e, d, d);
    for (int i = 0; i < 4; i++)
        out[i] = (vec){integer_of(e, p[i].x, least), integer_of(e, p[i].y, least),
                       integer_of(e, p[i].z, least)};
}

bool mote_vertex_face_is_within_exact(const mote_vec3 p[4], float distance)
{
    uint64_t words[STORE_WORDS];
    mote_integer_store store = {.words = words, .capacity = STORE_WORDS};
    exact e = {.store = &store};
    vec v[4];
    begin(&e, p, distance, v);
    for (int i = 0; i < 3; i++)
        if (is_near_segment(&e, v[0], v[1 + i], v[1 + (i + 1) % 3])) return true;
    return is_near_inside(&e, v[0], v + 1);
}

bool mote_edges_are_within_exact(const mote_vec3 p[4], float distance)
{
    uint64_t words[STORE_WORDS];
    mote_integer_store store = {.words = words, .capacity = STORE_WORDS};
    exact e = {.store = &store};
    vec v[4];
    begin(&e, p, distance, v);
    return is_near_segment(&e, v[0], v[2], v[3]) || is_near_segment(&e, v[1], v[2], v[3]) ||
           is_near_segment(&e, v[2], v[0], v[1]) || is_near_segment(&e, v[3], v[0], v[1]) ||
           are_near_inside(&e, v);
}
