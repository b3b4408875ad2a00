// Face pairs of a body with itself.
//
// Masks, which are computed once, exclude triangles that share a vertex. Most other triangles whose
// boxes overlap belong to sheets that lie close to each other: layers of cloth, folds. Two steps
// separate the sheets, leaf against leaf by slabs and triangle against leaf by planes, with bounds
// that hold in spite of rounding.
//
// Rounding. Let r be the radius of a leaf or a triangle. A difference of points has a relative
// error of 2^-24, so a height along a normal is off by less than 2^-21 r. Only objects whose boxes
// overlap are compared, so the distance of their centers is below 2 (ra + rb), and along a normal
// it is off by less than 2^-19 (ra + rb). To cover these errors, heights are enlarged by 2^-16 r
// and more, and each reach (see apart_along) by 2^-17 of the square of the radius. If squares
// underflow, a radius is below 2^-61; each is enlarged by 2^-60. If a value overflows, a bound is
// infinite or NaN, no comparison holds, and the pair is kept.

#include "method/hybrid/lists.h"

#include <math.h>

typedef struct points {
    mote_f32n x, y, z;
} points;

static inline points load_points(const float rows[3][8], int lane)
{
    return (points){mote_f32n_load(rows[0] + lane), mote_f32n_load(rows[1] + lane),
                    mote_f32n_load(rows[2] + lane)};
}

static inline mote_f32n splat(float x)
{
    return x - (mote_f32n){0};
}

static inline points splat_points(const float p[3])
{
    return (points){splat(p[0]), splat(p[1]), splat(p[2])};
}

static inline points minus(points p, points q)
{
    return (points){p.x - q.x, p.y - q.y, p.z - q.z};
}

static inline points times(points p, mote_f32n by)
{
    return (points){p.x * by, p.y * by, p.z * by};
}

