#include "scenes/models/sculpture.h"

#include <string.h>

#include "core/hash.h"
#include "core/result.h"
#include "core/vec.h"

void scene_sculpture_reserve(scene_sculpture *sculpture, uint32_t vertex_count,
                             uint32_t triangle_count)
{
    bool ok = mote_array_reserve(&sculpture->positions, &mote_libc_allocator, vertex_count) &&
              mote_array_reserve(&sculpture->triangles, &mote_libc_allocator, triangle_count);
    if (!ok) sculpture->out_of_memory = true;
}

uint32_t scene_sculpture_vertex_count(const scene_sculpture *sculpture)
{
    return (uint32_t)sculpture->positions.count;
}

uint32_t scene_sculpture_triangle_count(const scene_sculpture *sculpture)
{
    return (uint32_t)sculpture->triangles.count;
}

uint32_t scene_sculpture_vertex(scene_sculpture *sculpture, double x, double y, double z)
{
    mote_vec3 p = {(float)x, (float)y, (float)z};
    uint32_t index = scene_sculpture_vertex_count(sculpture);
    if (!mote_array_push(&sculpture->positions, &mote_libc_allocator, p))
        sculpture->out_of_memory = true;
    return index;
}

void scene_sculpture_triangle(scene_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c)
{
    if (a == b || b == c || c == a) return;
    if (!mote_array_push(&sculpture->triangles, &mote_libc_allocator, (scene_triangle){{a, b, c}}))
        sculpture->out_of_memory = true;
}

void scene_sculpture_quad(scene_sculpture *sculpture, uint32_t a, uint32_t b, uint32_t c,
                          uint32_t d)
{
    scene_sculpture_triangle(sculpture, a, b, c);
    scene_sculpture_triangle(sculpture, a, c, d);
}

void scene_sculpture_stack(scene_sculpture *sculpture, uint32_t first, uint32_t rings,
                           uint32_t around)
{
    uint32_t last = first + 1 + rings * around;
    for (uint32_t i = 0; i < around; i++) {
        uint32_t next = (i + 1) % around;
        scene_sculpture_triangle(sculpture, first, first + 1 + next, first + 1 + i);
        for (uint32_t ring = 0; ring + 1 < rings; ring++) {
            uint32_t low = first + 1 + ring * around, high = low + around;
            scene_sculpture_quad(sculpture, low + i, low + next, high + next, high + i);
        }
        uint32_t top = last - around;
        scene_sculpture_triangle(sculpture, top + i, top + next, last);
    }
}

void scene_sculpture_box(scene_sculpture *sculpture, mote_dvec3 low, mote_dvec3 high)
{
    uint32_t v[8];
    for (uint32_t i = 0; i < 8; i++) {
        v[i] = scene_sculpture_vertex(sculpture, i & 1 ? high.x : low.x, i & 2 ? high.y : low.y,
                                      i & 4 ? high.z : low.z);
    }
    static const uint8_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int s = 0; s < 6; s++) {
        scene_sculpture_quad(sculpture, v[sides[s][0]], v[sides[s][1]], v[sides[s][2]],
                             v[sides[s][3]]);
    }
}

static bool same_place(mote_vec3 a, mote_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static uint64_t hash_place(mote_vec3 p)
{
    float xyz[3] = {p.x + 0.0f, p.y + 0.0f, p.z + 0.0f}; // -0 becomes +0
    return mote_hash_bytes(MOTE_HASH_START, xyz, sizeof xyz);
}

// Fills new_index and moves the kept vertices to the front; returns how many were kept.
static uint32_t merge_vertices(mote_vec3 *positions, uint32_t count, uint32_t *new_index,
                               uint32_t *table, uint32_t table_size)
{
    memset(table, 0xff, table_size * sizeof *table);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = (uint32_t)hash_place(positions[i]) & (table_size - 1);
        while (table[slot] != UINT32_MAX && !same_place(positions[table[slot]], positions[i])) {
            slot = (slot + 1) & (table_size - 1);
        }
        if (table[slot] == UINT32_MAX) {
            table[slot] = kept;
            positions[kept++] = positions[i];
        }
        new_index[i] = table[slot];
    }
    return kept;
}

void scene_sculpture_weld(scene_sculpture *sculpture)
{
    uint32_t count = scene_sculpture_vertex_count(sculpture);
    uint32_t table_size = 16;
    while (table_size < 2 * count) table_size *= 2;
    uint32_t *new_index = mote_allocate(&mote_libc_allocator, count, sizeof *new_index);
    uint32_t *table = mote_allocate(&mote_libc_allocator, table_size, sizeof *table);
    if (new_index && table) {
        sculpture->positions.count =
            merge_vertices(sculpture->positions.data, count, new_index, table, table_size);
        uint32_t triangle_count = scene_sculpture_triangle_count(sculpture);
        sculpture->triangles.count = 0;
        for (uint32_t t = 0; t < triangle_count; t++) {
            scene_triangle old = sculpture->triangles.data[t];
            scene_sculpture_triangle(sculpture, new_index[old.corner[0]], new_index[old.corner[1]],
                                     new_index[old.corner[2]]);
        }
    } else {
        sculpture->out_of_memory = true;
    }
    mote_release(&mote_libc_allocator, new_index, count, sizeof *new_index);
    mote_release(&mote_libc_allocator, table, table_size, sizeof *table);
}

