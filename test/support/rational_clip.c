#include "support/rational_clip.h"

#include <gmp.h>

enum { MAX = 12 };

typedef struct polygon {
    int count;
    mpq_t corner[MAX][3];
} polygon;

typedef struct half_space { // normal . x >= offset
    mpq_t normal[3], offset;
} half_space;

static void polygon_init(polygon *p)
{
    p->count = 0;
    for (int i = 0; i < MAX; i++)
        for (int k = 0; k < 3; k++) mpq_init(p->corner[i][k]);
}

static void polygon_clear(polygon *p)
{
    for (int i = 0; i < MAX; i++)
        for (int k = 0; k < 3; k++) mpq_clear(p->corner[i][k]);
}

static void half_space_init(half_space *h)
{
    for (int k = 0; k < 3; k++) mpq_init(h->normal[k]);
    mpq_init(h->offset);
}

static void half_space_clear(half_space *h)
{
    for (int k = 0; k < 3; k++) mpq_clear(h->normal[k]);
    mpq_clear(h->offset);
}

static void set_point(mpq_t out[3], mote_vec3 p)
{
    mpq_set_d(out[0], (double)p.x);
    mpq_set_d(out[1], (double)p.y);
    mpq_set_d(out[2], (double)p.z);
}

static void set_triangle(polygon *p, const mote_vec3 t[3])
{
    p->count = 3;
    for (int i = 0; i < 3; i++) set_point(p->corner[i], t[i]);
}

static void dot(mpq_t out, mpq_t a[3], mpq_t b[3])
{
    mpq_t product;
    mpq_init(product);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, a[k], b[k]);
        mpq_add(out, out, product);
    }
    mpq_clear(product);
}

static void append(polygon *p, mpq_t corner[3])
{
    for (int k = 0; k < 3; k++) mpq_set(p->corner[p->count][k], corner[k]);
    p->count++;
}

// The point between two corners whose heights over the plane are `from` and `to`, of opposite
// signs.
static void append_cut(polygon *p, mpq_t a[3], mpq_t b[3], mpq_t from, mpq_t to)
{
    mpq_t s, part;
    mpq_inits(s, part, NULL);
    mpq_sub(s, from, to);
    mpq_div(s, from, s);
    for (int k = 0; k < 3; k++) {
        mpq_sub(part, b[k], a[k]);
        mpq_mul(part, part, s);
        mpq_add(p->corner[p->count][k], a[k], part);
    }
    p->count++;
    mpq_clears(s, part, NULL);
}

static void clip(polygon *p, half_space *h)
{
    mpq_t height[MAX];
    polygon kept;
    polygon_init(&kept);
    for (int i = 0; i < MAX; i++) mpq_init(height[i]);
    for (int i = 0; i < p->count; i++) {
        dot(height[i], h->normal, p->corner[i]);
        mpq_sub(height[i], height[i], h->offset);
    }
    for (int i = 0; i < p->count; i++) {
        int j = (i + 1) % p->count;
        if (mpq_sgn(height[i]) >= 0) append(&kept, p->corner[i]);
        if (mpq_sgn(height[i]) * mpq_sgn(height[j]) < 0)
            append_cut(&kept, p->corner[i], p->corner[j], height[i], height[j]);
    }
    p->count = 0;
    for (int i = 0; i < kept.count; i++) append(p, kept.corner[i]);
    for (int i = 0; i < MAX; i++) mpq_clear(height[i]);
    polygon_clear(&kept);
}

static void turn_round(half_space *h)
{
    for (int k = 0; k < 3; k++) mpq_neg(h->normal[k], h->normal[k]);
    mpq_neg(h->offset, h->offset);
}

static void set_axis_plane(half_space *h, int axis, float at)
{
    for (int k = 0; k < 3; k++) mpq_set_ui(h->normal[k], k == axis, 1);
    mpq_set_d(h->offset, (double)at);
}

static void clip_axis(polygon *p, half_space *h, int axis, float min, float max)
{
    set_axis_plane(h, axis, min);
    clip(p, h);
    set_axis_plane(h, axis, max);
    turn_round(h);
    clip(p, h);
}

static void clip_box(polygon *p, half_space *h, const mote_box *box)
{
    clip_axis(p, h, 0, box->min.x, box->max.x);
    clip_axis(p, h, 1, box->min.y, box->max.y);
    clip_axis(p, h, 2, box->min.z, box->max.z);
}

bool rational_triangle_meets_box(const mote_vec3 t[3], const mote_box *box)
{
    polygon p;
    half_space h;
    polygon_init(&p);
    half_space_init(&h);
    set_triangle(&p, t);
    clip_box(&p, &h, box);
    bool meets = p.count > 0;
    half_space_clear(&h);
    polygon_clear(&p);
    return meets;
}

// To the plane through the line across axis x direction.
static void clip_to_line(polygon *p, half_space *h, mpq_t origin[3], mpq_t direction[3], int axis)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    mpq_set_ui(h->normal[axis], 0, 1);
    mpq_neg(h->normal[u], direction[v]);
    mpq_set(h->normal[v], direction[u]);
    dot(h->offset, h->normal, origin);
    clip(p, h);
    turn_round(h);
    clip(p, h);
}

static void parameters(polygon *p, mpq_t origin[3], mpq_t direction[3], mpq_t low, mpq_t high)
{
    mpq_t t, length, base;
    mpq_inits(t, length, base, NULL);
    dot(length, direction, direction);
    dot(base, direction, origin);
    for (int i = 0; i < p->count; i++) {
        dot(t, direction, p->corner[i]);
        mpq_sub(t, t, base);
        if (mpq_sgn(length) != 0) mpq_div(t, t, length);
        if (i == 0 || mpq_cmp(t, low) < 0) mpq_set(low, t);
        if (i == 0 || mpq_cmp(t, high) > 0) mpq_set(high, t);
    }
    mpq_clears(t, length, base, NULL);
}

bool rational_line_meets_triangle(mote_vec3 origin, mote_vec3 direction, const mote_vec3 t[3],
                                  double *low, double *high, int *low_sign, int *high_sign)
{
    polygon p;
    half_space h;
    mpq_t o[3], d[3], least, most;
    polygon_init(&p);
    half_space_init(&h);
    mpq_inits(o[0], o[1], o[2], d[0], d[1], d[2], least, most, NULL);
    set_triangle(&p, t);
    set_point(o, origin);
    set_point(d, direction);
    if (direction.x == 0 && direction.y == 0 && direction.z == 0)
        clip_box(&p, &h, &(mote_box){origin, origin});
    for (int axis = 0; axis < 3; axis++) clip_to_line(&p, &h, o, d, axis);
    parameters(&p, o, d, least, most);
    *low = mpq_get_d(least);
    *high = mpq_get_d(most);
    *low_sign = mpq_sgn(least);
    *high_sign = mpq_sgn(most);
    bool meets = p.count > 0;
    mpq_clears(o[0], o[1], o[2], d[0], d[1], d[2], least, most, NULL);
    half_space_clear(&h);
    polygon_clear(&p);
    return meets;
}
