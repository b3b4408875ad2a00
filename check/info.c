// The description of the input, and the choice of frames.

#include "check/region_names.h"
#include "check/state.h"
#include "core/result.h"

void mote_check_get_info(const mote_check *check, mote_check_info *out)
{
    const check_animation *animation = check->animation;
    *out = (mote_check_info){.part_count = animation->part_count,
                             .clip_count = animation->clip_count,
                             .wanted_count = check_animation_wanted(animation),
                             .fps = animation->fps,
                             .self = check->self,
                             .z_up = animation->z_up,
                             .unit = animation->unit};
}

mote_result mote_check_get_clip(const mote_check *check, uint32_t clip, mote_check_clip *out)
{
    const check_animation *animation = check->animation;
    if (clip >= animation->clip_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_get_clip: clip is %u, but there are %u clips", clip,
                         animation->clip_count);
    const check_clip *c = &animation->clips[clip];
    *out = (mote_check_clip){.name = c->name,
                             .frame_count = c->frame_count,
                             .start = c->start,
                             .end = c->end,
                             .first_frame = c->first_frame,
                             .last_frame = c->last_frame,
                             .frame_offset = c->frame_offset};
    return MOTE_OK;
}

const char *mote_check_get_bone(const mote_check *check, uint32_t part, uint32_t bone)
{
    return part < check->animation->part_count
               ? check_bone_name(check->animation->parts[part], bone)
               : NULL;
}

size_t mote_check_name_episode(const mote_check *check, const mote_check_episode *episode,
                               char *out, size_t size)
{
    return check_name_episode(check->animation, episode, out, size);
}

mote_result mote_check_get_part(const mote_check *check, uint32_t part, mote_check_part_info *out)
{
    if (part >= check->animation->part_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_get_part: part is %u, but there are %u parts", part,
                         check->animation->part_count);
    mote_result result = check_frames_evaluate(&check->frames, part);
    if (result) return result;
    const asset_part *p = check->animation->parts[part];
    mote_mesh_info info;
    mote_mesh_view view;
    mote_mesh_get_info(p->mesh, &info);
    mote_mesh_get_view(p->mesh, &view);
    *out = (mote_check_part_info){.name = p->name,
                                  .vertex_count = p->vertex_count,
                                  .triangle_count = p->triangle_count,
                                  .closed = info.closed,
                                  .triangles = view.triangles,
                                  .positions = p->positions};
    return MOTE_OK;
}

mote_result mote_check_set_frames(mote_check *check, uint32_t first, uint32_t last)
{
    mote_result result = check_need_ready(check, "mote_check_set_frames");
    if (result) return result;
    if (check->def.rest_pose)
        return mote_fail(MOTE_ERROR_STATE, "mote_check_set_frames: only the rest pose is checked");
    if (check->animation->clip_count > 1)
        return mote_fail(MOTE_ERROR_STATE,
                         "mote_check_set_frames: there are %u clips; def.clip chooses one",
                         check->animation->clip_count);
    check_clip *clip = &check->animation->clips[0];
    if (first > last || last >= clip->frame_count)
        return mote_fail(MOTE_ERROR_ARGUMENT,
                         "mote_check_set_frames: frames %u to %u, but there are frames 0 to %u",
                         first, last, clip->frame_count - 1);
    clip->first_frame = first;
    clip->last_frame = last;
    return MOTE_OK;
}
