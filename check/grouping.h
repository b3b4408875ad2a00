// Groups face pairs of two parts into regions: face pairs whose faces share a vertex on both parts.
// Contacts of the world are joined only across edges, so a fold in a coarse mesh has several
// contacts but is one region.

#ifndef MOTE_CHECK_GROUPING_H
#define MOTE_CHECK_GROUPING_H

#include <mote/world.h>

#include "core/array.h"

typedef struct check_group_link {
    uint32_t parent;  // an earlier or the same face pair of the group
    uint32_t swapped; // 1 if the sides are swapped relative to the parent
} check_group_link;

// A face pair that contains a pair of vertices, one per side.
typedef struct check_group_slot {
    uint64_t vertices; // vertex of the first side in the high half
    uint32_t pair;     // face pair plus 1; 0 for an empty slot
    uint32_t swapped;  // the face pair has the sides swapped
} check_group_slot;

// Buffers, reused from call to call. Zero-initialized means empty.
typedef struct check_grouping {
    MOTE_ARRAY(check_group_link) links;
    MOTE_ARRAY(check_group_slot) table;
} check_grouping;

void check_grouping_release(check_grouping *grouping);

// Pairs of faces of two parts, which may be the same part.
typedef struct check_group_faces {
    const uint32_t *triangles_a, *triangles_b; // three vertices per face
    bool self;
    const mote_face_pair *pairs;
    uint32_t count;
} check_group_faces;

// Numbers the regions by their first pair. `region_of` and `swapped` have one element per pair.
mote_result check_group(check_grouping *grouping, const check_group_faces *faces,
                        uint32_t *region_of, bool *swapped, uint32_t *region_count);

// Lists the elements of each group in ascending order: group i has members[first[i]] to
// members[first[i + 1] - 1]. Does not set the counts of the arrays.
mote_result check_list_members(const uint32_t *group_of, uint32_t count, uint32_t group_count,
                               mote_u32_array *first, mote_u32_array *members);

#endif
