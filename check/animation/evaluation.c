#include "check/animation/evaluation.h"

#include <stdlib.h>

#include "core/result.h"

// Null for parts of sources without a rig.
static asset_rig_part *rig_part_of(const check_animation *animation, uint32_t part)
{
    const check_source *source = animation->sources[animation->source_of[part]];
    return source->rig ? &source->rig->rig_parts[part - source->first_part] : NULL;
}

bool check_is_evaluated_later(const check_animation *animation, uint32_t part)
{
    return rig_part_of(animation, part) != NULL;
}

mote_result check_evaluate_part(check_animation *animation, uint32_t part, const mote_tasks *tasks)
{
    asset_part *p = animation->parts[part];
    const asset_rig_part *rig_part = rig_part_of(animation, part);
    if (p->evaluated || !rig_part) return MOTE_OK;
    mote_result result = mote_deformer_evaluate_all(rig_part->chain, tasks, p->positions);
    animation->evaluated_vertices += p->vertex_count;
    p->evaluated = !result;
    return result;
}

mote_result check_evaluate_all(check_animation *animation, const mote_tasks *tasks)
{
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < animation->part_count && !result; i++)
        result = check_evaluate_part(animation, i, tasks);
    return result;
}

mote_result check_evaluate_before(check_animation *animation, uint32_t part,
                                  const mote_tasks *tasks, mote_vec3 *out)
{
    asset_rig_part *rig_part = rig_part_of(animation, part);
    const asset_rig_numbers *before = rig_part->changed ? &rig_part->before : &rig_part->now;
    animation->evaluated_vertices += animation->parts[part]->vertex_count;
    return asset_rig_part_evaluate_at(rig_part, before, tasks, out);
}

// ---------------------------------------------------------------------------------------------
// Saved poses

mote_result check_saved_pose_create(const check_animation *animation, check_saved_pose *out)
{
    uint32_t count = animation->part_count;
    *out =
        (check_saved_pose){.parts = calloc((size_t)count + 1, sizeof *out->parts), .count = count};
    if (!out->parts) return mote_fail_memory(count * sizeof *out->parts, "a pose");
    mote_result result = MOTE_OK;
    for (uint32_t i = 0; i < count && !result; i++) {
        const asset_rig_part *rig_part = rig_part_of(animation, i);
        if (rig_part) result = asset_rig_numbers_create(rig_part, &out->parts[i]);
    }
    return result;
}

void check_saved_pose_release(check_saved_pose *saved)
{
    for (uint32_t i = 0; i < saved->count && saved->parts; i++)
        asset_rig_numbers_release(&saved->parts[i]);
    free(saved->parts);
    *saved = (check_saved_pose){0};
}

void check_save_pose(const check_animation *animation, check_saved_pose *to)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (!animation->parts[i]->evaluated)
            asset_rig_part_save(rig_part_of(animation, i), &to->parts[i]);
}

mote_result check_evaluate_saved(check_animation *animation, const check_saved_pose *saved,
                                 uint32_t part, const mote_tasks *tasks, mote_vec3 *out)
{
    return asset_rig_part_evaluate_at(rig_part_of(animation, part), &saved->parts[part], tasks,
                                      out);
}
