// What a region is: how bad, how deep, how large, where, and which bones, materials and painted attributes lie around it.

#ifndef MOTE_CHECK_REGIONS_H
#define MOTE_CHECK_REGIONS_H

#include <mote/check.h>

#include "assets/part.h"
#include "core/array.h"

// The faces of a region on one of its sides: what most of their area has, or MOTE_NONE.
typedef struct check_side_labels {
    uint32_t bone, material;
    uint32_t painted; // attributes that are painted on all of the faces, one bit each
} check_side_labels;

typedef struct check_region_labels {
    check_side_labels a, b;
} check_region_labels;

// The face pairs of two parts, which may be one, and their contacts, with the region of each.
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
    const mote_segment *segments; // of all contacts
    bool tolerant;                // some of the faces may not touch
} check_region_input;

typedef MOTE_ARRAY(double) check_double_array;

// Buffers, kept from call to call. All zero is empty.
typedef struct check_region_work {
    mote_u32_array first, members;                 // the face pairs of each region
    mote_u32_array first_contact, contact_members; // and its contacts
    mote_u32_array mark_a, mark_b; // of each face: the last region that it was counted in
    uint32_t mark;
    check_double_array bone_areas, material_areas; // of each name, in the region that is looked at
    mote_vec3_array points;
} check_region_work;

void check_region_work_release(check_region_work *work);

// Fills region_count regions and their labels.
mote_result check_regions_measure(check_region_work *work, const check_region_input *input,
                                  mote_check_region *regions, check_region_labels *labels);

#endif
