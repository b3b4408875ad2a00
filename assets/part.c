#include "assets/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static mote_result fill(const char *name, const mote_vec3 *positions, const uint32_t *triangles,
                        mote_part *part)
{
    size_t bytes = (size_t)part->vertex_count * sizeof *positions;
    part->name = malloc(strlen(name) + 1);
    part->positions = malloc(bytes ? bytes : 1);
    if (!part->name || !part->positions) return mote_fail_memory(bytes, "the positions of a part");
    memcpy(part->name, name, strlen(name) + 1);
    memcpy(part->positions, positions, bytes);
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = part->vertex_count};
    def.indices = triangles;
    def.index_count = (size_t)part->triangle_count * 3;
    return mote_mesh_create(&def, &part->mesh);
}

mote_result mote_part_create(const char *name, const mote_vec3 *positions, uint32_t vertex_count,
                             const uint32_t *triangles, uint32_t triangle_count, mote_part *out)
{
    *out =
        (mote_part){.vertex_count = vertex_count, .triangle_count = triangle_count, .moved = true};
    mote_result result = fill(name, positions, triangles, out);
    if (result) mote_part_release(out);
    return result;
}

void mote_part_release(mote_part *part)
{
    mote_mesh_destroy(part->mesh);
    free(part->name);
    free(part->positions);
    free(part->shared);
    *part = (mote_part){0};
}

// By name, then by place.
static int compare_names(const void *x, const void *y)
{
    const mote_part *const *a = x, *const *b = y;
    int order = strcmp((*a)->name, (*b)->name);
    return order ? order : (*a > *b) - (*a < *b);
}

// "arm" after another "arm" becomes "arm 2".
static mote_result rename_part(mote_part *part, uint32_t number)
{
    size_t bytes = strlen(part->name) + 16;
    char *name = malloc(bytes);
    if (!name) return mote_fail_memory(bytes, "a name");
    snprintf(name, bytes, "%s %u", part->name, number);
    free(part->name);
    part->name = name;
    return MOTE_OK;
}

mote_result mote_make_names_unique(mote_part *const *parts, uint32_t count)
{
    mote_part **sorted = malloc(count * sizeof(mote_part *));
    if (!sorted) return mote_fail_memory(count * sizeof *sorted, "names");
    memcpy(sorted, parts, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_names);
    mote_result result = MOTE_OK;
    for (uint32_t i = 0, end; i < count && !result; i = end) {
        end = i + 1;
        while (end < count && strcmp(sorted[end]->name, sorted[i]->name) == 0) end++;
        for (uint32_t k = i + 1; k < end && !result; k++)
            result = rename_part(sorted[k], k - i + 1);
    }
    free(sorted);
    return result;
}
