#include "scenes/models/polygonize.h"

#include <math.h>
#include <string.h>

#include "core/vec.h"

typedef struct lattice {
    scene_sculpture *sculpture;
    mote_dvec3 low;
    double spacing;
    size_t count[3]; // points along each axis
    double *values;
    // The surface vertex on each lattice edge, or UINT32_MAX: seven edges start at a point, one for
    // each step of 0 or 1 along the axes but (0, 0, 0), numbered by the bits of the step less 1.
    uint32_t *vertices;
} lattice;

static size_t point_at(const lattice *l, size_t x, size_t y, size_t z)
{
    return (z * l->count[1] + y) * l->count[0] + x;
}

static mote_dvec3 place_of(const lattice *l, size_t point)
{
    size_t x = point % l->count[0], y = point / l->count[0] % l->count[1];
    size_t z = point / (l->count[0] * l->count[1]);
    return (mote_dvec3){l->low.x + l->spacing * (double)x, l->low.y + l->spacing * (double)y,
                        l->low.z + l->spacing * (double)z};
}

static size_t step_by(const lattice *l, uint32_t bits)
{
    return point_at(l, bits & 1, bits >> 1 & 1, bits >> 2 & 1);
}

// The vertex where the field is zero on the edge from a lattice point to a higher one. The vertex
// is kept away from the ends, so that no triangle collapses.
static uint32_t crossing(lattice *l, size_t from, size_t to, uint32_t step)
{
    uint32_t *vertex = &l->vertices[from * 7 + step - 1];
    if (*vertex != UINT32_MAX) return *vertex;
    double t = l->values[from] / (l->values[from] - l->values[to]);
    t = fmin(fmax(t, 0.15), 0.85);
    mote_dvec3 a = place_of(l, from), b = place_of(l, to);
    mote_dvec3 p = mote_dvec_add(a, mote_dvec_scale(mote_dvec_sub(b, a), t));
    *vertex = scene_sculpture_vertex(l->sculpture, p.x, p.y, p.z);
    return *vertex;
}

// A tetrahedron: four lattice points, each above the one before, with the bits of their steps from
// the first.
typedef struct tetrahedron {
    size_t point[4];
    uint32_t bits[4];
} tetrahedron;

static uint32_t edge_crossing(lattice *l, const tetrahedron *t, int i, int j)
{
    if (i > j) return edge_crossing(l, t, j, i);
    return crossing(l, t->point[i], t->point[j], t->bits[i] ^ t->bits[j]);
}

// Adds the piece of surface that separates the first corners (inside) from the others. `even` is
// true if (inside, outside) lists the corners of the tetrahedron in a right-handed order.
static void add_piece(lattice *l, const tetrahedron *t, const int *corner, int inside_count,
                      bool even)
{
    uint32_t v[4];
    int count = inside_count == 2 ? 4 : 3;
    for (int k = 0; k < count; k++) {
        int in = inside_count == 1 ? 0 : inside_count == 2 ? k / 2 : k;
        int out = inside_count == 1 ? 1 + k : inside_count == 2 ? 2 + (k == 1 || k == 2) : 3;
        v[k] = edge_crossing(l, t, corner[in], corner[out]);
    }
    if (count == 3) v[3] = v[0]; // a quad with a repeated corner is one triangle
    if (even)
        scene_sculpture_quad(l->sculpture, v[0], v[1], v[2], v[3]);
    else
        scene_sculpture_quad(l->sculpture, v[0], v[3], v[2], v[1]);
}

static void march(lattice *l, const tetrahedron *t, bool even)
{
    int corner[4], inside_count = 0, outside_count = 0;
    for (int i = 0; i < 4; i++) inside_count += l->values[t->point[i]] < 0.0;
    if (inside_count == 0 || inside_count == 4) return;
    int in = 0;
    for (int i = 0; i < 4; i++) {
        if (l->values[t->point[i]] < 0.0)
            corner[in++] = i;
        else
            corner[inside_count + outside_count++] = i;
    }
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) even ^= corner[i] > corner[j];
    }
    add_piece(l, t, corner, inside_count, even);
}

// The paths from the lowest to the highest corner of a cube, one axis after the other.
static const struct path {
    uint8_t axes[2];
    bool even;
} paths[6] = {{{0, 1}, true},  {{1, 2}, true},  {{2, 0}, true},
              {{0, 2}, false}, {{2, 1}, false}, {{1, 0}, false}};

static void march_cube(lattice *l, size_t lowest)
{
    for (int i = 0; i < 6; i++) {
        uint32_t first = 1u << paths[i].axes[0], second = first | 1u << paths[i].axes[1];
        tetrahedron t = {.bits = {0, first, second, 7}};
        for (int c = 0; c < 4; c++) t.point[c] = lowest + step_by(l, t.bits[c]);
        march(l, &t, paths[i].even);
    }
}

