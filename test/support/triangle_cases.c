#include "support/triangle_cases.h"

#include <fenv.h>
#include <math.h>

#include "core/random.h"
#include "core/vec.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static mote_vec3 random_point(mote_random *random, float size)
{
    float x = mote_random_between(random, -size, size);
    float y = mote_random_between(random, -size, size);
    return (mote_vec3){x, y, mote_random_between(random, -size, size)};
}

static mote_vec3 grid_point(mote_random *random, uint32_t points)
{
    float x = (float)mote_random_below(random, points);
    float y = (float)mote_random_below(random, points);
    return (mote_vec3){x, y, (float)mote_random_below(random, points)};
}

static float random_magnitude(mote_random *random, int lowest, uint32_t range)
{
    return ldexpf(mote_random_between(random, -1, 1),
                  lowest + (int)mote_random_below(random, range));
}

static float few_ulps(mote_random *random, float x)
{
    for (uint32_t n = mote_random_below(random, 3); n > 0; n--)
        x = nextafterf(x, mote_random_below(random, 2) ? 1e30f : -1e30f);
    return x;
}

static mote_vec3 nudged(mote_random *random, mote_vec3 p)
{
    float x = few_ulps(random, p.x);
    float y = few_ulps(random, p.y);
    return (mote_vec3){x, y, few_ulps(random, p.z)};
}

// A point of the triangle's inside, of an edge, or a corner, as well as floats can say.
static mote_vec3 point_on(mote_random *random, const mote_vec3 t[3])
{
    float s = mote_random_unit(random), r = mote_random_unit(random) * (1 - s);
    uint32_t kind = mote_random_below(random, 4);
    if (kind == 0) s = 0;
    if (kind == 1) s = r = 0;
    mote_vec3 p = mote_vec_add(t[0], mote_vec_scale(mote_vec_sub(t[1], t[0]), r));
    return mote_vec_add(p, mote_vec_scale(mote_vec_sub(t[2], t[0]), s));
}

static void random_pair(mote_random *random, triangle_pair *pair, float distance)
{
    mote_vec3 center = random_point(random, distance);
    for (int i = 0; i < 3; i++) pair->a[i] = random_point(random, 1);
    for (int i = 0; i < 3; i++) pair->b[i] = mote_vec_add(center, random_point(random, 1));
}

// A corner of b, or the middle of one of its edges, lands on a.
static void touching_pair(mote_random *random, triangle_pair *pair)
{
    random_pair(random, pair, 1);
    mote_vec3 touch = point_on(random, pair->a);
    if (mote_random_below(random, 2)) {
        pair->b[0] = touch;
    } else {
        mote_vec3 half = random_point(random, 1);
        pair->b[0] = mote_vec_add(touch, half);
        pair->b[1] = mote_vec_sub(touch, half);
    }
    if (mote_random_below(random, 2)) pair->b[0] = nudged(random, pair->b[0]);
}

static void share_corners(mote_random *random, triangle_pair *pair, int corners)
{
    uint32_t shift = mote_random_below(random, 3);
    for (int i = 0; i < corners; i++)
        pair->b[(shift + (uint32_t)i) % 3] = pair->a[(shift + 2 * (uint32_t)i) % 3];
}

// Six points of a lattice in a plane, or on a line where `line` is set.
static void lattice_pair(mote_random *random, triangle_pair *pair, bool line)
{
    mote_vec3 origin = grid_point(random, 50), u = grid_point(random, 9), v = grid_point(random, 9);
    if (line) v = u;
    for (int i = 0; i < 6; i++) {
        float s = (float)mote_random_below(random, 7) - 3,
              r = (float)mote_random_below(random, 7) - 3;
        mote_vec3 p = mote_vec_add(mote_vec_scale(u, s), mote_vec_scale(v, r));
        *(i < 3 ? &pair->a[i] : &pair->b[i - 3]) = mote_vec_add(origin, p);
    }
}

