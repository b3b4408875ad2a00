// The filter of tri_tri_batch.h, with register-wide lanes. The test is the one in tri_tri.c for
// triangles in general position. A pair with any sign in doubt is uncertain unless another sign
// proves it apart.

#include "geometry/tri_tri_batch.h"

typedef struct points {
    mote_f32n x, y, z;
} points;

typedef struct signs {
    mote_i32n positive, negative; // neither: in doubt
} signs;

typedef struct cross_product {
    points value, magnitude;
} cross_product;

static inline points load(const float rows[3][8], int lane)
{
    return (points){mote_f32n_load(rows[0] + lane), mote_f32n_load(rows[1] + lane),
                    mote_f32n_load(rows[2] + lane)};
}

static inline points subtract(points p, points q)
{
    return (points){p.x - q.x, p.y - q.y, p.z - q.z};
}

static inline cross_product cross(points u, points v)
{
    mote_f32n yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x;
    mote_f32n xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    return (cross_product){{yz - zy, zx - xz, xy - yx},
                           {mote_f32n_abs(yz) + mote_f32n_abs(zy) + MOTE_TRI_TRI_ENLARGE,
                            mote_f32n_abs(zx) + mote_f32n_abs(xz) + MOTE_TRI_TRI_ENLARGE,
                            mote_f32n_abs(xy) + mote_f32n_abs(yx) + MOTE_TRI_TRI_ENLARGE}};
}

static inline signs sign_of_det(const cross_product *c, points w)
{
    mote_f32n value = c->value.x * w.x + c->value.y * w.y + c->value.z * w.z;
    mote_f32n magnitude = c->magnitude.x * mote_f32n_abs(w.x) +
                          c->magnitude.y * mote_f32n_abs(w.y) + c->magnitude.z * mote_f32n_abs(w.z);
    mote_f32n bound = magnitude * MOTE_TRI_TRI_RELATIVE + MOTE_TRI_TRI_ABSOLUTE;
    return (signs){value > bound, value < -bound};
}

// The sides of three points relative to the plane of `t`.
static inline void sides(const points t[3], const points others[3], signs out[3])
{
    cross_product normal = cross(subtract(t[1], t[0]), subtract(t[2], t[0]));
    for (int i = 0; i < 3; i++) out[i] = sign_of_det(&normal, subtract(others[i], t[0]));
}

static inline mote_i32n on_one_side(const signs s[3])
{
    return (s[0].positive & s[1].positive & s[2].positive) |
           (s[0].negative & s[1].negative & s[2].negative);
}

static inline mote_i32n no_doubt(const signs s[3])
{
    return (s[0].positive | s[0].negative) & (s[1].positive | s[1].negative) &
           (s[2].positive | s[2].negative);
}

static inline points select(mote_i32n mask, points yes, points no)
{
    return (points){mote_f32n_select(mask, yes.x, no.x), mote_f32n_select(mask, yes.y, no.y),
                    mote_f32n_select(mask, yes.z, no.z)};
}

// The lone corner, then the other two in the order of the triangle, reversed if `turn` is set. All
// sides must be certain and not all the same.
static inline void lone_first(const points t[3], const signs s[3], mote_i32n turn, points out[3])
{
    mote_i32n first = ~(s[1].positive ^ s[2].positive);
    mote_i32n second = ~(s[0].positive ^ s[2].positive);
    mote_i32n third = ~(first | second);
    out[0] = select(first, t[0], select(second, t[1], t[2]));
    out[1] = select((first & ~turn) | (third & turn), t[1],
                    select((second & ~turn) | (first & turn), t[2], t[0]));
    out[2] = select((first & turn) | (third & ~turn), t[1],
                    select((second & turn) | (first & ~turn), t[2], t[0]));
}

// True if the lone corner is below. Its sign is the product of all three signs.
static inline mote_i32n lone_below(const signs s[3])
{
    return ~(s[0].positive ^ s[1].positive ^ s[2].positive);
}

// Tests one register of pairs from lane `first` on. Bit 0 of `live` and of the result belongs to
// pair `first`.
static inline mote_tri_verdict8 judge(const mote_tri_pairs8 *pairs, int first, uint32_t live)
{
    points a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = load(pairs->a + 3 * i, first);
        b[i] = load(pairs->b + 3 * i, first);
    }
    signs sides_of_a[3], sides_of_b[3];
    sides(a, b, sides_of_b);
    live &= ~mote_i32n_bits(on_one_side(sides_of_b));
    if (live == 0) return (mote_tri_verdict8){0, 0};
    sides(b, a, sides_of_a);
    live &= ~mote_i32n_bits(on_one_side(sides_of_a));
    uint32_t known = live & mote_i32n_bits(no_doubt(sides_of_a) & no_doubt(sides_of_b));
    if (known == 0) return (mote_tri_verdict8){0, live};

    points p[3], q[3];
    lone_first(a, sides_of_a, lone_below(sides_of_b), p);
    lone_first(b, sides_of_b, lone_below(sides_of_a), q);
    points link = subtract(q[0], p[0]);
    cross_product left = cross(link, subtract(q[1], p[0]));
    cross_product right = cross(subtract(q[2], p[0]), link);
    signs s = sign_of_det(&left, subtract(p[1], p[0]));
    signs t = sign_of_det(&right, subtract(p[2], p[0]));
    uint32_t hits = known & mote_i32n_bits(s.negative & t.negative);
    uint32_t apart = known & mote_i32n_bits(s.positive | t.positive);
    return (mote_tri_verdict8){hits, live & ~hits & ~apart};
}

mote_tri_verdict8 MOTE_KERNEL(mote_tri_tri_filter8)(const mote_tri_pairs8 *pairs, uint32_t live)
{
    mote_tri_verdict8 all = {0, 0};
    for (int first = 0; first < 8; first += MOTE_F32N_LANES) {
        uint32_t here = live >> first & ((1u << MOTE_F32N_LANES) - 1);
        if (here == 0) continue;
        mote_tri_verdict8 some = judge(pairs, first, here);
        all.hits |= some.hits << first;
        all.uncertain |= some.uncertain << first;
    }
    return all;
}