static void march_all(lattice *l, scene_field *field, const void *context)
{
    size_t point_count = l->count[0] * l->count[1] * l->count[2];
    memset(l->vertices, 0xff, point_count * 7 * sizeof *l->vertices);
    for (size_t p = 0; p < point_count; p++) l->values[p] = field(context, place_of(l, p));
    for (size_t z = 0; z + 1 < l->count[2]; z++) {
        for (size_t y = 0; y + 1 < l->count[1]; y++) {
            for (size_t x = 0; x + 1 < l->count[0]; x++) march_cube(l, point_at(l, x, y, z));
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Relaxation: marching leaves slivers, so each vertex goes to the middle of its neighbors, then
// back onto the surface.

static mote_dvec3 onto_surface(scene_field *field, const void *context, mote_dvec3 p)
{
    const double e = 1e-4;
    double value = field(context, p);
    mote_dvec3 slope = {field(context, (mote_dvec3){p.x + e, p.y, p.z}) - value,
                        field(context, (mote_dvec3){p.x, p.y + e, p.z}) - value,
                        field(context, (mote_dvec3){p.x, p.y, p.z + e}) - value};
    slope = mote_dvec_scale(slope, 1.0 / e);
    double square = mote_dvec_dot(slope, slope);
    if (square < 0.25) return p; // on a crease of the field, the slope is unreliable
    return mote_dvec_sub(p, mote_dvec_scale(slope, value / square));
}

// Sums x, y, z and the number of neighbors of each vertex from `first` on, counting each neighbor
// twice.
static void sum_neighbors(const scene_sculpture *sculpture, uint32_t first, double (*sums)[4])
{
    const mote_vec3 *positions = sculpture->positions.data;
    memset(sums, 0, (sculpture->positions.count - first) * sizeof *sums);
    for (size_t t = 0; t < sculpture->triangles.count; t++) {
        const uint32_t *triangle = sculpture->triangles.data[t].corner;
        for (int c = 0; c < 6; c++) {
            uint32_t vertex = triangle[c / 2];
            if (vertex < first) continue;
            mote_vec3 p = positions[triangle[(c / 2 + 1 + c % 2) % 3]];
            double *sum = sums[vertex - first];
            sum[0] += (double)p.x, sum[1] += (double)p.y, sum[2] += (double)p.z, sum[3] += 1.0;
        }
    }
}

static void relax(scene_sculpture *sculpture, uint32_t first, scene_field *field,
                  const void *context)
{
    const int rounds = 4;
    size_t count = sculpture->positions.count - first;
    double(*sums)[4] = mote_allocate(&mote_libc_allocator, count, sizeof *sums);
    if (!sums) sculpture->out_of_memory = true;
    mote_vec3 *positions = sculpture->positions.data + first;
    for (int round = 0; sums && round < rounds; round++) {
        sum_neighbors(sculpture, first, sums);
        for (size_t i = 0; i < count; i++) {
            double n = sums[i][3];
            mote_dvec3 middle = {sums[i][0] / n, sums[i][1] / n, sums[i][2] / n};
            positions[i] = mote_dvec_narrow(onto_surface(field, context, middle));
        }
    }
    mote_release(&mote_libc_allocator, sums, count, sizeof *sums);
}

void scene_polygonize(scene_sculpture *sculpture, scene_field *field, const void *context,
                      mote_dvec3 low, mote_dvec3 high, double spacing)
{
    lattice l = {.sculpture = sculpture, .low = low, .spacing = spacing};
    mote_dvec3 size = mote_dvec_sub(high, low);
    l.count[0] = (size_t)(size.x / spacing) + 2;
    l.count[1] = (size_t)(size.y / spacing) + 2;
    l.count[2] = (size_t)(size.z / spacing) + 2;
    size_t point_count = l.count[0] * l.count[1] * l.count[2];
    l.values = mote_allocate(&mote_libc_allocator, point_count, sizeof *l.values);
    l.vertices = mote_allocate(&mote_libc_allocator, point_count * 7, sizeof *l.vertices);
    uint32_t first = scene_sculpture_vertex_count(sculpture);
    if (l.values && l.vertices)
        march_all(&l, field, context);
    else
        sculpture->out_of_memory = true;
    if (!sculpture->out_of_memory) relax(sculpture, first, field, context);
    mote_release(&mote_libc_allocator, l.values, point_count, sizeof *l.values);
    mote_release(&mote_libc_allocator, l.vertices, point_count * 7, sizeof *l.vertices);
}
