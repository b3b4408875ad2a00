// Labels of the faces of a part: the bone with the largest influence, the material, and the painted
// vertex attributes. Reports name regions by labels, and rules select them.

#ifndef MOTE_ASSETS_LABELS_H
#define MOTE_ASSETS_LABELS_H

#include "assets/asset.h"
#include "assets/subset.h"

// A name from a list for each face. Names may occur more than once. They belong to the asset.
typedef struct asset_face_names {
    const char **names;
    uint32_t count;
    uint32_t *of_face; // index of the name; null if there are no names
} asset_face_names;

enum { ASSET_MAX_ATTRIBUTES = 32 };

// Zero-initialized means no names.
typedef struct asset_labels {
    asset_face_names bones, materials;
    const char **attributes;
    uint32_t attribute_count;
    uint32_t *painted; // per face, one bit per attribute; null if there are no attributes
} asset_labels;

void asset_labels_release(asset_labels *labels);

// The bones of a part's vertices: `influences` bone indices below `bone_count` and weights per
// vertex.
typedef struct asset_part_weights {
    const uint16_t *bones;
    const float *weights;
    uint32_t influences, bone_count;
} asset_part_weights;

// Assigns to each face the bone with the largest weight, summed over its corners; the lowest bone
// if several are equal. Copies the pointers in `names`, one per bone.
mote_result asset_labels_add_bones(asset_labels *labels, const asset_subset *subset,
                                   const asset_part_weights *weights, const char *const *names);

// The triangles of all surfaces of an asset in one list.
typedef struct asset_laid_triangles {
    const uint32_t *triangles;    // three vertices per triangle
    const uint32_t *surface;      // one per triangle
    const uint32_t *first_vertex; // one per surface
    const uint32_t *part_of;      // one per triangle
    uint32_t count;
} asset_laid_triangles;

// Adds the materials and painted attributes of part `part` with `face_count` triangles. An
// attribute is painted on a face if its value is at least 0.5 at all three corners.
mote_result asset_labels_add_surfaces(asset_labels *labels, const asset_file *asset,
                                      const asset_laid_triangles *laid, uint32_t part,
                                      uint32_t face_count);

#endif
