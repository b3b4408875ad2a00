// Which vertices are one: importers and formats split them at seams.

#ifndef MOTE_ASSETS_WELD_H
#define MOTE_ASSETS_WELD_H

#include <mote/mesh.h>

// Numbers `count` keys of `size` bytes: equal keys get the same number, in the order of their first
// appearance. Sets map[i] and how many numbers there are.
mote_result asset_number_equal(const void *keys, size_t size, uint32_t count, uint32_t *map,
                               uint32_t *number_count);

// A copy in which -0 is 0, so that keys compare as numbers do.
void asset_copy_as_key(const float *numbers, size_t count, float *key);

// Numbers vertices so that vertices linked by steps of at most `tolerance` get the same number.
mote_result asset_number_near(const mote_vec3 *positions, uint32_t count, float tolerance,
                              uint32_t *map, uint32_t *number_count);

// Where several vertices have the same number, the first represents them: first[number] = vertex.
void asset_first_of_each(const uint32_t *map, uint32_t count, uint32_t *first);

#endif
