// A union-find over the face pairs. Each face pair has nine pairs of a vertex of one face and a
// vertex of the other. Face pairs that share such a vertex pair are joined. A hash table finds
// them.

#include "check/grouping.h"

#include <string.h>

#include "core/result.h"

void check_grouping_release(check_grouping *g)
{
    mote_array_release(&g->links, &mote_libc_allocator);
    mote_array_release(&g->table, &mote_libc_allocator);
}

static uint32_t find_root(check_group_link *links, uint32_t pair, uint32_t *swapped)
{
    *swapped = 0;
    while (links[pair].parent != pair) {
        check_group_link *link = &links[pair];
        link->swapped ^= links[link->parent].swapped;
        link->parent = links[link->parent].parent;
        *swapped ^= link->swapped;
        pair = link->parent;
    }
    return pair;
}

static void join(check_group_link *links, uint32_t p, uint32_t q, uint32_t swapped)
{
    uint32_t swapped_p, swapped_q;
    uint32_t root_p = find_root(links, p, &swapped_p), root_q = find_root(links, q, &swapped_q);
    if (root_p == root_q) return;
    swapped ^= swapped_p ^ swapped_q;
    if (root_p < root_q)
        links[root_q] = (check_group_link){root_p, swapped};
    else
        links[root_p] = (check_group_link){root_q, swapped};
}

static size_t slot_of(uint64_t vertices, size_t mask)
{
    uint64_t mixed = (vertices ^ vertices >> 29) * 0x9e3779b97f4a7c15u;
    return (size_t)(mixed >> 20) & mask;
}

static void add_vertices(check_grouping *g, uint32_t pair, uint32_t a, uint32_t b, bool self)
{
    uint32_t swapped = self && a > b;
    uint64_t vertices = swapped ? (uint64_t)b << 32 | a : (uint64_t)a << 32 | b;
    size_t mask = g->table.count - 1, at = slot_of(vertices, mask);
    check_group_slot *table = g->table.data;
    while (table[at].pair && table[at].vertices != vertices) at = (at + 1) & mask;
    if (table[at].pair)
        join(g->links.data, pair, table[at].pair - 1, swapped ^ table[at].swapped);
    else
        table[at] = (check_group_slot){vertices, pair + 1, swapped};
}

static mote_result make_room(check_grouping *g, uint32_t count)
{
    enum { VERTICES_PER_PAIR = 9 };
    size_t slots = 64;
    while (slots < 2 * (size_t)VERTICES_PER_PAIR * count) slots *= 2;
    g->links.count = g->table.count = 0;
    check_group_link *links = mote_array_room(&g->links, &mote_libc_allocator, count);
    check_group_slot *table = mote_array_room(&g->table, &mote_libc_allocator, slots);
    if (!links || !table) return mote_fail_memory(slots * sizeof *table, "the regions of a frame");
    memset(table, 0, slots * sizeof *table);
    g->links.count = count;
    g->table.count = slots;
    for (uint32_t i = 0; i < count; i++) links[i] = (check_group_link){i, 0};
    return MOTE_OK;
}

mote_result check_group(check_grouping *g, const check_group_faces *faces, uint32_t *region_of,
                        bool *swapped, uint32_t *region_count)
{
    mote_result result = make_room(g, faces->count);
    if (result) return result;
    for (uint32_t i = 0; i < faces->count; i++) {
        const uint32_t *a = &faces->triangles_a[(size_t)faces->pairs[i].face_a * 3];
        const uint32_t *b = &faces->triangles_b[(size_t)faces->pairs[i].face_b * 3];
        for (int k = 0; k < 9; k++) add_vertices(g, i, a[k / 3], b[k % 3], faces->self);
    }
    *region_count = 0;
    for (uint32_t i = 0; i < faces->count; i++) {
        uint32_t flip, root = find_root(g->links.data, i, &flip);
        swapped[i] = flip;
        region_of[i] = root == i ? (*region_count)++ : region_of[root];
    }
    return MOTE_OK;
}

mote_result check_list_members(const uint32_t *group_of, uint32_t count, uint32_t group_count,
                               mote_u32_array *first, mote_u32_array *members)
{
    first->count = members->count = 0;
    uint32_t *ends = mote_array_room(first, &mote_libc_allocator, (size_t)group_count + 2);
    uint32_t *list = mote_array_room(members, &mote_libc_allocator, count);
    if (!ends || !list) return mote_fail_memory(count * sizeof *list, "the regions of a frame");
    memset(ends, 0, ((size_t)group_count + 2) * sizeof *ends);
    for (uint32_t i = 0; i < count; i++) ends[group_of[i] + 2]++;
    for (uint32_t i = 0; i < group_count; i++) ends[i + 2] += ends[i + 1];
    for (uint32_t i = 0; i < count; i++) list[ends[group_of[i] + 1]++] = i;
    return MOTE_OK;
}
