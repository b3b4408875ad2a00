#include "geometry/tri_tri_batch.h"

#include "core/box.h"
#include "core/float_env.h"
#include "core/vec.h"
#include "geometry/tri_tri.h"

// Pairs with overlapping boxes wait here until there are eight of them.
typedef struct batch {
    mote_tri_pairs8 pairs;
    mote_tri_tri_filter *filter;
    const mote_vec3 *a[8], *b[8];
    uint8_t *hit[8]; // output of each pair
    size_t hits, exact_pairs;
    int count;
} batch;

static void judge_waiting(batch *w)
{
    mote_tri_verdict8 verdict = w->filter(&w->pairs, (1u << w->count) - 1);
    for (int i = 0; i < w->count; i++) {
        bool hit = verdict.hits >> i & 1;
        if (verdict.uncertain >> i & 1) {
            hit = mote_triangles_intersect_guarded(w->a[i], w->b[i]);
            w->exact_pairs++;
        }
        *w->hit[i] = hit;
        w->hits += hit;
    }
    w->count = 0;
}

// The caller has put the coordinates into lane `count`.
static void add_waiting(batch *w, const mote_vec3 *a, const mote_vec3 *b, uint8_t *hit)
{
    w->a[w->count] = a;
    w->b[w->count] = b;
    w->hit[w->count] = hit;
    if (++w->count == 8) judge_waiting(w);
}

static size_t finish(batch *w, size_t pairs, mote_batch_stats *stats)
{
    if (w->count > 0) judge_waiting(w);
    if (stats) {
        stats->pairs += pairs;
        stats->exact_pairs += w->exact_pairs;
    }
    return w->hits;
}

static void start(batch *w)
{
    w->filter = mote_tri_tri_pick_filter();
    w->count = 0;
    w->hits = w->exact_pairs = 0;
    memset(&w->pairs, 0, sizeof w->pairs);
}

size_t mote_triangles_intersect_one_many(const mote_vec3 a[3], const mote_vec3 *b, size_t count,
                                         uint8_t *hits, mote_batch_stats *stats)
{
    mote_float_env before = mote_float_env_enter();
    batch waiting;
    start(&waiting);
    for (int lane = 0; lane < 8; lane++) mote_tri_pairs8_set(waiting.pairs.a, lane, a);
    mote_box box_a = mote_box_of_triangle(a);
    for (size_t i = 0; i < count; i++) {
        const mote_vec3 *triangle = b + 3 * i;
        mote_box box_b = mote_box_of_triangle(triangle);
        hits[i] = 0;
        if (!mote_boxes_overlap(&box_a, &box_b)) continue;
        mote_tri_pairs8_set(waiting.pairs.b, waiting.count, triangle);
        add_waiting(&waiting, a, triangle, &hits[i]);
    }
    size_t found = finish(&waiting, count, stats);
    mote_float_env_leave(before);
    return found;
}

size_t mote_triangles_intersect_pairs(const mote_vec3 *a, const mote_vec3 *b,
                                      const mote_index_pair *pairs, size_t count, uint8_t *hits,
                                      mote_batch_stats *stats)
{
    mote_float_env before = mote_float_env_enter();
    batch waiting;
    start(&waiting);
    for (size_t i = 0; i < count; i++) {
        const mote_vec3 *of_a = a + 3 * (size_t)pairs[i].a, *of_b = b + 3 * (size_t)pairs[i].b;
        mote_box box_a = mote_box_of_triangle(of_a), box_b = mote_box_of_triangle(of_b);
        hits[i] = 0;
        if (!mote_boxes_overlap(&box_a, &box_b)) continue;
        mote_tri_pairs8_set(waiting.pairs.a, waiting.count, of_a);
        mote_tri_pairs8_set(waiting.pairs.b, waiting.count, of_b);
        add_waiting(&waiting, of_a, of_b, &hits[i]);
    }
    size_t found = finish(&waiting, count, stats);
    mote_float_env_leave(before);
    return found;
}

// ---------------------------------------------------------------------------------------------
// The scalar twin of tri_tri_simd.c: the same operations in the same order.

typedef struct cross_product {
    mote_vec3 value, magnitude;
} cross_product;

