// Measures regions: severity, depth, size and position, and the bones, materials and painted
// attributes around them.

#ifndef MOTE_CHECK_REGIONS_H
#define MOTE_CHECK_REGIONS_H

#include <mote/check.h>

#include "assets/part.h"
#include "core/array.h"

// The labels of one side of a region: those of the largest share of its face area, or MOTE_NONE.
typedef struct check_side_labels {
    uint32_t bone, material;
    uint32_t painted; // bits of the attributes that are painted on all faces
} check_side_labels;

typedef struct check_region_labels {
    check_side_labels a, b;
} check_region_labels;

// Face pairs and contacts of two parts, which may be the same part, with the region of each.
typedef struct check_region_input {
    const asset_part *a, *b;
    const uint32_t *triangles_a, *triangles_b;
    const mote_face_pair *pairs;
    const uint32_t *region_of;
    const bool *swapped;
    uint32_t pair_count, region_count;
    const mote_contact *contacts;
    const uint32_t *contact_region;
    uint32_t contact_count;
    const mote_segment *segments; // segments of all contacts
    bool tolerant;                // faces within the tolerance count
} check_region_input;

typedef MOTE_ARRAY(double) check_double_array;

// Buffers, reused from call to call. Zero-initialized means empty.
typedef struct check_region_work {
    mote_u32_array first, members;                 // face pairs of each region
    mote_u32_array first_contact, contact_members; // contacts of each region
    mote_u32_array mark_a, mark_b;                 // last region that counted each face
    uint32_t mark;
    check_double_array bone_areas, material_areas; // of each name, in the current region
    mote_vec3_array points;
} check_region_work;

void check_region_work_release(check_region_work *work);

// Fills `region_count` regions and their labels.
mote_result check_regions_measure(check_region_work *work, const check_region_input *input,
                                  mote_check_region *regions, check_region_labels *labels);

#endif
