#include "check/bone_sizes.h"

#include <stdlib.h>

#include "core/box.h"
#include "core/result.h"
#include "core/vec.h"

void check_bone_sizes_release(check_bone_sizes *sizes)
{
    mote_array_release(&sizes->thickness, &mote_libc_allocator);
    mote_array_release(&sizes->first, &mote_libc_allocator);
}

// Totals over the faces of a bone.
typedef struct limb {
    double area;
    mote_box box;
} limb;

static void add_face(limb *to, const mote_vec3 *positions, const uint32_t *corners)
{
    mote_dvec3 p[3];
    for (int i = 0; i < 3; i++) {
        mote_box_add_point(&to->box, positions[corners[i]]);
        p[i] = mote_vec_widen(positions[corners[i]]);
    }
    mote_dvec3 normal = mote_dvec_cross(mote_dvec_sub(p[1], p[0]), mote_dvec_sub(p[2], p[0]));
    to->area += 0.5 * mote_dvec_length(normal);
}

static double thickness_of(const limb *of)
{
    static const double pi = 3.141592653589793;
    mote_dvec3 extent = mote_dvec_sub(mote_vec_widen(of->box.max), mote_vec_widen(of->box.min));
    double length = mote_dvec_length(extent);
    return of->area > 0 && length > 0 ? of->area / (pi * length) : 0;
}

static mote_result measure_part(check_bone_sizes *sizes, const asset_part *part)
{
    const asset_face_names *bones = &part->labels.bones;
    mote_mesh_view mesh;
    mote_mesh_get_view(part->mesh, &mesh);
    double *to = mote_array_room(&sizes->thickness, &mote_libc_allocator, bones->count);
    limb *limbs = malloc((size_t)bones->count * sizeof *limbs + 1);
    mote_result result = to && limbs ? MOTE_OK : mote_fail_memory(bones->count, "the bones");
    for (uint32_t i = 0; i < bones->count && !result; i++)
        limbs[i] = (limb){.box = mote_box_empty()};
    for (uint32_t i = 0; i < part->triangle_count && bones->count && !result; i++)
        add_face(&limbs[bones->of_face[i]], mesh.positions, &mesh.triangles[(size_t)i * 3]);
    for (uint32_t i = 0; i < bones->count && !result; i++) to[i] = thickness_of(&limbs[i]);
    if (!result) sizes->thickness.count += bones->count;
    free(limbs);
    return result;
}

mote_result check_bone_sizes_measure(check_bone_sizes *sizes, const check_animation *animation)
{
    sizes->thickness.count = sizes->first.count = 0;
    for (uint32_t i = 0; i < animation->part_count; i++) {
        if (!mote_array_push(&sizes->first, &mote_libc_allocator, (uint32_t)sizes->thickness.count))
            return mote_fail_memory(sizeof(uint32_t), "the bones");
        mote_result result = measure_part(sizes, animation->parts[i]);
        if (result) return result;
    }
    return MOTE_OK;
}

double check_bone_thickness(const check_bone_sizes *sizes, uint32_t part, uint32_t bone)
{
    return bone == MOTE_NONE ? 0 : sizes->thickness.data[sizes->first.data[part] + bone];
}
