#include "assets/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static mote_result fill(const char *name, const mote_vec3 *positions, const uint32_t *triangles,
                        asset_part *part)
{
    size_t bytes = (size_t)part->vertex_count * sizeof *positions;
    size_t length = strlen(name), room = length * MOTE_ESCAPED + 8;
    part->name = malloc(room);
    part->positions = malloc(bytes ? bytes : 1);
    if (!part->name || !part->positions) return mote_fail_memory(bytes, "the positions of a part");
    mote_escape_text(name, length, part->name, room);
    memcpy(part->positions, positions, bytes);
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = part->vertex_count};
    def.indices = triangles;
    def.index_count = (size_t)part->triangle_count * 3;
    return mote_mesh_create(&def, &part->mesh);
}

mote_result asset_part_create(const char *name, const mote_vec3 *positions, uint32_t vertex_count,
                              const uint32_t *triangles, uint32_t triangle_count, asset_part *out)
{
    *out = (asset_part){
        .vertex_count = vertex_count, .triangle_count = triangle_count, .evaluated = true};
    mote_result result = fill(name, positions, triangles, out);
    if (result) asset_part_release(out);
    return result;
}

void asset_part_release(asset_part *part)
{
    mote_mesh_destroy(part->mesh);
    free(part->name);
    free(part->positions);
    free(part->shared);
    asset_labels_release(&part->labels);
    *part = (asset_part){0};
}

// A part and the name given by its source.
typedef struct named_part {
    asset_part *part;
    uint32_t place;
    char *renamed; // null if the name is unchanged
} named_part;

static int compare_places(const void *x, const void *y)
{
    const named_part *a = x, *b = y;
    int order = strcmp(a->part->name, b->part->name);
    return order ? order : (a->place > b->place) - (a->place < b->place);
}

static int compare_name(const void *name, const void *part)
{
    return strcmp(name, ((const named_part *)part)->part->name);
}

// Renames a second "arm" to "arm 2", or the next unused number. Different names stay different,
// because only the number follows the last space.
static mote_result rename_part(const named_part *sorted, uint32_t count, named_part *part,
                               uint32_t *number)
{
    size_t bytes = strlen(part->part->name) + 16;
    part->renamed = malloc(bytes);
    if (!part->renamed) return mote_fail_memory(bytes, "a name");
    do {
        snprintf(part->renamed, bytes, "%s %u", part->part->name, ++*number);
    } while (bsearch(part->renamed, sorted, count, sizeof *sorted, compare_name));
    return MOTE_OK;
}

static mote_result rename_equal(named_part *sorted, uint32_t count)
{
    mote_result result = MOTE_OK;
    uint32_t number = 1;
    for (uint32_t i = 1; i < count && !result; i++) {
        if (strcmp(sorted[i].part->name, sorted[i - 1].part->name) != 0)
            number = 1;
        else
            result = rename_part(sorted, count, &sorted[i], &number);
    }
    return result;
}

mote_result asset_make_names_unique(asset_part *const *parts, uint32_t count)
{
    named_part *sorted = malloc(((size_t)count + 1) * sizeof *sorted);
    if (!sorted) return mote_fail_memory(count * sizeof *sorted, "names");
    for (uint32_t i = 0; i < count; i++) sorted[i] = (named_part){.part = parts[i], .place = i};
    qsort(sorted, count, sizeof *sorted, compare_places);
    mote_result result = rename_equal(sorted, count);
    for (uint32_t i = 0; i < count; i++) {
        if (!sorted[i].renamed) continue;
        free(sorted[i].part->name);
        sorted[i].part->name = sorted[i].renamed;
    }
    free(sorted);
    return result;
}
