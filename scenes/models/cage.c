#include "scenes/models/cage.h"

#include <string.h>

#include "core/vec.h"

static void end_cage(scene_cage *cage)
{
    mote_array_release(&cage->positions, &mote_libc_allocator);
    mote_array_release(&cage->quads, &mote_libc_allocator);
}

static uint32_t add_position(scene_cage *cage, mote_dvec3 p)
{
    uint32_t index = (uint32_t)cage->positions.count;
    if (!mote_array_push(&cage->positions, &mote_libc_allocator, p)) cage->out_of_memory = true;
    return index;
}

static void add_quad(scene_cage *cage, scene_quad quad)
{
    if (!mote_array_push(&cage->quads, &mote_libc_allocator, quad)) cage->out_of_memory = true;
}

// ---------------------------------------------------------------------------------------------
// From cells

// The corners of each side of a cell as steps along x, y, z, and the outward direction of the side.
static const struct side {
    int8_t look[3];
    int8_t corner[4][3];
} sides[6] = {
    {{-1, 0, 0}, {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}}},
    {{1, 0, 0}, {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 0, 1}}},
    {{0, -1, 0}, {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}}},
    {{0, 1, 0}, {{0, 1, 0}, {0, 1, 1}, {1, 1, 1}, {1, 1, 0}}},
    {{0, 0, -1}, {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}}},
    {{0, 0, 1}, {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}},
};

typedef struct grid {
    const char *plan;
    int n[3];
    scene_cage_place *place;
    uint32_t *vertices; // of the grid corners, UINT32_MAX for those without
} grid;

static bool is_filled(const grid *g, int x, int y, int z)
{
    if (x < 0 || y < 0 || z < 0 || x >= g->n[0] || y >= g->n[1] || z >= g->n[2]) return false;
    return g->plan[(z * g->n[1] + y) * g->n[0] + x] == '#';
}

static uint32_t grid_vertex(scene_cage *cage, grid *g, int x, int y, int z)
{
    uint32_t *vertex = &g->vertices[(z * (g->n[1] + 1) + y) * (g->n[0] + 1) + x];
    if (*vertex == UINT32_MAX) *vertex = add_position(cage, g->place(x, y, z));
    return *vertex;
}

static void add_cell(scene_cage *cage, grid *g, int x, int y, int z)
{
    for (int s = 0; s < 6; s++) {
        const struct side *side = &sides[s];
        if (is_filled(g, x + side->look[0], y + side->look[1], z + side->look[2])) continue;
        scene_quad quad;
        for (int c = 0; c < 4; c++) {
            const int8_t *step = side->corner[c];
            quad.corner[c] = grid_vertex(cage, g, x + step[0], y + step[1], z + step[2]);
        }
        add_quad(cage, quad);
    }
}

scene_cage scene_cage_of_cells(const char *plan, int nx, int ny, int nz, scene_cage_place *place)
{
    scene_cage cage = {0};
    size_t corner_count = (size_t)(nx + 1) * (size_t)(ny + 1) * (size_t)(nz + 1);
    grid g = {.plan = plan, .n = {nx, ny, nz}, .place = place};
    g.vertices = mote_allocate(&mote_libc_allocator, corner_count, sizeof *g.vertices);
    if (!g.vertices) {
        cage.out_of_memory = true;
        return cage;
    }
    memset(g.vertices, 0xff, corner_count * sizeof *g.vertices);
    for (int z = 0; z < nz; z++) {
        for (int y = 0; y < ny; y++) {
            for (int x = 0; x < nx; x++) {
                if (is_filled(&g, x, y, z)) add_cell(&cage, &g, x, y, z);
            }
        }
    }
    mote_release(&mote_libc_allocator, g.vertices, corner_count, sizeof *g.vertices);
    return cage;
}

// ---------------------------------------------------------------------------------------------
// Subdivision

// The topology of the old cage. An edge is identified by the quad and corner at which it starts.
typedef struct subdivision {
    const mote_dvec3 *positions;
    const scene_quad *quads;
    uint32_t quad_count;
    uint32_t *first_corner;  // of each vertex in `corners`, and the end
    uint32_t *corners;       // corners at which each vertex is, ascending
    mote_dvec3 *centers;     // of the quads
    uint32_t *edge_vertices; // new vertex of each of the four edges of each quad
    scene_cage next;
} subdivision;

static mote_dvec3 average2(mote_dvec3 a, mote_dvec3 b)
{
    return mote_dvec_scale(mote_dvec_add(a, b), 0.5);
}

// Corners are numbered through all quads.
static uint32_t vertex_at(const subdivision *s, uint32_t corner)
{
    return s->quads[corner / 4].corner[corner % 4];
}

static void sort_corners(subdivision *s, uint32_t vertex_count)
{
    uint32_t corner_count = 4 * s->quad_count;
    memset(s->first_corner, 0, ((size_t)vertex_count + 1) * sizeof *s->first_corner);
    for (uint32_t c = 0; c < corner_count; c++) s->first_corner[vertex_at(s, c)]++;
    uint32_t end = 0;
    for (uint32_t v = 0; v <= vertex_count; v++) {
        end += s->first_corner[v];
        s->first_corner[v] = end;
    }
    for (uint32_t c = corner_count; c-- > 0;) s->corners[--s->first_corner[vertex_at(s, c)]] = c;
}

