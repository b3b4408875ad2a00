// Finds equal vertices, which importers and formats split at seams.

#ifndef MOTE_ASSETS_WELD_H
#define MOTE_ASSETS_WELD_H

#include <mote/mesh.h>

// Numbers `count` keys of `size` bytes. Equal keys get the same number, in order of first
// appearance. Sets map[i] and the number count.
mote_result asset_number_equal(const void *keys, size_t size, uint32_t count, uint32_t *map,
                               uint32_t *number_count);

// Copies numbers and replaces -0 by 0, so that keys compare as numbers.
void asset_copy_as_key(const float *numbers, size_t count, float *key);

// Numbers vertices so that vertices connected by steps of at most `tolerance` get the same number.
mote_result asset_number_near(const mote_vec3 *positions, uint32_t count, float tolerance,
                              uint32_t *map, uint32_t *number_count);

// Sets first[number] to the first of the vertices with the same number.
void asset_first_of_each(const uint32_t *map, uint32_t count, uint32_t *first);

#endif
