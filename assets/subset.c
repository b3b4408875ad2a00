#include "assets/subset.h"

#include <stdlib.h>
#include <string.h>

#include "assets/weld.h"
#include "core/result.h"
#include "core/union_find.h"

// Temporary data for making subsets.
typedef struct cutter {
    const asset_whole *whole;
    uint32_t *first;   // vertex that represents each number
    uint32_t *own;     // for each number: index in the subset, if `used_by` is this subset
    uint32_t *used_by; // for each number: the last subset that used it
} cutter;

static mote_result make_room(const asset_whole *whole, asset_subset *subsets)
{
    for (uint32_t i = 0; i < whole->triangle_count; i++)
        subsets[whole->part_of[i]].triangle_count++;
    for (uint32_t i = 0; i < whole->part_count; i++) {
        size_t corners = (size_t)subsets[i].triangle_count * 3;
        subsets[i].triangles = malloc(corners * sizeof(uint32_t) + 1);
        subsets[i].vertices = malloc(corners * sizeof(uint32_t) + 1);
        if (!subsets[i].triangles || !subsets[i].vertices)
            return mote_fail_memory(corners * sizeof(uint32_t), "the triangles of a part");
        subsets[i].triangle_count = 0;
    }
    return MOTE_OK;
}

static uint32_t own_vertex(cutter *c, asset_subset *subset, uint32_t part, uint32_t vertex)
{
    uint32_t number = c->whole->number[vertex];
    if (c->used_by[number] != part) {
        c->used_by[number] = part;
        c->own[number] = subset->vertex_count;
        subset->vertices[subset->vertex_count++] = c->first[number];
    }
    return c->own[number];
}

// `order` lists the triangles sorted by part.
static void fill(cutter *c, const uint32_t *order, asset_subset *subsets)
{
    for (uint32_t i = 0; i < c->whole->triangle_count; i++) {
        const uint32_t *triangle = &c->whole->triangles[(size_t)order[i] * 3];
        uint32_t part = c->whole->part_of[order[i]];
        asset_subset *subset = &subsets[part];
        uint32_t *to = &subset->triangles[(size_t)subset->triangle_count++ * 3];
        for (int k = 0; k < 3; k++) to[k] = own_vertex(c, subset, part, triangle[k]);
    }
}

// Sorts the triangles by part. The order within a part stays the same.
static mote_result sort_by_part(const asset_whole *whole, uint32_t *order)
{
    uint32_t *next = calloc((size_t)whole->part_count + 1, sizeof *next);
    if (!next) return mote_fail_memory(whole->part_count * sizeof *next, "the parts");
    for (uint32_t i = 0; i < whole->triangle_count; i++) next[whole->part_of[i] + 1]++;
    for (uint32_t i = 0; i < whole->part_count; i++) next[i + 1] += next[i];
    for (uint32_t i = 0; i < whole->triangle_count; i++) order[next[whole->part_of[i]]++] = i;
    free(next);
    return MOTE_OK;
}

static mote_result cut(const asset_whole *whole, asset_subset *subsets)
{
    size_t numbers = whole->number_count;
    uint32_t *room = malloc((3 * numbers + whole->triangle_count) * sizeof *room + 1);
    if (!room) return mote_fail_memory(3 * numbers * sizeof *room, "the vertices of parts");
    cutter c = {whole, room, room + numbers, room + 2 * numbers};
    uint32_t *order = room + 3 * numbers;
    memset(c.used_by, 0xff, numbers * sizeof *c.used_by);
    asset_first_of_each(whole->number, whole->vertex_count, c.first);
    mote_result result = make_room(whole, subsets);
    if (!result) result = sort_by_part(whole, order);
    if (!result) fill(&c, order, subsets);
    free(room);
    return result;
}

mote_result asset_subsets_create(const asset_whole *whole, asset_subset **out)
{
    *out = NULL;
    asset_subset *subsets = calloc((size_t)whole->part_count + 1, sizeof *subsets);
    if (!subsets) return mote_fail_memory(whole->part_count * sizeof *subsets, "the parts");
    mote_result result = cut(whole, subsets);
    if (result)
        asset_subsets_release(subsets, whole->part_count);
    else
        *out = subsets;
    return result;
}

void asset_subsets_release(asset_subset *subsets, uint32_t count)
{
    for (uint32_t i = 0; i < count && subsets; i++) {
        free(subsets[i].vertices);
        free(subsets[i].triangles);
    }
    free(subsets);
}

mote_result asset_number_components(const asset_whole *whole, uint32_t *part_of,
                                    uint32_t *part_count)
{
    *part_count = 0;
    uint32_t *room = malloc((size_t)whole->number_count * 2 * sizeof *room + 1);
    if (!room) return mote_fail_memory(whole->number_count * 2 * sizeof *room, "components");
    uint32_t *parent = room, *name = room + whole->number_count;
    mote_union_start(parent, whole->number_count);
    for (uint32_t i = 0; i < whole->number_count; i++) name[i] = MOTE_NONE;
    for (size_t i = 0; i < whole->triangle_count; i++) {
        const uint32_t *t = &whole->triangles[i * 3];
        mote_union_join(parent, whole->number[t[0]], whole->number[t[1]]);
        mote_union_join(parent, whole->number[t[0]], whole->number[t[2]]);
    }
    for (size_t i = 0; i < whole->triangle_count; i++) {
        uint32_t root = mote_union_find(parent, whole->number[whole->triangles[i * 3]]);
        if (name[root] == MOTE_NONE) name[root] = (*part_count)++;
        part_of[i] = name[root];
    }
    free(room);
    return MOTE_OK;
}
