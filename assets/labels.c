#include "assets/labels.h"

#include <mote/deform.h>
#include <stdlib.h>
#include <string.h>

#include "core/result.h"

static mote_result fail_memory(size_t bytes)
{
    return mote_fail_memory(bytes, "the labels of a part");
}

void asset_labels_release(asset_labels *labels)
{
    free(labels->bones.names);
    free(labels->bones.of_face);
    free(labels->materials.names);
    free(labels->materials.of_face);
    free(labels->attributes);
    free(labels->painted);
    *labels = (asset_labels){0};
}

static mote_result make_room(asset_face_names *list, uint32_t names, uint32_t faces)
{
    list->count = 0;
    list->names = malloc(((size_t)names + 1) * sizeof *list->names);
    list->of_face = malloc(((size_t)faces + 1) * sizeof *list->of_face);
    return list->names && list->of_face ? MOTE_OK : fail_memory(faces * sizeof *list->of_face);
}

// ---------------------------------------------------------------------------------------------
// Bones

enum { MAX_CORNER_WEIGHTS = 3 * MOTE_SKIN_MAX_INFLUENCES };

static uint32_t find_bone(const asset_part_weights *w, const uint32_t corners[3])
{
    uint32_t bones[MAX_CORNER_WEIGHTS], count = 0, best = 0;
    float sums[MAX_CORNER_WEIGHTS];
    for (int i = 0; i < 3; i++) {
        size_t first = (size_t)corners[i] * w->influences;
        for (uint32_t k = 0; k < w->influences; k++) {
            uint32_t bone = w->bones[first + k], at = 0;
            if (!(w->weights[first + k] > 0)) continue;
            while (at < count && bones[at] != bone) at++;
            if (at == count) bones[count] = bone, sums[count++] = 0;
            sums[at] += w->weights[first + k];
        }
    }
    for (uint32_t i = 1; i < count; i++)
        if (sums[i] > sums[best] || (!(sums[i] < sums[best]) && bones[i] < bones[best])) best = i;
    return count ? bones[best] : 0;
}

mote_result asset_labels_add_bones(asset_labels *labels, const asset_subset *subset,
                                   const asset_part_weights *weights, const char *const *names)
{
    asset_face_names *bones = &labels->bones;
    mote_result result = make_room(bones, weights->bone_count, subset->triangle_count);
    if (result) return result;
    bones->count = weights->bone_count;
    for (uint32_t i = 0; i < bones->count; i++) bones->names[i] = names[i];
    for (uint32_t i = 0; i < subset->triangle_count; i++)
        bones->of_face[i] = find_bone(weights, &subset->triangles[(size_t)i * 3]);
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------
// Materials and attributes

static uint32_t find_name(const char **names, uint32_t *count, const char *name)
{
    uint32_t at = 0;
    while (at < *count && strcmp(names[at], name) != 0) at++;
    if (at == *count) names[(*count)++] = name;
    return at;
}

static mote_result add_materials(asset_face_names *materials, const asset_file *asset,
                                 const asset_laid_triangles *laid, uint32_t part, uint32_t faces)
{
    uint32_t surfaces = (uint32_t)asset->surfaces.count;
    uint32_t *number = malloc(((size_t)surfaces + 1) * sizeof *number);
    mote_result result = make_room(materials, surfaces, faces);
    if (!number && !result) result = fail_memory(surfaces * sizeof *number);
    for (uint32_t i = 0; i < surfaces && !result; i++)
        number[i] = find_name(materials->names, &materials->count,
                              asset_text(asset, asset->surfaces.data[i].material_name));
    for (uint32_t i = 0, face = 0; i < laid->count && !result; i++)
        if (laid->part_of[i] == part) materials->of_face[face++] = number[laid->surface[i]];
    free(number);
    return result;
}

static bool is_painted(const float *values, const uint32_t corners[3], uint32_t first_vertex)
{
    for (int k = 0; k < 3; k++)
        if (!(values[corners[k] - first_vertex] >= 0.5f)) return false;
    return true;
}

// The attribute bits of one triangle.
static uint32_t paint(asset_labels *labels, const asset_file *asset,
                      const asset_laid_triangles *laid, uint32_t triangle)
{
    uint32_t surface = laid->surface[triangle], bits = 0;
    asset_span span = asset->surfaces.data[surface].attributes;
    for (uint64_t i = span.first; i < span.first + span.count; i++) {
        const asset_attribute *attribute = &asset->attributes.data[i];
        uint32_t name = find_name(labels->attributes, &labels->attribute_count,
                                  asset_text(asset, attribute->name));
        const float *values = asset_from(&asset->numbers, attribute->values.first);
        if (name < ASSET_MAX_ATTRIBUTES &&
            is_painted(values, &laid->triangles[(size_t)triangle * 3], laid->first_vertex[surface]))
            bits |= 1u << name;
    }
    return bits;
}

static mote_result add_attributes(asset_labels *labels, const asset_file *asset,
                                  const asset_laid_triangles *laid, uint32_t part, uint32_t faces)
{
    size_t count = asset->attributes.count;
    if (count == 0) return MOTE_OK;
    labels->attribute_count = 0;
    labels->attributes = malloc((count + 1) * sizeof *labels->attributes);
    labels->painted = malloc(((size_t)faces + 1) * sizeof *labels->painted);
    if (!labels->attributes || !labels->painted)
        return fail_memory(faces * sizeof *labels->painted);
    for (uint32_t i = 0, face = 0; i < laid->count; i++)
        if (laid->part_of[i] == part) labels->painted[face++] = paint(labels, asset, laid, i);
    if (labels->attribute_count > ASSET_MAX_ATTRIBUTES)
        labels->attribute_count = ASSET_MAX_ATTRIBUTES;
    return MOTE_OK;
}

mote_result asset_labels_add_surfaces(asset_labels *labels, const asset_file *asset,
                                      const asset_laid_triangles *laid, uint32_t part,
                                      uint32_t face_count)
{
    mote_result result = add_materials(&labels->materials, asset, laid, part, face_count);
    return result ? result : add_attributes(labels, asset, laid, part, face_count);
}
