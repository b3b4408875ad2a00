// Which face pairs of two parts are one region: those whose faces share a vertex on both parts. World contacts are joined
// across edges only; a fold in a coarse mesh is several of them, and one region.

#ifndef MOTE_CHECK_GROUPING_H
#define MOTE_CHECK_GROUPING_H

#include <mote/world.h>

#include "core/array.h"

typedef struct check_group_link {
    uint32_t parent;  // a face pair of the same group that is not behind this one
    uint32_t swapped; // 1 where this pair names the two sides the other way round than its parent
} check_group_link;

// A face pair that has a vertex of each side.
typedef struct check_group_slot {
    uint64_t vertices; // first side in the high half
    uint32_t pair;     // plus 1; 0 for an empty slot
    uint32_t swapped;  // the pair has them the other way round
} check_group_slot;

// Buffers, kept from call to call. All zero is empty.
typedef struct check_grouping {
    MOTE_ARRAY(check_group_link) links;
    MOTE_ARRAY(check_group_slot) table;
} check_grouping;

void check_grouping_release(check_grouping *grouping);

// Two parts, which may be one, and pairs of their faces.
typedef struct check_group_faces {
    const uint32_t *triangles_a, *triangles_b; // three vertices each
    bool self;
    const mote_face_pair *pairs;
    uint32_t count;
} check_group_faces;

// Numbers the regions by their first pair. `region_of` and `swapped` have one element per pair.
mote_result check_group(check_grouping *grouping, const check_group_faces *faces,
                        uint32_t *region_of, bool *swapped, uint32_t *region_count);

// Lists the elements of each group in ascending order: those of group i are members[first[i]] to members[first[i + 1] - 1].
// The counts of the arrays are not set.
mote_result check_list_members(const uint32_t *group_of, uint32_t count, uint32_t group_count,
                               mote_u32_array *first, mote_u32_array *members);

#endif
