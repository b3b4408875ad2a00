// Every feature is found by itself: corner to corner, corner to the line of an edge, corner to the
// plane of a face, line to line; a foot that falls outside is discarded instead of clamped, unlike
// the code under test.

#include "support/quad_distance.h"

#include <math.h>

__extension__ typedef __float128 quad;

typedef struct quad_vec {
    quad x, y, z;
} quad_vec;

typedef struct quad_best {
    quad squared;
    quad_vec between;
} quad_best;

static quad_vec sub(quad_vec a, quad_vec b)
{
    return (quad_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static quad_vec along(quad_vec a, quad_vec b, quad s)
{
    return (quad_vec){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}

static quad dot(quad_vec a, quad_vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static quad_vec cross(quad_vec a, quad_vec b)
{
    return (quad_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static quad root(quad x)
{
    if (x <= 0) return 0;
    quad r = (quad)sqrt((double)x);
    r = (r + x / r) / 2;
    return (r + x / r) / 2;
}

static void keep(quad_best *best, quad_vec p, quad_vec q)
{
    quad_vec w = sub(p, q);
    quad squared = dot(w, w);
    if (squared < best->squared) *best = (quad_best){squared, w};
}

static void corner_edge(quad_best *best, quad_vec p, quad_vec from, quad_vec to, int swap)
{
    quad_vec e = sub(to, from);
    quad length = dot(e, e);
    if (length == 0) return;
    quad s = dot(sub(p, from), e) / length;
    if (s < 0 || s > 1) return;
    quad_vec q = along(from, e, s);
    keep(best, swap ? q : p, swap ? p : q);
}

static void corner_face(quad_best *best, quad_vec p, const quad_vec t[3], int swap)
{
    quad_vec normal = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    quad area = dot(normal, normal);
    if (area == 0) return;
    quad_vec foot = along(p, normal, -dot(normal, sub(p, t[0])) / area);
    for (int i = 0; i < 3; i++) {
        quad_vec e = sub(t[(i + 1) % 3], t[i]);
        if (dot(cross(e, sub(foot, t[i])), normal) < 0) return;
    }
    keep(best, swap ? foot : p, swap ? p : foot);
}

static void edge_edge(quad_best *best, quad_vec p, quad_vec d, quad_vec q, quad_vec e)
{
    quad_vec normal = cross(d, e), r = sub(q, p);
    quad n = dot(normal, normal);
    if (n == 0) return;
    quad s = dot(cross(r, e), normal) / n, t = dot(cross(r, d), normal) / n;
    if (s < 0 || s > 1 || t < 0 || t > 1) return;
    keep(best, along(p, d, s), along(q, e, t));
}

static quad extent(quad_vec w, const quad_vec t[3], int sign)
{
    quad best = sign * dot(w, t[0]);
    for (int i = 1; i < 3; i++) {
        quad x = sign * dot(w, t[i]);
        if (x < best) best = x;
    }
    return best;
}

static quad_best closest(const quad_vec a[3], const quad_vec b[3])
{
    quad_best best = {(quad)INFINITY, {0, 0, 0}};
    for (int i = 0; i < 3; i++) {
        int in = (i + 1) % 3;
        for (int j = 0; j < 3; j++) {
            int jn = (j + 1) % 3;
            keep(&best, a[i], b[j]);
            corner_edge(&best, a[i], b[j], b[jn], 0);
            corner_edge(&best, b[i], a[j], a[jn], 1);
            edge_edge(&best, a[i], sub(a[in], a[i]), b[j], sub(b[jn], b[j]));
        }
        corner_face(&best, a[i], b, 0);
        corner_face(&best, b[i], a, 1);
    }
    return best;
}

quad_distance quad_triangle_distance(const mote_vec3 a[3], const mote_vec3 b[3])
{
    quad_vec qa[3], qb[3];
    for (int i = 0; i < 3; i++) {
        qa[i] = (quad_vec){(quad)a[i].x, (quad)a[i].y, (quad)a[i].z};
        qb[i] = (quad_vec){(quad)b[i].x, (quad)b[i].y, (quad)b[i].z};
    }
    quad_best best = closest(qa, qb);
    quad length = root(best.squared);
    quad gap = extent(best.between, qa, 1) + extent(best.between, qb, -1);
    return (quad_distance){(double)length, length > 0 ? (double)(gap / length) : 0};
}