static inline mote_f32n dot(points p, points q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

static inline points cross(points u, points v)
{
    return (points){u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

static inline mote_f32n least(mote_f32n a, mote_f32n b)
{
    return mote_f32n_select(a < b, a, b);
}

static inline mote_f32n greatest(mote_f32n a, mote_f32n b)
{
    return mote_f32n_select(a > b, a, b);
}

// Eight numbers are reduced as two halves, so that the result does not depend on the width of
// registers.
static inline mote_f32x4 load_half(const float *from)
{
    mote_f32x4 half;
    memcpy(&half, from, sizeof half);
    return half;
}

static inline float sum8(const float *v)
{
    mote_f32x4 s = load_half(v) + load_half(v + 4);
    s += MOTE_SHUFFLE4(s, s, 2, 3, 2, 3);
    return s[0] + s[1];
}

static inline float greatest_lane(mote_f32n v)
{
    mote_f32x4 most = load_half((const float *)&v);
    most = mote_f32x4_max(most, load_half((const float *)&v + MOTE_F32N_LANES - 4));
    most = mote_f32x4_max(most, MOTE_SHUFFLE4(most, most, 2, 3, 2, 3));
    return most[0] > most[1] ? most[0] : most[1];
}

static inline void store(float *to, mote_f32n v)
{
    memcpy(to, &v, sizeof v);
}

static inline void store_points(float rows[3][8], int lane, points p)
{
    store(rows[0] + lane, p.x);
    store(rows[1] + lane, p.y);
    store(rows[2] + lane, p.z);
}

static inline mote_f32n zero_unless(mote_i32n mask, mote_f32n v)
{
    return (mote_f32n)((mote_i32n)v & mask);
}

// ---------------------------------------------------------------------------------------------
// Making slabs and planes

// Coordinate k of corner c of triangle i is at [3 * c + k][i].
typedef struct corners8 {
    float at[9][8];
} corners8;

// Coordinate k of the normal of triangle i, as long as twice its area, is at [k][i].
typedef struct normals8 {
    float at[3][8];
} normals8;

// A single slab of a mote_slab8.
typedef struct slab {
    float center[3], height;
    float normal[3], radius;
} slab;

static inline slab get_slab(const mote_slab8 *slabs, uint32_t leaf)
{
    const mote_slab8 *eight = &slabs[leaf / 8];
    uint32_t lane = leaf % 8;
    slab one = {.height = eight->height[lane], .radius = eight->radius[lane]};
    for (int k = 0; k < 3; k++) {
        one.center[k] = eight->center[k][lane];
        one.normal[k] = eight->normal[k][lane];
    }
    return one;
}

typedef struct extent {
    mote_f32n low, high;
} extent;

static inline void add_height(extent *e, mote_f32n height)
{
    e->low = least(height, e->low);
    e->high = greatest(height, e->high);
}

// The centers of eight boxes, or of as many lanes as a register holds.
static inline points box_centers(const mote_box8 *boxes, int lane)
{
    points low = load_points(boxes->bound, lane), high = load_points(boxes->bound + 3, lane);
    return (points){0.5f * low.x + 0.5f * high.x, 0.5f * low.y + 0.5f * high.y,
                    0.5f * low.z + 0.5f * high.z};
}

static inline points zero_points_unless(mote_i32n mask, points p)
{
    return (points){zero_unless(mask, p.x), zero_unless(mask, p.y), zero_unless(mask, p.z)};
}

// Normalizes p; 0 if the length is close to overflow or underflow.
static inline points unit_or_zero(points p)
{
    mote_f32n square = dot(p, p);
    mote_i32n usable = (square > 0x1p-100f) & (square < 0x1p+100f);
    return zero_points_unless(usable, times(p, 1 / mote_f32n_sqrt(square)));
}

static inline void fill_planes(const corners8 *corners, const mote_box8 *boxes,
                               mote_leaf_planes *planes, normals8 *normals)
{
    for (int lane = 0; lane < 8; lane += MOTE_F32N_LANES) {
        points c[3];
        for (int i = 0; i < 3; i++) c[i] = load_points(corners->at + 3 * i, lane);
        points normal = cross(minus(c[1], c[0]), minus(c[2], c[0])),
               center = box_centers(boxes, lane);
        store_points(normals->at, lane, normal);
        points unit = unit_or_zero(normal);
        extent e = {splat(INFINITY), splat(-INFINITY)};
        mote_f32n radius = {0};
        for (int i = 0; i < 3; i++) {
            points from_center = minus(c[i], center);
            add_height(&e, dot(unit, from_center));
            radius = greatest(dot(from_center, from_center), radius);
        }
        // The corners must be close to the plane. For a thin triangle, rounding prevents this.
        mote_f32n height = e.high - e.low;
        mote_i32n usable = height * height < 0x1p-28f * radius;
        store_points(planes->normal, lane, zero_points_unless(usable, unit));
        store(planes->offset + lane, zero_unless(usable, 0.5f * (e.low + e.high)));
    }
}

// Normalizes the normals of eight slabs, and sets their centers to the centers of the boxes.
static inline void begin_slabs(const mote_box8 *boxes, mote_slab8 *slabs)
{
    const mote_slab8 *sums = slabs;
    for (int lane = 0; lane < 8; lane += MOTE_F32N_LANES) {
        points normal = load_points(sums->normal, lane);
        store_points(slabs->normal, lane, unit_or_zero(normal));
        store_points(slabs->center, lane, box_centers(boxes, lane));
    }
}

// Moves the center of a slab along its normal, to the middle of the leaf.
static inline void center_slab(const corners8 *corners, mote_slab8 *slabs, uint32_t lane)
{
    slab one = get_slab(slabs, lane);
    points center = splat_points(one.center), normal = splat_points(one.normal);
    extent e = {splat(INFINITY), splat(-INFINITY)};
    for (int i = 0; i < 3 * 8; i += MOTE_F32N_LANES)
        add_height(&e, dot(normal, minus(load_points(corners->at + i / 8 * 3, i % 8), center)));
    float middle = 0.5f * (greatest_lane(e.high) - greatest_lane(-e.low));
    for (int k = 0; k < 3; k++) slabs->center[k][lane] += middle * one.normal[k];
}

// Sets the height of a slab, and `radius` to the square of the radius.
static inline void measure_slab(const corners8 *corners, mote_slab8 *slabs, uint32_t lane)
{
    slab one = get_slab(slabs, lane);
    points center = splat_points(one.center), normal = splat_points(one.normal);
    mote_f32n height = {0}, square = {0};
    for (int i = 0; i < 3 * 8; i += MOTE_F32N_LANES) {
        points p = minus(load_points(corners->at + i / 8 * 3, i % 8), center);
        height = greatest(mote_f32n_abs(dot(normal, p)), height);
        square = greatest(dot(p, p), square);
    }
    slabs->height[lane] = greatest_lane(height);
    slabs->radius[lane] = greatest_lane(square);
}

static inline void enlarge_slabs(mote_slab8 *slabs)
{
    for (int lane = 0; lane < 8; lane += MOTE_F32N_LANES) {
        mote_f32n radius = mote_f32n_sqrt(mote_f32n_load(slabs->radius + lane));
        radius = radius * (1 + 0x1p-16f) + 0x1p-60f;
        store(slabs->radius + lane, radius);
        store(slabs->height + lane, mote_f32n_load(slabs->height + lane) + 0x1p-16f * radius);
    }
}

// Gathers the corners of a leaf's triangles; the last triangle fills the unused lanes.
static inline void gather_leaf(const float *xyz, bool padded, const uint32_t *corners,
                               uint32_t triangle_count, uint32_t leaf, corners8 *out)
{
    uint32_t slots[8];
    for (uint32_t i = 0; i < 8; i++)
        slots[i] = 8 * leaf + i < triangle_count ? 8 * leaf + i : triangle_count - 1;
    MOTE_KERNEL(mote_hybrid_gather)(xyz, padded, corners, slots, out->at);
}

void MOTE_KERNEL(mote_hybrid_fill_slabs)(const float *xyz, bool padded, const uint32_t *corners,
                                         uint32_t triangle_count, const mote_hybrid_boxes *inside,
                                         mote_slab8 *slabs, mote_leaf_planes *planes)
{
    uint32_t leaf_count = (triangle_count + 7) / 8;
    for (uint32_t first = 0; first < leaf_count; first += 8) {
        mote_slab8 *eight = &slabs[first / 8];
        uint32_t count = leaf_count - first < 8 ? leaf_count - first : 8;
        corners8 at[8];
        for (uint32_t i = 0; i < count; i++) {
            uint32_t leaf = first + i;
            normals8 normals;
            gather_leaf(xyz, padded, corners, triangle_count, leaf, &at[i]);
            fill_planes(&at[i], &inside->triangles[leaf], &planes[leaf], &normals);
            for (int k = 0; k < 3; k++) eight->normal[k][i] = sum8(normals.at[k]);
        }
        begin_slabs(&inside->leaves[first / 8], eight);
        for (uint32_t i = 0; i < count; i++) center_slab(&at[i], eight, i);
        for (uint32_t i = 0; i < count; i++) measure_slab(&at[i], eight, i);
        enlarge_slabs(eight);
    }
}

// ---------------------------------------------------------------------------------------------
// Comparing them

// Whether b lies apart from a plane. `left` is the distance of b's center from the plane, less both
// heights along the normal n of the plane. The rest of b reaches at most |w| times its radius,
// where n = k m + w and m is the normal of b. The square of |w| is 1 - k^2 with an error of 2^-19.
// Squares are compared, and the square of the reach is enlarged.
static inline mote_i32n apart_along(mote_f32n left, mote_f32n k, mote_f32n square_of_radius)
{
    mote_f32n turn = ((1 + 0x1p-8f) + 0x1p-17f) - (1 + 0x1p-8f) * (k * k);
    return (left > 0) & (left * left > turn * square_of_radius);
}

// The bits of the slabs of `eight` that lie apart from `one`, along the normal of either slab.
static inline uint32_t slabs_apart(const slab *one, const mote_slab8 *eight)
{
    uint32_t bits = 0;
    points center = splat_points(one->center), normal = splat_points(one->normal);
    for (int lane = 0; lane < 8; lane += MOTE_F32N_LANES) {
        points between = minus(load_points(eight->center, lane), center);
        points others = load_points(eight->normal, lane);
        mote_f32n height = mote_f32n_load(eight->height + lane);
        mote_f32n radius = mote_f32n_load(eight->radius + lane);
        mote_f32n k = dot(normal, others), slope = mote_f32n_abs(k);
        mote_f32n by_one = mote_f32n_abs(dot(normal, between)) - one->height - slope * height;
        mote_f32n by_other = mote_f32n_abs(dot(others, between)) - height - slope * one->height;
        mote_i32n apart = apart_along(by_one, k, radius * radius) |
                          apart_along(by_other, k, splat(one->radius * one->radius));
        bits |= mote_i32n_bits(apart) << lane;
    }
    return bits;
}

// The distance that boxes reach from points inside them, along each axis. Far from the origin,
// rounding displaces the center of a small box, so half its sides are not enough.
static inline points reach_of_boxes(const mote_box8 *boxes, points from, int lane)
{
    points down = minus(from, load_points(boxes->bound, lane));
    points up = minus(load_points(boxes->bound + 3, lane), from);
    return (points){greatest(down.x, up.x), greatest(down.y, up.y), greatest(down.z, up.z)};
}

// The bits of the triangles of a leaf that lie apart from a slab, along the normal of their plane
// or of the slab. A corner of a triangle is off its plane by less than 2^-14 of its distance from
// the center of the box.
static inline uint32_t triangles_apart(const mote_box8 *boxes, const mote_leaf_planes *planes,
                                       const slab *from)
{
    uint32_t bits = 0;
    points center = splat_points(from->center), normal = splat_points(from->normal);
    for (int lane = 0; lane < 8; lane += MOTE_F32N_LANES) {
        points own = load_points(planes->normal, lane), middle = box_centers(boxes, lane);
        points between = minus(center, middle), reach = reach_of_boxes(boxes, middle, lane);
        mote_f32n offset = mote_f32n_load(planes->offset + lane);
        mote_f32n height = 0x1p-13f * (reach.x + reach.y + reach.z);
        mote_f32n k = dot(own, normal), slope = mote_f32n_abs(k);
        mote_f32n by_plane =
            mote_f32n_abs(dot(own, between) - offset) - height - slope * from->height;
        mote_f32n by_slab =
            mote_f32n_abs(dot(normal, between) - offset * k) - from->height - slope * height;
        mote_i32n apart = apart_along(by_plane, k, splat(from->radius * from->radius)) |
                          apart_along(by_slab, k, (1 + 0x1p-16f) * dot(reach, reach) + 0x1p-120f);
        bits |= mote_i32n_bits(apart) << lane;
    }
    return bits;
}

// ---------------------------------------------------------------------------------------------
// Leaves without a common vertex

// Leaves of a, each with a group of eight leaves of b, some of which overlap the leaf of a.
typedef struct leaf_groups {
    uint32_t count;
    uint8_t leaf[MOTE_HYBRID_LEAVES * MOTE_HYBRID_LEAF_GROUPS + 1];
    uint8_t group[MOTE_HYBRID_LEAVES * MOTE_HYBRID_LEAF_GROUPS + 1];
    uint8_t bits[MOTE_HYBRID_LEAVES * MOTE_HYBRID_LEAF_GROUPS + 1];
} leaf_groups;

// Finds leaves whose boxes overlap and which share no vertex.
static inline void find_groups(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                               const mote_box *region, const mote_neighbor_clusters *neighbors,
                               leaf_groups *out)
{
    uint32_t reach_b = mote_leaves_at(b, region), count = 0;
    for (uint32_t bits_a = mote_leaves_at(a, region); bits_a; bits_a &= bits_a - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(bits_a);
        mote_box box_a = mote_box8_get(&a->leaves[i / 8], i % 8);
        uint32_t bits_b = mote_leaves_at(b, &box_a) & reach_b;
        if (a == b) bits_b &= ~0u << i;
        if (neighbors) bits_b &= ~(uint32_t)neighbors->leaves[i];
        for (uint32_t g = 0; g < MOTE_HYBRID_LEAF_GROUPS; g++) {
            out->leaf[count] = (uint8_t)i;
            out->group[count] = (uint8_t)g;
            out->bits[count] = (uint8_t)(bits_b >> 8 * g);
            count += (bits_b >> 8 * g & 0xff) != 0;
        }
    }
    out->count = count;
}

// Keeps the leaf pairs whose slabs do not lie apart.
static inline void find_near_leaves(const leaf_groups *groups, const mote_self_pair *both,
                                    mote_leaf_pairs *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < groups->count; k++) {
        uint32_t i = groups->leaf[k], g = groups->group[k];
        slab one = get_slab(both->slabs_a, i);
        uint32_t bits = groups->bits[k] & ~slabs_apart(&one, &both->slabs_b[g]);
        count += mote_append_places(out->a + count, i, out->b + count, 8 * g, bits);
    }
    out->count = count;
}

// The triangles of a that reach into a leaf of b and do not lie apart from its slab.
static inline void find_near_rows(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                  const mote_self_pair *both, const mote_leaf_pairs *pairs,
                                  mote_leaf_rows *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < pairs->count; k++) {
        uint32_t i = pairs->a[k], j = pairs->b[k];
        mote_box box_b = mote_box8_get(&b->leaves[j / 8], j % 8);
        slab slab_b = get_slab(both->slabs_b, j);
        uint32_t bits = mote_box8_overlaps(&a->triangles[i], &box_b) &
                        ~triangles_apart(&a->triangles[i], &both->planes_a[i], &slab_b);
        count += mote_append_places(out->pair + count, k, out->triangle + count, 8 * i, bits);
    }
    out->count = count;
}

static inline uint32_t list_strangers(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                      const mote_leaf_pairs *pairs, const mote_leaf_rows *list,
                                      uint16_t *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < list->count; k++) {
        uint32_t i = list->triangle[k], leaf = pairs->b[list->pair[k]];
        mote_box box_a = mote_box8_get(&a->triangles[i / 8], i % 8);
        count += mote_append_pairs(out + count, i, leaf,
                                   mote_box8_overlaps(&b->triangles[leaf], &box_a));
    }
    return count;
}

