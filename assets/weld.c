#include "assets/weld.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/result.h"

// A hash table with open addressing. A slot has the first vertex with its key, or MOTE_NONE.
mote_result asset_number_equal(const void *keys, size_t size, uint32_t count, uint32_t *map,
                               uint32_t *number_count)
{
    *number_count = 0;
    size_t slots = 16;
    while (slots < (size_t)count * 2) slots *= 2;
    uint32_t *table = malloc(slots * sizeof *table);
    if (!table) return mote_fail_memory(slots * sizeof *table, "the weld");
    memset(table, 0xff, slots * sizeof *table);
    const unsigned char *bytes = keys;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *key = bytes + i * size;
        size_t slot = mote_hash_bytes(MOTE_HASH_START, key, size) & (slots - 1);
        while (table[slot] != MOTE_NONE && memcmp(bytes + table[slot] * size, key, size) != 0)
            slot = (slot + 1) & (slots - 1);
        if (table[slot] == MOTE_NONE) {
            table[slot] = i;
            map[i] = (*number_count)++;
        } else {
            map[i] = map[table[slot]];
        }
    }
    free(table);
    return MOTE_OK;
}

void asset_copy_as_key(const float *numbers, size_t count, float *key)
{
    for (size_t i = 0; i < count; i++) key[i] = numbers[i] + 0.0f;
}

// Uses the weld of the library on a mesh whose triangles use each vertex once.
mote_result asset_number_near(const mote_vec3 *positions, uint32_t count, float tolerance,
                              uint32_t *map, uint32_t *number_count)
{
    size_t padded = ((size_t)count + 2) / 3 * 3;
    uint32_t *indices = malloc(padded * sizeof *indices);
    if (!indices) return mote_fail_memory(padded * sizeof *indices, "the weld");
    for (size_t i = 0; i < padded; i++) indices[i] = i < count ? (uint32_t)i : count - 1;
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = positions, .count = count};
    def.indices = indices;
    def.index_count = padded;
    def.flags = 0;
    def.weld = MOTE_WELD_TOLERANCE;
    def.weld_tolerance = tolerance;
    mote_mesh *mesh;
    mote_result result = mote_mesh_create(&def, &mesh);
    free(indices);
    if (result) return result;
    mote_mesh_view view;
    mote_mesh_get_view(mesh, &view);
    *number_count = 0;
    for (uint32_t i = 0; i < count; i++) // the lowest vertex represents its class
        map[i] = view.weld[i] == i ? (*number_count)++ : map[view.weld[i]];
    mote_mesh_destroy(mesh);
    return MOTE_OK;
}

void asset_first_of_each(const uint32_t *map, uint32_t count, uint32_t *first)
{
    for (uint32_t i = count; i-- > 0;) first[map[i]] = i;
}