static void axis_plane_pair(mote_random *random, triangle_pair *pair)
{
    random_pair(random, pair, 1);
    float level = mote_random_between(random, -1, 1);
    for (int i = 0; i < 6; i++) {
        mote_vec3 *p = i < 3 ? &pair->a[i] : &pair->b[i - 3];
        *p = (mote_vec3){p->x, p->y, level};
    }
}

static void extreme_pair(mote_random *random, triangle_pair *pair, int lowest, uint32_t range)
{
    for (int i = 0; i < 6; i++) {
        float x = random_magnitude(random, lowest, range);
        float y = random_magnitude(random, lowest, range);
        mote_vec3 p = {x, y, random_magnitude(random, lowest, range)};
        *(i < 3 ? &pair->a[i] : &pair->b[i - 3]) = p;
    }
}

static void grid_pair(mote_random *random, triangle_pair *pair, uint32_t points)
{
    for (int i = 0; i < 3; i++) pair->a[i] = grid_point(random, points);
    for (int i = 0; i < 3; i++) pair->b[i] = grid_point(random, points);
}

static void scale_pair(triangle_pair *pair, float factor)
{
    for (int i = 0; i < 3; i++) {
        pair->a[i] = mote_vec_scale(pair->a[i], factor);
        pair->b[i] = mote_vec_scale(pair->b[i], factor);
    }
}

// Makes one triangle, or both, a segment or a point.
static void collapse(mote_random *random, triangle_pair *pair)
{
    for (int k = 0; k < 2; k++) {
        mote_vec3 *t = k ? pair->b : pair->a;
        uint32_t corner = mote_random_below(random, 3), kind = mote_random_below(random, 4);
        if (kind < 2) t[corner] = t[(corner + 1) % 3];
        if (kind == 0) t[corner] = t[(corner + 2) % 3];
        if (kind == 2) // exact where the sum is
            t[corner] =
                mote_vec_scale(mote_vec_add(t[(corner + 1) % 3], t[(corner + 2) % 3]), 0.5f);
    }
}

static void basic_case(mote_random *random, uint32_t kind, triangle_pair *pair)
{
    switch (kind) {
    case 0: random_pair(random, pair, 1); break;
    case 1: random_pair(random, pair, 0.1f); break;
    case 2: touching_pair(random, pair); break;
    case 3: axis_plane_pair(random, pair); break;
    case 4: lattice_pair(random, pair, false); break;
    case 5: lattice_pair(random, pair, true); break;
    case 6: grid_pair(random, pair, 3); break;
    case 7: grid_pair(random, pair, 5); break;
    case 8: extreme_pair(random, pair, -100, 200); break;
    case 9: extreme_pair(random, pair, -10, 20); break;
    case 10: extreme_pair(random, pair, -148, 8); break;
    default:
        grid_pair(random, pair, 16);
        scale_pair(pair, 0x1p-149f);
        break;
    }
}

triangle_pair triangle_case(uint64_t stream, uint64_t index)
{
    mote_random random = mote_random_stream(stream, index, 0);
    triangle_pair pair;
    basic_case(&random, mote_random_below(&random, 12), &pair);
    switch (mote_random_below(&random, 10)) {
    case 0: share_corners(&random, &pair, 1); break;
    case 1: share_corners(&random, &pair, 2); break;
    case 2: collapse(&random, &pair); break;
    case 3: pair.b[0] = point_on(&random, pair.a); break;
    case 4: pair.b[0] = nudged(&random, pair.b[0]); break;
    case 5: scale_pair(&pair, ldexpf(1, (int)mote_random_below(&random, 41) - 20)); break;
    default: break;
    }
    return pair;
}

void set_float_mode(unsigned mode)
{
    static const int rounding[FLOAT_MODES] = {FE_TONEAREST, FE_TONEAREST,  FE_DOWNWARD,
                                              FE_UPWARD,    FE_TOWARDZERO, FE_UPWARD};
    fesetround(rounding[mode]);
#if defined(__SSE2__)
    const unsigned flush = 0x8040; // flush-to-zero and denormals-are-zero
    _mm_setcsr((_mm_getcsr() & ~flush) | (mode == 1 || mode == 5 ? flush : 0));
#endif
}
