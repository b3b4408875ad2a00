// Welding vertices.
//
// Exact: a hash table of the positions seen so far.
//
// By tolerance: equal positions are welded first. Then space is divided into cubes so small that
// all points of a cube are within the tolerance of each other. Two cubes are joined if any point of
// one is within the tolerance of a point of the other; such cubes are at most two cubes apart.

#include "core/box.h"
#include "core/hash.h"
#include "core/result.h"
#include "core/union_find.h"
#include "core/vec.h"
#include "mesh/build.h"
#include "mesh/lists.h"

// ---------------------------------------------------------------------------------------------
// Exact

static uint64_t hash_position(mote_vec3 p)
{
    // Adding +0 turns -0 into +0.
    uint64_t bits[2] = {0};
    const float xyz[3] = {p.x + 0.0f, p.y + 0.0f, p.z + 0.0f};
    memcpy(bits, xyz, sizeof xyz);
    return mote_hash_u64(mote_hash_u64(MOTE_HASH_START, bits[0]), bits[1]);
}

static bool same_position(mote_vec3 a, mote_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Allocates an open-addressing table, at most half full with `entries`, filled with MOTE_NONE.
static uint32_t *new_table(mote_arena *scratch, size_t entries, size_t *slots)
{
    *slots = 16;
    while (*slots < 2 * entries) *slots *= 2;
    uint32_t *table = mote_arena_take(scratch, *slots, sizeof *table);
    if (table)
        memset(table, 0xff, *slots * sizeof *table);
    else
        mote_fail_memory(*slots * sizeof *table, "welding vertices");
    return table;
}

static mote_result weld_equal(mote_mesh *mesh, mote_arena *scratch)
{
    size_t slots;
    uint32_t *table = new_table(scratch, mesh->vertex_count, &slots);
    if (!table) return MOTE_ERROR_MEMORY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        mote_vec3 p = mesh->positions[v];
        size_t slot = hash_position(p) & (slots - 1);
        while (table[slot] != MOTE_NONE && !same_position(p, mesh->positions[table[slot]]))
            slot = (slot + 1) & (slots - 1);
        if (table[slot] == MOTE_NONE) table[slot] = v;
        mesh->weld[v] = table[slot];
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// By tolerance

// Side of a cube in tolerances. The diagonal of a cube is 0.953 tolerances, and one tolerance is 1
// / 0.55 cubes, less than two cubes even with rounding.
#define CUBE_SIDE 0.55
enum { REACH = 2, SPAN = 2 * REACH + 1 };

typedef struct cube {
    double place[3]; // integer coordinates in cubes; double because 1e38 / 1e-45 fits no integer
    mote_box box;    // of the cube's points
} cube;

typedef struct cubes {
    double tolerance;
    cube *all; // numbered by their lowest vertex
    uint32_t count;
    uint32_t *table; // open, of cube numbers
    size_t slots;
    uint8_t *present; // slots bytes: one bit per hash; most bits are 0, which avoids most lookups
    uint32_t *of_vertex; // for vertices that represent themselves
    uint32_t *first;     // lists of vertices of each cube, ascending
    uint32_t *items;
} cubes;

// Hashes one axis. Hashes of axes are combined by xor, so that neighbors of a cube share the hashes
// of equal coordinates.
static uint64_t hash_place(int axis, double place)
{
    uint64_t bits;
    memcpy(&bits, &place, sizeof bits);
    return mote_hash_u64(MOTE_HASH_START + (uint64_t)axis, bits);
}

static uint8_t *presence_byte(const cubes *c, uint64_t hash, uint8_t *bit)
{
    uint64_t upper = hash >> 29; // the slots are chosen by the lower bits
    *bit = (uint8_t)(1u << (upper & 7));
    return &c->present[upper >> 3 & (c->slots - 1)];
}

static bool may_be_present(const cubes *c, uint64_t hash)
{
    uint8_t bit, *byte = presence_byte(c, hash, &bit);
    return *byte & bit;
}

// The slot of the cube at `place`, or the free slot to insert it.
static size_t find_slot(const cubes *c, const double place[3], uint64_t hash)
{
    size_t slot = hash & (c->slots - 1);
    for (;; slot = (slot + 1) & (c->slots - 1)) {
        if (c->table[slot] == MOTE_NONE) return slot;
        const double *other = c->all[c->table[slot]].place;
        if (place[0] == other[0] && place[1] == other[1] && place[2] == other[2]) return slot;
    }
}

static void add_point(cubes *c, uint32_t vertex, mote_vec3 p)
{
    double scale = 1.0 / (CUBE_SIDE * c->tolerance);
    const double xyz[3] = {(double)p.x, (double)p.y, (double)p.z};
    double place[3];
    uint64_t hash = 0;
    for (int axis = 0; axis < 3; axis++) {
        place[axis] = floor(xyz[axis] * scale) + 0.0; // no -0
        hash ^= hash_place(axis, place[axis]);
    }
    size_t slot = find_slot(c, place, hash);
    if (c->table[slot] == MOTE_NONE) {
        cube *fresh = &c->all[c->count];
        memcpy(fresh->place, place, sizeof place);
        fresh->box = mote_box_empty();
        c->table[slot] = c->count++;
        uint8_t bit, *byte = presence_byte(c, hash, &bit);
        *byte |= bit;
    }
    uint32_t number = c->table[slot];
    mote_box_add_point(&c->all[number].box, p);
    c->of_vertex[vertex] = number;
    c->first[number]++;
}

static mote_result sort_into_cubes(const mote_mesh *mesh, mote_arena *scratch, cubes *c)
{
    size_t count = mesh->vertex_count;
    c->table = new_table(scratch, count, &c->slots);
    c->all = mote_arena_take(scratch, count, sizeof *c->all);
    c->of_vertex = mote_arena_take(scratch, count, sizeof *c->of_vertex);
    c->first = mote_arena_take(scratch, count + 1, sizeof *c->first);
    c->items = mote_arena_take(scratch, count, sizeof *c->items);
    if (!c->table) return MOTE_ERROR_MEMORY;
    c->present = mote_arena_take(scratch, c->slots, 1);
    if (!c->present || !c->all || !c->of_vertex || !c->first || !c->items)
        return mote_fail_memory(count * (sizeof *c->all + 3 * sizeof(uint32_t)),
                                "welding vertices");
    memset(c->present, 0, c->slots);
    memset(c->first, 0, (count + 1) * sizeof *c->first);
    for (uint32_t v = 0; v < count; v++)
        if (mesh->weld[v] == v) add_point(c, v, mesh->positions[v]);
    mote_lists_start(c->first, c->count);
    for (uint32_t v = 0; v < count; v++)
        if (mesh->weld[v] == v) c->items[c->first[c->of_vertex[v]]++] = v;
    mote_lists_rewind(c->first, c->count);
    return MOTE_OK;
}

static double squared_distance(mote_vec3 a, mote_vec3 b)
{
    mote_dvec3 d = mote_dvec_sub(mote_vec_widen(a), mote_vec_widen(b));
    return mote_dvec_dot(d, d);
}

static mote_vec3 nearest_in_box(const mote_box *box, mote_vec3 p)
{
    return (mote_vec3){fminf(fmaxf(p.x, box->min.x), box->max.x),
                       fminf(fmaxf(p.y, box->min.y), box->max.y),
                       fminf(fmaxf(p.z, box->min.z), box->max.z)};
}

static bool any_two_are_close(const mote_mesh *mesh, const cubes *c, uint32_t a, uint32_t b)
{
    double limit = c->tolerance * c->tolerance;
    for (uint32_t i = c->first[a]; i < c->first[a + 1]; i++) {
        mote_vec3 p = mesh->positions[c->items[i]];
        if (squared_distance(p, nearest_in_box(&c->all[b].box, p)) > limit) continue;
        for (uint32_t j = c->first[b]; j < c->first[b + 1]; j++)
            if (squared_distance(p, mesh->positions[c->items[j]]) <= limit) return true;
    }
    return false;
}

// Visits half of the neighbors; the other half visits this cube.
static void join_neighbors(const mote_mesh *mesh, const cubes *c, uint32_t number, uint32_t *parent)
{
    double place[3][SPAN];
    uint64_t hash[3][SPAN];
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < SPAN; i++) {
            place[axis][i] = c->all[number].place[axis] + (i - REACH);
            hash[axis][i] = hash_place(axis, place[axis][i]);
        }
    for (int i = SPAN * SPAN * SPAN / 2 + 1; i < SPAN * SPAN * SPAN; i++) {
        int x = i % SPAN, y = i / SPAN % SPAN, z = i / (SPAN * SPAN);
        uint64_t hash_there = hash[0][x] ^ hash[1][y] ^ hash[2][z];
        if (!may_be_present(c, hash_there)) continue;
        const double there[3] = {place[0][x], place[1][y], place[2][z]};
        uint32_t other = c->table[find_slot(c, there, hash_there)];
        if (other == MOTE_NONE) continue;
        if (mote_union_find(parent, number) == mote_union_find(parent, other)) continue;
        if (any_two_are_close(mesh, c, number, other)) mote_union_join(parent, number, other);
    }
}

static mote_result weld_close(mote_mesh *mesh, double tolerance, mote_arena *scratch)
{
    cubes c = {.tolerance = tolerance};
    mote_result result = sort_into_cubes(mesh, scratch, &c);
    if (result != MOTE_OK) return result;
    uint32_t *parent = mote_arena_take(scratch, c.count, sizeof *parent);
    if (!parent) return mote_fail_memory(c.count * sizeof *parent, "welding vertices");
    mote_union_start(parent, c.count);
    for (uint32_t i = 0; i < c.count; i++) join_neighbors(mesh, &c, i, parent);
    // The lowest cube of a class contains the lowest vertex of the class.
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->weld[v] = c.items[c.first[mote_union_find(parent, c.of_vertex[mesh->weld[v]])]];
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------

mote_result mote_mesh_weld(mote_mesh *mesh, mote_weld weld, float tolerance, mote_arena *scratch)
{
    mesh->weld = mote_mesh_allocate(mesh, mesh->vertex_count, sizeof *mesh->weld, "the weld");
    if (!mesh->weld) return MOTE_ERROR_MEMORY;
    mote_result result = weld_equal(mesh, scratch);
    if (result == MOTE_OK && weld == MOTE_WELD_TOLERANCE && tolerance > 0.0f)
        result = weld_close(mesh, (double)tolerance, scratch);
    if (result != MOTE_OK) return result;
    mesh->welded_count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->welded_count += mesh->weld[v] == v;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++)
        mesh->triangles[i] = mesh->weld[mesh->triangles[i]];
    return MOTE_OK;
}
