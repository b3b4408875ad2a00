// The center of the area in which two surfaces are near without touching.
//
// Projected along the contact's normal, a face of a and one of b overlap in a polygon. The part of
// the polygon within the tolerance counts, with a weight that falls linearly from the nearest
// points to those at the tolerance.

#include "core/vec.h"
#include "world/contacts.h"

// Gives points at the tolerance itself a small weight.
static const double slack = 1e-3;
// A face is edge-on if the cosine of its angle is below this.
static const double least_cosine = 1e-9;

typedef struct polygon {
    int count;
    mote_dvec3 corners[MOTE_NEAR_CORNERS];
} polygon;

// The points p with normal . p + offset >= 0.
typedef struct half_space {
    mote_dvec3 normal;
    double offset;
} half_space;

static double side_of(const half_space *h, mote_dvec3 p)
{
    return mote_dvec_dot(h->normal, p) + h->offset;
}

static void push_corner(polygon *p, mote_dvec3 corner)
{
    if (p->count < MOTE_NEAR_CORNERS) p->corners[p->count++] = corner;
}

static void cut(polygon *p, const half_space *h)
{
    polygon out = {0};
    for (int i = 0; i < p->count; i++) {
        mote_dvec3 from = p->corners[i], to = p->corners[(i + 1) % p->count];
        double side_from = side_of(h, from), side_to = side_of(h, to);
        if (side_from >= 0) push_corner(&out, from);
        if ((side_from >= 0) == (side_to >= 0)) continue;
        double along = side_from / (side_from - side_to);
        push_corner(&out, mote_dvec_add(from, mote_dvec_scale(mote_dvec_sub(to, from), along)));
    }
    *p = out;
}

// Computes the prism over the face, in both directions of `up`. Returns false for a face that is
// edge-on.
static bool walls_of(const mote_dvec3 face[3], mote_dvec3 normal, mote_dvec3 up,
                     half_space walls[3])
{
    double facing = mote_dvec_dot(normal, up);
    if (!(fabs(facing) > least_cosine * mote_dvec_length(normal))) return false;
    for (int k = 0; k < 3; k++) {
        mote_dvec3 edge = mote_dvec_sub(face[(k + 1) % 3], face[k]);
        mote_dvec3 inward = mote_dvec_scale(mote_dvec_cross(up, edge), facing > 0 ? 1 : -1);
        walls[k] = (half_space){inward, -mote_dvec_dot(inward, face[k])};
    }
    return true;
}

// Adds a triangle of points on b. Over it, the weight and the gap to a are linear.
static void add_triangle(mote_near_area *area, const mote_dvec3 on_b[3], const double gaps[3])
{
    double limit = area->tolerance * (1 + slack);
    mote_dvec3 turn =
        mote_dvec_cross(mote_dvec_sub(on_b[1], on_b[0]), mote_dvec_sub(on_b[2], on_b[0]));
    double size = fabs(mote_dvec_dot(turn, area->normal)); // twice the projected area
    double weights = 0;
    mote_dvec3 middles = {0, 0, 0}, weighted = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        mote_dvec3 middle = mote_dvec_sub(on_b[k], mote_dvec_scale(area->normal, 0.5 * gaps[k]));
        double weight = limit - gaps[k];
        weights += weight;
        middles = mote_dvec_add(middles, middle);
        weighted = mote_dvec_add(weighted, mote_dvec_scale(middle, weight));
    }
    // The integral of a product of linear functions over a triangle.
    mote_dvec3 product = mote_dvec_add(mote_dvec_scale(middles, weights), weighted);
    area->weight += size * 4 * weights;
    area->moment = mote_dvec_add(area->moment, mote_dvec_scale(product, size));
}

// Returns the part of b that lies opposite a within the tolerance, relative to the area's origin.
// Sets `gap` to the distance of a point from a along the normal. Empty for faces that are edge-on.
static polygon find_opposite(const mote_near_area *area, const mote_vec3 a[3], const mote_vec3 b[3],
                             half_space *gap)
{
    mote_dvec3 face[3];
    polygon p = {.count = 3};
    for (int k = 0; k < 3; k++) {
        face[k] = mote_dvec_sub(mote_vec_widen(a[k]), area->origin);
        p.corners[k] = mote_dvec_sub(mote_vec_widen(b[k]), area->origin);
    }
    mote_dvec3 normal =
        mote_dvec_cross(mote_dvec_sub(face[1], face[0]), mote_dvec_sub(face[2], face[0]));
    half_space walls[3];
    if (!walls_of(face, normal, area->normal, walls)) return (polygon){0};
    for (int k = 0; k < 3; k++) cut(&p, &walls[k]);
    mote_dvec3 slope = mote_dvec_scale(normal, 1 / mote_dvec_dot(normal, area->normal));
    *gap = (half_space){slope, -mote_dvec_dot(slope, face[0])};
    const half_space near = {mote_dvec_scale(slope, -1),
                             area->tolerance * (1 + slack) - gap->offset};
    cut(&p, gap);
    cut(&p, &near);
    return p;
}

void mote_near_area_add(mote_near_area *area, const mote_vec3 a[3], const mote_vec3 b[3])
{
    half_space gap;
    polygon p = find_opposite(area, a, b, &gap);
    for (int k = 1; k + 1 < p.count; k++) {
        const mote_dvec3 on_b[3] = {p.corners[0], p.corners[k], p.corners[k + 1]};
        const double gaps[3] = {side_of(&gap, on_b[0]), side_of(&gap, on_b[1]),
                                side_of(&gap, on_b[2])};
        add_triangle(area, on_b, gaps);
    }
}

uint32_t mote_near_area_corners(const mote_near_area *area, const mote_vec3 a[3],
                                const mote_vec3 b[3], mote_near_corner out[MOTE_NEAR_CORNERS])
{
    half_space gap;
    polygon p = find_opposite(area, a, b, &gap);
    for (int k = 0; k < p.count; k++) {
        double distance = side_of(&gap, p.corners[k]);
        mote_dvec3 on_b = mote_dvec_add(p.corners[k], area->origin);
        out[k] = (mote_near_corner){mote_dvec_sub(on_b, mote_dvec_scale(area->normal, distance)),
                                    on_b, distance};
    }
    return (uint32_t)p.count;
}

mote_dvec3 mote_near_area_middle(const mote_near_area *area)
{
    if (!(area->weight > 0)) return area->origin;
    return mote_dvec_add(area->origin, mote_dvec_scale(area->moment, 1 / area->weight));
}
