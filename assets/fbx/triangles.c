// Triangulates polygons by ear clipping, in the coordinate plane with the largest projection.

#include <math.h>

#include "assets/fbx/fbx.h"

typedef struct flat_point {
    double x, y;
} flat_point;

// Twice the area of a polygon, as a vector along its normal (Newell).
static mote_dvec3 area_of(const mote_dvec3 *points, uint32_t count)
{
    mote_dvec3 area = {0, 0, 0};
    for (uint32_t i = 1; i + 1 < count; i++)
        area = mote_dvec_add(area, mote_dvec_cross(mote_dvec_sub(points[i], points[0]),
                                                   mote_dvec_sub(points[i + 1], points[0])));
    return area;
}

// Projects a point along the largest component of the area, so that the polygon is
// counterclockwise.
static flat_point flatten(mote_dvec3 p, mote_dvec3 area)
{
    double x = fabs(area.x), y = fabs(area.y), z = fabs(area.z);
    if (z >= x && z >= y) return area.z >= 0 ? (flat_point){p.x, p.y} : (flat_point){p.y, p.x};
    if (x >= y) return area.x >= 0 ? (flat_point){p.y, p.z} : (flat_point){p.z, p.y};
    return area.y >= 0 ? (flat_point){p.z, p.x} : (flat_point){p.x, p.z};
}

static double side(flat_point a, flat_point b, flat_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Can the corner at `at` of the remaining polygon be clipped? It must be convex and contain no
// other corner.
static bool is_ear(const mote_dvec3 *points, mote_dvec3 area, const uint32_t *rest, uint32_t count,
                   uint32_t at)
{
    flat_point a = flatten(points[rest[(at + count - 1) % count]], area);
    flat_point b = flatten(points[rest[at]], area);
    flat_point c = flatten(points[rest[(at + 1) % count]], area);
    if (!(side(a, b, c) > 0)) return false;
    for (uint32_t i = 2; i + 1 < count; i++) {
        flat_point p = flatten(points[rest[(at + i) % count]], area);
        if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) return false;
    }
    return true;
}

static void put_triangle(uint32_t *out, uint32_t a, uint32_t b, uint32_t c)
{
    out[0] = a, out[1] = b, out[2] = c;
}

// Splits along the diagonal from the first corner, unless only the other diagonal lies inside.
static void split_quad(const mote_dvec3 *points, uint32_t *out)
{
    mote_dvec3 area = area_of(points, 4);
    flat_point p[4];
    for (int i = 0; i < 4; i++) p[i] = flatten(points[i], area);
    bool first = side(p[0], p[1], p[2]) > 0 && side(p[0], p[2], p[3]) > 0;
    bool second = side(p[1], p[2], p[3]) > 0 && side(p[1], p[3], p[0]) > 0;
    bool other = !first && second;
    put_triangle(out, other, other + 1u, other + 2u);
    put_triangle(out + 3, other, other + 2u, (other + 3u) % 4);
}

void asset_fbx_triangulate(const mote_dvec3 *points, uint32_t count, uint32_t *out, uint32_t *room)
{
    // Polygons with more corners become a fan, because ear clipping takes time cubic in the number
    // of corners.
    enum { MAX_CORNERS = 1024 };
    if (count == 4) split_quad(points, out);
    for (uint32_t i = 1; i + 1 < count && (count == 3 || count > MAX_CORNERS); i++, out += 3)
        put_triangle(out, 0, i, i + 1);
    if (count <= 4 || count > MAX_CORNERS) return;
    mote_dvec3 area = area_of(points, count);
    for (uint32_t i = 0; i < count; i++) room[i] = i;
    for (uint32_t left = count, at = 1, tried = 0; left >= 3;) {
        // If no corner is an ear, the polygon intersects itself, and any corner can be clipped.
        if (left > 3 && tried <= left && !is_ear(points, area, room, left, at % left)) {
            at++;
            tried++;
            continue;
        }
        at %= left;
        put_triangle(out, room[(at + left - 1) % left], room[at], room[(at + 1) % left]);
        out += 3;
        left--;
        for (uint32_t i = at; i < left; i++) room[i] = room[i + 1];
        tried = 0;
    }
}