static cross_product cross(mote_vec3 u, mote_vec3 v)
{
    float yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x;
    float xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    return (cross_product){{yz - zy, zx - xz, xy - yx},
                           {fabsf(yz) + fabsf(zy) + MOTE_TRI_TRI_ENLARGE,
                            fabsf(zx) + fabsf(xz) + MOTE_TRI_TRI_ENLARGE,
                            fabsf(xy) + fabsf(yx) + MOTE_TRI_TRI_ENLARGE}};
}

// 1 or -1; 0 if in doubt.
static int sign_of_det(const cross_product *c, mote_vec3 w)
{
    float value = mote_vec_dot(c->value, w);
    float magnitude = mote_vec_dot(c->magnitude, (mote_vec3){fabsf(w.x), fabsf(w.y), fabsf(w.z)});
    float bound = magnitude * MOTE_TRI_TRI_RELATIVE + MOTE_TRI_TRI_ABSOLUTE;
    return (value > bound) - (value < -bound);
}

static void sides(const mote_vec3 t[3], const mote_vec3 points[3], int out[3])
{
    cross_product normal = cross(mote_vec_sub(t[1], t[0]), mote_vec_sub(t[2], t[0]));
    for (int i = 0; i < 3; i++) out[i] = sign_of_det(&normal, mote_vec_sub(points[i], t[0]));
}

static bool on_one_side(const int s[3])
{
    return s[0] != 0 && s[0] == s[1] && s[0] == s[2];
}

static bool no_doubt(const int s[3])
{
    return s[0] != 0 && s[1] != 0 && s[2] != 0;
}

static void lone_first(const mote_vec3 t[3], const int s[3], bool turn, mote_vec3 out[3])
{
    int lone = s[1] == s[2] ? 0 : s[0] == s[2] ? 1 : 2;
    out[0] = t[lone];
    out[1] = t[(lone + (turn ? 2 : 1)) % 3];
    out[2] = t[(lone + (turn ? 1 : 2)) % 3];
}

mote_tri_verdict mote_tri_tri_filter1(const mote_vec3 a[3], const mote_vec3 b[3])
{
    int sides_of_a[3], sides_of_b[3];
    sides(a, b, sides_of_b);
    if (on_one_side(sides_of_b)) return MOTE_TRI_APART;
    sides(b, a, sides_of_a);
    if (on_one_side(sides_of_a)) return MOTE_TRI_APART;
    if (!no_doubt(sides_of_a) || !no_doubt(sides_of_b)) return MOTE_TRI_UNCERTAIN;

    // If three signs are not all the same, the lone sign equals the product.
    bool a_below = sides_of_a[0] * sides_of_a[1] * sides_of_a[2] < 0;
    bool b_below = sides_of_b[0] * sides_of_b[1] * sides_of_b[2] < 0;
    mote_vec3 p[3], q[3];
    lone_first(a, sides_of_a, b_below, p);
    lone_first(b, sides_of_b, a_below, q);
    mote_vec3 link = mote_vec_sub(q[0], p[0]);
    cross_product left = cross(link, mote_vec_sub(q[1], p[0]));
    cross_product right = cross(mote_vec_sub(q[2], p[0]), link);
    int s = sign_of_det(&left, mote_vec_sub(p[1], p[0]));
    int t = sign_of_det(&right, mote_vec_sub(p[2], p[0]));
    if (s > 0 || t > 0) return MOTE_TRI_APART;
    return s < 0 && t < 0 ? MOTE_TRI_MEET : MOTE_TRI_UNCERTAIN;
}

static void unpack(const float side[9][8], int lane, mote_vec3 out[3])
{
    for (int corner = 0; corner < 3; corner++) {
        const float(*rows)[8] = side + 3 * corner;
        out[corner] = (mote_vec3){rows[0][lane], rows[1][lane], rows[2][lane]};
    }
}

mote_tri_verdict8 mote_tri_tri_filter8_scalar(const mote_tri_pairs8 *pairs, uint32_t live)
{
    mote_tri_verdict8 out = {0, 0};
    for (int lane = 0; lane < 8; lane++) {
        if (!(live >> lane & 1)) continue;
        mote_vec3 a[3], b[3];
        unpack(pairs->a, lane, a);
        unpack(pairs->b, lane, b);
        mote_tri_verdict answer = mote_tri_tri_filter1(a, b);
        out.hits |= (uint32_t)(answer == MOTE_TRI_MEET) << lane;
        out.uncertain |= (uint32_t)(answer == MOTE_TRI_UNCERTAIN) << lane;
    }
    return out;
}