// The edge of another quad that runs opposite to edge `edge`.
static uint32_t opposite_edge(const subdivision *s, uint32_t edge)
{
    const uint32_t *quad = s->quads[edge / 4].corner;
    uint32_t from = quad[edge % 4], to = quad[(edge + 1) % 4];
    const uint32_t *other = s->corners + s->first_corner[to];
    while (s->quads[*other / 4].corner[(*other + 1) % 4] != from) other++;
    return *other;
}

static void place_edges(subdivision *s)
{
    for (uint32_t edge = 0; edge < 4 * s->quad_count; edge++) {
        uint32_t other = opposite_edge(s, edge);
        if (other < edge) {
            s->edge_vertices[edge] = s->edge_vertices[other];
            continue;
        }
        const uint32_t *quad = s->quads[edge / 4].corner;
        mote_dvec3 middle =
            average2(s->positions[quad[edge % 4]], s->positions[quad[(edge + 1) % 4]]);
        mote_dvec3 across = average2(s->centers[edge / 4], s->centers[other / 4]);
        s->edge_vertices[edge] = add_position(&s->next, average2(middle, across));
    }
}

// (Q + 2 R + (n - 3) S) / n: Q the average of the centers around the vertex, R that of the middles
// of its edges, S the vertex itself.
static mote_dvec3 moved_vertex(const subdivision *s, uint32_t vertex)
{
    mote_dvec3 q = {0, 0, 0}, r = {0, 0, 0}, p = s->positions[vertex];
    uint32_t first = s->first_corner[vertex], n = s->first_corner[vertex + 1] - first;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t corner = s->corners[first + i];
        q = mote_dvec_add(q, s->centers[corner / 4]);
        r = mote_dvec_add(r,
                          average2(p, s->positions[s->quads[corner / 4].corner[(corner + 1) % 4]]));
    }
    mote_dvec3 sum = mote_dvec_add(mote_dvec_scale(q, 1.0 / n), mote_dvec_scale(r, 2.0 / n));
    return mote_dvec_scale(mote_dvec_add(sum, mote_dvec_scale(p, (double)n - 3.0)), 1.0 / n);
}

static void cut_quads(subdivision *s)
{
    for (uint32_t q = 0; q < s->quad_count; q++) {
        uint32_t center = add_position(&s->next, s->centers[q]);
        const uint32_t *edges = s->edge_vertices + 4 * q;
        for (uint32_t c = 0; c < 4; c++) {
            scene_quad quad = {{s->quads[q].corner[c], edges[c], center, edges[(c + 3) % 4]}};
            add_quad(&s->next, quad);
        }
    }
}

static void run_subdivision(subdivision *s, uint32_t vertex_count)
{
    for (uint32_t q = 0; q < s->quad_count; q++) {
        const uint32_t *c = s->quads[q].corner;
        s->centers[q] = average2(average2(s->positions[c[0]], s->positions[c[1]]),
                                 average2(s->positions[c[2]], s->positions[c[3]]));
    }
    sort_corners(s, vertex_count);
    for (uint32_t v = 0; v < vertex_count; v++) add_position(&s->next, moved_vertex(s, v));
    place_edges(s);
    cut_quads(s);
}

void scene_cage_subdivide(scene_cage *cage)
{
    if (cage->out_of_memory) return;
    uint32_t count = (uint32_t)cage->quads.count, vertex_count = (uint32_t)cage->positions.count;
    subdivision s = {
        .positions = cage->positions.data, .quads = cage->quads.data, .quad_count = count};
    s.centers = mote_allocate(&mote_libc_allocator, count, sizeof *s.centers);
    s.edge_vertices =
        mote_allocate(&mote_libc_allocator, 4 * (size_t)count, sizeof *s.edge_vertices);
    s.corners = mote_allocate(&mote_libc_allocator, 4 * (size_t)count, sizeof *s.corners);
    s.first_corner =
        mote_allocate(&mote_libc_allocator, (size_t)vertex_count + 1, sizeof *s.first_corner);
    if (s.centers && s.edge_vertices && s.corners && s.first_corner)
        run_subdivision(&s, vertex_count);
    else
        s.next.out_of_memory = true;
    mote_release(&mote_libc_allocator, s.centers, count, sizeof *s.centers);
    mote_release(&mote_libc_allocator, s.edge_vertices, 4 * (size_t)count, sizeof *s.edge_vertices);
    mote_release(&mote_libc_allocator, s.corners, 4 * (size_t)count, sizeof *s.corners);
    mote_release(&mote_libc_allocator, s.first_corner, (size_t)vertex_count + 1,
                 sizeof *s.first_corner);
    end_cage(cage);
    *cage = s.next;
}

void scene_cage_cast(scene_cage *cage, scene_sculpture *sculpture)
{
    uint32_t first = scene_sculpture_vertex_count(sculpture);
    const mote_dvec3 *positions = cage->positions.data;
    for (size_t i = 0; i < cage->positions.count; i++) {
        scene_sculpture_vertex(sculpture, positions[i].x, positions[i].y, positions[i].z);
    }
    for (size_t i = 0; i < cage->quads.count; i++) {
        const uint32_t *c = cage->quads.data[i].corner;
        scene_sculpture_quad(sculpture, first + c[0], first + c[1], first + c[2], first + c[3]);
    }
    if (cage->out_of_memory) sculpture->out_of_memory = true;
    end_cage(cage);
}