// ---------------------------------------------------------------------------------------------
// Exact counts

// The corner of triangle t at which edge ab starts, in either direction; 3 if it has no such edge.
static uint32_t edge_corner(const uint32_t t[3], uint32_t a, uint32_t b)
{
    for (uint32_t c = 0; c < 3; c++) {
        uint32_t p = t[c], q = t[(c + 1) % 3];
        if ((p == a && q == b) || (p == b && q == a)) return c;
    }
    return 3;
}

static uint32_t count_edge(const scene_sculpture *sculpture, uint32_t a, uint32_t b)
{
    const scene_triangle *triangles = sculpture->triangles.data;
    uint32_t count = 0;
    for (size_t t = 0; t < sculpture->triangles.count; t++)
        count += edge_corner(triangles[t].corner, a, b) < 3;
    return count;
}

// For each vertex, the sum of the next vertices minus the sum of the previous vertices in the
// triangles around it. The sum is not 0 at a border vertex; around an inner vertex each neighbor is
// both next and previous. Null for no memory.
static int64_t *sum_around_vertices(const scene_sculpture *sculpture)
{
    const scene_triangle *triangles = sculpture->triangles.data;
    int64_t *sums =
        mote_allocate_zeroed(&mote_libc_allocator, sculpture->positions.count, sizeof *sums);
    for (size_t t = 0; sums && t < sculpture->triangles.count; t++) {
        for (uint32_t c = 0; c < 3; c++) {
            const uint32_t *v = triangles[t].corner;
            sums[v[c]] += (int64_t)v[(c + 1) % 3] - v[(c + 2) % 3];
        }
    }
    return sums;
}

// Finds the first of the longest edges. With sums, only edges whose ends both have a sum other than
// zero count. False if there is no such edge.
static bool find_longest_edge(const scene_sculpture *sculpture, const int64_t *sums, uint32_t *a,
                              uint32_t *b)
{
    const mote_vec3 *positions = sculpture->positions.data;
    const scene_triangle *triangles = sculpture->triangles.data;
    float longest = 0.0f;
    for (size_t t = 0; t < sculpture->triangles.count; t++) {
        for (uint32_t c = 0; c < 3; c++) {
            uint32_t p = triangles[t].corner[c], q = triangles[t].corner[(c + 1) % 3];
            float length = mote_vec_length(mote_vec_sub(positions[p], positions[q]));
            if (length <= longest) continue;
            if (sums && (!sums[p] || !sums[q] || count_edge(sculpture, p, q) != 1)) continue;
            longest = length;
            *a = p;
            *b = q;
        }
    }
    return longest > 0.0f;
}

static bool find_longest_border_edge(scene_sculpture *sculpture, uint32_t *a, uint32_t *b)
{
    int64_t *sums = sum_around_vertices(sculpture);
    if (!sums) sculpture->out_of_memory = true;
    bool found = sums && find_longest_edge(sculpture, sums, a, b);
    mote_release(&mote_libc_allocator, sums, sculpture->positions.count, sizeof *sums);
    return found;
}

static void split_edge(scene_sculpture *sculpture, uint32_t a, uint32_t b)
{
    const mote_vec3 *positions = sculpture->positions.data;
    mote_dvec3 sum = mote_dvec_add(mote_vec_widen(positions[a]), mote_vec_widen(positions[b]));
    uint32_t middle = scene_sculpture_vertex(sculpture, 0.5 * sum.x, 0.5 * sum.y, 0.5 * sum.z);
    size_t count = sculpture->triangles.count;
    for (size_t t = 0; t < count; t++) {
        uint32_t *triangle = sculpture->triangles.data[t].corner;
        uint32_t c = edge_corner(triangle, a, b);
        if (c == 3) continue;
        uint32_t end = triangle[(c + 1) % 3], apex = triangle[(c + 2) % 3];
        triangle[(c + 1) % 3] = middle;
        scene_sculpture_triangle(sculpture, middle, end, apex);
    }
}

void scene_sculpture_split_to(scene_sculpture *sculpture, uint32_t triangle_count)
{
    while (scene_sculpture_triangle_count(sculpture) < triangle_count &&
           !sculpture->out_of_memory) {
        bool odd = (triangle_count - scene_sculpture_triangle_count(sculpture)) % 2 == 1;
        uint32_t a = 0, b = 0;
        bool found = odd ? find_longest_border_edge(sculpture, &a, &b)
                         : find_longest_edge(sculpture, NULL, &a, &b);
        if (!found) return;
        split_edge(sculpture, a, b);
    }
}

mote_result scene_sculpture_finish(scene_sculpture *sculpture, io_model *out)
{
    mote_result result = MOTE_OK;
    if (sculpture->out_of_memory) result = mote_fail_memory(0, "a model being made");
    if (result == MOTE_OK) {
        result = io_model_create(scene_sculpture_vertex_count(sculpture),
                                 scene_sculpture_triangle_count(sculpture), out);
    }
    if (result == MOTE_OK) {
        memcpy(out->positions, sculpture->positions.data, out->vertex_count * sizeof(mote_vec3));
        memcpy(out->triangles, sculpture->triangles.data,
               out->triangle_count * sizeof(scene_triangle));
    }
    mote_array_release(&sculpture->positions, &mote_libc_allocator);
    mote_array_release(&sculpture->triangles, &mote_libc_allocator);
    return result;
}
