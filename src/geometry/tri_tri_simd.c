// The filter of tri_tri_batch.h, eight pairs wide. The test is that of tri_tri.c for triangles in
// general position; a pair with any sign in doubt is uncertain unless another sign proves it apart.

#include "geometry/tri_tri_batch.h"

typedef struct points8 {
    mote_f32x8 x, y, z;
} points8;

typedef struct masks8 {
    mote_i32x8 positive, negative; // neither: in doubt
} masks8;

typedef struct cross8 {
    points8 value, magnitude;
} cross8;

static inline points8 load(const float rows[3][8])
{
    return (points8){mote_f32x8_load(rows[0]), mote_f32x8_load(rows[1]), mote_f32x8_load(rows[2])};
}

static inline points8 subtract(points8 p, points8 q)
{
    return (points8){p.x - q.x, p.y - q.y, p.z - q.z};
}

static inline cross8 cross(points8 u, points8 v)
{
    mote_f32x8 yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x;
    mote_f32x8 xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    const mote_f32x8 enlarge = mote_f32x8_splat(MOTE_TRI_TRI_ENLARGE);
    return (cross8){{yz - zy, zx - xz, xy - yx},
                    {mote_f32x8_abs(yz) + mote_f32x8_abs(zy) + enlarge,
                     mote_f32x8_abs(zx) + mote_f32x8_abs(xz) + enlarge,
                     mote_f32x8_abs(xy) + mote_f32x8_abs(yx) + enlarge}};
}

static inline masks8 sign_of_det(const cross8 *c, points8 w)
{
    mote_f32x8 value = c->value.x * w.x + c->value.y * w.y + c->value.z * w.z;
    mote_f32x8 magnitude = c->magnitude.x * mote_f32x8_abs(w.x) +
                           c->magnitude.y * mote_f32x8_abs(w.y) +
                           c->magnitude.z * mote_f32x8_abs(w.z);
    mote_f32x8 bound = magnitude * MOTE_TRI_TRI_RELATIVE + MOTE_TRI_TRI_ABSOLUTE;
    return (masks8){value > bound, value < -bound};
}

// Sides of the plane of `t` on which three points lie.
static inline void sides(const points8 t[3], const points8 points[3], masks8 out[3])
{
    cross8 normal = cross(subtract(t[1], t[0]), subtract(t[2], t[0]));
    for (int i = 0; i < 3; i++) out[i] = sign_of_det(&normal, subtract(points[i], t[0]));
}

static inline mote_i32x8 on_one_side(const masks8 s[3])
{
    return (s[0].positive & s[1].positive & s[2].positive) |
           (s[0].negative & s[1].negative & s[2].negative);
}

static inline mote_i32x8 no_doubt(const masks8 s[3])
{
    return (s[0].positive | s[0].negative) & (s[1].positive | s[1].negative) &
           (s[2].positive | s[2].negative);
}

static inline points8 select(mote_i32x8 mask, points8 yes, points8 no)
{
    return (points8){mote_f32x8_select(mask, yes.x, no.x), mote_f32x8_select(mask, yes.y, no.y),
                     mote_f32x8_select(mask, yes.z, no.z)};
}

// The lone corner, then the other two in the order of the triangle, or the other way round where
// `turn` is set. All sides are certain and not all the same.
static inline void lone_first(const points8 t[3], const masks8 s[3], mote_i32x8 turn,
                              points8 out[3])
{
    mote_i32x8 first = ~(s[1].positive ^ s[2].positive);
    mote_i32x8 second = ~(s[0].positive ^ s[2].positive);
    mote_i32x8 third = ~(first | second);
    out[0] = select(first, t[0], select(second, t[1], t[2]));
    out[1] = select((first & ~turn) | (third & turn), t[1],
                    select((second & ~turn) | (first & turn), t[2], t[0]));
    out[2] = select((first & turn) | (third & ~turn), t[1],
                    select((second & turn) | (first & ~turn), t[2], t[0]));
}

// Is the lone corner below? It is the one whose sign is the product of all three.
static inline mote_i32x8 lone_below(const masks8 s[3])
{
    return ~(s[0].positive ^ s[1].positive ^ s[2].positive);
}

mote_tri_verdict8 MOTE_KERNEL(mote_tri_tri_filter8)(const mote_tri_pairs8 *pairs, uint32_t live)
{
    points8 a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = load(pairs->a + 3 * i);
        b[i] = load(pairs->b + 3 * i);
    }
    masks8 sides_of_a[3], sides_of_b[3];
    sides(a, b, sides_of_b);
    live &= ~mote_i32x8_bits(on_one_side(sides_of_b));
    if (live == 0) return (mote_tri_verdict8){0, 0};
    sides(b, a, sides_of_a);
    live &= ~mote_i32x8_bits(on_one_side(sides_of_a));
    uint32_t known = live & mote_i32x8_bits(no_doubt(sides_of_a) & no_doubt(sides_of_b));
    if (known == 0) return (mote_tri_verdict8){0, live};

    points8 p[3], q[3];
    lone_first(a, sides_of_a, lone_below(sides_of_b), p);
    lone_first(b, sides_of_b, lone_below(sides_of_a), q);
    points8 link = subtract(q[0], p[0]);
    cross8 left = cross(link, subtract(q[1], p[0]));
    cross8 right = cross(subtract(q[2], p[0]), link);
    masks8 s = sign_of_det(&left, subtract(p[1], p[0]));
    masks8 t = sign_of_det(&right, subtract(p[2], p[0]));
    uint32_t hits = known & mote_i32x8_bits(s.negative & t.negative);
    uint32_t apart = known & mote_i32x8_bits(s.positive | t.positive);
    return (mote_tri_verdict8){hits, live & ~hits & ~apart};
}