// ---------------------------------------------------------------------------------------------
// Leaves with a common vertex

// In these leaves, triangles without a common vertex rarely have overlapping boxes, so a branch
// costs little.
static inline uint32_t list_neighbors(const mote_hybrid_boxes *a, const mote_hybrid_boxes *b,
                                      const mote_self_pair *both, uint16_t *out)
{
    const uint64_t *masks = both->masks;
    uint32_t count = 0;
    for (uint32_t i = 0; i < MOTE_HYBRID_LEAVES; i++) {
        for (uint32_t bits = both->neighbors->leaves[i]; bits; bits &= bits - 1) {
            uint32_t leaf = (uint32_t)__builtin_ctz(bits);
            uint64_t found = 0;
            for (uint32_t row = 0; row < 8; row++) {
                mote_box box = mote_box8_get(&a->triangles[i], row);
                found |= (uint64_t)mote_box8_overlaps(&b->triangles[leaf], &box) << 8 * row;
            }
            for (found &= *masks++; found;) {
                uint32_t row = (uint32_t)__builtin_ctzll(found) / 8;
                count += mote_append_pairs(out + count, 8 * i + row, leaf, found >> 8 * row & 0xff);
                found &= ~((uint64_t)0xff << 8 * row);
            }
        }
    }
    return count;
}

uint32_t MOTE_KERNEL(mote_hybrid_stranger_pairs)(const mote_hybrid_boxes *a,
                                                 const mote_hybrid_boxes *b, const mote_box *region,
                                                 const mote_self_pair *both, uint16_t *out)
{
    leaf_groups groups;
    mote_leaf_pairs pairs;
    mote_leaf_rows list;
    find_groups(a, b, region, both->neighbors, &groups);
    find_near_leaves(&groups, both, &pairs);
    find_near_rows(a, b, both, &pairs, &list);
    uint32_t count = list_strangers(a, b, &pairs, &list, out);
    if (both->neighbors) count += list_neighbors(a, b, both, out + count);
    return count;
}
