// Names for the faces of a part: the bone that moves a face most, its material, and the vertex attributes that are painted on
// it. Reports name places by them, and rules choose places by them.

#ifndef MOTE_ASSETS_LABELS_H
#define MOTE_ASSETS_LABELS_H

#include "assets/asset.h"
#include "assets/subset.h"

// One name per face out of a list. Names may occur more than once. They belong to the asset.
typedef struct asset_face_names {
    const char **names;
    uint32_t count;
    uint32_t *of_face; // number of a name; null if there are no names
} asset_face_names;

enum { ASSET_MAX_ATTRIBUTES = 32 };

// All zero has no names.
typedef struct asset_labels {
    asset_face_names bones, materials;
    const char **attributes;
    uint32_t attribute_count;
    uint32_t *painted; // per face, one bit per attribute; null if there are no attributes
} asset_labels;

void asset_labels_release(asset_labels *labels);

// What moves the vertices of a part: `influences` bones and weights per vertex, numbers below `bone_count`.
typedef struct asset_part_weights {
    const uint16_t *bones;
    const float *weights;
    uint32_t influences, bone_count;
} asset_part_weights;

// Each face gets the bone with the greatest weight, summed over its corners; of equal ones the lowest. `names` are copied
// as pointers, one per bone.
mote_result asset_labels_add_bones(asset_labels *labels, const asset_subset *subset,
                                   const asset_part_weights *weights, const char *const *names);

// Triangles of all surfaces of an asset, side by side.
typedef struct asset_laid_triangles {
    const uint32_t *triangles;    // three vertices each
    const uint32_t *surface;      // of each triangle
    const uint32_t *first_vertex; // of each surface
    const uint32_t *part_of;      // of each triangle
    uint32_t count;
} asset_laid_triangles;

// Materials and painted attributes of part number `part`, whose triangles are `face_count`. An attribute is painted on a
// face if it is at least 0.5 at all three corners.
mote_result asset_labels_add_surfaces(asset_labels *labels, const asset_file *asset,
                                      const asset_laid_triangles *laid, uint32_t part,
                                      uint32_t face_count);

#endif
