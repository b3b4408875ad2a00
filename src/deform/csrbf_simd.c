#include "deform/csrbf.h"

#include "core/box.h"
#include "core/box_tree.h"

#include <math.h>

// As many doubles as one register holds.
#if defined(__AVX2__)
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif
typedef double f64n __attribute__((vector_size(8 * LANES)));
typedef int64_t i64n __attribute__((vector_size(8 * LANES)));

static inline f64n load(const double *from)
{
    f64n v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(double *to, f64n v)
{
    memcpy(to, &v, sizeof v);
}

static inline f64n square_root(f64n x)
{
#if defined(__AVX2__)
    return (f64n)_mm256_sqrt_pd((__m256d)x);
#elif defined(__SSE2__)
    return (f64n)_mm_sqrt_pd((__m128d)x);
#else
    for (int i = 0; i < LANES; i++) x[i] = sqrt(x[i]);
    return x;
#endif
}

// Same operations as mote_wendland_value.
static inline f64n wendland(mote_wendland kind, f64n r)
{
    f64n s = 1.0 - r, s2 = s * s;
    if (kind == MOTE_WENDLAND_C0) return s2;
    if (kind == MOTE_WENDLAND_C2) return (s2 * s2) * (4.0 * r + 1.0);
    return ((s2 * s2) * s2) * ((35.0 * r + 18.0) * r + 3.0) * (1.0 / 3.0);
}

// Coordinates of a group of vertices, the sums so far, and a mask of the vertices in reach of any
// control.
typedef struct group {
    double x[MOTE_CSRBF_GROUP], y[MOTE_CSRBF_GROUP], z[MOTE_CSRBF_GROUP];
    double ux[MOTE_CSRBF_GROUP], uy[MOTE_CSRBF_GROUP], uz[MOTE_CSRBF_GROUP];
    int64_t reached[MOTE_CSRBF_GROUP];
} group;

static inline void add_block(const mote_csrbf_field *field, const mote_csrbf_block *b, group *g,
                             uint32_t at, mote_wendland kind)
{
    f64n x = load(g->x + at), y = load(g->y + at), z = load(g->z + at);
    f64n ux = load(g->ux + at), uy = load(g->uy + at), uz = load(g->uz + at);
    i64n reached;
    memcpy(&reached, g->reached + at, sizeof reached);
    for (int k = 0; k < MOTE_CSRBF_BLOCK; k++) {
        f64n dx = x - b->x[k], dy = y - b->y[k], dz = z - b->z[k];
        f64n q = (dx * dx + dy * dy + dz * dz) * field->inverse_square;
        i64n inside = q < 1.0;
        f64n phi = (f64n)((i64n)wendland(kind, square_root(q)) & inside);
        reached |= inside;
        ux += phi * b->dx[k];
        uy += phi * b->dy[k];
        uz += phi * b->dz[k];
    }
    store(g->ux + at, ux);
    store(g->uy + at, uy);
    store(g->uz + at, uz);
    memcpy(g->reached + at, &reached, sizeof reached);
}

static inline void add_block_to_group(const mote_csrbf_field *field, uint32_t block, group *g,
                                      uint32_t count)
{
    const mote_csrbf_block *b = &field->blocks[block];
    for (uint32_t at = 0; at < count; at += LANES) {
        if (field->wendland == MOTE_WENDLAND_C0) {
            add_block(field, b, g, at, MOTE_WENDLAND_C0);
        } else if (field->wendland == MOTE_WENDLAND_C2) {
            add_block(field, b, g, at, MOTE_WENDLAND_C2);
        } else {
            add_block(field, b, g, at, MOTE_WENDLAND_C4);
        }
    }
}

static void displace_group(const mote_csrbf_field *field, mote_vec3 *p, uint32_t count)
{
    group g = {.reached = {0}};
    mote_box box = mote_box_empty();
    for (uint32_t i = 0; i < count; i++) {
        g.x[i] = (double)p[i].x;
        g.y[i] = (double)p[i].y;
        g.z[i] = (double)p[i].z;
        mote_box_add_point(&box, p[i]);
    }
    for (uint32_t first = 0; first < field->block_count; first += 8) {
        uint32_t near = mote_box8_overlaps(&field->reaches[first / 8], &box);
        for (; near; near &= near - 1)
            add_block_to_group(field, first + (uint32_t)__builtin_ctz(near), &g, count);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!g.reached[i]) continue;
        p[i] = (mote_vec3){(float)(g.x[i] + field->blend * g.ux[i]),
                           (float)(g.y[i] + field->blend * g.uy[i]),
                           (float)(g.z[i] + field->blend * g.uz[i])};
    }
}

void MOTE_KERNEL(mote_csrbf_displace)(const mote_csrbf_field *field, mote_vec3 *positions,
                                      uint32_t count)
{
    for (uint32_t first = 0; first < count; first += MOTE_CSRBF_GROUP) {
        uint32_t left = count - first;
        displace_group(field, positions + first, left < MOTE_CSRBF_GROUP ? left : MOTE_CSRBF_GROUP);
    }
}
